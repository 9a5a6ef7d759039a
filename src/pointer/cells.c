/* SPDX-License-Identifier: MIT */
/*
 * Memory of the inclusion solver: contents of locations, exact and vague.
 *
 * From exact to vague: (object, offset), (object, any), (group, offset), (group,
 * any). A vague location is linked to every exact one it may mean,
 * and to other vague ones through hubs, so that what is stored through one is
 * seen through the other even when no exact location between them was ever used.
 */
#include "pointer/andersen.h"

#ifdef CHEQUER_STRESS
enum { MAX_CELLS = 4 };
#else
enum { MAX_CELLS = 512 }; /* accessed locations of one object; the rest: anywhere */
#endif

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

/* The group in place of its member; an object without a group at any offset. */
loc_index loc_lift(struct andersen *a, loc_index l)
{
	const struct pointers *pt = a->pt;
	struct location at = a->locs.at[l];
	const struct object *info = &pt->info.at[at.obj];
	if (info->group && pt->objects.at[at.obj].kind != OBJ_CLASS) {
		obj_id o = pt->groups.at[info->group].object;
		return loc_at(a, o,
			      pt->info.at[o].vague || is_span(at.off) ? PT_ANY : at.off);
	}
	return l;
}

/* ---- vague locations ---- */

enum hub { HUB_UP, HUB_DOWN };

static uint32_t hub(struct andersen *a, uint32_t g, enum hub which)
{
	uint32_t n = which == HUB_UP ? a->groups.at[g].up : a->groups.at[g].down;
	if (n)
		return n;
	n = solver_node(a);
	if (which == HUB_UP)
		a->groups.at[g].up = n;
	else
		a->groups.at[g].down = n;
	return n;
}

static void link_member(struct andersen *a, loc_index vague, loc_index member)
{
	solver_edge(a, a->locs.at[vague].in, a->locs.at[member].in, 0);
	solver_edge(a, a->locs.at[member].out, a->locs.at[vague].out, 0);
}

static void open_vague(struct andersen *a, loc_index l)
{
	uint32_t in = solver_node(a), out = solver_node(a);
	a->locs.at[l].in = in;
	a->locs.at[l].out = out;
	solver_edge(a, in, out, 0);
	vec_push(&a->fresh, l);
}

/* (object, PT_ANY) */
static void open_any(struct andersen *a, loc_index l)
{
	obj_id o = a->locs.at[l].obj;
	uint32_t g = a->pt->info.at[o].group;
	open_vague(a, l);
	for (loc_index m = a->memory.at[o].first; m; m = a->locs.at[m].next)
		link_member(a, l, m);
	a->memory.at[o].any = l;
	if (!g)
		return;
	solver_edge(a, a->locs.at[l].in, hub(a, g, HUB_UP), 0);
	solver_edge(a, hub(a, g, HUB_DOWN), a->locs.at[l].out, 0);
}

static bool in_span(const struct andersen *a, loc_index span, uint32_t off)
{
	const struct span *s = &a->pt->spans.at[a->locs.at[span].off & ~SPAN_FLAG];
	return off >= s->start && off < s->end;
}

static bool spans_meet(const struct andersen *a, loc_index x, loc_index y)
{
	const struct span *s = &a->pt->spans.at[a->locs.at[x].off & ~SPAN_FLAG];
	const struct span *t = &a->pt->spans.at[a->locs.at[y].off & ~SPAN_FLAG];
	return s->start < t->end && t->start < s->end;
}

/* Both may mean the same place: what is stored in one is found through the other. */
static void link_vague(struct andersen *a, loc_index x, loc_index y)
{
	solver_edge(a, a->locs.at[x].in, a->locs.at[y].out, 0);
	solver_edge(a, a->locs.at[y].in, a->locs.at[x].out, 0);
}

/* The cells of the group in that part. */
static void span_in_group(struct andersen *a, loc_index l, uint32_t g)
{
	for (uint32_t i = a->groups.at[g].cells; i; i = a->group_cells.at[i].next) {
		loc_index vague = a->group_cells.at[i].vague;
		if (vague && in_span(a, l, a->group_cells.at[i].off))
			link_vague(a, l, vague);
	}
	if (a->groups.at[g].any)
		link_vague(a, l, a->groups.at[g].any);
	a->locs.at[l].next_same = a->groups.at[g].spans;
	a->groups.at[g].spans = l;
}

