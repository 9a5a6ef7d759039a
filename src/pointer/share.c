/* SPDX-License-Identifier: MIT */
/*
 * What more than one thread may reach: global variables, what threads and
 * unknown functions are given, and everything that can be reached from there
 * through memory. Thread-local variables are not a start, but may be reached.
 * A program without main is a library: what its functions return is in the
 * hands of callers we do not see.
 */
#include "pointer/andersen.h"

#include <string.h>

struct sharing {
	struct pointers *pt;
	const struct andersen *a;
	VEC(obj_id) work;
	bool *class_done;
};

static void reach_object(struct sharing *s, obj_id o)
{
	if (s->pt->shared[o])
		return;
	s->pt->shared[o] = true;
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

static void reach_loc(struct sharing *s, loc_index l)
{
	if (l)
		reach_node(s, s->a->locs.at[l].out);
}

/* What was stored through the class may be in any member. */
static void reach_class(struct sharing *s, uint32_t c)
{
	if (s->class_done[c])
		return;
	s->class_done[c] = true;
	reach_node(s, s->a->classes.at[c].group_in);
}

static void reach_from(struct sharing *s, obj_id o)
{
	struct pointers *pt = s->pt;
	uint32_t c = pt->objects.at[o].class_id;
	if (pt->objects.at[o].kind == OBJ_CLASS) {
		for (uint32_t i = 0; i < pt->classes.at[c].count; i++)
			reach_object(s, pt->class_members.at[pt->classes.at[c].first + i]);
		return;
	}
	for (loc_index l = s->a->memory.at[o].first; l; l = s->a->locs.at[l].next)
		reach_loc(s, l);
	loc_index any = s->a->memory.at[o].any;
	if (any)
		reach_node(s, s->a->locs.at[any].in);
	reach_class(s, c);
}

static void start_from_objects(struct sharing *s)
{
	const struct program *p = s->pt->p;
	for (obj_id o = 1; o < s->pt->real_objects; o++) {
		const struct pt_object *obj = &s->pt->objects.at[o];
		bool global = obj->kind == OBJ_VARIABLE &&
			      !(p->symbols.at[obj->sym].flags & SYMF_THREAD_LOCAL);
		if (global || obj->kind == OBJ_EXTERNAL)
			reach_object(s, o);
	}
}

static void start_from_results(struct sharing *s)
{
	const struct program *p = s->pt->p;
	sym_id main_symbol = ir_find_symbol(p, "main");
	if (main_symbol && p->symbols.at[main_symbol].func)
		return;
	for (func_id f = 1; f < p->funcs.n; f++) {
		if (p->symbols.at[p->funcs.at[f].sym].linkage != LINK_INTERNAL)
			reach_node(s, s->pt->return_node[f]);
	}
}

void sharing_solve(struct pointers *pt)
{
	struct sharing s = {.pt = pt, .a = pt->solver};
	pt->shared = xcalloc(pt->objects.n + 1u, sizeof(*pt->shared));
	s.class_done = xcalloc(pt->classes.n + 1u, sizeof(*s.class_done));
	start_from_objects(&s);
	start_from_results(&s);
	for (uint32_t i = 0; i < pt->escapes.n; i++)
		reach_node(&s, pt->escapes.at[i].node);
	reach_node(&s, pt->thread_result);
	while (s.work.n)
		reach_from(&s, vec_pop(&s.work));
	vec_free(&s.work);
	free(s.class_done);
}
