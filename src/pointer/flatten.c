/* SPDX-License-Identifier: MIT */
/*
 * The result of unification as flat tables: classes and their members, folding,
 * cells, and what can be reached from globals, threads and the outside.
 */
#include "pointer/unify.h"

#include <stdlib.h>

#include "base/sort.h"

static uint32_t flat_layout(struct unify *u, uint32_t root, uint32_t *number)
{
	struct pointers *pt = u->pt;
	const struct layout *l = &u->layouts.list.at[root];
	if (number[root])
		return number[root];
	struct flat_layout flat = {l->period, pt->layout_ranges.n, l->ranges.n};
	for (uint32_t i = 0; i < l->ranges.n; i++)
		vec_push(&pt->layout_ranges, l->ranges.at[i]);
	number[root] = pt->layouts.n;
	vec_push(&pt->layouts, flat);
	return number[root];
}

/* The lowest and highest offset that matters in a class. */
static void class_bounds(struct unify *u, uint32_t root, int64_t *low, int64_t *high)
{
	const struct uclass *c = &u->classes.at[root];
	bool first = true;
	*low = 0;
	*high = 8;
	for (obj_id o = c->first_object; o; o = u->next_object.at[o]) {
		int64_t at = unify_find(u, u->object_place.at[o]).off;
		uint64_t size = u->pt->objects.at[o].size;
		int64_t end = at + (int64_t)(size < 1 << 20 ? size : 1 << 20);
		*low = first || at < *low ? at : *low;
		*high = end + 8 > *high ? end + 8 : *high;
		first = false;
	}
	int64_t shift = 0;
	if (!c->layout)
		return;
	uint32_t layout = unify_layout(u, root, &shift);
	const struct layout *l = &u->layouts.list.at[layout];
	if (!l->cells.n)
		return;
	int64_t start = l->cells.at[0].off - shift, end = vec_last(&l->cells).off - shift;
	*low = start < *low ? start : *low;
	*high = end + 8 > *high ? end + 8 : *high;
}

static void flatten_class(struct unify *u, uint32_t root, uint32_t *class_number,
			  int32_t *class_low, uint32_t *layout_number)
{
	struct pointers *pt = u->pt;
	struct alias_class flat = {.first = pt->class_members.n,
				   .cell_first = pt->cell_count};
	int64_t low, high, shift = 0;
	class_bounds(u, root, &low, &high);
	if (u->classes.at[root].layout) {
		uint32_t layout = unify_layout(u, root, &shift);
		flat.layout = flat_layout(u, layout, layout_number);
	}
	flat.layout_delta = (int32_t)(shift + low);
	flat.extent = (uint32_t)(high - low);
	flat.count = u->classes.at[root].object_count;
	for (obj_id o = u->classes.at[root].first_object; o; o = u->next_object.at[o])
		vec_push(&pt->class_members, o);
	class_number[root] = pt->classes.n;
	class_low[root] = (int32_t)low;
	pt->cell_count += flat.extent;
	vec_push(&pt->classes, flat);
}

static void flatten_objects(struct unify *u, const uint32_t *class_number,
			    const int32_t *class_low)
{
	struct pointers *pt = u->pt;
	pt->object_delta = xcalloc(pt->objects.n + 1u, sizeof(*pt->object_delta));
	for (obj_id o = 1; o < pt->objects.n; o++) {
		if (!u->object_place.at[o].class_id)
			continue;
		struct place p = unify_find(u, u->object_place.at[o]);
		pt->objects.at[o].class_id = class_number[p.class_id];
		pt->object_delta[o] = p.off - class_low[p.class_id];
	}
	for (uint32_t c = 1; c < pt->classes.n; c++)
		sort_u32(pt->class_members.at + pt->classes.at[c].first,
			 pt->classes.at[c].count);
}

static void flatten_nodes(struct unify *u, const uint32_t *class_number,
			  const int32_t *class_low)
{
	struct pointers *pt = u->pt;
	pt->node_cell = xcalloc(pt->static_nodes + 1u, sizeof(*pt->node_cell));
	pt->node_cell_off = xcalloc(pt->static_nodes + 1u, sizeof(*pt->node_cell_off));
	for (uint32_t n = 1; n < pt->static_nodes && n < u->target.n; n++) {
		if (!u->target.at[n].class_id)
			continue;
		struct place p = unify_find(u, u->target.at[n]);
		pt->node_cell[n] = class_number[p.class_id];
		pt->node_cell_off[n] = p.off - class_low[p.class_id];
	}
}

/* ---- what is reachable, by classes ---- */

