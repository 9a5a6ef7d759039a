/* SPDX-License-Identifier: MIT */
/*
 * Counts that say who is the last one: a reference count that reaches zero hands over to who
 * frees, an atomic that counts those who are done to who has counted last. From what lies
 * around an access (handover.c).
 */
#include "race/internal.h"

/* ---- the last one ---- */

/* The counters, at most 'cap', that have told its thread that it is the last one. */
static uint32_t counters_of(const struct races *r, const struct instance *x, struct pt_loc *out,
			    uint32_t cap)
{
	struct step steps[MAX_FRAMES];
	uint32_t m = threads_steps(r->t, &x->point, steps, MAX_FRAMES), n = 0;
	for (uint32_t i = 0; i < m; i++) {
		const struct notes *notes = &summary_of(r->t, steps[i].func)->notes;
		for (uint32_t k = 0; k < notes->lasts.n && n < cap; k++) {
			const struct last_note *l = &notes->lasts.at[k];
			struct pt_set set = {0};
			if (l->told || steps[i].inst < l->first || steps[i].inst >= l->end)
				continue;
			pointers_of_value(r->pt, l->func, l->counter, &set);
			if (set.locs.n == 1 && !set.unknown)
				out[n++] = set.locs.at[0];
			pt_set_free(&set);
		}
	}
	return n;
}

bool are_both_last(struct races *r, const struct instance *a, const struct instance *b)
{
	enum { FEW = 4 };
	struct pt_loc x[FEW], y[FEW];
	uint32_t n = counters_of(r, a, x, FEW), m = n ? counters_of(r, b, y, FEW) : 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (x[i].obj == y[k].obj && x[i].offset == y[k].offset &&
			    is_counter(r, x[i]) &&
			    (x[i].obj == a->obj || is_same_object(r, a, b, x[i].obj)))
				return true;
	return false;
}

/* Is it a counter that is counted there, up or down? */
static bool is_counting(const struct races *r, const struct ordering_entry *e)
{
	return e->kind == HANDOVER_FLAG && r->handovers.at[e->site].counting;
}

/* Has it been told by that counter that it is the last one? */
static bool is_last_by(const struct races *r, const struct instance *x, struct pt_loc counter)
{
	enum { FEW = 4 };
	struct pt_loc at[FEW];
	uint32_t n = counters_of(r, x, at, FEW);
	for (uint32_t i = 0; i < n; i++)
		if (at[i].obj == counter.obj && at[i].offset == counter.offset)
			return true;
	return false;
}

/* Before it, was the atomic counted, and does who is not the last one wait? */
static bool has_met(const struct races *r, const struct ordering *o,
		    const struct ordering_entry *like)
{
	bool counted = false, waits = false;
	for (uint32_t i = 0; i < o->n; i++) {
		const struct ordering_entry *e = &o->entries[i];
		waits |= e->role == WAITS_BEFORE;
		counted |= e->role == COUNTS_BEFORE && are_about_same(e, like) &&
			   is_counting(r, e) && r->handovers.at[e->site].tested;
	}
	return counted && waits;
}

/* After a, its thread counts; before b, its thread has counted too and has found that it is the
 * last one, or has waited for that one: all others have come so far. */
bool counts_out(struct races *r, struct instance *a, struct instance *b)
{
	ordering_of(r, a);
	const struct ordering *y = ordering_of(r, b), *x = ordering_of(r, a);
	for (uint32_t i = 0; i < x->n; i++) {
		const struct ordering_entry *e = &x->entries[i];
		if (e->role == COUNTS_AFTER && is_counting(r, e) &&
		    !has_entry(x, e, COUNTS_BEFORE) && !has_entry(y, e, COUNTS_AFTER) &&
		    !(e->repeated && in_loop(r, a) && in_loop(r, b)) &&
		    ((is_last_by(r, b, e->at) && is_counted(r, e->at)) || has_met(r, y, e)))
			return true;
	}
	return false;
}

/* ---- reference counts ---- */

static bool counts(struct races *r, struct instance *x, obj_id obj, enum ordering_role role)
{
	const struct ordering *o = ordering_of(r, x);
	for (uint32_t i = 0; i < o->n; i++) {
		if (o->entries[i].role == role && o->entries[i].at.obj == obj)
			return true;
	}
	return false;
}

/* Does the function that makes the access free that object afterwards? */
static bool is_freed_next(struct races *r, const struct instance *x)
{
	func_id f = x->point.func;
	const struct summary *s = &r->in->summaries->at[f];
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		uint32_t inst = a->chain ? s->chains.at[a->chain].inst : a->inst;
		if (a->kind == FREE && inst > x->point.inst &&
		    may_be_of(r, threads_close_outside(r->t, f, a->path), x->obj))
			return true;
	}
	return false;
}

/* Who has seen the count reach zero has the object for himself. */
static bool takes_down(struct races *r, struct instance *x)
{
	bool last = x->kind == FREE ||
		    (!counts(r, x, x->obj, COUNTS_AFTER) && is_freed_next(r, x));
	return last && counts(r, x, x->obj, COUNTS_BEFORE);
}

/* One side takes down what the count says nobody uses; the other has not given up its
 * own reference yet, or would be the one to take it down. */
static bool is_freed_at_zero(struct races *r, struct instance *a, struct instance *b)
{
	return takes_down(r, b) &&
	       (takes_down(r, a) || (a->kind != FREE && counts(r, a, b->obj, COUNTS_AFTER)));
}

bool may_be_counted(struct races *r, struct instance *a, struct instance *b)
{
	return is_freed_at_zero(r, a, b) || is_freed_at_zero(r, b, a);
}
