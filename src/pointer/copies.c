/* SPDX-License-Identifier: MIT */
/*
 * Block copies of the inclusion solver: rules between objects.
 *
 * A rule says that everything in a range of one object is also in another. It
 * is applied to every location of the source that has contents, now or later.
 */
#include "pointer/andersen.h"

enum { MAX_REPEAT = 64 }; /* elements of an array that a copy spells out */

static void copy_to(struct andersen *a, uint32_t from, loc_index to, uint32_t rename)
{
	uint32_t in = loc_in(a, to);
	if (!in)
		return;
	if (rename)
		solver_use(a, from,
			   (struct use){.kind = USE_RENAME, .node = in, .imm = rename});
	else
		solver_edge(a, from, in, 0);
}

/* Anywhere in what is copied. */
static void copy_anywhere(struct andersen *a, const struct copy_rule *r, uint32_t from)
{
	uint32_t to = is_vague(r->to) ? r->to : object_part(a->pt, r->to_obj, r->to, r->size);
	copy_to(a, from, loc_at(a, r->to_obj, is_span(to) ? to : PT_ANY), r->rename);
}

static void copy_at(struct andersen *a, const struct copy_rule *r, uint32_t from,
		    int64_t distance)
{
	uint32_t off[2], n = object_add(a->pt, r->to_obj, r->to, distance, off);
	for (uint32_t i = 0; i < n; i++)
		copy_to(a, from, loc_at(a, r->to_obj, off[i]), r->rename);
}

/* An element of an array stands for all: it is copied to every place where one
 * may end up. */
static void copy_element(struct andersen *a, const struct copy_rule *r, uint32_t from,
			 int64_t distance, int64_t size, uint32_t stride)
{
	if ((size - distance) / stride > MAX_REPEAT) {
		copy_anywhere(a, r, from);
		return;
	}
	for (; distance < size; distance += stride)
		copy_at(a, r, from, distance);
}

/* One location of the source. */
static void apply_rule(struct andersen *a, const struct copy_rule *r, loc_index l)
{
	struct location at = a->locs.at[l];
	if (is_vague(at.off)) {
		bool stands = a->pt->objects.at[at.obj].kind == OBJ_CLASS;
		copy_anywhere(a, r, stands ? at.out : at.in);
		return;
	}
	if (is_vague(r->from) || is_vague(r->to)) {
		copy_anywhere(a, r, at.out);
		return;
	}
	int64_t k = (int32_t)at.off, from = (int32_t)r->from, distance = k - from;
	const struct fold_range *range = fold_around(a->pt, at.obj, k);
	int64_t size = r->size ? r->size : FOLD_END;
	if (range && distance < 0 && from >= range->start && from < range->end)
		distance += range->stride;
	if (range && range->end - k < size - distance)
		size = range->end - k + distance;
	if (distance < 0 || distance >= size)
		return;
	if (range)
		copy_element(a, r, at.out, distance, size, range->stride);
	else
		copy_at(a, r, at.out, distance);
}

void apply_rules(struct andersen *a, loc_index l)
{
	a->locs.at[l].settled = true;
	for (uint32_t i = a->memory.at[a->locs.at[l].obj].rules; i;) {
		struct copy_rule r = a->rules.at[i];
		apply_rule(a, &r, l);
		i = r.next;
	}
}

/* The first rule: what was stored in the object through vague locations needs
 * a place in it from now on. */
static void become_source(struct andersen *a, obj_id o)
{
	struct pointers *pt = a->pt;
	uint32_t g = pt->info.at[o].group;
	a->memory.at[o].next_in_group = a->groups.at[g].sources;
	a->groups.at[g].sources = o;
	for (uint32_t i = a->groups.at[g].cells; i; i = a->group_cells.at[i].next) {
		if (a->group_cells.at[i].vague)
			loc_in(a, loc_at(a, o, a->group_cells.at[i].off));
	}
	if (a->groups.at[g].any)
		solver_edge(a, a->locs.at[a->groups.at[g].any].in,
			    loc_in(a, loc_at(a, o, PT_ANY)), 0);
}

/* A group as source: all its cells, and what is at unknown offsets. */
static void become_vague_source(struct andersen *a, obj_id o)
{
	uint32_t g = a->pt->info.at[o].group;
	if (a->pt->info.at[o].vague) {
		loc_in(a, loc_at(a, o, PT_ANY));
		return;
	}
	for (uint32_t i = a->groups.at[g].cells; i; i = a->group_cells.at[i].next) {
		if (!a->group_cells.at[i].vague)
			loc_in(a, loc_at(a, o, a->group_cells.at[i].off));
	}
}

static bool same_rule(const struct copy_rule *a, const struct copy_rule *b)
{
	return a->from == b->from && a->size == b->size && a->to_obj == b->to_obj &&
	       a->to == b->to && a->rename == b->rename;
}

static bool has_rule(const struct andersen *a, obj_id from, const struct copy_rule *r)
{
	enum { LOOK_BACK = 8 };
	uint32_t i = a->memory.at[from].rules;
	for (int n = 0; i && n < LOOK_BACK; n++) {
		if (same_rule(&a->rules.at[i], r))
			return true;
		i = a->rules.at[i].next;
	}
	return false;
}

void add_rule(struct andersen *a, obj_id from, struct copy_rule r)
{
	bool first = !a->memory.at[from].rules;
	if (has_rule(a, from, &r))
		return;
	r.next = a->memory.at[from].rules;
	a->memory.at[from].rules = a->rules.n;
	vec_push(&a->rules, r);
	if (first && a->pt->objects.at[from].kind == OBJ_CLASS)
		become_vague_source(a, from);
	else if (first && a->pt->info.at[from].group)
		become_source(a, from);
	for (loc_index l = a->memory.at[from].first; l; l = a->locs.at[l].next) {
		if (a->locs.at[l].settled)
			apply_rule(a, &r, l);
	}
	for (loc_index l = a->memory.at[from].spans; l; l = a->locs.at[l].next) {
		if (a->locs.at[l].settled)
			apply_rule(a, &r, l);
	}
	loc_index any = a->memory.at[from].any;
	if (any && a->locs.at[any].settled)
		apply_rule(a, &r, any);
}
