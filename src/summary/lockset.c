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

static void set_intersect(path_id *set, uint8_t *n, const path_id *other, uint32_t m)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < *n; i++)
		if (set_has(other, m, set[i]))
			set[kept++] = set[i];
	*n = kept;
}

static bool set_is_sane(const path_id *set, uint32_t n, uint32_t cap)
{
	for (uint32_t i = 0; i < n && n <= cap; i++)
		if (!set[i] || (i > 0 && set[i - 1] >= set[i]))
			return false;
	return n <= cap;
}

static bool held_equal(const struct held *x, const struct held *y)
{
	return x->lock == y->lock && x->mode == y->mode && x->kind == y->kind &&
	       x->depth == y->depth && x->since_count == y->since_count &&
	       memcmp(x->since, y->since, x->since_count * sizeof(path_id)) == 0;
}

static uint32_t owned_at(const struct lockset *l, path_id value, path_id lock)
{
	uint32_t i = 0;
	while (i < l->owned_count && (l->owned[i].value != value || l->owned[i].lock != lock))
		i++;
	return i;
}

static const struct owned *find_owned(const struct lockset *l, path_id value, path_id lock)
{
	uint32_t i = owned_at(l, value, lock);
	return i < l->owned_count ? &l->owned[i] : NULL;
}

static void join_owned(struct lockset *a, const struct lockset *b)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < a->owned_count; i++) {
		struct owned o = a->owned[i];
		const struct owned *other = find_owned(b, o.value, o.lock);
		if (!other || other->by_id != o.by_id ||
		    (o.lent && other->lent && o.lent != other->lent))
			continue;
		o.lent |= other->lent;
		o.deep &= other->deep;
		o.callers &= other->callers;
		a->owned[kept++] = o;
	}
	a->owned_count = kept;
}

static bool owned_equal(const struct lockset *a, const struct lockset *b)
{
	for (uint32_t i = 0; i < a->owned_count; i++) {
		const struct owned *o = &a->owned[i], *other = find_owned(b, o->value, o->lock);
		if (!other || other->deep != o->deep || other->callers != o->callers ||
		    other->by_id != o->by_id || other->lent != o->lent)
			return false;
	}
	return a->owned_count == b->owned_count;
}

void lockset_own(struct lockset *l, struct owned o)
{
	uint32_t i = owned_at(l, o.value, o.lock);
	if (i < l->owned_count) {
		l->owned[i].deep |= o.deep;
		l->owned[i].callers |= o.callers;
	} else if (l->owned_count < LOCKSET_OWNED) {
		l->owned[l->owned_count++] = o;
	}
}

void lockset_disown(struct lockset *l, path_id value)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < l->owned_count; i++)
		if (l->owned[i].value != value)
			l->owned[kept++] = l->owned[i];
	l->owned_count = kept;
}

void lockset_lend(struct lockset *l, path_id value, uint32_t formal)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < l->owned_count; i++) {
		struct owned o = l->owned[i];
		bool one = formal < UINT8_MAX && (!o.lent || o.lent == formal + 1);
		if (o.value == value && !one)
			continue;
		if (o.value == value)
			o.lent = (uint8_t)(formal + 1);
		l->owned[kept++] = o;
	}
	l->owned_count = kept;
}

/* ---- locks that are lost ---- */

static uint32_t lost_at(const struct lockset *l, path_id lock)
{
	uint32_t i = 0;
	while (i < l->lost_count && l->lost[i].lock < lock)
		i++;
	return i;
}

const struct lost *lockset_find_lost(const struct lockset *l, path_id lock)
{
	uint32_t i = lost_at(l, lock);
	return i < l->lost_count && l->lost[i].lock == lock ? &l->lost[i] : NULL;
}

void lockset_insert_lost(struct lockset *l, struct lost x)
{
	uint32_t i = lost_at(l, x.lock);
	if (!x.lock || l->lost_count == LOCKSET_LOST || lockset_find_lost(l, x.lock) ||
	    lockset_find(l, x.lock))
		return;
	memmove(&l->lost[i + 1], &l->lost[i], (l->lost_count - i) * sizeof(struct lost));
	l->lost[i] = x;
	l->lost_count++;
}

static void remove_lost(struct lockset *l, uint32_t i)
{
	memmove(&l->lost[i], &l->lost[i + 1], (l->lost_count - i - 1) * sizeof(struct lost));
	l->lost_count--;
}

void lockset_forget_lost(struct lockset *l, path_id lock)
{
	if (lockset_find_lost(l, lock))
		remove_lost(l, lost_at(l, lock));
}

/* Released by its own name; false: it is not one of them. */
static bool release_lost(struct lockset *l, path_id lock)
{
	uint32_t i = lost_at(l, lock);
	if (!lockset_find_lost(l, lock))
		return false;
	if (--l->lost[i].depth == 0)
		remove_lost(l, i);
	return true;
}

