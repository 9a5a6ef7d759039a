/* SPDX-License-Identifier: MIT */
/*
 * Who knows that there are no threads to join? A loop that joins those of a list is often behind a
 * condition, and who goes past it does so since there are none:
 *
 *	if (many) start();    ...    if (many) stop();
 *	start(); up = 1;      ...    if (!up) return; for (each) join();
 *
 * A value that was found when the threads were created, in a function that is executed once, is
 * found no other way later. A flag has its number as long as they run, if it gets it in a function
 * that has them created, before anybody asks, and another one only where none of them runs, and by
 * their creator.
 *
 * What is found so ranks (joined.c): that the flag is for just these threads is not known.
 */
#include "race/order/flag.h"

enum { BITS = 64, MAX_STEPS = 32, MAX_FLAGS = 16 };

static const struct fork *fork_of(const struct races *r, const struct thread *x)
{
	return &summary_of(r->t, x->func)->forks.at[x->fork];
}

/* ---- values ---- */

/* What a branch finds: what the instruction has read or returned, or a parameter. */
struct value_test {
	uint32_t inst; /* as in struct flow_site */
	struct numbers numbers;
};

/* The value that the edge asks for, without what is computed of it; false: it is another one. */
static bool find_value(const struct notes *n, const struct flow_edge *e, struct value_test *out)
{
	struct numbers x = {UINT64_MAX, e->number, e->compare, false};
	const struct flow_term *t = &n->flow_terms.at[e->term];
	while (e->term && t->kind == TERM_COMPARE && t->of && !t->inst) {
		bool yes = numbers_have(&x, 1), no = numbers_have(&x, 0);
		if (yes == no)
			return false;
		x = (struct numbers){UINT64_MAX, t->number,
				     yes ? t->compare : ir_compare_not(t->compare), false};
		t = &n->flow_terms.at[t->of];
	}
	bool parameter = t->kind == TERM_PARAM;
	out->inst = parameter ? site_of_parameter(t->inst) : t->inst;
	out->numbers = x;
	return e->term && (parameter || ((t->kind == TERM_LOAD || t->kind == TERM_CALL) &&
					 !notes_in_cycle(n, t->inst, UINT32_MAX)));
}

static uint32_t list_values(const struct notes *n, struct value_test *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < n->flow_edges.n && count < BITS; i++)
		count += find_value(n, &n->flow_edges.at[i], &out[count]);
	return count;
}

static void add_found(struct flow *w, func_id f, const struct value_test *x, uint64_t bits)
{
	reach_add(w, (struct flow_site){.func = f, .inst = x->inst, .read = true, .lasting = true,
					.numbers = x->numbers, .bits = bits});
}

/* Those that were found on all ways to the instruction, from then on for good. */
static uint64_t found_at(struct races *r, thread_id by, const struct step *at,
			 const struct value_test *list, uint32_t n)
{
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	w->brief = true;
	for (uint32_t i = 0; i < n; i++)
		add_found(w, at->func, &list[i], UINT64_C(1) << i);
	reach_run(r, w);
	uint64_t missed = reach_at_inst(r, w, by, at->func, at->inst);
	reach_free(w);
	return ~missed & (n == BITS ? UINT64_MAX : (UINT64_C(1) << n) - 1);
}

void add_values_without(struct races *r, struct flow *w, thread_id id, uint64_t bits)
{
	struct step steps[MAX_STEPS];
	const struct thread *x = thread_at(r->t, id);
	uint32_t n = x->merged || x->wide ? 0 : threads_creation_steps(r->t, x, steps, MAX_STEPS);
	for (uint32_t i = 0; i < n; i++) {
		struct value_test list[BITS];
		const struct notes *notes = &summary_of(r->t, steps[i].func)->notes;
		bool often = threads_runs_often(r->t, x->creator, steps[i].func);
		uint32_t count = often ? 0 : list_values(notes, list);
		uint64_t found = count ? found_at(r, x->creator, &steps[i], list, count) : 0;
		for (; found; found &= found - 1) {
			struct value_test other = list[__builtin_ctzll(found)];
			other.numbers.compare = ir_compare_not(other.numbers.compare);
			add_found(w, steps[i].func, &other, bits);
		}
	}
}

