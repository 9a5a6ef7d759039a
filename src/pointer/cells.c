/* SPDX-License-Identifier: MIT */
/*
 * Memory of the inclusion solver: contents of locations, vague locations, and
 * block copies.
 */
#include "pointer/andersen.h"

enum {
	MAX_CELLS = 512,  /* accessed locations of one object; the rest: anywhere */
	MAX_REPEAT = 64,  /* elements of an array that a copy spells out */
};

static uint32_t create_contents(struct andersen *a, loc_index l);

loc_index loc_at(struct andersen *a, obj_id o, uint32_t off)
{
	uint64_t key = map_key2(o, off);
	loc_index l = map_get(&a->loc_ids, key, 0);
	if (l)
		return l;
	l = a->locs.n;
	vec_push(&a->locs, ((struct location){.obj = o, .off = off}));
	map_put(&a->loc_ids, key, l);
	return l;
}

uint32_t loc_in(struct andersen *a, loc_index l)
{
	return a->locs.at[l].in ? a->locs.at[l].in : create_contents(a, l);
}

uint32_t loc_out(struct andersen *a, loc_index l)
{
	if (!a->locs.at[l].in)
		create_contents(a, l);
	return a->locs.at[l].out;
}

/* ---- class cells ---- */

static bool in_large_class(const struct pointers *pt, obj_id o)
{
	return o < pt->real_objects && pt->classes.at[pt->objects.at[o].class_id].count > 1;
}

static uint32_t class_offset(const struct pointers *pt, obj_id o, uint32_t off)
{
	int64_t at = (int64_t)(int32_t)off + pt->object_delta[o];
	return (uint32_t)(int32_t)class_fold(pt, pt->objects.at[o].class_id, at);
}

static uint32_t class_cell_at(struct andersen *a, uint32_t class_id, uint32_t off)
{
	uint64_t key = map_key2(class_id, off);
	uint32_t i = map_get(&a->class_cell_ids, key, 0);
	if (i)
		return i;
	i = a->class_cells.n;
	struct class_cell c = {.class_id = class_id, .off = off};
	c.next = a->classes.at[class_id].cells;
	a->classes.at[class_id].cells = i;
	vec_push(&a->class_cells, c);
	map_put(&a->class_cell_ids, key, i);
	return i;
}

loc_index loc_lift(struct andersen *a, loc_index l, int level)
{
	const struct pointers *pt = a->pt;
	struct location at = a->locs.at[l];
	const struct pt_object *o = &pt->objects.at[at.obj];
	if (o->kind == OBJ_CLASS)
		return level < 2 ? l : loc_at(a, at.obj, PT_ANY);
	if (o->kind == OBJ_FUNCTION && !in_large_class(pt, at.obj))
		return l;
	if (in_large_class(pt, at.obj)) {
		bool vague = level >= 2 || at.off == PT_ANY;
		uint32_t off = vague ? PT_ANY : class_offset(pt, at.obj, at.off);
		return loc_at(a, pt->classes.at[o->class_id].object, off);
	}
	return level < 2 || pt->info.at[at.obj].one_cell ? l : loc_at(a, at.obj, PT_ANY);
}

/* ---- vague locations ---- */

static uint32_t hub(struct andersen *a, uint32_t class_id, bool any)
{
	uint32_t *n = any ? &a->classes.at[class_id].any_in : &a->classes.at[class_id].group_in;
	if (!*n) {
		uint32_t fresh = solver_node(a);
		n = any ? &a->classes.at[class_id].any_in : &a->classes.at[class_id].group_in;
		*n = fresh;
	}
	return *n;
}

static void link_member(struct andersen *a, loc_index group, loc_index member)
{
	solver_edge(a, a->locs.at[group].in, a->locs.at[member].in, 0);
	solver_edge(a, a->locs.at[member].out, a->locs.at[group].out, 0);
}

static void two_nodes(struct andersen *a, loc_index l)
{
	uint32_t in = solver_node(a), out = solver_node(a);
	a->locs.at[l].in = in;
	a->locs.at[l].out = out;
	solver_edge(a, in, out, 0);
}

/* (object, PT_ANY) */
static void open_any(struct andersen *a, loc_index l)
{
	struct pointers *pt = a->pt;
	obj_id o = a->locs.at[l].obj;
	two_nodes(a, l);
	for (loc_index m = a->memory.at[o].first; m; m = a->locs.at[m].next)
		link_member(a, l, m);
	a->memory.at[o].any = l;
	vec_push(&a->fresh, l);
	if (!in_large_class(pt, o))
		return;
	uint32_t c = pt->objects.at[o].class_id;
	solver_edge(a, a->locs.at[l].in, hub(a, c, true), 0);
	solver_edge(a, hub(a, c, false), a->locs.at[l].out, 0);
}

/* An object whose contents are copied needs a location for what was stored in
 * it through its class. */