/* As the weaker of both has it; false: one of them has not. */
static bool weaken_lost(struct lost *x, const struct lockset *other)
{
	const struct held *h = lockset_find(other, x->lock);
	const struct lost *y = lockset_find_lost(other, x->lock);
	uint8_t depth = h ? h->depth : y ? y->depth : 0;
	uint8_t mode = h ? h->mode : y ? y->mode : 0;
	x->wide &= !y || y->wide;
	if ((h && h->kind != LOCK_MUTEX) || !depth)
		return false;
	x->depth = depth < x->depth ? depth : x->depth;
	x->mode = mode > x->mode ? mode : x->mode;
	return true;
}

/* Lost by one, and held or lost by the other. */
static void join_lost(struct lockset *to, const struct lockset *a, const struct lockset *b)
{
	to->lost_count = 0;
	for (uint32_t i = 0; i < a->lost_count; i++) {
		struct lost x = a->lost[i];
		if (weaken_lost(&x, b))
			lockset_insert_lost(to, x);
	}
	for (uint32_t i = 0; i < b->lost_count; i++) {
		struct lost x = b->lost[i];
		if (weaken_lost(&x, a))
			lockset_insert_lost(to, x);
	}
}

static bool lost_equal(const struct lockset *a, const struct lockset *b)
{
	for (uint32_t i = 0; i < a->lost_count && a->lost_count == b->lost_count; i++)
		if (a->lost[i].lock != b->lost[i].lock || a->lost[i].mode != b->lost[i].mode ||
		    a->lost[i].depth != b->lost[i].depth || a->lost[i].wide != b->lost[i].wide)
			return false;
	return a->lost_count == b->lost_count;
}

