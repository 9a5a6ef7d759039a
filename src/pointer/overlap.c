/* SPDX-License-Identifier: MIT */
/*
 * May two accesses touch the same memory?
 *
 * Each access is an interval of folded offsets. One that runs over the end of
 * an array element goes on in the next one, which folds onto the same place:
 * its interval then covers the whole element. Objects of one class are compared
 * in the coordinates of the class when one side is the class itself.
 */
#include "pointer/internal.h"

struct interval {
	int64_t low, high;
};

static struct interval interval_of(int64_t off, uint64_t size)
{
	int64_t high = size && size < (uint64_t)FOLD_END ? off + (int64_t)size : FOLD_END;
	return (struct interval){off, high};
}

static struct interval wrap(struct interval i, int64_t start, int64_t end, uint32_t stride)
{
	int64_t element_end = start + stride;
	if (i.low < start || i.low >= end || i.high <= element_end)
		return i;
	i.low = start;
	return i;
}

static struct interval object_interval(const struct pointers *pt, struct pt_loc l, uint64_t size)
{
	const struct object *info = &pt->info.at[l.obj];
	struct interval i = interval_of((int32_t)l.offset, size);
	for (uint32_t k = info->fold_count; k-- > 0;) {
		const struct fold_range *r = &pt->folds.at[info->fold_first + k];
		i = wrap(i, r->start, r->end, r->stride);
	}
	return i;
}

static struct interval class_interval(const struct pointers *pt, struct pt_loc l, uint64_t size)
{
	uint32_t class_id = pt->objects.at[l.obj].class_id;
	const struct alias_class *c = &pt->classes.at[class_id];
	const struct flat_layout *layout = &pt->layouts.at[c->layout];
	int64_t off = (int32_t)l.offset;
	if (l.obj < pt->real_objects)
		off += pt->object_delta[l.obj];
	struct interval i = interval_of(class_fold(pt, class_id, off), size);
	for (uint32_t k = layout->count; k-- > 0;) {
		const struct layout_range *r = &pt->layout_ranges.at[layout->first + k];
		i = wrap(i, r->start - c->layout_delta, r->end - c->layout_delta, r->stride);
	}
	if (layout->period && i.high - i.low >= layout->period)
		return (struct interval){-FOLD_END, FOLD_END};
	return i;
}

static bool intersect(struct interval a, struct interval b)
{
	return a.low < b.high && b.low < a.high;
}

static bool class_overlap(const struct pointers *pt, struct pt_loc a, uint64_t size_a,
			  struct pt_loc b, uint64_t size_b)
{
	uint32_t class_id = pt->objects.at[a.obj].class_id;
	if (class_id != pt->objects.at[b.obj].class_id)
		return false;
	if (a.offset == PT_ANY || b.offset == PT_ANY)
		return true;
	struct interval x = class_interval(pt, a, size_a), y = class_interval(pt, b, size_b);
	uint32_t period = pt->layouts.at[pt->classes.at[class_id].layout].period;
	struct interval up = {x.low + period, x.high + period};
	struct interval down = {x.low - period, x.high - period};
	return intersect(x, y) || (period && (intersect(up, y) || intersect(down, y)));
}

bool pt_loc_overlap(const struct pointers *pt, struct pt_loc a, uint64_t size_a,
		    struct pt_loc b, uint64_t size_b)
{
	bool vague = pt->objects.at[a.obj].kind == OBJ_CLASS ||
		     pt->objects.at[b.obj].kind == OBJ_CLASS;
	if (vague)
		return class_overlap(pt, a, size_a, b, size_b);
	if (a.obj != b.obj)
		return false;
	if (a.offset == PT_ANY || b.offset == PT_ANY || pt->info.at[a.obj].one_cell)
		return true;
	return intersect(object_interval(pt, a, size_a), object_interval(pt, b, size_b));
}

bool pt_sets_overlap(const struct pointers *pt, const struct pt_set *a, uint64_t size_a,
		     const struct pt_set *b, uint64_t size_b)
{
	for (uint32_t i = 0; i < a->locs.n; i++) {
		for (uint32_t k = 0; k < b->locs.n; k++) {
			if (pt_loc_overlap(pt, a->locs.at[i], size_a, b->locs.at[k], size_b))
				return true;
		}
	}
	return a->unknown && b->unknown;
}
