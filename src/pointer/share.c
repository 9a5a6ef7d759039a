/* SPDX-License-Identifier: MIT */
/*
 * What more than one thread may reach: global variables, what threads and
 * unknown functions are given, and everything that can be reached from there
 * through memory. Thread-local variables are not a start, but may be reached.
 * A program without main is a library: what its functions return is in the
 * hands of callers we do not see. What was lost in sets that became too large
 * counts as reachable, unless unification can tell that it is not.
 */
#include "pointer/andersen.h"

struct sharing {
	struct pointers *pt;
	const struct andersen *a;
	VEC(obj_id) work;
	bool *group_done;
};

static void reach_object(struct sharing *s, obj_id o)
{
	obj_id origin =
		o < s->pt->object_count ? 0 : s->pt->origin.at[o - s->pt->object_count];
	if (s->pt->shared[o])
		return;
	s->pt->shared[o] = s->pt->shared[origin] = true;
	vec_push(&s->work, o);
}

static void reach_node(struct sharing *s, uint32_t node)
{
	if (!node)
		return;
	const struct set_node *n = &s->a->nodes.at[node];
	for (uint32_t i = 0; i < n->n; i++)
		reach_object(s, s->a->locs.at[set_items(n)[i]].obj);
}

static void reach_any(struct sharing *s, loc_index any)
{
	if (any)
		reach_node(s, s->a->locs.at[any].in);
}

/* What was stored through a group may be in any member. */
static void reach_group(struct sharing *s, uint32_t g)
{
	if (!g || s->group_done[g])
		return;
	s->group_done[g] = true;
	reach_node(s, s->a->groups.at[g].down);
}

static void reach_from(struct sharing *s, obj_id o)
{
	struct pointers *pt = s->pt;
	uint32_t n;
	const obj_id *members = pointers_members(pt, o, &n);
	for (uint32_t i = 0; i < n; i++)
		reach_object(s, members[i]);
	if (n)
		return;
	for (loc_index l = s->a->memory.at[o].first; l; l = s->a->locs.at[l].next)
		reach_node(s, s->a->locs.at[l].out);
	for (loc_index l = s->a->memory.at[o].spans; l; l = s->a->locs.at[l].next)
		reach_any(s, l);
	reach_any(s, s->a->memory.at[o].any);
	reach_group(s, pt->info.at[o].group);
}

static void start_from_objects(struct sharing *s)
{
	for (obj_id o = 1; o < s->pt->real_objects; o++) {
		if (object_is_global(s->pt, o) || s->pt->absorbed[o])
			reach_object(s, o);
	}
}

static void start_from_results(struct sharing *s)
{
	const struct program *p = s->pt->p;
	for (func_id f = 1; s->pt->is_open && f < p->funcs.n; f++) {
		if (p->symbols.at[p->funcs.at[f].sym].linkage != LINK_INTERNAL)
			reach_node(s, s->pt->return_node[f]);
	}
}

/* Any object of a type is as reachable as the most reachable of these. */
static void share_classes(struct pointers *pt)
{
	for (obj_id o = pt->real_objects; o < pt->objects.n; o++) {
		uint32_t n;
		const obj_id *members = pointers_members(pt, o, &n);
		for (uint32_t i = 0; i < n && !pt->shared[o]; i++)
			pt->shared[o] = pt->shared[members[i]];
	}
}

void sharing_solve(struct pointers *pt)
{
	struct sharing s = {.pt = pt, .a = pt->solver};
	pt->shared = xcalloc(pt->objects.n + 1u, sizeof(*pt->shared));
	s.group_done = xcalloc(pt->groups.n + 1u, sizeof(*s.group_done));
	start_from_objects(&s);
	start_from_results(&s);
	for (uint32_t i = 0; i < pt->escapes.n; i++)
		reach_node(&s, pt->escapes.at[i].node);
	reach_node(&s, pt->thread_result);
	while (s.work.n)
		reach_from(&s, vec_pop(&s.work));
	pt->shared[0] = false;
	for (obj_id o = 1; o < pt->real_objects; o++)
		pt->shared[o] &= o == pt->anything || pt->class_reachable[o];
	share_classes(pt);
	vec_free(&s.work);
	free(s.group_done);
}