/* (object, part): like (object, PT_ANY), for the locations in the part. */
static void open_span(struct andersen *a, loc_index l)
{
	obj_id o = a->locs.at[l].obj;
	loc_index any = loc_at(a, o, PT_ANY);
	loc_in(a, any);
	uint32_t in = solver_node(a), out = solver_node(a);
	a->locs.at[l].in = in;
	a->locs.at[l].out = out;
	solver_edge(a, in, out, 0);
	/* Only what is stored here reaches vaguer loads, and the other way round. */
	solver_edge(a, in, a->locs.at[any].out, 0);
	solver_edge(a, a->locs.at[any].in, out, 0);
	if (a->pt->info.at[o].group)
		span_in_group(a, l, a->pt->info.at[o].group);
	for (loc_index m = a->memory.at[o].first; m; m = a->locs.at[m].next) {
		if (in_span(a, l, a->locs.at[m].off))
			link_member(a, l, m);
	}
	for (loc_index m = a->memory.at[o].spans; m; m = a->locs.at[m].next) {
		if (spans_meet(a, l, m)) {
			solver_edge(a, in, a->locs.at[m].out, 0);
			solver_edge(a, a->locs.at[m].in, out, 0);
		}
	}
	a->locs.at[l].next = a->memory.at[o].spans;
	a->memory.at[o].spans = l;
	vec_push(&a->fresh, l);
}

static uint32_t group_cell(struct andersen *a, uint32_t g, uint32_t off)
{
	uint64_t key = map_key2(g, off);
	uint32_t i = map_get(&a->group_cell_ids, key, 0);
	if (i)
		return i;
	i = a->group_cells.n;
	vec_push(&a->group_cells,
		 ((struct group_cell){.off = off, .next = a->groups.at[g].cells}));
	a->groups.at[g].cells = i;
	map_put(&a->group_cell_ids, key, i);
	return i;
}

/* What the declared type of the field admits. */
static type_id content_type(const struct andersen *a, loc_index l)
{
	const struct pointers *pt = a->pt;
	const struct location *at = &a->locs.at[l];
	const struct pt_object *o = &pt->objects.at[at->obj];
	if (!pt->use_types || !pt->info.at[at->obj].typed || !o->type)
		return 0;
	return at->off < pt->p->types.at[o->type].size ? typed_field(pt, o->type, at->off)
						       : 0;
}

/* (group, offset). It has the declared type of its members' field: a table of a hundred commands
 * has a hundred functions there, and they are no reason to become 'anything'. */
static void open_group(struct andersen *a, loc_index l)
{
	obj_id o = a->locs.at[l].obj;
	uint32_t g = a->pt->info.at[o].group;
	uint32_t cell = group_cell(a, g, a->locs.at[l].off);
	open_vague(a, l);
	a->nodes.at[a->locs.at[l].in].type = content_type(a, l);
	a->nodes.at[a->locs.at[l].out].type = content_type(a, l);
	a->group_cells.at[cell].vague = l;
	for (loc_index m = a->group_cells.at[cell].members; m;
	     m = a->locs.at[m].next_same)
		link_member(a, l, m);
	solver_edge(a, hub(a, g, HUB_UP), a->locs.at[l].out, 0);
	solver_edge(a, a->locs.at[l].in, hub(a, g, HUB_DOWN), 0);
	if (a->groups.at[g].any) {
		loc_index any = a->groups.at[g].any;
		solver_edge(a, a->locs.at[any].in, a->locs.at[l].out, 0);
		solver_edge(a, a->locs.at[l].in, a->locs.at[any].out, 0);
	}
	for (loc_index m = a->groups.at[g].spans; m; m = a->locs.at[m].next_same) {
		if (in_span(a, m, a->locs.at[l].off))
			link_vague(a, m, l);
	}
	a->locs.at[l].next = a->memory.at[o].first;
	a->memory.at[o].first = l;
	/* What is stored here must be copied with the objects that are copied. */
	for (obj_id s = a->groups.at[g].sources; s; s = a->memory.at[s].next_in_group)
		loc_in(a, loc_at(a, s, a->locs.at[l].off));
}

