/* SPDX-License-Identifier: MIT */
/*
 * May two accesses touch the same memory?
 *
 * Each access is an interval of folded offsets. One that runs over the end of
 * an array element goes on in the next one, which folds onto the same place:
 * its interval then covers the whole element. A group of objects of one type
 * folds as its members do, so offsets compare directly.
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

static struct interval wrap(struct interval i, int64_t start, int64_t end,
			    uint32_t stride)
{
	int64_t element_end = start + stride;
	if (i.low < start || i.low >= end || i.high <= element_end)
		return i;
	i.low = start;
	return i;
}

static struct interval object_interval(const struct pointers *pt, struct pt_loc l,
				       uint64_t size)
{
	const struct object *info = &pt->info.at[l.obj];
	struct interval i = interval_of((int32_t)l.offset, size);
	for (uint32_t k = info->fold_count; k-- > 0;) {
		const struct fold_range *r = &pt->folds.at[info->fold_first + k];
		i = wrap(i, r->start, r->end, r->stride);
	}
	return i;
}

static bool intersect(struct interval a, struct interval b)
{
	return a.low < b.high && b.low < a.high;
}

static bool same_memory(const struct pointers *pt, obj_id a, obj_id b)
{
	uint32_t group = a == b ? 0 : pt->info.at[a].group;
	if (!group || group != pt->info.at[b].group)
		return a == b;
	return pt->objects.at[a].kind == OBJ_CLASS || pt->objects.at[b].kind == OBJ_CLASS;
}

obj_id pointers_kin(const struct pointers *pt, obj_id o)
{
	uint32_t group = pt->info.at[o].group;
	return group ? pt->groups.at[group].object : o;
}

bool pt_loc_overlap(const struct pointers *pt, struct pt_loc a, uint64_t size_a,
		    struct pt_loc b, uint64_t size_b)
{
	if (!same_memory(pt, a.obj, b.obj))
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
			if (pt_loc_overlap(pt, a->locs.at[i], size_a, b->locs.at[k],
					   size_b))
				return true;
		}
	}
	return a->unknown && b->unknown;
}

/* Sets are in order. */
static bool share_object(const struct pt_set *a, const struct pt_set *b)
{
	uint32_t i = 0, k = 0;
	while (i < a->locs.n && k < b->locs.n) {
		obj_id x = a->locs.at[i].obj, y = b->locs.at[k].obj;
		if (x == y)
			return true;
		i += x < y;
		k += y < x;
	}
	return false;
}

bool pt_sets_apart(const struct pointers *pt, const struct pt_set *a, const struct pt_set *b)
{
	if (a->unknown || b->unknown || !a->locs.n || !b->locs.n || share_object(a, b))
		return false;
	for (uint32_t i = 0; i < a->locs.n; i++)
		for (uint32_t k = 0; k < b->locs.n; k++)
			if (pt_loc_overlap(pt, (struct pt_loc){a->locs.at[i].obj, PT_ANY}, 1,
					   (struct pt_loc){b->locs.at[k].obj, PT_ANY}, 1))
				return false;
	return true;
}

enum pt_choice pt_set_choice(const struct pointers *pt, const struct pt_set *set)
{
	enum { FEW = 4 };
	if (set->unknown || set->locs.n > FEW)
		return PT_MANY;
	if (set->locs.n == 1 && pointers_object(pt, set->locs.at[0].obj)->kind == OBJ_VARIABLE &&
	    !pt_loc_is_folded(pt, set->locs.at[0]))
		return PT_ONE;
	return PT_FEW;
}

bool pt_loc_is_folded(const struct pointers *pt, struct pt_loc l)
{
	const struct object *info = &pt->info.at[l.obj];
	if (is_vague(l.offset) || info->one_cell)
		return true;
	for (uint32_t k = 0; k < info->fold_count; k++) {
		const struct fold_range *r = &pt->folds.at[info->fold_first + k];
		int64_t off = (int32_t)l.offset;
		if (off >= r->start && off < r->end && r->end - r->start > r->stride)
			return true;
	}
	return false;
}

uint32_t pt_loc_extent(const struct pointers *pt, struct pt_loc l, uint64_t size, uint64_t *end)
{
	*end = FOLD_END;
	if (l.offset > INT32_MAX || pt->info.at[l.obj].one_cell)
		return 0;
	struct interval i = object_interval(pt, l, size);
	*end = (uint64_t)i.high;
	return (uint32_t)i.low;
}

uint64_t pt_loc_array_end(const struct pointers *pt, struct pt_loc l)
{
	const struct fold_range *r =
		l.offset > INT32_MAX ? NULL : fold_around(pt, l.obj, l.offset);
	return r && r->end > 0 && r->end < FOLD_END ? (uint64_t)r->end : 0;
}

/* Memory that a function of the program hands out may begin before the pointer to it; where
 * memory ends that realloc gets is not known either. */
static bool has_known_start(const struct pointers *pt, const struct pt_object *o)
{
	if (o->kind == OBJ_VARIABLE || o->kind == OBJ_LOCAL)
		return true;
	if (o->kind != OBJ_HEAP || !o->func)
		return false;
	const struct ir_inst *i = ir_inst_at(pt->p, &pt->p->funcs.at[o->func], o->inst);
	sym_id callee = i->op == OP_CALL ? ir_val_symbol(pt->p, i->a) : 0;
	return callee && !pt->p->symbols.at[ir_resolve_alias(pt->p, callee)].func;
}

static bool has_known_end(const struct pointers *pt, const struct pt_object *o)
{
	if (o->kind == OBJ_VARIABLE)
		return o->size && pt->p->symbols.at[o->sym].flags & SYMF_DEFINED;
	return o->kind == OBJ_LOCAL && o->size;
}

/* '__start_X' has no memory of its own: the variables of the section lie there. */
static bool is_bound_of_section(const struct pointers *pt, const struct pt_object *o)
{
	return o->kind == OBJ_VARIABLE && !o->size && ir_section_start(pt->p, o->sym);
}

bool pt_loc_is_inside(const struct pointers *pt, struct pt_loc l)
{
	const struct pt_object *o = &pt->objects.at[l.obj];
	if (is_bound_of_section(pt, o))
		return false;
	if (l.offset == PT_ANY)
		return true;
	if (l.offset > INT32_MAX)
		return !has_known_start(pt, o);
	return l.offset < o->size || !has_known_end(pt, o);
}
