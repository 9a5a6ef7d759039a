/* SPDX-License-Identifier: MIT */
/*
 * The functions of one component of the call graph: one after the other, with what
 * is known of those they call, until nothing changes.
 */
#include "base/limit.h"
#include "escape/internal.h"

/* Members are sorted by group: where does the group of the first end? */
static uint32_t group_end(const struct builder *b, const func_id *members, uint32_t first,
			  uint32_t end)
{
	uint32_t i = first;
	while (i < end && b->group[members[i]] == b->group[members[first]])
		i++;
	return i;
}

static void build_and_cut(struct reach *r, const func_id *members, uint32_t n)
{
	build_group(r->b, members, n);
	reach_index(r);
	for (uint32_t i = 0; i < n; i++)
		cut_function(r, members[i]);
}

static bool same_spots(struct spot a, struct spot b)
{
	return a.node == b.node && a.off == b.off;
}

static bool same_node(const struct escape *e, const struct summary_node *a,
		      const struct summary_node *b)
{
	if (a->field_count != b->field_count || a->region_count != b->region_count ||
	    a->foreign != b->foreign || a->used != b->used)
		return false;
	for (uint32_t i = 0; i < a->field_count; i++) {
		const struct summary_field *x = &e->fields.at[a->field_first + i];
		const struct summary_field *y = &e->fields.at[b->field_first + i];
		if (x->off != y->off || x->stored != y->stored ||
		    !same_spots(x->target, y->target))
			return false;
	}
	for (uint32_t i = 0; i < a->region_count; i++) {
		const struct region *x = &e->regions.at[a->region_first + i];
		const struct region *y = &e->regions.at[b->region_first + i];
		if (x->start != y->start || x->end != y->end || x->stride != y->stride)
			return false;
	}
	return true;
}

static bool same_function(const struct escape *e, func_id f, const struct function *a,
			  const struct function *b)
{
	if (!a->known || a->node_count != b->node_count || a->block_count != b->block_count)
		return false;
	for (uint32_t i = 0; i < a->node_count; i++) {
		if (!same_node(e, &e->nodes.at[a->node_first + i],
			       &e->nodes.at[b->node_first + i]))
			return false;
	}
	for (uint32_t i = 0; i < e->p->funcs.at[f].param_count + EXTRA_ROOTS; i++) {
		if (!same_spots(e->roots.at[a->root_first + i], e->roots.at[b->root_first + i]))
			return false;
	}
	for (uint32_t i = 0; i < a->block_count; i++) {
		const struct block *x = &e->blocks.at[a->block_first + i];
		const struct block *y = &e->blocks.at[b->block_first + i];
		if (!same_spots(x->to, y->to) || !same_spots(x->from, y->from) ||
		    x->size != y->size)
			return false;
	}
	return true;
}

static bool changes(struct reach *r, func_id f, uint32_t *numbers)
{
	struct function *x = &r->b->e->funcs[f], old = *x;
	keep_function(r, f, numbers);
	return !same_function(r->b->e, f, &old, x);
}