bool lockset_equal(const struct lockset *a, const struct lockset *b)
{
	if (!owned_equal(a, b) || !lost_equal(a, b))
		return false;
	if (a->held_count != b->held_count || a->dropped_count != b->dropped_count ||
	    a->acquired_count != b->acquired_count || a->dropped_any != b->dropped_any ||
	    a->unclaimed != b->unclaimed || a->bare != b->bare)
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

/* x := the weaker of both. */
static void weaken(struct held *x, const struct held *y)
{
	set_intersect(x->since, &x->since_count, y->since, y->since_count);
	if (y->mode == MODE_SHARED)
		x->mode = MODE_SHARED;
	if (y->depth < x->depth)
		x->depth = y->depth;
}

/*
 * For one lock the elements form a chain: gained < dropped and regained <
 * untouched < dropped. 'Regained' may become 'untouched' because only a lock
 * that is held can be released: a drop implies that it was held on entry, so
 * 'held now' agrees with 'held iff it was held on entry'. This keeps
 * if (x) { unlock(m); f(); lock(m); } in a helper that is called with m held.
 * It trusts that m was held once, and is taken again in the mode it had.
 *
 * The same goes for each depth (gained twice < regained twice < gained once...),
 * or acquiring would not be monotone. So one number tells how much is known of a
 * lock, acquiring adds 2 to it, releasing takes 2, and the join is the smaller.
 */
static uint32_t strength(const struct lockset *l, path_id lock)
{
	const struct held *h = lockset_find(l, lock);
	bool dropped = l->dropped_any || set_has(l->dropped, l->dropped_count, lock);
	return 2 * (h ? h->depth : 0) + !dropped;
}

static bool join_is_dropped(const struct lockset *a, const struct lockset *b, path_id lock)
{
	uint32_t x = strength(a, lock), y = strength(b, lock);
	return (x < y ? x : y) % 2 == 0;
}

/* Which locks were dropped no longer matters: any may have been. */
static void drop_any(struct lockset *l)
{
	l->dropped_any = true;
	l->dropped_count = 0;
}

static void add_dropped(struct lockset *l, path_id lock)
{
	if (!l->dropped_any && !set_add(l->dropped, &l->dropped_count, LOCKSET_DROPPED, lock))
		drop_any(l);
}

static void join_dropped(struct lockset *to, const struct lockset *a, const struct lockset *b)
{
	to->dropped_count = 0;
	if (a->dropped_any || b->dropped_any)
		drop_any(to);
	for (uint32_t i = 0; i < a->dropped_count; i++)
		if (join_is_dropped(a, b, a->dropped[i]))
			add_dropped(to, a->dropped[i]);
	for (uint32_t i = 0; i < b->dropped_count; i++)
		if (join_is_dropped(a, b, b->dropped[i]))
			add_dropped(to, b->dropped[i]);
}

bool lockset_join(struct lockset *a, const struct lockset *b)
{
	struct lockset before;
	if (lockset_equal(a, b))
		return false;
	lockset_copy(&before, a);
	set_intersect(a->acquired, &a->acquired_count, b->acquired, b->acquired_count);
	join_owned(a, b);
	for (uint32_t i = 0; i < a->held_count;) {
		const struct held *other = lockset_find(b, a->held[i].lock);
		if (other && other->kind == a->held[i].kind)
			weaken(&a->held[i++], other);
		else
			remove_held(a, i);
	}
	join_dropped(a, &before, b);
	join_lost(a, &before, b);
	a->unclaimed |= b->unclaimed;
	a->bare &= b->bare;
	return !lockset_equal(a, &before);
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

/* Where its paths come from another table, 'since' is in no order. */
static void sort_since(struct held *h)
{
	struct held was = *h;
	h->since_count = 0;
	for (uint32_t i = 0; i < was.since_count; i++)
		if (was.since[i] && was.since[i] != h->lock)
			set_add(h->since, &h->since_count, LOCKSET_SINCE, was.since[i]);
}

void lockset_insert(struct lockset *l, struct held h)
{
	uint32_t i;
	sort_since(&h);
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

static void acquire_again(struct held *x, const struct held *h, bool recursive)
{
	uint32_t depth = (uint32_t)x->depth + (recursive ? h->depth : 0);
	x->depth = (uint8_t)(depth < UINT8_MAX ? depth : UINT8_MAX);
	if (h->mode == MODE_EXCLUSIVE)
		x->mode = MODE_EXCLUSIVE;
	if (h->kind == LOCK_SET)
		x->kind = LOCK_SET;
	for (uint32_t i = 0; i < h->since_count; i++)
		if (h->since[i] && h->since[i] != x->lock)
			set_add(x->since, &x->since_count, LOCKSET_SINCE, h->since[i]);
}

void lockset_acquire(struct lockset *l, struct held h, bool recursive)
{
	lockset_note_acquired(l, h.lock);
	lockset_forget_lost(l, h.lock);
	for (uint32_t i = 0; i < l->held_count; i++) {
		if (l->held[i].lock == h.lock) {
			acquire_again(&l->held[i], &h, recursive);
			return;
		}
	}
	lockset_insert(l, h);
}

void lockset_end_settings(struct lockset *l, path_id lock)
{
	for (uint32_t i = 0; i < l->held_count;) {
		struct held *h = &l->held[i];
		if (h->kind != LOCK_SETTING || set_has(h->since, h->since_count, lock)) {
			i++;
			continue;
		}
		if (h->depth == 2) {
			h->kind = LOCK_SET;
			h->depth = 1;
			i++;
		} else {
			remove_held(l, i);
		}
	}
}

bool lockset_release(struct lockset *l, path_id lock)
{
	lockset_end_settings(l, lock);
	for (uint32_t i = 0; i < l->held_count; i++) {
		if (l->held[i].lock != lock)
			continue;
		if (--l->held[i].depth == 0)
			remove_held(l, i);
		return true;
	}
	if (release_lost(l, lock))
		return true;
	lockset_drop(l, lock);
	return false;
}

bool lockset_has_dropped(const struct lockset *l, path_id lock)
{
	return set_has(l->dropped, l->dropped_count, lock);
}

void lockset_forget(struct lockset *l, path_id lock)
{
	lockset_end_settings(l, lock);
	lockset_forget_lost(l, lock);
	for (uint32_t i = 0; i < l->held_count; i++) {
		if (l->held[i].lock == lock) {
			remove_held(l, i);
			break;
		}
	}
}

void lockset_lose(struct lockset *l, path_id lock, bool wide)
{
	const struct held *h = lockset_find(l, lock);
	const struct lost *y = lockset_find_lost(l, lock);
	struct lost x = {lock, h ? h->mode : 0, h ? h->depth : 0, wide};
	bool mutex = h && h->kind == LOCK_MUTEX;
	if (y) {
		x = *y;
		x.wide &= wide;
	}
	lockset_forget(l, lock);
	if (mutex || y)
		lockset_insert_lost(l, x);
}

void lockset_drop(struct lockset *l, path_id lock)
{
	lockset_forget(l, lock);
	add_dropped(l, lock);
}

void lockset_drop_all(struct lockset *l)
{
	for (uint32_t i = l->held_count; i-- > 0;)
		if (l->held[i].kind < LOCK_SET)
			lockset_lose(l, l->held[i].lock, true);
	drop_any(l);
}

void lockset_make_bare(struct lockset *l)
{
	lockset_drop_all(l);
	l->lost_count = 0;
	l->bare = true;
}

static bool held_is_sane(const struct held *h)
{
	return h->lock && h->depth && h->mode <= MODE_SHARED && h->kind <= LOCK_ENDED &&
	       set_is_sane(h->since, h->since_count, LOCKSET_SINCE);
}

static bool lost_is_sane(const struct lockset *l)
{
	for (uint32_t i = 0; i < l->lost_count && l->lost_count <= LOCKSET_LOST; i++)
		if (!l->lost[i].lock || !l->lost[i].depth || l->lost[i].mode > MODE_SHARED ||
		    (i > 0 && l->lost[i - 1].lock >= l->lost[i].lock))
			return false;
	return l->lost_count <= LOCKSET_LOST;
}

bool lockset_is_sane(const struct lockset *l)
{
	if (l->held_count > LOCKSET_HELD || l->owned_count > LOCKSET_OWNED ||
	    (l->dropped_any && l->dropped_count) || !lost_is_sane(l))
		return false;
	for (uint32_t i = 0; i < l->held_count; i++)
		if (!held_is_sane(&l->held[i]) ||
		    (i > 0 && l->held[i - 1].lock >= l->held[i].lock))
			return false;
	return set_is_sane(l->dropped, l->dropped_count, LOCKSET_DROPPED) &&
	       set_is_sane(l->acquired, l->acquired_count, LOCKSET_ACQUIRED);
}