static void open_source(struct andersen *a, obj_id o, uint32_t class_off)
{
	int64_t off = (int64_t)(int32_t)class_off - a->pt->object_delta[o];
	if (off < 0 || off > INT32_MAX || !object_holds(a->pt, o, (uint32_t)off))
		return;
	loc_in(a, loc_at(a, o, (uint32_t)fold_offset(a->pt, o, off)));
}

static void open_source_any(struct andersen *a, obj_id o, loc_index class_any)
{
	uint32_t in = loc_in(a, loc_at(a, o, PT_ANY));
	solver_edge(a, a->locs.at[class_any].in, in, 0);
}

/* (class, offset) */
static void open_group(struct andersen *a, loc_index l)
{
	uint32_t c = a->pt->objects.at[a->locs.at[l].obj].class_id;
	uint32_t cell = class_cell_at(a, c, a->locs.at[l].off);
	two_nodes(a, l);
	a->class_cells.at[cell].group = l;
	for (loc_index m = a->class_cells.at[cell].members; m; m = a->locs.at[m].next_same)
		link_member(a, l, m);
	solver_edge(a, hub(a, c, true), a->locs.at[l].out, 0);
	solver_edge(a, a->locs.at[l].in, hub(a, c, false), 0);
	if (a->classes.at[c].any) {
		loc_index any = a->classes.at[c].any;
		solver_edge(a, a->locs.at[any].in, a->locs.at[l].out, 0);
	}
	struct memory *memory = &a->memory.at[a->locs.at[l].obj];
	a->locs.at[l].next = memory->first;
	memory->first = l;
	vec_push(&a->fresh, l);
	for (obj_id o = a->classes.at[c].sources; o; o = a->memory.at[o].next_source)
		open_source(a, o, a->locs.at[l].off);
}

/* (class, PT_ANY) */
static void open_class(struct andersen *a, loc_index l)
{
	uint32_t c = a->pt->objects.at[a->locs.at[l].obj].class_id;
	two_nodes(a, l);
	a->classes.at[c].any = l;
	a->memory.at[a->locs.at[l].obj].any = l;
	for (uint32_t cell = a->classes.at[c].cells; cell; cell = a->class_cells.at[cell].next) {
		loc_index group = a->class_cells.at[cell].group;
		for (loc_index m = a->class_cells.at[cell].members; m;
		     m = a->locs.at[m].next_same)
			link_member(a, l, m);
		if (group)
			solver_edge(a, a->locs.at[l].in, a->locs.at[group].out, 0);
	}
	solver_edge(a, hub(a, c, true), a->locs.at[l].out, 0);
	solver_edge(a, a->locs.at[l].in, hub(a, c, false), 0);
	solver_edge(a, hub(a, c, false), a->locs.at[l].out, 0);
	vec_push(&a->fresh, l);
	for (obj_id o = a->classes.at[c].sources; o; o = a->memory.at[o].next_source)
		open_source_any(a, o, l);
}

/* ---- exact locations ---- */

static void join_class(struct andersen *a, loc_index l)
{
	struct pointers *pt = a->pt;
	obj_id o = a->locs.at[l].obj;
	uint32_t c = pt->objects.at[o].class_id;
	uint32_t cell = class_cell_at(a, c, class_offset(pt, o, a->locs.at[l].off));
	struct class_cell *k = &a->class_cells.at[cell];
	a->locs.at[l].shared = cell;
	a->locs.at[l].next_same = k->members;
	k->members = l;
	if (k->group)
		link_member(a, k->group, l);
	if (a->classes.at[c].any)
		link_member(a, a->classes.at[c].any, l);
	/* Copies out of the class as a whole see the cell through its group. */
	if (!a->class_cells.at[cell].group && a->memory.at[pt->classes.at[c].object].rules)
		loc_in(a, loc_at(a, pt->classes.at[c].object, a->class_cells.at[cell].off));
}

static void open_exact(struct andersen *a, loc_index l)
{
	struct pointers *pt = a->pt;
	obj_id o = a->locs.at[l].obj;
	struct memory *memory = &a->memory.at[o];
	uint32_t n = solver_node(a);
	a->locs.at[l].in = a->locs.at[l].out = n;
	a->locs.at[l].next = memory->first;
	memory->first = l;
	memory->count++;
	if (memory->any)
		link_member(a, memory->any, l);
	if (in_large_class(pt, o))
		join_class(a, l);
	vec_push(&a->fresh, l);
	if (pt->info.at[o].self)
		solver_add(a, n, loc_at(a, o, 0));
	if (pt->objects.at[o].kind == OBJ_VARARGS)
		solver_extra(a, pt->objects.at[o].func, n);
}

