/* SPDX-License-Identifier: MIT */
/*
 * The source as pages: each line with what was found there. Racing accesses, others to
 * the same memory and what keeps them apart, places where locks are taken; a bar runs
 * along the lines from where a lock was taken to an access that holds it. Of a very long
 * file only the surroundings are shown, and those of lines that other pages lead to.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "report/discipline.h"
#include "report/html.h"
#include "report/text.h"

enum { LONG_FILE = 20000, AROUND = 40, MAX_RANGE = 400, PIECE = 250 };

enum mark_kind { MARK_TAKE, MARK_USE, MARK_RACE };
struct mark {
	const char *file;
	uint32_t line, column;
	enum mark_kind kind;
	const struct report_race *race; /* not of MARK_TAKE */
	const struct report_access *access;
	const struct report_use *use;   /* of MARK_USE */
	const struct report_lock *lock; /* of MARK_TAKE */
};

struct marks {
	VEC(struct mark) list;
	uint32_t first, end; /* of the file at hand */
};

static void add_locks(struct marks *m, const struct report_access *a)
{
	for (uint32_t i = 0; i < a->lock_count; i++) {
		const struct report_lock *l = &a->locks[i];
		if (l->taken.file)
			vec_push(&m->list, ((struct mark){.file = l->taken.file,
							  .line = l->taken.line,
							  .column = l->taken.column,
							  .kind = MARK_TAKE,
							  .access = a,
							  .lock = l}));
	}
}

static void add_access(struct marks *m, const struct report_race *x,
		       const struct report_access *a, const struct report_use *use)
{
	if (a->place.file)
		vec_push(&m->list,
			 ((struct mark){.file = a->place.file,
					.line = a->place.line,
					.column = a->place.column,
					.kind = use && use->veto ? MARK_USE : MARK_RACE,
					.race = x,
					.access = a,
					.use = use}));
	add_locks(m, a);
}

