/* SPDX-License-Identifier: MIT */
/*
 * How pages name things: files without the directory that all of them are in, threads in a few
 * words, sentences of other stages with their quoted names as code.
 */
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "report/html.h"
#include "report/text.h"

/* ---- files ---- */

static bool is_of_project(const char *file)
{
	return file[0] == '/' && strncmp(file, "/usr/", 5) != 0;
}

static size_t common_length(const char *a, const char *b, size_t most)
{
	size_t n = 0;
	while (n < most && a[n] && a[n] == b[n])
		n++;
	return n;
}

/* Up to and with the last slash of what they share; not the root alone, nor what is there just
 * because there is one file. */
void html_find_root(struct html *h)
{
	const char *first = NULL;
	size_t n = 0;
	for (uint32_t i = 1; i < h->files.n; i++) {
		const char *file = intern_at(&h->files, i);
		if (!is_of_project(file))
			continue;
		n = first ? common_length(first, file, n) : strlen(file);
		first = first ? first : file;
	}
	while (n && first[n - 1] != '/')
		n--;
	str_clear(&h->below);
	if (n > 1)
		str_addn(&h->below, first, n);
}

const char *html_path(const struct html *h, const char *file)
{
	size_t n = h->below.n;
	return n && strncmp(file, h->below.at, n) == 0 && file[n] ? file + n : file;
}

void html_place(struct html *h, struct report_place p)
{
	struct str text = {0};
	uint32_t number = html_file_number(h, p.file);
	bool linked = number && p.line;
	if (linked) {
		fprintf(h->out, "<a class=\"place\" href=\"source-%u.html#L%u\">", number,
			p.line);
		html_note_link(h, number, p.line);
	} else {
		fputs("<span class=\"place\">", h->out);
	}
	if (p.file)
		p.file = html_path(h, p.file);
	text_place(&text, p);
	html_text(h, str_cstr(&text));
	fputs(linked ? "</a>" : "</span>", h->out);
	str_free(&text);
}

/* ---- names ---- */

/* No line ends inside an arrow. */
static void put_name(struct html *h, const char *name)
{
	struct str piece = {0};
	for (const char *at; (at = strstr(name, "->")); name = at + 2) {
		str_clear(&piece);
		str_addn(&piece, name, (size_t)(at - name));
		html_text(h, str_cstr(&piece));
		fputs("<span class=\"to\">-&gt;</span>", h->out);
	}
	html_text(h, name);
	str_free(&piece);
}

void html_code(struct html *h, const char *name)
{
	fputs("<code>", h->out);
	put_name(h, name);
	fputs("</code>", h->out);
}

/* ---- sentences ---- */

/* The end of a name in quotes that begins here, or NULL. */
static const char *quoted_end(const char *text, const char *at)
{
	if (*at != '\'' || (at > text && at[-1] != ' ' && at[-1] != '('))
		return NULL;
	const char *end = strchr(at + 1, '\'');
	while (end && end[1] && !strchr(" ,.;:)", end[1]))
		end = strchr(end + 1, '\'');
	return end;
}

void html_prose(struct html *h, const char *text)
{
	struct str piece = {0};
	for (const char *at = text; *at;) {
		const char *end = quoted_end(text, at);
		if (end) {
			html_text(h, str_cstr(&piece));
			str_clear(&piece);
			str_addn(&piece, at + 1, (size_t)(end - at - 1));
			html_code(h, html_path(h, str_cstr(&piece)));
			str_clear(&piece);
			at = end + 1;
		} else if (html_path(h, at) != at) {
			at = html_path(h, at);
		} else {
			str_addc(&piece, *at++);
		}
	}
	html_text(h, str_cstr(&piece));
	str_free(&piece);
}

/* ---- threads ---- */

static void put_thread(struct html *h, const struct report_thread *t)
{
	static const char *const kinds[] = {[THREAD_MAIN] = "the main thread",
					    [THREAD_CREATED] = "thread ",
					    [THREAD_SIGNAL] = "signal handler ",
					    [THREAD_ENTRY] = "entry ",
					    [THREAD_CALLBACK] = "callback "};
	fputs(kinds[t->kind], h->out);
	if (t->kind != THREAD_MAIN)
		html_code(h, t->entry);
}

static void put_thread_link(struct html *h, uint32_t number, const struct report_thread *t)
{
	fprintf(h->out, "<a href=\"threads.html#T%u\">", number);
	put_thread(h, t);
	fputs("</a>", h->out);
}

void html_thread_name(struct html *h, uint32_t thread)
{
	const struct report_thread *t = &h->report->threads[thread];
	put_thread(h, t);
	if (t->many && t->kind != THREAD_MAIN && t->kind != THREAD_SIGNAL)
		fputs(t->kind == THREAD_ENTRY ? " (called by any thread)" : " (one of many)",
		      h->out);
}

void html_thread(struct html *h, uint32_t thread)
{
	put_thread_link(h, thread, &h->report->threads[thread]);
}

void html_access_thread(struct html *h, const struct report_access *a)
{
	struct report_thread t = h->report->threads[a->thread];
	t.entry = text_entry(&t, a);
	put_thread_link(h, a->thread, &t);
}

static bool same_name(const struct report_thread *a, const struct report_thread *b)
{
	return a->kind == b->kind && strcmp(a->entry, b->entry) == 0;
}

/* Several threads may run the same function. */
void html_thread_list(struct html *h, const uint32_t *list, uint32_t n, uint32_t few)
{
	const struct report_thread *all = h->report->threads;
	VEC(uint32_t) told = {0};
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = 0;
		while (k < told.n && !same_name(&all[told.at[k]], &all[list[i]]))
			k++;
		if (k < told.n)
			continue;
		if (told.n == few)
			fputs("<details><summary>and more</summary>", h->out);
		else if (told.n)
			fputs(", ", h->out);
		vec_push(&told, list[i]);
		html_thread(h, list[i]);
	}
	fputs(told.n > few ? "</details>" : "", h->out);
	vec_free(&told);
}
