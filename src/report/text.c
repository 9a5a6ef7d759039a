/* SPDX-License-Identifier: MIT */
/*
 * The report for the terminal, in clang's form so that editors jump to it. A race
 * is read from top to bottom: what races, the two sides (what, in which thread,
 * under which locks, the line, how the thread got there), then where the memory
 * comes from, who else touches it, and what guards the rest.
 */
#include "report/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "report/quote.h"
#include "report/terminal.h"

enum {
	MAX_MEMBERS = 6, /* other members of the object */
	MAX_LOCKS = 4,  /* locks named for one access */
};

void text_painted(const struct text_writer *w, const char *paint, const char *text)
{
	fprintf(w->out, "%s%s" PAINT_OFF, paint, text);
}

void text_name(struct str *s, const char *before, const char *name)
{
	str_addf(s, "%s'", before);
	utf8_add_printable(s, name);
	str_addc(s, '\'');
}

void text_place(struct str *s, struct report_place p)
{
	if (!p.file) {
		str_add(s, "<unknown>");
		return;
	}
	utf8_add_printable(s, p.file);
	if (p.line)
		str_addf(s, ":%u", p.line);
	if (p.line && p.column)
		str_addf(s, ":%u", p.column);
}

void text_thread(struct str *s, const struct report_thread *t)
{
	switch (t->kind) {
	case THREAD_MAIN:
		str_add(s, "the main thread");
		return;
	case THREAD_CREATED:
		text_name(s, "thread ", t->entry);
		str_add(s, t->many ? " (one of many)" : "");
		return;
	case THREAD_SIGNAL:
		text_name(s, "signal handler ", t->entry);
		return;
	case THREAD_ENTRY:
		text_name(s, "entry ", t->entry);
		str_add(s, t->many ? " (called by any thread)" : "");
		return;
	case THREAD_CALLBACK:
		text_name(s, "callback ", t->entry);
		str_add(s, t->many ? " (one of many)" : "");
		return;
	}
}

const char *text_creates(enum thread_kind k)
{
	switch (k) {
	case THREAD_SIGNAL:
		return "installs signal handler";
	case THREAD_CALLBACK:
		return "registers callback";
	default:
		return "creates thread";
	}
}

const char *text_plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* 'main.c:12:5: note: ', coloured */
void text_head(const struct text_writer *w, struct report_place p, const char *paint,
	       const char *severity)
{
	struct str place = {0};
	text_place(&place, p);
	str_add(&place, ": ");
	text_painted(w, PAINT_BOLD, str_cstr(&place));
	text_painted(w, paint, severity);
	fputc(' ', w->out);
	str_free(&place);
}

static void print_quote(struct text_writer *w, struct report_place p)
{
	struct source_line line;
	struct quote q = {0};
	uint32_t width = w->options->columns > QUOTE_MARGIN + QUOTE_LEAST
				 ? w->options->columns - QUOTE_MARGIN
				 : QUOTE_WIDTH;
	if (!source_line(&w->source, p.file, p.line, &line) ||
	    !quote_line(&q, line, p.column, width < QUOTE_WIDTH ? width : QUOTE_WIDTH))
		return;
	fprintf(w->out, "%5u | %s\n", p.line, str_cstr(&q.text));
	if (q.has_caret) {
		fprintf(w->out, "      | %*s", (int)q.caret, "");
		text_painted(w, PAINT_CARET, "^");
		fputc('\n', w->out);
	}
	quote_free(&q);
}

/* ', no locks held' or ', holding 'm' (taken at main.c:10:3)' */
static void add_locks(struct str *s, const struct report_access *a, bool in_short)
{
	if (a->lock_count == 0)
		str_add(s, ", no locks held");
	for (uint32_t i = 0; i < a->lock_count && i < MAX_LOCKS; i++) {
		const struct report_lock *l = &a->locks[i];
		text_name(s, i ? ", " : ", holding ", l->name);
		bool placed = l->taken.file && !in_short;
		if (l->shared || placed)
			str_add(s, " (");
		if (l->shared)
			str_add(s, placed ? "shared, " : "shared");
		if (placed) {
			str_add(s, "taken at ");
			text_place(s, l->taken);
		}
		if (l->shared || placed)
			str_addc(s, ')');
	}
	if (a->lock_count > MAX_LOCKS)
		str_addf(s, " and %u more", a->lock_count - MAX_LOCKS);
	if (a->dropped)
		text_name(s, ", having released ", a->dropped);
}

