/* SPDX-License-Identifier: MIT */
/*
 * How a thread got to an access: the calls of its creator down to the creation, then its
 * own. The way to a creation is told once; later it is only named where it was told. Of a
 * long chain, calls in the middle are left out, but none that decides: the creation, a
 * call through a pointer, a function that has released its callers' lock, a call that was
 * changed (--since).
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "report/text.h"

enum {
	/* of a long call chain: the creation with the calls just before it, then the
	 * first and last calls of the thread */
	STEPS_TO_CREATION = 3,
	FIRST_STEPS = 2,
	LAST_STEPS = 4,
	MAX_WIDTH = 60,
};

/* One line: in 'function', at 'place', this happens. */
struct step {
	const char *function;
	struct report_place place;
	const char *action, *target; /* calls 'handle' */
	const char *argument;        /* of a created thread, or NULL */
	bool is_signal;              /* the argument is its number */
	bool indirect;               /* a call through a pointer */
	const char *dropped;         /* a lock that was released before, or NULL */
	const char *told; /* the calls before it are told in this race, or NULL */
	bool changed;     /* --since shows the race because of it */
	bool cut;         /* left out without -v */
};
typedef VEC(struct step) step_vec;

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
		struct step s = {.function = stack[i].function,
				 .place = stack[i].place,
				 .action = "calls",
				 .target = i + 1 < n ? stack[i + 1].function : callee,
				 .indirect = stack[i].indirect,
				 .dropped = stack[i].dropped};
		vec_push(v, s);
	}
}

/* The race in which the way to the thread's creation was told first, or NULL: now it is.
 */
static const char *told_in(struct text_writer *w, uint32_t thread, const char *id)
{
	if (!w->creation_told)
		w->creation_told =
			xcalloc(w->report->thread_count + 1u, sizeof(*w->creation_told));
	const char *before = w->creation_told[thread];
	if (!before)
		w->creation_told[thread] = id;
	return before;
}

/* From the creator's entry to the creation; the last frame may be the creation. */
static void add_creation(struct text_writer *w, step_vec *v, uint32_t thread,
			 const char *id)
{
	const struct report_thread *t = &w->report->threads[thread];
	if (t->kind == THREAD_MAIN || t->kind == THREAD_ENTRY || !t->created.file)
		return;
	uint32_t n = t->frame_count;
	struct step create = {.function = "",
			      .place = t->created,
			      .action = text_creates(t->kind),
			      .target = t->entry,
			      .argument = t->argument,
			      .is_signal = t->kind == THREAD_SIGNAL};
	if (n && same_place(t->stack[n - 1].place, t->created))
		create.function = t->stack[--n].function;
	const char *told = n ? told_in(w, thread, id) : NULL;
	create.told = told;
	if (!told)
		add_calls(v, t->stack, n, create.function);
	vec_push(v, create);
}

static void print_step(const struct text_writer *w, const struct step *s,
		       int function_width, int place_width, const char *id)
{
	struct str place = {0}, function = {0}, text = {0};
	text_place(&place, s->place);
	utf8_add_printable(&function, s->function);
	str_add(&text, s->action);
	if (s->target && *s->target)
		text_name(&text, " ", s->target);
	if (s->argument)
		text_name(&text, s->is_signal ? " for signal " : " with argument ",
			  s->argument);
	if (s->indirect)
		str_add(&text, " through a pointer");
	if (s->dropped)
		text_name(&text, ", having released ", s->dropped);
	if (s->told && strcmp(s->told, id) == 0)
		str_add(&text, " (calls as above)");
	else if (s->told)
		str_addf(&text, " (calls as in %s)", s->told);
	fprintf(w->out, "        %-*s  %-*s  %s\n", function_width, str_cstr(&function),
		place_width, str_cstr(&place), str_cstr(&text));
	str_free(&place);
	str_free(&function);
	str_free(&text);
}

static bool is_decisive(const struct step *s)
{
	return s->indirect || s->dropped || s->changed;
}

/* Leaves out steps [from, to) that decide nothing, unless it is one: the note would be as
 * long. */
static void cut_steps(step_vec *v, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to;) {
		uint32_t end = i;
		while (end < to && !is_decisive(&v->at[end]))
			end++;
		for (uint32_t k = i; k < end && end - i > 1; k++)
			v->at[k].cut = true;
		i = end + 1;
	}
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
	return n > (size_t)width && n < MAX_WIDTH ? (int)n : width;
}

static void print_steps(const struct text_writer *w, const step_vec *v, const char *id)
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
			print_step(w, &v->at[i++], function_width, place_width, id);
	}
}

void text_chain(struct text_writer *w, const struct report_race *r,
		const struct report_access *a)
{
	step_vec steps = {0};
	add_creation(w, &steps, a->thread, r->id);
	uint32_t creation = steps.n;
	add_calls(&steps, a->stack, a->frame_count, a->function);
	for (uint32_t i = 0; i < steps.n && r->changed_at.file; i++)
		steps.at[i].changed = same_place(steps.at[i].place, r->changed_at);
	if (!w->options->verbose && !w->options->only)
		cut_chain(&steps, creation);
	print_steps(w, &steps, r->id);
	vec_free(&steps);
}
