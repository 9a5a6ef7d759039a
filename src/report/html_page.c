/* SPDX-License-Identifier: MIT */
/* What the pages share: head and foot, escaping, links. */
#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "base/utf8.h"
#include "report/html.h"
#include "report/text.h"

static void put_escaped(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

void html_text(struct html *h, const char *text)
{
	struct str clean = {0};
	utf8_add_printable(&clean, text);
	put_escaped(h->out, str_cstr(&clean));
	str_free(&clean);
}

void html_code(struct html *h, const char *name)
{
	fputs("<code>", h->out);
	html_text(h, name);
	fputs("</code>", h->out);
}

static void put_tab(struct html *h, const char *file, const char *name,
		    const char *current)
{
	bool here = strcmp(file, current) == 0;
	fprintf(h->out, "<a href=\"%s\"%s%s>%s</a>\n", file,
		strcmp(file, "index.html") == 0 ? " rel=\"index\"" : "",
		here ? " aria-current=\"page\"" : "", name);
}

void html_begin(struct html *h, const char *file, const char *title, const char *current)
{
	struct str path = {0};
	str_addf(&path, "%s/%s", h->directory, file);
	h->out = fopen(str_cstr(&path), "w");
	if (!h->out)
		die("cannot write %s: %s", str_cstr(&path), strerror(errno));
	str_free(&path);
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	      "'none'; "
	      "style-src 'self' file:; script-src 'self' file:; img-src "
	      "data:\">\n<title>",
	      h->out);
	html_text(h, title);
	fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n"
	      "<link rel=\"stylesheet\" href=\"style.css\">\n"
	      "<script src=\"report.js\" defer></script>\n</head>\n<body>\n"
	      "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
	      "<header class=\"top\"><strong>chequer</strong>\n<nav "
	      "aria-label=\"Pages\">\n",
	      h->out);
	put_tab(h, "index.html", "Races", current);
	put_tab(h, "threads.html", "Threads", current);
	if (h->report->discipline)
		put_tab(h, "locks.html", "Locks", current);
	fputs("</nav></header>\n<main id=\"main\">\n", h->out);
}

void html_end(struct html *h)
{
	fputs("</main>\n<footer>chequer " CHEQUER_VERSION
	      ". Keys: <kbd>/</kbd> filter, <kbd>n</kbd> and <kbd>p</kbd> next and "
	      "previous race, "
	      "<kbd>i</kbd> index.</footer>\n</body>\n</html>\n",
	      h->out);
	bool ok = !ferror(h->out);
	if (fclose(h->out) != 0 || !ok)
		die("cannot write the report in %s: %s", h->directory, strerror(errno));
	h->out = NULL;
}

uint32_t html_file_number(const struct html *h, const char *file)
{
	return file ? intern_find(&h->files, file, strlen(file)) : 0;
}

void html_place(struct html *h, struct report_place p)
{
	struct str text = {0};
	uint32_t number = html_file_number(h, p.file);
	text_place(&text, p);
	if (number && p.line)
		fprintf(h->out, "<a class=\"place\" href=\"source-%u.html#L%u\">", number,
			p.line);
	else
		fputs("<span class=\"place\">", h->out);
	put_escaped(h->out, str_cstr(&text));
	fputs(number && p.line ? "</a>" : "</span>", h->out);
	str_free(&text);
}

static void put_thread_link(struct html *h, uint32_t thread, const struct str *text)
{
	fprintf(h->out, "<a href=\"threads.html#T%u\">", thread);
	put_escaped(h->out, str_cstr(text));
	fputs("</a>", h->out);
}

void html_thread(struct html *h, uint32_t thread)
{
	struct str text = {0};
	text_thread(&text, &h->report->threads[thread]);
	put_thread_link(h, thread, &text);
	str_free(&text);
}

void html_access_thread(struct html *h, const struct report_access *a)
{
	struct str text = {0};
	text_access_thread(&text, h->report, a);
	put_thread_link(h, a->thread, &text);
	str_free(&text);
}

void html_level(struct html *h, enum confidence c)
{
	fprintf(h->out, "<span class=\"badge %s\">%s</span>", confidence_name(c),
		confidence_name(c));
}

void html_race_link(struct html *h, const struct report_race *x, const char *text)
{
	fprintf(h->out, "<a href=\"race-%s.html\">", x->id);
	html_text(h, text);
	fputs("</a>", h->out);
}

void html_locks(struct html *h, const struct report_access *a)
{
	fputs("<ul class=\"locks\">", h->out);
	if (!a->lock_count)
		fputs("<li class=\"none\">no locks held</li>", h->out);
	for (uint32_t i = 0; i < a->lock_count; i++) {
		const struct report_lock *l = &a->locks[i];
		fputs("<li>", h->out);
		html_code(h, l->name);
		fputs(l->shared ? " for reading" : "", h->out);
		if (l->taken.file) {
			fputs(", taken at ", h->out);
			html_place(h, l->taken);
		}
		fputs("</li>", h->out);
	}
	if (a->dropped) {
		fputs("<li class=\"none\">released before: ", h->out);
		html_code(h, a->dropped);
		fputs("</li>", h->out);
	}
	fputs("</ul>\n", h->out);
}

void html_excerpt(struct html *h, struct report_place p)
{
	enum { AROUND = 2 };
	struct source_line line;
	if (!source_line(&h->source, p.file, p.line, &line))
		return;
	uint32_t first = p.line > AROUND ? p.line - AROUND : 1;
	fputs("<pre class=\"excerpt\" tabindex=\"0\" aria-label=\"Source\">", h->out);
	for (uint32_t i = first; i <= p.line + AROUND; i++) {
		struct str text = {0};
		if (!source_line(&h->source, p.file, i, &line))
			break;
		str_addn(&text, line.at, line.n);
		fprintf(h->out, "<span%s><i>%u</i>", i == p.line ? " class=\"hit\"" : "",
			i);
		html_line(h, str_cstr(&text));
		fputs("</span>", h->out);
		str_free(&text);
	}
	fputs("</pre>\n", h->out);
}

void html_line(struct html *h, const char *line)
{
	struct str piece = {0};
	for (; *line; line++) {
		if (*line != '\t') {
			str_addc(&piece, *line);
			continue;
		}
		html_text(h, str_cstr(&piece));
		fputc('\t', h->out);
		str_clear(&piece);
	}
	html_text(h, str_cstr(&piece));
	str_free(&piece);
}
