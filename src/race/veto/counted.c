/* SPDX-License-Identifier: MIT */
/*
 * Counts that are waited for: a reference count that reaches zero hands over to who frees the
 * object, and what is found there; a barrier made of an atomic lets all go on. From what lies
 * around an access (handover.c).
 */
#include "race/veto/veto.h"

/* ---- all have come ---- */

/* Is it a counter that is counted there, up or down? */
static bool is_counting(const struct races *r, const struct ordering_entry *e)
{
	return e->kind == HANDOVER_FLAG && r->handing.handovers.at[e->site].counting;
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
			   is_counting(r, e) && r->handing.handovers.at[e->site].tested;
	}
	return counted && waits;
}

/* After a, its thread counts; before b, its thread has counted too and has waited for the last
 * one: all others have come so far. */
bool counts_out(struct races *r, struct instance *a, struct instance *b)
{
	ordering_of(r, a);
	const struct ordering *y = ordering_of(r, b), *x = ordering_of(r, a);
	for (uint32_t i = 0; i < x->n; i++) {
		const struct ordering_entry *e = &x->entries[i];
		if (e->role == COUNTS_AFTER && is_counting(r, e) &&
		    !has_entry(x, e, COUNTS_BEFORE) && !has_entry(y, e, COUNTS_AFTER) &&
		    !(e->repeated && in_loop(r, a) && in_loop(r, b)) &&
		    has_met(r, y, e))
			return true;
	}
	return false;
}

/* ---- reference counts ---- */

/* Is the memory of x that object, or found through a pointer in it? */
static bool is_found_in(struct races *r, const struct instance *x, obj_id obj)
{
	const struct paths *p = &r->t->paths;
	path_id at = x->path;
	while (path_is_step(path_at(p, at)) && path_at(p, at)->kind != PATH_LOAD)
		at = path_at(p, at)->a;
	return x->obj == obj || (path_at(p, at)->kind == PATH_LOAD &&
				 may_be_of(r, path_at(p, at)->a, obj));
}

/* On that side of x, is a count in the object counted in which 'of' has found its memory? */
static bool counts(struct races *r, struct instance *x, const struct instance *of,
		   enum ordering_role role)
{
	const struct ordering *o = ordering_of(r, x);
	for (uint32_t i = 0; i < o->n; i++) {
		if (o->entries[i].role == role && is_found_in(r, of, o->entries[i].at.obj))
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
		    (!counts(r, x, x, COUNTS_AFTER) && is_freed_next(r, x));
	return last && counts(r, x, x, COUNTS_BEFORE);
}

/* One side takes down what the count says nobody uses; the other has not given up its
 * own reference yet, or would be the one to take it down. */
static bool is_freed_at_zero(struct races *r, struct instance *a, struct instance *b)
{
	return takes_down(r, b) &&
	       (takes_down(r, a) || (a->kind != FREE && counts(r, a, b, COUNTS_AFTER)));
}

bool may_be_counted(struct races *r, struct instance *a, struct instance *b)
{
	return is_freed_at_zero(r, a, b) || is_freed_at_zero(r, b, a);
}