const char *text_entry(const struct report_thread *t, const struct report_access *a)
{
	if (t->kind != THREAD_ENTRY)
		return t->entry;
	if (a->frame_count && a->stack[0].function)
		return a->stack[0].function;
	return a->function ? a->function : t->entry;
}

void text_access_thread(struct str *s, const struct report *r, const struct report_access *a)
{
	struct report_thread t = r->threads[a->thread];
	t.entry = text_entry(&t, a);
	text_thread(s, &t);
}

/* 'write of 'p->count' in 'add', thread 'worker', no locks held' */
void text_access(struct str *s, const struct text_writer *w, const struct report_race *r,
		 const struct report_access *a, bool in_short)
{
	const char *entry = text_entry(&w->report->threads[a->thread], a);
	str_addf(s, "%s%s", report_atomic_word(w->report, a->atomic), report_kind_name(a->kind));
	text_name(s, " of ", a->expression ? a->expression : r->name);
	str_add(s, " in ");
	if (a->function && strcmp(a->function, entry) != 0) {
		text_name(s, "", a->function);
		str_add(s, ", ");
	}
	text_access_thread(s, w->report, a);
	add_locks(s, a, in_short);
}

static bool same_place(struct report_place a, struct report_place b)
{
	if (!a.file || !b.file)
		return a.file == b.file;
	return a.line == b.line && a.column == b.column && strcmp(a.file, b.file) == 0;
}

static void print_side(struct text_writer *w, const struct report_race *r,
		       const struct report_access *a, bool quoted)
{
	struct str text = {0};
	text_head(w, a->place, PAINT_NOTE, "note:");
	text_access(&text, w, r, a, false);
	fprintf(w->out, "%s\n", str_cstr(&text));
	if (quoted)
		print_quote(w, a->place);
	text_chain(w, r, a);
	str_free(&text);
}

/* The other side is the same access, in a second thread of the same kind. */
static void print_twin(const struct text_writer *w, const struct report_access *a)
{
	const struct report_thread *t = &w->report->threads[a->thread];
	text_head(w, a->place, PAINT_NOTE, "note:");
	struct str text = {0};
	text_name(&text, t->kind == THREAD_ENTRY ? "call of entry " : "thread ", text_entry(t, a));
	fprintf(w->out, "the same %s in another %s at the same time\n",
		report_kind_name(a->kind), str_cstr(&text));
	str_free(&text);
}

static void print_sides(struct text_writer *w, const struct report_race *r)
{
	const struct report_access *a = &r->accesses[r->pairs[0].a];
	const struct report_access *b = &r->accesses[r->pairs[0].b];
	print_side(w, r, a, true);
	if (a == b)
		print_twin(w, a);
	else
		print_side(w, r, b, !same_place(a->place, b->place));
}

static void print_object(const struct text_writer *w, const struct report_race *r)
{
	bool heap = strcmp(r->kind, "heap") == 0;
	if (!r->declared.file)
		return;
	text_head(w, r->declared, PAINT_NOTE, "note:");
	struct str name = {0};
	text_name(&name, "", r->name);
	if (heap)
		fprintf(w->out, "%s is in memory allocated here\n", str_cstr(&name));
	else if (strcmp(r->kind, "unknown") == 0)
		fprintf(w->out, "%s comes from here\n", str_cstr(&name));
	else
		fprintf(w->out, "%s %s is declared here\n", r->kind, str_cstr(&name));
	str_free(&name);
}

static void print_members(const struct text_writer *w, const struct report_race *r)
{
	uint32_t n = w->options->verbose || r->member_count <= MAX_MEMBERS ? r->member_count
									   : MAX_MEMBERS - 1;
	if (!n)
		return;
	struct str names = {0};
	for (uint32_t i = 0; i < n; i++)
		text_name(&names, i ? ", " : "", r->members[i]);
	fprintf(w->out, "  %s %s", report_members_are(r), str_cstr(&names));
	str_free(&names);
	if (n < r->member_count)
		fprintf(w->out, " and %u more (-v shows them)", r->member_count - n);
	fputc('\n', w->out);
}

static void print_reasons(const struct text_writer *w, const struct report_race *r)
{
	const char *confidence = confidence_name(r->confidence);
	if (r->confidence >= CONFIDENCE_HIGH && !w->options->verbose)
		return;
	for (uint32_t i = 0; i < r->reason_count; i++)
		fprintf(w->out, "  %s confidence: %s\n", confidence, r->reasons[i]);
}

