/* SPDX-License-Identifier: MIT */
/*
 * Lockset operations. The asymmetry: held is a must set, so it loses elements
 * whenever in doubt (join intersects, overflow forgets); dropped is a may set, so
 * it gains (join unites, overflow means 'any').
 */
#include "summary/lockset.h"

#include <string.h>

#include "base/diag.h"

/* Sorted sets of paths in small arrays. */

static bool set_has(const path_id *set, uint32_t n, path_id x)
{
	for (uint32_t i = 0; i < n; i++)
		if (set[i] == x)
			return true;
	return false;
}

/* False when it does not fit. */
static bool set_add(path_id *set, uint8_t *n, uint32_t cap, path_id x)
{
	uint32_t i = *n;
	if (set_has(set, *n, x))
		return true;
	if (*n == cap)
		return false;
	for (; i > 0 && set[i - 1] > x; i--)
		set[i] = set[i - 1];
	set[i] = x;
	(*n)++;
	return true;
}

static bool set_intersect(path_id *set, uint8_t *n, const path_id *other, uint32_t m)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < *n; i++)
		if (set_has(other, m, set[i]))
			set[kept++] = set[i];
	bool changed = kept != *n;
	*n = kept;
	return changed;
}

static bool held_equal(const struct held *x, const struct held *y)
{
	return x->lock == y->lock && x->mode == y->mode && x->kind == y->kind &&
	       x->depth == y->depth && x->since_count == y->since_count &&
	       memcmp(x->since, y->since, x->since_count * sizeof(path_id)) == 0;
}

bool lockset_equal(const struct lockset *a, const struct lockset *b)
{
	if (a->held_count != b->held_count || a->dropped_count != b->dropped_count ||
	    a->acquired_count != b->acquired_count || a->dropped_any != b->dropped_any)
		return false;
	for (uint32_t i = 0; i < a->held_count; i++)
		if (!held_equal(&a->held[i], &b->held[i]))
			return false;
	return memcmp(a->dropped, b->dropped, a->dropped_count * sizeof(path_id)) == 0 &&
	       memcmp(a->acquired, b->acquired, a->acquired_count * sizeof(path_id)) == 0;
}

const struct held *lockset_find(const struct lockset *l, path_id lock)
{
	for (uint32_t i = 0; i < l->held_count; i++)
		if (l->held[i].lock == lock)
			return &l->held[i];
	return NULL;
}

static void remove_held(struct lockset *l, uint32_t i)
{
	memmove(&l->held[i], &l->held[i + 1], (l->held_count - i - 1) * sizeof(struct held));
	l->held_count--;
}

/* x := the weaker of both; returns whether x changed. */
static bool weaken(struct held *x, const struct held *y)
{
	bool changed = set_intersect(x->since, &x->since_count, y->since, y->since_count);
	if (y->mode == MODE_SHARED && x->mode != MODE_SHARED) {
		x->mode = MODE_SHARED;
		changed = true;
	}
	if (y->depth < x->depth) {
		x->depth = y->depth;
		changed = true;
	}
	return changed;
}

/*
 * For one lock the elements form a chain: gained < dropped and regained <
 * untouched < dropped. 'Regained' may become 'untouched' because only a lock
 * that is held can be released: a drop implies that it was held on entry, so
 * 'held now' agrees with 'held iff it was held on entry'. This keeps
 * if (x) { unlock(m); f(); lock(m); } in a helper that is called with m held.
 */
static bool is_regained(const struct lockset *l, path_id lock)
{
	return set_has(l->dropped, l->dropped_count, lock) && lockset_find(l, lock);
}

static bool is_untouched(const struct lockset *l, path_id lock)
{
	return !l->dropped_any && !set_has(l->dropped, l->dropped_count, lock) &&
	       !lockset_find(l, lock);
}

static void set_remove(path_id *set, uint8_t *n, path_id x)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < *n; i++)
		if (set[i] != x)
			set[kept++] = set[i];
	*n = kept;
}