static void collect(const struct html *h, struct marks *m)
{
	for (uint32_t i = 0; i < h->races.n; i++) {
		const struct report_race *x = h->races.at[i];
		for (uint32_t k = 0; k < x->access_count; k++)
			add_access(m, x, &x->accesses[k], NULL);
		for (uint32_t k = 0; k < x->use_count; k++)
			add_access(m, x, &x->uses[k].access, &x->uses[k]);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;
	int c = strcmp(x->file, y->file);
	if (c)
		return c;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind > y->kind ? -1 : 1;
	if (x->race != y->race && x->race && y->race)
		return strcmp(x->race->id, y->race->id);
	return (x->column > y->column) - (x->column < y->column);
}

static void find_files_of_locks(struct html *h)
{
	const struct report_discipline *d = h->report->discipline;
	for (uint32_t i = 0; d && i < d->memory_count; i++)
		for (uint32_t k = 0; k < d->memory[i].exception_count; k++)
			if (d->memory[i].exceptions[k].place.file)
				intern_str(&h->files, d->memory[i].exceptions[k].place.file);
	for (uint32_t i = 0; d && i < d->cycle_count; i++)
		for (uint32_t k = 0; k < d->cycles[i].step_count; k++)
			if (d->cycles[i].steps[k].wanted.file)
				intern_str(&h->files, d->cycles[i].steps[k].wanted.file);
}

/* Files of places that are linked to: those with marks, of declarations and of creations.
 */
void html_find_files(struct html *h)
{
	struct marks m = {0};
	collect(h, &m);
	if (m.list.n)
		qsort(m.list.at, m.list.n, sizeof(*m.list.at), by_place);
	for (uint32_t i = 0; i < m.list.n; i++)
		intern_str(&h->files, m.list.at[i].file);
	for (uint32_t i = 0; i < h->races.n; i++)
		if (h->races.at[i]->declared.file)
			intern_str(&h->files, h->races.at[i]->declared.file);
	for (uint32_t i = 0; i < h->report->thread_count; i++)
		if (h->report->threads[i].created.file)
			intern_str(&h->files, h->report->threads[i].created.file);
	find_files_of_locks(h);
	vec_free(&m.list);
}

/* ---- one file ---- */

static const char *veto_text(const struct html *h, const char *name)
{
	for (uint32_t i = 0; i < h->report->veto_count; i++)
		if (strcmp(h->report->vetoes[i].name, name) == 0)
			return h->report->vetoes[i].text;
	return name;
}

static void say_mark(struct html *h, const struct mark *m, struct intern *seen)
{
	struct str key = {0};
	uint32_t known = seen->n;
	str_addf(&key, "%d %s", m->kind,
		 m->kind == MARK_TAKE ? m->lock->name : m->race->id);
	intern_str(seen, str_cstr(&key));
	str_free(&key);
	if (seen->n == known)
		return;
	fputs(known ? "; " : "", h->out);
	switch (m->kind) {
	case MARK_RACE:
		html_race_link(h, m->race, "race");
		fputs(" on ", h->out);
		html_code(h, m->race->name);
		return;
	case MARK_USE:
		html_code(h, m->race->name);
		fputs(" ", h->out);
		html_race_link(h, m->race, "kept apart");
		fputs(": ", h->out);
		html_text(h, veto_text(h, m->use->veto));
		if (*m->use->fact) {
			fputs(", ", h->out);
			html_code(h, m->use->fact);
		}
		return;
	case MARK_TAKE:
		fputs("takes ", h->out);
		html_code(h, m->lock->name);
		return;
	}
}

/* Of the lines of the file: 1 where a lock is held that an access further down names. */
static bool *find_held(const struct marks *m, uint32_t lines)
{
	bool *held = xcalloc(lines + 2u, sizeof(*held));
	for (uint32_t i = m->first; i < m->end; i++) {
		const struct mark *x = &m->list.at[i];
		if (x->kind == MARK_TAKE)
			continue;
		for (uint32_t k = 0; k < x->access->lock_count; k++) {
			struct report_place from = x->access->locks[k].taken;
			if (!from.file || strcmp(from.file, x->file) != 0 ||
			    from.line > x->line || x->line - from.line > MAX_RANGE)
				continue;
			for (uint32_t line = from.line; line <= x->line && line <= lines;
			     line++)
				held[line] = true;
		}
	}
	return held;
}

static void put_says(struct html *h, const struct marks *m, uint32_t *at, uint32_t line)
{
	struct intern seen = {0};
	if (*at >= m->end || m->list.at[*at].line != line)
		return;
	fputs("<q>", h->out);
	for (; *at < m->end && m->list.at[*at].line == line; ++*at)
		say_mark(h, &m->list.at[*at], &seen);
	fputs("</q>", h->out);
	intern_free(&seen);
}

/* Files are long, and most lines have nothing to say: one element each. */
static void put_line(struct html *h, const struct marks *m, uint32_t *at,
		     const char *file, uint32_t number, bool held)
{
	static const char *const classes[] = {
		[MARK_TAKE] = "take", [MARK_USE] = "use", [MARK_RACE] = "race"};
	struct source_line line;
	struct str text = {0};
	const char *class = "";
	while (*at < m->end && m->list.at[*at].line < number)
		++*at;
	if (*at < m->end && m->list.at[*at].line == number)
		class = classes[m->list.at[*at].kind];
	if (source_line(&h->source, file, number, &line))
		str_addn(&text, line.at, line.n);
	fprintf(h->out, "<li id=L%u", number);
	if (*class || held)
		fprintf(h->out, " class=\"%s%s%s\"", class, *class && held ? " " : "",
			held ? "held" : "");
	fputc('>', h->out);
	html_line(h, str_cstr(&text));
	put_says(h, m, at, number);
	fputs("</li>\n", h->out);
	str_free(&text);
}

static uint32_t count_lines(struct html *h, const char *file)
{
	struct source_line line;
	uint32_t most = 1;
	if (!source_line(&h->source, file, 1, &line))
		return 0;
	while (source_line(&h->source, file, most * 2, &line))
		most *= 2;
	for (uint32_t step = most; step; step /= 2)
		while (source_line(&h->source, file, most + step, &line))
			most += step;
	return most;
}

void html_note_link(struct html *h, uint32_t file, uint32_t line)
{
	vec_push(&h->links, (uint64_t)file << 32 | line);
}

static void show_around(bool *shown, uint32_t lines, uint32_t line)
{
	uint32_t i = line > AROUND ? line - AROUND : 1;
	for (; i <= line + AROUND && i <= lines; i++)
		shown[i] = true;
}

/* Of a very long file: what is around marks, and lines that pages lead to. */
static bool *find_shown(const struct html *h, const struct marks *m, uint32_t number,
			uint32_t lines)
{
	bool *shown = xcalloc(lines + 2u, sizeof(*shown));
	if (lines <= LONG_FILE) {
		memset(shown, 1, lines + 1u);
		return shown;
	}
	for (uint32_t i = m->first; i < m->end; i++)
		show_around(shown, lines, m->list.at[i].line);
	for (uint32_t i = 0; i < h->links.n; i++)
		if (h->links.at[i] >> 32 == number)
			show_around(shown, lines, (uint32_t)h->links.at[i]);
	return shown;
}

/* A browser lays out what is seen: lines come in pieces that can wait. What may wait counts by
 * itself, so the list with its first number is inside of it. */
static void begin_piece(struct html *h, uint32_t line, uint32_t last)
{
	fputs(last ? "</ol></div>\n" : "", h->out);
	if (last + 1 != line)
		fprintf(h->out, "<p class=\"gap\">%u lines</p>\n", line - last - 1);
	fprintf(h->out, "<div class=\"piece\"><ol start=\"%u\">\n", line);
}

static void put_lines(struct html *h, const struct marks *m, uint32_t number)
{
	const char *file = intern_at(&h->files, number);
	uint32_t n = count_lines(h, file), at = m->first, last = 0, piece = 0;
	bool *held = find_held(m, n), *shown = find_shown(h, m, number, n);
	fputs("<div class=\"source\" tabindex=\"0\" aria-label=\"Source\">\n", h->out);
	for (uint32_t i = 1; i <= n; i++) {
		if (!shown[i])
			continue;
		if (!last || last + 1 != i || piece == PIECE) {
			begin_piece(h, i, last);
			piece = 0;
		}
		put_line(h, m, &at, file, i, held[i]);
		last = i;
		piece++;
	}
	fputs(last ? "</ol></div></div>\n" : "</div>\n", h->out);
	if (!n)
		fputs("<p>This file is not there, or cannot be read.</p>\n", h->out);
	free(held);
	free(shown);
}

/* The races of the file, before its text. */
static void put_contents(struct html *h, const struct marks *m)
{
	const struct report_race *last = NULL;
	uint32_t n = 0, line = 0;
	for (uint32_t i = m->first; i < m->end; i++) {
		const struct mark *x = &m->list.at[i];
		if (x->kind != MARK_RACE || (x->race == last && x->line == line))
			continue;
		fputs(n++ ? "" : "<details open><summary>Races in this file</summary><ul>\n",
		      h->out);
		fprintf(h->out, "<li><a href=\"#L%u\">line %u</a>: ", x->line, x->line);
		html_race_link(h, x->race, x->race->name);
		fputs("</li>\n", h->out);
		last = x->race;
		line = x->line;
	}
	fputs(n ? "</ul></details>\n" : "", h->out);
}

static void put_file(struct html *h, struct marks *m, uint32_t number)
{
	const char *file = intern_at(&h->files, number);
	struct str page = {0};
	str_addf(&page, "source-%u.html", number);
	for (m->first = 0; m->first < m->list.n; m->first++)
		if (strcmp(m->list.at[m->first].file, file) == 0)
			break;
	for (m->end = m->first; m->end < m->list.n; m->end++)
		if (strcmp(m->list.at[m->end].file, file) != 0)
			break;
	html_begin(h, str_cstr(&page), html_path(h, file), str_cstr(&page));
	fputs("<h1>", h->out);
	html_code(h, html_path(h, file));
	fputs("</h1>\n<p><span class=\"badge high\">race</span> <span class=\"badge "
	      "good\">other "
	      "accesses to the same memory</span> <span class=\"badge plain\">a bar: a "
	      "lock is "
	      "held</span></p>\n",
	      h->out);
	put_contents(h, m);
	put_lines(h, m, number);
	html_end(h);
	str_free(&page);
}

void html_sources(struct html *h)
{
	struct marks m = {0};
	collect(h, &m);
	if (m.list.n)
		qsort(m.list.at, m.list.n, sizeof(*m.list.at), by_place);
	for (uint32_t i = 1; i < h->files.n; i++)
		put_file(h, &m, i);
	vec_free(&m.list);
}
