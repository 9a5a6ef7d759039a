/* SPDX-License-Identifier: MIT */
/*
 * Which constants can tell two accesses apart (modes.c)? There are many that main finds here and
 * there; but of two accesses at least one is made by another thread, and has to have found
 * something: in its own code, or where it, or who has created it, was created. Or a lock is taken
 * in one mode only.
 *
 * One bit for each constant, cleared wherever it is read, whatever is found, tells for which of
 * them that may be so: the searches for what is found, with a bit for each number that it is
 * compared with, are made for these alone.
 */
#include "race/order/order.h"

enum { BITS = 64 };

static bool is_run_by_others(struct races *r, func_id f)
{
	for (thread_id t = 2; t < r->t->list.n; t++)
		if (thread_runs(r, t, f))
			return true;
	return false;
}

static void add_site(struct races *r, struct flow *w, struct setting *x, func_id f, uint32_t inst,
		     uint64_t bit)
{
	x->matters = x->matters || is_run_by_others(r, f);
	reach_add(w, (struct flow_site){.func = f, .inst = inst, .signs = SIGN_ANY, .bits = bit});
}

/* Where nothing is known about them. */
static struct flow *flow_of_unread(struct races *r, struct setting *at, uint32_t n)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	w->brief = true;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = at[i].first; k < at[i].end; k++)
			add_site(r, w, &at[i], o->cell_tests.at[k].func, o->cell_tests.at[k].inst,
				 UINT64_C(1) << i);
	for (uint32_t k = 0; k < o->cell_stores.n; k++) {
		const struct cell_store *s = &o->cell_stores.at[k];
		for (uint32_t i = 0; i < n && s->known && !s->chosen; i++)
			if (is_stored(s, o->cell_tests.at[at[i].first].cell, 0))
				add_site(r, w, &at[i], s->func, s->inst, UINT64_C(1) << i);
	}
	reach_run(r, w);
	return w;
}

/* What may be known where threads are created. */
static uint64_t read_by_creators(struct races *r, struct flow *w)
{
	uint64_t bits = 0;
	for (thread_id id = 2; id < r->t->list.n; id++) {
		const struct thread *x = thread_at(r->t, id);
		if (x->origin != ORIGIN_FORK || !x->creator)
			continue;
		const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
		bits |= ~reach_at_inst(r, w, x->creator, f->func, f->inst);
	}
	return bits;
}

/* And where locks are taken. */
static uint64_t read_by_lockers(struct races *r, struct flow *w)
{
	const struct events *o = r->events;
	uint64_t bits = 0;
	for (uint32_t i = 0; i < o->acquires.n && ~bits; i++) {
		const struct lock_deed *x = &o->acquires.at[i];
		for (thread_id t = 1; t < r->t->list.n; t++)
			if (thread_runs(r, t, x->func))
				bits |= ~reach_at_inst(r, w, t, x->func, x->inst);
	}
	return bits;
}

void find_mattering(struct races *r, struct setting *at, uint32_t n)
{
	for (uint32_t first = 0; first < n; first += BITS) {
		uint32_t count = n - first < BITS ? n - first : BITS;
		struct flow *w = flow_of_unread(r, at + first, count);
		uint64_t bits = read_by_creators(r, w) | read_by_lockers(r, w);
		for (uint32_t i = 0; i < count; i++)
			at[first + i].matters = at[first + i].matters || bits >> i & 1;
		reach_free(w);
	}
}
