/* SPDX-License-Identifier: MIT */
/* Names of locks that may have been released, one for all that it covers. */
#include "analysis/state/dropped.h"

#include "analysis/common.h"

#include <string.h>

/* A value of another function, or of an unknown activation? */
static bool is_foreign(const void *context, const struct path *value)
{
	const struct frame *fr = context;
	return value->a != fr->func || value->b & VALUE_PARAM;
}

path_id dropped_name(struct frame *fr, path_id lock)
{
	return path_has_value(&fr->paths, lock, is_foreign, fr) ? path_some(&fr->paths, lock)
								: lock;
}

static bool has_location(const struct pt_set *set, struct pt_loc l)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (set->locs.at[i].obj == l.obj &&
		    (set->locs.at[i].offset == l.offset || set->locs.at[i].offset == PT_ANY))
			return true;
	return false;
}

/* May 'wide' mean whatever 'narrow' may? What points to nothing at all is only
 * itself. */
static bool covers(const struct pt_set *wide, const struct pt_set *narrow)
{
	if (narrow->unknown ? !wide->unknown : narrow->locs.n == 0)
		return false;
	for (uint32_t i = 0; i < narrow->locs.n; i++)
		if (!has_location(wide, narrow->locs.at[i]))
			return false;
	return true;
}

static bool may_be_covered(const struct paths *t, path_id p)
{
	return path_is_some(t, p) && !path_is_open(t, p);
}

/* Names of the table t, that of the frame when there is one; otherwise what those of
 * two locksets point to is kept as long as the question lasts. */
struct question {
	const struct paths *t;
	const struct pointers *pt;
	struct frame *fr;
	struct {
		path_id name;
		struct pt_set set, copies; /* these told apart */
	} known[2 * LOCKSET_DROPPED];
	uint32_t known_count;
};

static uint32_t place_of(struct question *q, path_id name)
{
	uint32_t i = 0;
	while (i < q->known_count && q->known[i].name != name)
		i++;
	if (i == q->known_count) {
		q->known[q->known_count++].name = name;
		q->known[i].copies.copies = true;
		path_points_to(q->t, name, q->pt, 0, NULL, &q->known[i].set);
		path_points_to(q->t, name, q->pt, 0, NULL, &q->known[i].copies);
	}
	return i;
}

static bool name_covers_here(struct frame *fr, path_id wide, path_id narrow)
{
	enum { UNKNOWN, NO, YES };
	uint64_t key = map_key2(wide, narrow);
	uint32_t known = map_get(&fr->covers, key, UNKNOWN);
	if (known != UNKNOWN)
		return known == YES;
	frame_points_to(fr, narrow);
	const struct pt_set *x = frame_points_to(fr, wide);
	bool yes = covers(x, frame_points_to(fr, narrow));
	frame_copies_of(fr, narrow);
	x = frame_copies_of(fr, wide);
	yes = yes && covers(x, frame_copies_of(fr, narrow));
	map_put(&fr->covers, key, yes ? YES : NO);
	return yes;
}

static bool name_covers(struct question *q, path_id wide, path_id narrow)
{
	if (q->fr)
		return name_covers_here(q->fr, wide, narrow);
	uint32_t x = place_of(q, wide), y = place_of(q, narrow);
	return covers(&q->known[x].set, &q->known[y].set) &&
	       covers(&q->known[x].copies, &q->known[y].copies);
}

static void question_here(struct question *q, struct frame *fr)
{
	q->t = &fr->paths;
	q->pt = fr->pt;
	q->fr = fr;
	q->known_count = 0;
}

/* Is it covered by one of the locks that 'by' has dropped? */
static bool is_covered(struct question *q, path_id p, const struct lockset *by)
{
	path_id common = q->fr ? q->fr->common_lock : 0;
	if (!may_be_covered(q->t, p) || (common && p == common))
		return false;
	if (common && lockset_has_dropped(by, common)) {
		common_note(q->fr, p);
		return true;
	}
	for (uint32_t i = 0; i < by->dropped_count; i++)
		if (by->dropped[i] != p && may_be_covered(q->t, by->dropped[i]) &&
		    name_covers(q, by->dropped[i], p))
			return true;
	return false;
}

static void leave_out_covered(struct question *q, struct lockset *l,
			      const struct lockset *by)
{
	uint8_t kept = 0;
	for (uint32_t i = 0; i < l->dropped_count; i++)
		if (lockset_has_dropped(by, l->dropped[i]) || !is_covered(q, l->dropped[i], by))
			l->dropped[kept++] = l->dropped[i];
	l->dropped_count = kept;
}

void dropped_add(struct frame *fr, struct lockset *l, path_id lock)
{
	struct question q;
	struct lockset one = lockset_empty();
	question_here(&q, fr);
	if (l->dropped_any || lockset_has_dropped(l, lock) || is_covered(&q, lock, l))
		return;
	lockset_drop(&one, lock);
	leave_out_covered(&q, l, &one);
	lockset_drop(l, lock);
}

static uint32_t next_named(const struct paths *t, const struct lockset *l, uint32_t i)
{
	while (i < l->dropped_count && path_is_some(t, l->dropped[i]))
		i++;
	return i;
}

bool dropped_same(const struct paths *t, const struct lockset *a, const struct lockset *b)
{
	uint32_t i = next_named(t, a, 0), k = next_named(t, b, 0);
	if (a->dropped_any != b->dropped_any)
		return false;
	while (i < a->dropped_count && k < b->dropped_count) {
		if (a->dropped[i] != b->dropped[k])
			return false;
		i = next_named(t, a, i + 1);
		k = next_named(t, b, k + 1);
	}
	return i == a->dropped_count && k == b->dropped_count;
}

static bool same_dropped(const struct lockset *a, const struct lockset *b)
{
	return a->dropped_count == b->dropped_count &&
	       memcmp(a->dropped, b->dropped, a->dropped_count * sizeof(path_id)) == 0;
}

static bool join(struct question *q, struct lockset *a, const struct lockset *b)
{
	if (a->dropped_any || b->dropped_any || !b->dropped_count || !a->dropped_count ||
	    same_dropped(a, b))
		return lockset_join(a, b);
	uint8_t had = a->dropped_count;
	struct lockset other;
	lockset_copy(&other, b);
	leave_out_covered(q, &other, a);
	leave_out_covered(q, a, &other);
	return lockset_join(a, &other) | (a->dropped_count != had);
}

bool dropped_join(struct frame *fr, struct lockset *a, const struct lockset *b)
{
	struct question q;
	question_here(&q, fr);
	return join(&q, a, b);
}

bool dropped_join_in(const struct paths *t, const struct pointers *pt, struct lockset *a,
		     const struct lockset *b)
{
	struct question q = {.t = t, .pt = pt};
	bool changed = join(&q, a, b);
	for (uint32_t i = 0; i < q.known_count; i++) {
		pt_set_free(&q.known[i].set);
		pt_set_free(&q.known[i].copies);
	}
	return changed;
}
