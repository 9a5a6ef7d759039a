/* SPDX-License-Identifier: MIT */
/*
 * The report for the terminal, in clang's form so that editors jump to it. A race
 * is read from top to bottom: what races, the two sides (what, in which thread,
 * under which locks, the line, how the thread got there), then where the memory
 * comes from, who else touches it, and what guards the rest.
 */
#include "report/text.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "report/quote.h"

enum {
	MAX_OTHERS = 6, /* other conflicting accesses listed */
	MAX_MEMBERS = 6, /* other members of the object */
	MAX_LOCKS = 4,  /* locks named for one access */
	/* of a long call chain: the creation with the calls just before it, then the
	 * first and last calls of the thread */
	STEPS_TO_CREATION = 3,
	FIRST_STEPS = 2,
	LAST_STEPS = 4,
};

/* One line of a call chain: in 'function', at 'place', this happens. */
struct step {
	const char *function;
	struct report_place place;
	const char *action, *target; /* calls 'handle' */
	const char *argument;        /* of a created thread, or NULL */
	bool is_signal;		     /* the argument is its number */
	bool cut;                    /* left out without -v */
};
typedef VEC(struct step) step_vec;

void text_painted(const struct text_writer *w, const char *paint, const char *text)
{
	if (w->options->colour)
		fprintf(w->out, "%s%s" PAINT_OFF, paint, text);
	else
		fputs(text, w->out);
}

void text_place(struct str *s, struct report_place p)
{
	if (!p.file) {
		str_add(s, "<unknown>");
		return;
	}
	str_add(s, p.file);
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
		str_addf(s, "thread '%s'%s", t->entry, t->many ? " (one of many)" : "");
		return;
	case THREAD_SIGNAL:
		str_addf(s, "signal handler '%s'", t->entry);
		return;
	case THREAD_ENTRY:
		str_addf(s, "entry '%s'%s", t->entry,
			 t->many ? " (called by any thread)" : "");
		return;
	case THREAD_CALLBACK:
		str_addf(s, "callback '%s'%s", t->entry, t->many ? " (one of many)" : "");
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
static void print_head(const struct text_writer *w, struct report_place p,
		       const char *paint, const char *severity)
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
	if (!source_line(&w->source, p.file, p.line, &line) ||
	    !quote_line(&q, line, p.column))
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
		str_addf(s, "%s '%s'", i ? "," : ", holding", l->name);
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
}

/* The function the thread came in by: an open program has many. */
static const char *entry_of(const struct report_thread *t, const struct report_access *a)
{
	if (t->kind != THREAD_ENTRY)
		return t->entry;
	if (a->frame_count && a->stack[0].function)
		return a->stack[0].function;
	return a->function ? a->function : t->entry;
}

/* 'write of 'p->count' in 'add', thread 'worker', no locks held' */
static void add_access(struct str *s, const struct text_writer *w,
		       const struct report_race *r, const struct report_access *a,
		       bool in_short)
{
	struct report_thread t = w->report->threads[a->thread];
	t.entry = entry_of(&t, a);
	str_addf(s, "%s%s of '%s'", a->atomic ? "atomic " : "", report_kind_name(a->kind),
		 a->expression ? a->expression : r->name);
	str_add(s, " in ");
	if (a->function && strcmp(a->function, t.entry) != 0)
		str_addf(s, "'%s', ", a->function);
	text_thread(s, &t);
	add_locks(s, a, in_short);
}

static bool same_place(struct report_place a, struct report_place b)
{
	if (!a.file || !b.file)
		return a.file == b.file;
	return a.line == b.line && a.column == b.column && strcmp(a.file, b.file) == 0;
}

/* The calls of a stack; 'callee' is what the last one calls. */
static void add_calls(step_vec *v, const struct report_frame *stack, uint32_t n,
		      const char *callee)
{
	for (uint32_t i = 0; i < n; i++) {
		const char *target = i + 1 < n ? stack[i + 1].function : callee;
		struct step s = {
			stack[i].function, stack[i].place, "calls", target, NULL, false, false};
		vec_push(v, s);
	}
}

/* From the creator's entry to the creation; the last frame may be the creation. */
static void add_creation(step_vec *v, const struct report_thread *t)
{
	if (t->kind == THREAD_MAIN || t->kind == THREAD_ENTRY || !t->created.file)
		return;
	uint32_t n = t->frame_count;
	struct step create = {"",       t->created,  text_creates(t->kind),
			      t->entry, t->argument, t->kind == THREAD_SIGNAL, false};
	if (n && same_place(t->stack[n - 1].place, t->created))
		create.function = t->stack[--n].function;
	add_calls(v, t->stack, n, create.function);
	vec_push(v, create);
}