static bool join_dropped(struct lockset *a, const struct lockset *before,
			 const struct lockset *b)
{
	bool changed = false;
	for (uint32_t i = 0; i < before->dropped_count; i++) {
		path_id lock = before->dropped[i];
		if (is_regained(before, lock) && is_untouched(b, lock)) {
			set_remove(a->dropped, &a->dropped_count, lock);
			changed = true;
		}
	}
	for (uint32_t i = 0; i < b->dropped_count && !a->dropped_any; i++) {
		path_id lock = b->dropped[i];
		if (set_has(a->dropped, a->dropped_count, lock) ||
		    (is_regained(b, lock) && is_untouched(before, lock)))
			continue;
		if (!set_add(a->dropped, &a->dropped_count, LOCKSET_HELD, lock))
			a->dropped_any = true;
		changed = true;
	}
	if (b->dropped_any && !a->dropped_any)
		a->dropped_any = changed = true;
	return changed;
}

bool lockset_join(struct lockset *a, const struct lockset *b)
{
	struct lockset before = *a;
	bool changed = set_intersect(a->acquired, &a->acquired_count, b->acquired,
				     b->acquired_count);
	for (uint32_t i = 0; i < a->held_count;) {
		const struct held *other = lockset_find(b, a->held[i].lock);
		if (other) {
			changed |= weaken(&a->held[i++], other);
		} else {
			remove_held(a, i);
			changed = true;
		}
	}
	changed |= join_dropped(a, &before, b);
	return changed;
}

bool lockset_leq(const struct lockset *b, const struct lockset *a)
{
	struct lockset copy = *a;
	return !lockset_join(&copy, b);
}

/* Everything held so far has now seen one more acquisition. */
void lockset_note_acquired(struct lockset *l, path_id lock)
{
	for (uint32_t i = 0; i < l->held_count; i++)
		if (l->held[i].lock != lock)
			set_add(l->held[i].since, &l->held[i].since_count, LOCKSET_SINCE,
				lock);
	set_add(l->acquired, &l->acquired_count, LOCKSET_ACQUIRED, lock);
}

void lockset_insert(struct lockset *l, struct held h)
{
	uint32_t i;
	for (i = 0; i < l->held_count && l->held[i].lock < h.lock; i++)
		;
	if (i < l->held_count && l->held[i].lock == h.lock)
		return;
	if (l->held_count == LOCKSET_HELD)
		return; /* must set: forgetting is sound */
	memmove(&l->held[i + 1], &l->held[i], (l->held_count - i) * sizeof(struct held));
	l->held[i] = h;
	l->held_count++;
}

void lockset_acquire(struct lockset *l, struct held h, bool recursive)
{
	lockset_note_acquired(l, h.lock);
	for (uint32_t i = 0; i < l->held_count; i++) {
		if (l->held[i].lock != h.lock)
			continue;
		if (recursive && l->held[i].depth < UINT8_MAX)
			l->held[i].depth++;
		if (h.mode == MODE_EXCLUSIVE)
			l->held[i].mode = MODE_EXCLUSIVE;
		return;
	}
	lockset_insert(l, h);
}

bool lockset_release(struct lockset *l, path_id lock)
{
	for (uint32_t i = 0; i < l->held_count; i++) {
		if (l->held[i].lock != lock)
			continue;
		if (--l->held[i].depth == 0)
			remove_held(l, i);
		return true;
	}
	lockset_drop(l, lock);
	return false;
}

void lockset_drop(struct lockset *l, path_id lock)
{
	for (uint32_t i = 0; i < l->held_count; i++) {
		if (l->held[i].lock == lock) {
			remove_held(l, i);
			break;
		}
	}
	if (!set_add(l->dropped, &l->dropped_count, LOCKSET_HELD, lock))
		l->dropped_any = true;
}

void lockset_drop_all(struct lockset *l)
{
	l->held_count = 0;
	l->dropped_any = true;
}

bool lockset_is_sane(const struct lockset *l)
{
	for (uint32_t i = 0; i < l->held_count; i++)
		if (!l->held[i].lock || !l->held[i].depth ||
		    (i > 0 && l->held[i - 1].lock >= l->held[i].lock))
			return false;
	for (uint32_t i = 1; i < l->dropped_count; i++)
		if (l->dropped[i - 1] >= l->dropped[i])
			return false;
	return l->held_count <= LOCKSET_HELD && l->dropped_count <= LOCKSET_HELD;
}
