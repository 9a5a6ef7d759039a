/* SPDX-License-Identifier: MIT */
/*
 * Locking that may be switched off: if (p->lock) lock(p->lock). Where the pointer
 * to a lock is null there is no lock, and the program says that it needs none (it
 * runs with one thread, or the object has one user). So where a way that took the
 * lock meets one on which there was none, both count as holding it; and what is
 * known to be null is not held. The same for lock functions that are found through a
 * pointer of the whole program, if (hooks.lock) hooks.lock(p), and for a table of them some
 * of which do nothing (call.c). And where there is no function that would release it, if
 * (hooks.unlock) hooks.unlock(p), it does not count as held either. docs/soundness.md, 'Locking
 * that is switched off'.
 */
#include "analysis/exec/frame.h"

#include <string.h>

/* The pointer that the lock lies behind: p for &p->lock. */
static path_id pointer_of(const struct frame *fr, path_id lock)
{
	while (path_at(&fr->paths, lock)->kind == PATH_OFFSET)
		lock = path_at(&fr->paths, lock)->a;
	return lock;
}

static bool is_zero(const struct state *s, path_id p)
{
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (s->facts[i].path == p)
			return s->facts[i].signs == SIGN_ZERO;
	return false;
}

static bool is_null(const struct frame *fr, const struct state *s, path_id lock)
{
	return is_zero(s, pointer_of(fr, lock));
}

/* There is no lock, or no function that would take it. */
static bool is_off(struct frame *fr, const struct state *s, const struct held *h)
{
	const struct ir_inst *i = h->func == fr->func ? ir_inst_at(fr->p, fr->fn, h->inst) : NULL;
	bool called = i && i->op == OP_CALL && !ir_val_symbol(fr->p, i->a);
	if (h->kind == LOCK_CLAIMED)
		return false; /* nothing is switched off: there is no object */
	return is_null(fr, s, h->lock) || (called && is_zero(s, frame_value(fr, i->a)));
}

void null_lock_forget(struct frame *fr, struct state *s, path_id pointer)
{
	struct lockset *l = &s->locks;
	for (uint32_t i = l->held_count; i-- > 0;) {
		if (pointer_of(fr, l->held[i].lock) != pointer)
			continue;
		memmove(&l->held[i], &l->held[i + 1],
			(size_t)(l->held_count - i - 1) * sizeof(*l->held));
		l->held_count--;
	}
	for (uint32_t i = l->lost_count; i-- > 0;)
		if (pointer_of(fr, l->lost[i].lock) == pointer)
			lockset_forget_lost(l, l->lost[i].lock);
}

static bool has_null(const struct state *s)
{
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (s->facts[i].signs == SIGN_ZERO)
			return true;
	return false;
}

/* The locks of a, and what b did to locks that are null in a. */
static struct lockset adopted(struct frame *fr, const struct state *a,
			      const struct state *b)
{
	struct lockset l = a->locks;
	for (uint32_t i = 0; i < b->locks.held_count; i++) {
		const struct held *h = &b->locks.held[i];
		if (!lockset_find(&l, h->lock) && is_off(fr, a, h))
			lockset_insert(&l, *h);
	}
	for (uint32_t i = 0; i < b->locks.dropped_count; i++)
		if (is_null(fr, a, b->locks.dropped[i]) &&
		    !lockset_find(&l, b->locks.dropped[i]))
			lockset_drop(&l, b->locks.dropped[i]);
	return l;
}

/* ---- releases ---- */

static bool releases(const struct frame *fr, sym_id sym)
{
	func_id f = fr->p->symbols.at[sym].func;
	const struct model *m = pointers_model(fr->pt, sym);
	const struct summary *c = f ? frame_callee(fr, f) : NULL;
	for (uint32_t i = 0; c && i < c->outcomes.n; i++)
		if (c->locksets.at[c->outcomes.at[i].lockset].dropped_count)
			return true;
	return m && model_effect(m, EFFECT_RELEASE);
}

/* May what is called through a pointer release a lock? */
static bool may_release(const struct frame *fr, uint32_t inst)
{
	uint32_t n = 0;
	bool complete;
	const sym_id *at = pointers_callees(fr->pt, fr->func, inst, &n, &complete);
	for (uint32_t i = 0; i < n; i++)
		if (releases(fr, at[i]))
			return true;
	return false;
}

static bool is_called(struct frame *fr, path_id pointer)
{
	for (uint32_t n = 0; n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		if (i->op == OP_CALL && !ir_val_symbol(fr->p, i->a) &&
		    frame_value(fr, i->a) == pointer && may_release(fr, n))
			return true;
	}
	return false;
}

/* Is there a function that releases a lock here if there is one, and there is none? */
static bool lacks_function(struct frame *fr, const struct state *s)
{
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (s->facts[i].signs == SIGN_ZERO && is_called(fr, s->facts[i].path))
			return true;
	return false;
}

/* Has b released more than a, and taken nothing else? */
static bool has_released(const struct lockset *a, const struct lockset *b)
{
	for (uint32_t i = 0; i < b->held_count; i++)
		if (!lockset_find(a, b->held[i].lock))
			return false;
	for (uint32_t i = 0; i < a->dropped_count; i++)
		if (!lockset_has_dropped(b, a->dropped[i]))
			return false;
	return b->held_count < a->held_count || b->dropped_count > a->dropped_count;
}

static bool is_left_held(struct frame *fr, const struct state *a, const struct state *b)
{
	return has_released(&a->locks, &b->locks) && lacks_function(fr, a);
}

/* Is all that b did to locks and a did not about locks that are null in a? */
static bool is_explained(struct frame *fr, const struct state *a, const struct state *b)
{
	const struct lockset *x = &a->locks, *y = &b->locks;
	for (uint32_t i = 0; i < y->held_count; i++)
		if (!lockset_find(x, y->held[i].lock) && !is_off(fr, a, &y->held[i]))
			return false;
	return true;
}

bool null_lock_agree(struct frame *fr, struct state *a, struct state *b)
{
	if (!has_null(a) && !has_null(b))
		return false;
	if (is_left_held(fr, a, b) || is_left_held(fr, b, a)) {
		lockset_join(&a->locks, &b->locks);
		b->locks = a->locks;
		return true;
	}
	if (!is_explained(fr, a, b) || !is_explained(fr, b, a))
		return false;
	struct lockset mine = a->locks, theirs = b->locks;
	struct lockset x = adopted(fr, a, b), y = adopted(fr, b, a);
	a->locks = x;
	b->locks = y;
	if (state_same_locks(a, b))
		return true;
	a->locks = mine;
	b->locks = theirs;
	return false;
}