static void print_step(const struct text_writer *w, const struct step *s,
		       int function_width, int place_width)
{
	struct str place = {0};
	text_place(&place, s->place);
	fprintf(w->out, "        %-*s  %-*s  %s", function_width, s->function,
		place_width, str_cstr(&place), s->action);
	if (s->target && *s->target)
		fprintf(w->out, " '%s'", s->target);
	if (s->argument)
		fprintf(w->out, " %s '%s'", s->is_signal ? "for signal" : "with argument",
			s->argument);
	fputc('\n', w->out);
	str_free(&place);
}

/* Leaves out steps [from, to), unless it is one: the note would be as long. */
static void cut_steps(step_vec *v, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to && to - from > 1; i++)
		v->at[i].cut = true;
}

/* The first 'creation' steps lead to the thread's creation. */
static void cut_chain(step_vec *v, uint32_t creation)
{
	if (creation > STEPS_TO_CREATION)
		cut_steps(v, 0, creation - STEPS_TO_CREATION);
	if (v->n - creation > FIRST_STEPS + LAST_STEPS)
		cut_steps(v, creation + FIRST_STEPS, v->n - LAST_STEPS);
}

/* Prints the note for the cut steps from i on; gives the first step behind them. */
static uint32_t print_cut(const struct text_writer *w, const step_vec *v, uint32_t i)
{
	uint32_t end = i;
	while (end < v->n && v->at[end].cut)
		end++;
	fprintf(w->out, "        ... %u more calls (-v shows them)\n", end - i);
	return end;
}

static int wider(int width, size_t n)
{
	return n > (size_t)width && n < 60 ? (int)n : width;
}

static void print_steps(const struct text_writer *w, const step_vec *v)
{
	int function_width = 0, place_width = 0;
	for (uint32_t i = 0; i < v->n; i++) {
		struct str place = {0};
		if (v->at[i].cut)
			continue;
		text_place(&place, v->at[i].place);
		function_width = wider(function_width, strlen(v->at[i].function));
		place_width = wider(place_width, place.n);
		str_free(&place);
	}
	for (uint32_t i = 0; i < v->n;) {
		if (v->at[i].cut)
			i = print_cut(w, v, i);
		else
			print_step(w, &v->at[i++], function_width, place_width);
	}
}

static void print_chain(const struct text_writer *w, const struct report_access *a)
{
	step_vec steps = {0};
	add_creation(&steps, &w->report->threads[a->thread]);
	uint32_t creation = steps.n;
	add_calls(&steps, a->stack, a->frame_count, a->function);
	if (!w->options->verbose)
		cut_chain(&steps, creation);
	print_steps(w, &steps);
	vec_free(&steps);
}

static void print_side(struct text_writer *w, const struct report_race *r,
		       const struct report_access *a, bool quoted)
{
	struct str text = {0};
	print_head(w, a->place, PAINT_NOTE, "note:");
	add_access(&text, w, r, a, false);
	fprintf(w->out, "%s\n", str_cstr(&text));
	if (quoted)
		print_quote(w, a->place);
	print_chain(w, a);
	str_free(&text);
}

/* The other side is the same access, in a second thread of the same kind. */
static void print_twin(const struct text_writer *w, const struct report_access *a)
{
	const struct report_thread *t = &w->report->threads[a->thread];
	print_head(w, a->place, PAINT_NOTE, "note:");
	fprintf(w->out, "the same %s in another %s '%s' at the same time\n",
		report_kind_name(a->kind),
		t->kind == THREAD_ENTRY ? "call of entry" : "thread", entry_of(t, a));
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
	print_head(w, r->declared, PAINT_NOTE, "note:");
	if (heap)
		fprintf(w->out, "'%s' is in memory allocated here\n", r->name);
	else if (strcmp(r->kind, "unknown") == 0)
		fprintf(w->out, "'%s' comes from here\n", r->name);
	else
		fprintf(w->out, "%s '%s' is declared here\n", r->kind, r->name);
}

/* others[i]: access i takes part in some pair, but not in the one that was explained. */
static void find_others(const struct report_race *r, bool *others)
{
	for (uint32_t i = 1; i < r->pair_count; i++) {
		others[r->pairs[i].a] = true;
		others[r->pairs[i].b] = true;
	}
	others[r->pairs[0].a] = false;
	others[r->pairs[0].b] = false;
}