static void link_cells(struct andersen *a, loc_index any, uint32_t g)
{
	for (uint32_t i = a->groups.at[g].cells; i; i = a->group_cells.at[i].next) {
		loc_index m = a->group_cells.at[i].members,
			  vague = a->group_cells.at[i].vague;
		for (; m; m = a->locs.at[m].next_same)
			link_member(a, any, m);
		if (vague) {
			solver_edge(a, a->locs.at[any].in, a->locs.at[vague].out, 0);
			solver_edge(a, a->locs.at[vague].in, a->locs.at[any].out, 0);
		}
	}
}

static void flow_to_source(struct andersen *a, loc_index vague, obj_id source)
{
	uint32_t in = loc_in(a, loc_at(a, source, PT_ANY));
	if (in)
		solver_edge(a, a->locs.at[vague].in, in, 0);
}

/* (group, PT_ANY) */
static void open_group_any(struct andersen *a, loc_index l)
{
	obj_id o = a->locs.at[l].obj;
	uint32_t g = a->pt->info.at[o].group;
	open_vague(a, l);
	a->groups.at[g].any = a->memory.at[o].any = l;
	link_cells(a, l, g);
	for (loc_index m = a->groups.at[g].spans; m; m = a->locs.at[m].next_same)
		link_vague(a, m, l);
	solver_edge(a, hub(a, g, HUB_UP), a->locs.at[l].out, 0);
	solver_edge(a, a->locs.at[l].in, hub(a, g, HUB_DOWN), 0);
	for (obj_id s = a->groups.at[g].sources; s; s = a->memory.at[s].next_in_group)
		flow_to_source(a, l, s);
}

/* ---- exact locations ---- */

static void join_group(struct andersen *a, loc_index l, uint32_t g)
{
	uint32_t cell = group_cell(a, g, a->locs.at[l].off);
	obj_id group = a->pt->groups.at[g].object;
	a->locs.at[l].next_same = a->group_cells.at[cell].members;
	a->group_cells.at[cell].members = l;
	if (a->groups.at[g].any)
		link_member(a, a->groups.at[g].any, l);
	if (a->group_cells.at[cell].vague)
		link_member(a, a->group_cells.at[cell].vague, l);
	else if (a->memory.at[group].rules && !a->pt->info.at[group].vague)
		loc_in(a, loc_at(a, group, a->locs.at[l].off));
}

static void open_exact(struct andersen *a, loc_index l)
{
	struct pointers *pt = a->pt;
	obj_id o = a->locs.at[l].obj;
	uint32_t n = solver_node(a);
	a->nodes.at[n].type = content_type(a, l);
	struct memory *memory = &a->memory.at[o];
	a->locs.at[l].in = a->locs.at[l].out = n;
	a->locs.at[l].next = memory->first;
	memory->first = l;
	memory->count++;
	vec_push(&a->fresh, l);
	if (memory->any)
		link_member(a, memory->any, l);
	for (loc_index m = a->memory.at[o].spans; m; m = a->locs.at[m].next) {
		if (in_span(a, m, a->locs.at[l].off))
			link_member(a, m, l);
	}
	if (pt->info.at[o].group)
		join_group(a, l, pt->info.at[o].group);
	if (pt->info.at[o].self)
		solver_add(a, n, loc_at(a, o, 0));
	if (pt->objects.at[o].kind == OBJ_VARARGS)
		solver_extra(a, pt->objects.at[o].func, n);
}

/* Gives a location its nodes. Returns 'in'. */
static uint32_t create_contents(struct andersen *a, loc_index l)
{
	struct location at = a->locs.at[l];
	bool stands = a->pt->objects.at[at.obj].kind == OBJ_CLASS;
	if (!object_holds(a->pt, at.obj, at.off))
		return 0;
	if (stands && at.off == PT_ANY) {
		open_group_any(a, l);
	} else if (stands) {
		open_group(a, l);
	} else if (is_span(at.off)) {
		open_span(a, l);
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