struct reach {
	struct unify *u;
	bool *seen; /* [classes] */
	VEC(uint32_t) work;
};

static void reach_place(struct reach *r, struct place p)
{
	if (!p.class_id)
		return;
	uint32_t root = unify_find(r->u, p).class_id;
	if (r->seen[root])
		return;
	r->seen[root] = true;
	vec_push(&r->work, root);
}

static void reach_node(struct reach *r, uint32_t node)
{
	if (node && node < r->u->target.n)
		reach_place(r, r->u->target.at[node]);
}

static void reach_roots(struct reach *r)
{
	struct pointers *pt = r->u->pt;
	for (obj_id o = 1; o < pt->objects.n; o++) {
		if (object_is_global(pt, o))
			reach_place(r, r->u->object_place.at[o]);
	}
	for (uint32_t i = 0; i < pt->escapes.n; i++)
		reach_node(r, pt->escapes.at[i].node);
	reach_node(r, pt->thread_result);
	for (func_id f = 1; pt->is_open && f < pt->p->funcs.n; f++) {
		const struct ir_func *fn = &pt->p->funcs.at[f];
		if (pt->p->symbols.at[fn->sym].linkage == LINK_INTERNAL)
			continue;
		reach_node(r, pt->return_node[f]);
		for (uint32_t i = 0; i < fn->param_count; i++)
			reach_node(r, pt->param_node[fn->param_first + i]);
	}
}

/* Coarser than share.c, but it loses nothing in sets that became too large. */
static void find_reachable(struct unify *u)
{
	struct reach r = {.u = u};
	r.seen = xcalloc(u->classes.n + 1u, sizeof(*r.seen));
	u->pt->class_reachable = xcalloc(u->pt->objects.n + 1u, sizeof(bool));
	reach_roots(&r);
	while (r.work.n) {
		uint32_t c = vec_pop(&r.work);
		int64_t off = 0;
		if (!u->classes.at[c].layout)
			continue;
		uint32_t layout = unify_layout(u, c, &off);
		for (uint32_t i = 0; i < u->layouts.list.at[layout].cells.n; i++)
			reach_place(&r, u->layouts.list.at[layout].cells.at[i].target);
	}
	for (obj_id o = 1; o < u->pt->objects.n; o++) {
		struct place p = u->object_place.at[o];
		u->pt->class_reachable[o] =
			!p.class_id || r.seen[unify_find(u, p).class_id];
	}
	vec_free(&r.work);
	free(r.seen);
}

/* Classes with objects or cells get numbers, in order of their first member. */
void unify_flatten(struct unify *u)
{
	struct pointers *pt = u->pt;
	uint32_t *class_number = xcalloc(u->classes.n + 1u, sizeof(*class_number));
	int32_t *class_low = xcalloc(u->classes.n + 1u, sizeof(*class_low));
	uint32_t *layout_number = xcalloc(u->layouts.list.n + 1u, sizeof(*layout_number));
	vec_push(&pt->classes, ((struct alias_class){0}));
	vec_push(&pt->layouts, ((struct flat_layout){0}));
	pt->cell_count = 1;
	for (obj_id o = 1; o < pt->objects.n; o++) {
		if (!u->object_place.at[o].class_id)
			continue;
		uint32_t root = unify_find(u, u->object_place.at[o]).class_id;
		if (!class_number[root])
			flatten_class(u, root, class_number, class_low, layout_number);
	}
	for (uint32_t c = 1; c < u->classes.n; c++) {
		if (!u->classes.at[c].parent && u->classes.at[c].layout &&
		    !class_number[c])
			flatten_class(u, c, class_number, class_low, layout_number);
	}
	flatten_objects(u, class_number, class_low);
	flatten_nodes(u, class_number, class_low);
	find_reachable(u);
	pt->collapsed = u->layouts.collapsed;
	free(class_number);
	free(class_low);
	free(layout_number);
}

int64_t class_fold(const struct pointers *pt, uint32_t class_id, int64_t off)
{
	const struct alias_class *c = &pt->classes.at[class_id];
	const struct flat_layout *l = &pt->layouts.at[c->layout];
	if (!c->layout)
		return off;
	off += c->layout_delta;
	if (l->period) {
		off %= (int64_t)l->period;
		off += off < 0 ? l->period : 0;
	}
	for (uint32_t i = 0; i < l->count; i++) {
		const struct layout_range *r = &pt->layout_ranges.at[l->first + i];
		if (off < r->start)
			break;
		if (off < r->end)
			off = r->start + (off - r->start) % (int64_t)r->stride;
	}
	return off - c->layout_delta;
}