static void print_other(const struct text_writer *w, const struct report_access *a,
			const char *text)
{
	print_head(w, a->place, PAINT_NOTE, "note:");
	fprintf(w->out, "also %s\n", text);
}

/* Is this line of text new? */
static bool add_new(struct intern *seen, const struct str *text, struct report_place p)
{
	struct str key = {0};
	uint32_t known = seen->n;
	text_place(&key, p);
	str_addn(&key, str_cstr(text), text->n);
	intern_bytes(seen, key.at, key.n);
	str_free(&key);
	return seen->n > known;
}

/* Accesses that read the same in short (other call chains) are one line. */
static void print_others(const struct text_writer *w, const struct report_race *r)
{
	struct intern seen = {0};
	struct str text = {0};
	uint32_t found = 0;
	bool *others = xcalloc(r->access_count, sizeof(*others));
	find_others(r, others);
	for (uint32_t i = 0; i < r->access_count; i++) {
		str_clear(&text);
		if (!others[i])
			continue;
		add_access(&text, w, r, &r->accesses[i], true);
		if (!add_new(&seen, &text, r->accesses[i].place))
			continue;
		if (found++ < MAX_OTHERS || w->options->verbose)
			print_other(w, &r->accesses[i], str_cstr(&text));
	}
	if (found > MAX_OTHERS && !w->options->verbose)
		fprintf(w->out, "  and %u more conflicting access%s (-v shows them)\n",
			found - MAX_OTHERS, found - MAX_OTHERS == 1 ? "" : "es");
	free(others);
	str_free(&text);
	intern_free(&seen);
}

static void print_members(const struct text_writer *w, const struct report_race *r)
{
	uint32_t n = w->options->verbose || r->member_count <= MAX_MEMBERS ? r->member_count
									   : MAX_MEMBERS - 1;
	if (!n)
		return;
	fputs("  the same access also races on ", w->out);
	for (uint32_t i = 0; i < n; i++)
		fprintf(w->out, "%s'%s'", i ? ", " : "", r->members[i]);
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

static void print_race(struct text_writer *w, const struct report_race *r)
{
	struct str text = {0};
	print_head(w, r->accesses[r->pairs[0].a].place, PAINT_WARNING, "warning:");
	str_addf(&text, "data race on '%s' [%s; %s]", r->name,
		 confidence_name(r->confidence), r->id);
	text_painted(w, PAINT_BOLD, str_cstr(&text));
	fputc('\n', w->out);
	str_free(&text);
	print_sides(w, r);
	print_object(w, r);
	print_others(w, r);
	print_members(w, r);
	if (r->usual_lock)
		fprintf(w->out, "  guarded by '%s' in %u of %u accesses\n", r->usual_lock,
			r->usual_count, r->usual_total);
	print_reasons(w, r);
	fputc('\n', w->out);
}

/* The races that need a call as others before them: a line each. */
static void print_shared_call(const struct text_writer *w, uint32_t number)
{
	const struct report_shared_call *c = &w->report->shared_calls[number - 1];
	struct str text = {0};
	uint32_t count = 0;
	for (uint32_t i = 0; i < w->report->race_count; i++)
		count += w->report->races[i].shared_call == number;
	print_head(w, c->place, PAINT_NOTE, "note:");
	fprintf(w->out, "%u more races need this call of '%s' in '%s' by thread '%s', and none is "
		"real if it does not happen (-v shows them in full)\n",
		count, c->callee, c->caller, c->thread);
	for (uint32_t i = 0; i < w->report->race_count; i++) {
		const struct report_race *x = &w->report->races[i];
		if (x->shared_call != number)
			continue;
		str_clear(&text);
		text_place(&text, x->accesses[x->pairs[0].a].place);
		fprintf(w->out, "  %s: data race on '%s' [%s; %s]\n", str_cstr(&text), x->name,
			confidence_name(x->confidence), x->id);
	}
	fputc('\n', w->out);
	str_free(&text);
}

void report_text(const struct report *r, const struct report_options *o, FILE *out)
{
	struct text_writer w = {.report = r, .options = o, .out = out};
	assert(report_is_sane(r));
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (report_shows(o, &r->races[i]) && (o->verbose || !r->races[i].shared_call))
			print_race(&w, &r->races[i]);
	}
	for (uint32_t i = 1; i <= r->shared_call_count && !o->verbose; i++)
		print_shared_call(&w, i);
	if (!o->quiet)
		text_summary(&w);
	source_free(&w.source);
}