/* Gives a location its nodes. Returns 'in'. */
static uint32_t create_contents(struct andersen *a, loc_index l)
{
	struct location at = a->locs.at[l];
	if (a->pt->objects.at[at.obj].kind == OBJ_CLASS) {
		if (at.off == PT_ANY)
			open_class(a, l);
		else
			open_group(a, l);
	} else if (!object_holds(a->pt, at.obj, at.off)) {
		return 0;
	} else if (at.off == PT_ANY) {
		open_any(a, l);
	} else if (a->memory.at[at.obj].count >= MAX_CELLS) {
		loc_index any = loc_at(a, at.obj, PT_ANY);
		uint32_t in = loc_in(a, any);
		a->locs.at[l].in = in;
		a->locs.at[l].out = a->locs.at[any].out;
	} else {
		open_exact(a, l);
	}
	return a->locs.at[l].in;
}

/* ---- block copies ---- */

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

static void copy_at(struct andersen *a, const struct copy_rule *r, uint32_t from, int64_t distance)
{
	uint32_t off[2], n = object_add(a->pt, r->to_obj, r->to, distance, off);
	for (uint32_t i = 0; i < n; i++)
		copy_to(a, from, loc_at(a, r->to_obj, off[i]), r->rename);
}

static bool folds_in_class(const struct pointers *pt, obj_id o)
{
	const struct flat_layout *l =
		&pt->layouts.at[pt->classes.at[pt->objects.at[o].class_id].layout];
	return l->period || l->count;
}

/* One location of the source. An element of an array stands for all: it is
 * copied to every place where one may end up. */
static void apply_rule(struct andersen *a, const struct copy_rule *r, loc_index l)
{
	struct location at = a->locs.at[l];
	bool class_source = a->pt->objects.at[at.obj].kind == OBJ_CLASS;
	if (at.off == PT_ANY) {
		copy_to(a, at.in, loc_at(a, r->to_obj, PT_ANY), r->rename);
		return;
	}
	if (r->from == PT_ANY || r->to == PT_ANY ||
	    (class_source && folds_in_class(a->pt, at.obj))) {
		copy_to(a, at.out, loc_at(a, r->to_obj, PT_ANY), r->rename);
		return;
	}
	int64_t k = (int32_t)at.off, from = (int32_t)r->from, distance = k - from;
	const struct fold_range *range = class_source ? NULL : fold_around(a->pt, at.obj, k);
	int64_t size = r->size ? r->size : FOLD_END;
	if (range && distance < 0 && from >= range->start && from < range->end)
		distance += range->stride;
	if (range && range->end - k < size - distance)
		size = range->end - k + distance;
	if (distance < 0 || distance >= size)
		return;
	if (!range) {
		copy_at(a, r, at.out, distance);
	} else if ((size - distance) / range->stride > MAX_REPEAT) {
		copy_to(a, at.out, loc_at(a, r->to_obj, PT_ANY), r->rename);
	} else {
		for (; distance < size; distance += range->stride)
			copy_at(a, r, at.out, distance);
	}
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

static void become_source(struct andersen *a, obj_id o)
{
	uint32_t c = a->pt->objects.at[o].class_id;
	struct class_memory *memory = &a->classes.at[c];
	a->memory.at[o].next_source = memory->sources;
	memory->sources = o;
	for (uint32_t i = memory->cells; i; i = a->class_cells.at[i].next) {
		if (a->class_cells.at[i].group)
			open_source(a, o, a->class_cells.at[i].off);
	}
	if (a->classes.at[c].any)
		open_source_any(a, o, a->classes.at[c].any);
}

static void open_all_groups(struct andersen *a, obj_id class_object)
{
	uint32_t c = a->pt->objects.at[class_object].class_id;
	for (uint32_t i = a->classes.at[c].cells; i; i = a->class_cells.at[i].next) {
		if (!a->class_cells.at[i].group)
			loc_in(a, loc_at(a, class_object, a->class_cells.at[i].off));
	}
}

static bool same_rule(const struct copy_rule *a, const struct copy_rule *b)
{
	return a->from == b->from && a->size == b->size && a->to_obj == b->to_obj &&
	       a->to == b->to && a->rename == b->rename;
}

void add_rule(struct andersen *a, obj_id from, struct copy_rule r)
{
	bool first = !a->memory.at[from].rules;
	for (uint32_t i = a->memory.at[from].rules, n = 0; i && n < 8; n++) {
		if (same_rule(&a->rules.at[i], &r))
			return;
		i = a->rules.at[i].next;
	}
	r.next = a->memory.at[from].rules;
	a->memory.at[from].rules = a->rules.n;
	vec_push(&a->rules, r);
	if (first && a->pt->objects.at[from].kind == OBJ_CLASS)
		open_all_groups(a, from);
	else if (first && in_large_class(a->pt, from))
		become_source(a, from);
	for (loc_index l = a->memory.at[from].first; l; l = a->locs.at[l].next) {
		if (a->locs.at[l].settled)
			apply_rule(a, &r, l);
	}
	loc_index any = a->memory.at[from].any;
	if (any && a->locs.at[any].settled)
		apply_rule(a, &r, any);
}