static int by_group(const void *a, const void *b, const uint32_t *group)
{
	func_id x = *(const func_id *)a, y = *(const func_id *)b;
	if (group[x] != group[y])
		return group[x] < group[y] ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void sort_members(func_id *members, uint32_t n, const uint32_t *group)
{
	for (uint32_t i = 1; i < n; i++) {
		func_id f = members[i];
		uint32_t k = i;
		for (; k > 0 && by_group(&members[k - 1], &f, group) > 0; k--)
			members[k] = members[k - 1];
		members[k] = f;
	}
}

static bool run_group(struct reach *r, const func_id *members, uint32_t n)
{
	bool changed = false;
	build_and_cut(r, members, n);
	uint32_t *numbers = xcalloc(r->b->g.nodes.n + 1u, sizeof(*numbers));
	for (uint32_t i = 0; i < n; i++)
		changed |= changes(r, members[i], numbers);
	free(numbers);
	return changed;
}

/*
 * Each group with what is known of the others, again and again. At first each
 * function is a group of its own; graphs that keep growing (trees, walked by
 * functions that call each other) become one for all these functions; those that
 * still grow (lists of lists, walked by callbacks) are given up on: what they are
 * given counts as shared.
 */
struct rounds {
	uint32_t time;
	uint32_t *changed, *ran; /* [funcs] when; 0: never */
	bool *grows;		 /* [knots] */
};

/* Has something changed that these functions call? */
static bool must_run(const struct reach *r, const struct rounds *t, const func_id *members,
		     uint32_t n)
{
	const struct callgraph *cg = r->b->e->cg;
	for (uint32_t i = 0; i < n; i++) {
		func_id f = members[i];
		bool must = !t->ran[f];
		for (uint32_t k = cg->edge_at[f]; k < cg->edge_at[f + 1] && !must; k++)
			must = t->changed[cg->edges[k].callee] >= t->ran[f] &&
			       cg->component[cg->edges[k].callee] == cg->component[f];
		if (must)
			return true;
	}
	return false;
}

static bool run_round(struct reach *r, struct rounds *t, const func_id *members, uint32_t n)
{
	bool again = false;
	for (uint32_t i = 0; i < n; i++)
		t->grows[r->b->knot[members[i]]] = false;
	for (uint32_t i = 0, end; i < n; i = end) {
		end = group_end(r->b, members, i, n);
		if (!must_run(r, t, members + i, end - i))
			continue;
		t->time++;
		bool changed = run_group(r, members + i, end - i);
		again |= changed;
		for (uint32_t k = i; k < end; k++) {
			t->ran[members[k]] = t->time;
			t->changed[members[k]] = changed ? t->time : t->changed[members[k]];
			t->grows[r->b->knot[members[k]]] |= changed;
		}
	}
	return again;
}

/* One graph for the functions that call each other by name, and from the start:
 * what was cut stays cut. */
static void join_knots(struct reach *r, struct rounds *t, func_id *members, uint32_t n)
{
	struct builder *b = r->b;
	for (uint32_t i = 0; i < n; i++) {
		if (t->grows[b->knot[members[i]]])
			b->group[members[i]] = b->knot[members[i]];
		b->e->funcs[members[i]].known = false;
		t->changed[members[i]] = t->ran[members[i]] = 0;
	}
	sort_members(members, n, b->group);
}

static void give_up(struct reach *r, struct rounds *t, const func_id *members, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!t->grows[r->b->knot[members[i]]])
			continue;
		r->b->e->cut += !r->b->e->funcs[members[i]].given_up;
		r->b->e->funcs[members[i]].given_up = true;
		t->ran[members[i]] = 0;
	}
}

static void settle(struct reach *r, func_id *members, uint32_t n)
{
	enum { JOIN_AFTER = 8, GIVE_UP_AFTER = 20 };
	uint32_t size = r->b->e->p->funcs.n + 1u;
	struct rounds t = {.changed = xcalloc(size, sizeof(*t.changed)),
			   .ran = xcalloc(size, sizeof(*t.ran)),
			   .grows = xcalloc(size, sizeof(*t.grows))};
	bool joined = false;
	uint32_t cut = r->b->e->cut;
	for (uint32_t round = 1; !limit_reached() && run_round(r, &t, members, n); round++) {
		bool large = round == JOIN_AFTER || r->b->e->cut > cut;
		if (!joined && large)
			join_knots(r, &t, members, n);
		else if (round >= GIVE_UP_AFTER)
			give_up(r, &t, members, n);
		joined |= large;
	}
	free(t.changed);
	free(t.ran);
	free(t.grows);
}

void solve_component(struct reach *r, uint32_t component)
{
	struct builder *b = r->b;
	const struct callgraph *cg = b->e->cg;
	uint32_t n = cg->member_at[component + 1] - cg->member_at[component];
	func_id *members = xcalloc(n, sizeof(*members));
	for (uint32_t i = 0; i < n; i++)
		members[i] = cg->members[cg->member_at[component] + i];
	sort_members(members, n, b->group);
	if (cg->recursive[component])
		settle(r, members, n);
	b->e->call_at[component] = b->e->calls.n;
	for (uint32_t i = 0, end; i < n; i = end) {
		end = group_end(b, members, i, n);
		build_and_cut(r, members + i, end - i);
		keep_group(r, members + i, end - i);
	}
	free(members);
}