static void print_contract(const struct text_writer *w, const struct report_race *r)
{
	struct str line = {0};
	if (!r->contract)
		return;
	utf8_add_printable(&line, r->contract);
	fprintf(w->out, "  contract broken: %s\n", str_cstr(&line));
	str_free(&line);
}

static void print_changed(const struct text_writer *w, const struct report_race *r)
{
	struct str line = {0};
	if (!r->changed)
		return;
	utf8_add_printable(&line, r->changed);
	if (r->changed_at.file) {
		str_add(&line, ", ");
		text_place(&line, r->changed_at);
	}
	fprintf(w->out, "  changed since %s: %s\n", w->report->since, str_cstr(&line));
	str_free(&line);
}

static void print_unordered(const struct text_writer *w, const struct report_race *r)
{
	struct str line = {0};
	if (!r->unordered)
		return;
	utf8_add_printable(&line, r->unordered);
	fprintf(w->out, "  not ordered: %s\n", str_cstr(&line));
	str_free(&line);
}

static void print_usual(const struct text_writer *w, const struct report_race *r)
{
	struct str lock = {0};
	if (!r->usual_lock)
		return;
	text_name(&lock, "guarded by ", r->usual_lock);
	fprintf(w->out, "  %s in %u of %u accesses\n", str_cstr(&lock), r->usual_count,
		r->usual_total);
	str_free(&lock);
}

static void print_race(struct text_writer *w, const struct report_race *r)
{
	struct str text = {0};
	text_head(w, r->accesses[r->pairs[0].a].place, PAINT_WARNING, "warning:");
	text_name(&text, "data race on ", r->name);
	str_addf(&text, " [%s; %s]", confidence_name(r->confidence), r->id);
	text_painted(w, PAINT_BOLD, str_cstr(&text));
	fputc('\n', w->out);
	str_free(&text);
	print_sides(w, r);
	print_object(w, r);
	text_others(w, r);
	print_members(w, r);
	print_changed(w, r);
	print_unordered(w, r);
	print_contract(w, r);
	print_usual(w, r);
	print_reasons(w, r);
	text_evidence(w, r);
	fputc('\n', w->out);
}

static void print_line(const struct text_writer *w, const struct report_race *x)
{
	struct str text = {0};
	text_place(&text, x->accesses[x->pairs[0].a].place);
	text_name(&text, ": data race on ", x->name);
	fprintf(w->out, "  %s [%s; %s]\n", str_cstr(&text), confidence_name(x->confidence), x->id);
	str_free(&text);
}

bool text_is_folded(const struct text_writer *w, const struct report_race *r)
{
	return r->aside && !w->options->verbose && !w->options->only &&
	       report_shows(w->options, r);
}

/* Those of tests and of other people's code: a line each. */
static void print_aside(const struct text_writer *w)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < w->report->race_count; i++)
		count += text_is_folded(w, &w->report->races[i]);
	if (!count)
		return;
	fprintf(w->out, "%u more in tests or vendored code (-v shows them in full; --aside chooses "
		"which code that is):\n", count);
	for (uint32_t i = 0; i < w->report->race_count; i++) {
		if (text_is_folded(w, &w->report->races[i]))
			print_line(w, &w->report->races[i]);
	}
	fputc('\n', w->out);
}

static bool is_shown_in_full(const struct text_writer *w, const struct report_race *r)
{
	bool all = w->options->verbose || w->options->only;
	return report_shows(w->options, r) && (all || !r->aside);
}

static void print_report(struct text_writer *w)
{
	const struct report *r = w->report;
	bool only = w->options->only;
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (is_shown_in_full(w, &r->races[i]))
			print_race(w, &r->races[i]);
	}
	print_aside(w);
	if (w->options->deadlocks && r->discipline && !only)
		text_cycles(w);
	if (!w->options->quiet && !only) {
		text_summary(w);
		text_index(w);
	}
}

void report_text(const struct report *r, const struct report_options *o, FILE *out)
{
	struct text_writer w = {.report = r, .options = o};
	char *text = NULL;
	size_t n = 0;
	assert(report_is_sane(r));
	w.out = open_memstream(&text, &n);
	if (!w.out)
		die("out of memory while writing the report");
	print_report(&w);
	if (fclose(w.out) != 0)
		die("out of memory while writing the report");
	terminal_write(text, n, o, out);
	free(text);
	free(w.creation_told);
	source_free(&w.source);
}