/* ---- flags ---- */

/* A flag gets its number in a function that has threads created by that call. */
struct made_flag {
	struct flag flag;
	struct step creation;
};

static bool is_asked(const struct events *o, const struct flag *f)
{
	for (uint32_t i = 0; i < o->cell_tests.n; i++)
		if (flag_is_denied(&o->cell_tests.at[i], f))
			return true;
	return false;
}

/* The calls by which functions have the thread, or others like it, created. */
static uint32_t find_flags(struct races *r, thread_id id, struct made_flag *out)
{
	const struct events *o = r->events;
	const struct fork *f = fork_of(r, thread_at(r->t, id));
	uint32_t n = 0;
	for (thread_id t = 1; t < r->t->list.n; t++) {
		struct step steps[MAX_STEPS];
		const struct thread *x = thread_at(r->t, t);
		bool alike = x->origin == ORIGIN_FORK && fork_of(r, x)->func == f->func &&
			     fork_of(r, x)->inst == f->inst;
		uint32_t count = alike ? threads_creation_steps(r->t, x, steps, MAX_STEPS) : 0;
		for (uint32_t i = 0; i < o->cell_stores.n; i++)
			for (uint32_t k = 0; k < count && n < MAX_FLAGS; k++) {
				const struct cell_store *s = &o->cell_stores.at[i];
				struct flag flag;
				if (s->func == steps[k].func && flag_of_store(s, &flag) &&
				    is_asked(o, &flag))
					out[n++] = (struct made_flag){flag, steps[k]};
			}
	}
	return n;
}

/* May somebody ask when the threads are there and the flag is not set yet? */
static bool is_asked_early(struct races *r, thread_id by, const struct made_flag *f)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	bool early = false;
	w->brief = true;
	reach_add(w, (struct flow_site){.func = f->creation.func, .inst = f->creation.inst,
					.sets = true, .bits = 1});
	for (uint32_t i = 0; i < o->cell_stores.n; i++)
		if (flag_is_set(&o->cell_stores.at[i], &f->flag))
			reach_add(w, (struct flow_site){.func = o->cell_stores.at[i].func,
							.inst = o->cell_stores.at[i].inst,
							.signs = SIGN_ANY, .bits = 1});
	reach_run(r, w);
	for (uint32_t i = 0; i < o->cell_tests.n && !early; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		early = flag_is_denied(t, &f->flag) && thread_runs(r, by, t->func) &&
			reach_at_inst(r, w, by, t->func, t->inst);
	}
	reach_free(w);
	return early;
}

/* Does it get another number only from the creator, and where none of them runs? */
static bool is_kept(struct races *r, thread_id by, const struct made_flag *f,
		    struct flow *running)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (!flag_is_touched(r, s, &f->flag) || flag_is_set(s, &f->flag))
			continue;
		for (thread_id t = 1; t < r->t->list.n; t++)
			if (thread_runs(r, t, s->func) &&
			    (t != by || reach_at_inst(r, running, t, s->func, s->inst)))
				return false;
	}
	return true;
}

uint32_t add_flags_without(struct races *r, struct flow *w, thread_id id, struct flow *running,
			   uint64_t bits)
{
	const struct events *o = r->events;
	thread_id by = thread_at(r->t, id)->creator;
	struct made_flag flags[MAX_FLAGS];
	uint32_t n = find_flags(r, id, flags), told = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!is_kept(r, by, &flags[i], running) || is_asked_early(r, by, &flags[i]))
			continue;
		told++;
		for (uint32_t k = 0; k < o->cell_tests.n; k++) {
			const struct cell_test *t = &o->cell_tests.at[k];
			if (flag_is_denied(t, &flags[i].flag))
				reach_add(w, (struct flow_site){.func = t->func, .inst = t->inst,
								.read = true,
								.numbers = t->numbers,
								.bits = bits});
		}
	}
	return told;
}
