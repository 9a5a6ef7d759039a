/* SPDX-License-Identifier: MIT */
/*
 * Calls through pointers, resolved while the sets grow.
 *
 * A function with more parameters than the call has arguments is not a target:
 * calling it would be undefined (docs/soundness.md, 'calls pass enough
 * arguments'). How often that happens is counted.
 */
#include "pointer/andersen.h"

#include <string.h>

static struct ref *site_args(struct pointers *pt, const struct site *s, struct ref args[64],
			     uint32_t *n)
{
	*n = s->arg_count < 64 ? s->arg_count : 64;
	if (*n)
		memcpy(args, pt->site_args.at + s->args, *n * sizeof(*args));
	return args;
}

static void bind_spread(struct pointers *pt, const struct site *s, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t k = 0; f && k < fn->param_count; k++) {
		for (uint32_t i = 0; i < s->arg_count; i++)
			con_copy(pt, pt->param_node[fn->param_first + k],
				 pt->site_args.at[s->args + i]);
	}
}

static bool takes_too_many(const struct pointers *pt, const struct site *s, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	return s->kind == SITE_CALL && f && !(fn->flags & FUNCF_VARARG) &&
	       fn->param_count > s->arg_count;
}

static void bind(struct andersen *a, uint32_t site, sym_id callee)
{
	struct pointers *pt = a->pt;
	struct site s = pt->sites.at[site];
	func_id f = pt->p->symbols.at[callee].func;
	struct ref args[64];
	uint64_t key = map_key2(site, callee);
	if (map_get(&a->target_seen, key, 0) || pt->p->symbols.at[callee].flags & SYMF_IFUNC)
		return;
	map_put(&a->target_seen, key, 1);
	if (takes_too_many(pt, &s, f)) {
		pt->dropped_targets++;
		return;
	}
	vec_push(&a->targets, key);
	if (site < a->static_sites)
		a->answered[site] = true;
	if (s.kind == SITE_SPREAD) {
		bind_spread(pt, &s, f);
		return;
	}
	struct call c = {.func = s.func, .inst = s.inst, .result = s.result, .callee = callee};
	c.args = site_args(pt, &s, args, &c.arg_count);
	if (call_special(pt, &c))
		return;
	bind_body(pt, &c, f);
	if (pt->allocators[f].kind == ALLOC_NONE)
		con_copy(pt, s.result, (struct ref){pt->return_node[f], 0});
}

void solver_call(struct andersen *a, uint32_t site, loc_index callee)
{
	const struct pointers *pt = a->pt;
	obj_id o = a->locs.at[callee].obj;
	if (pt->objects.at[o].kind == OBJ_FUNCTION) {
		bind(a, site, pt->objects.at[o].sym);
		return;
	}
	if (pt->objects.at[o].kind != OBJ_CLASS)
		return;
	const struct alias_class *c = &pt->classes.at[pt->objects.at[o].class_id];
	for (uint32_t i = 0; i < c->count; i++) {
		obj_id member = pt->class_members.at[c->first + i];
		if (pt->objects.at[member].kind == OBJ_FUNCTION)
			bind(a, site, pt->objects.at[member].sym);
	}
}

/* ---- what calls add while solving ---- */

static void add_extra(struct andersen *a, const struct extra_arg *e)
{
	obj_id o = a->pt->varargs_object[e->func];
	loc_index l = o ? map_get(&a->loc_ids, map_key2(o, 0), 0) : 0;
	if (l && a->locs.at[l].in)
		solver_edge(a, e->value.node, a->locs.at[l].in, e->value.off);
}

void solver_extra(struct andersen *a, func_id f, uint32_t node)
{
	for (uint32_t i = 0; i < a->extra_done; i++) {
		struct extra_arg e = a->pt->extra_args.at[i];
		if (e.func == f)
			solver_edge(a, e.value.node, node, e.value.off);
	}
}

static void add_nodes(struct andersen *a)
{
	while (a->nodes.n < a->pt->node_count)
		vec_push(&a->nodes, ((struct set_node){.cap = 2}));
}

void solver_drain(struct andersen *a)
{
	struct pointers *pt = a->pt;
	add_nodes(a);
	for (; a->bases_done < pt->bases.n; a->bases_done++) {
		struct base_fact b = pt->bases.at[a->bases_done];
		solver_add(a, b.node, loc_at(a, b.obj, 0));
	}
	for (; a->extra_done < pt->extra_args.n; a->extra_done++) {
		struct extra_arg e = pt->extra_args.at[a->extra_done];
		add_extra(a, &e);
	}
	for (uint32_t i = 0; i < a->scratch.list.n; i++) {
		struct con c = a->scratch.list.at[i];
		add_nodes(a);
		solver_con(a, &c);
	}
	vec_clear(&a->scratch.list);
}

/* Calls with no target so far are calls of unknown functions. Returns whether
 * there was one: then the sets may grow again. */
bool solver_unresolved(struct andersen *a)
{
	struct pointers *pt = a->pt;
	bool any = false;
	for (uint32_t i = 0; i < a->static_sites; i++) {
		struct site s = pt->sites.at[i];
		struct ref args[64];
		if (s.kind != SITE_CALL || a->answered[i])
			continue;
		a->answered[i] = any = true;
		struct call c = {.func = s.func, .inst = s.inst, .result = s.result};
		c.args = site_args(pt, &s, args, &c.arg_count);
		effects_unknown(pt, &c);
	}
	return any;
}

/* ---- the result ---- */

static int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static bool only_functions(const struct andersen *a, struct ref callee)
{
	const struct set_node *n = &a->nodes.at[callee.node];
	for (uint32_t i = 0; i < n->n; i++) {
		obj_id o = a->locs.at[set_items(n)[i]].obj;
		if (a->pt->objects.at[o].kind != OBJ_FUNCTION)
			return false;
	}
	return n->n > 0;
}

static void record_targets(struct pointers *pt, const struct andersen *a, uint32_t site,
			   uint32_t *next)
{
	const struct site *s = &pt->sites.at[site];
	struct call_targets t = {.first = pt->callees.n};
	t.complete = s->callee.node && only_functions(a, s->callee);
	for (; *next < a->targets.n && a->targets.at[*next] >> 32 == site; (*next)++)
		vec_push(&pt->callees, (sym_id)a->targets.at[*next]);
	t.count = pt->callees.n - t.first;
	pt->indirect_calls++;
	pt->unresolved += t.count == 0;
	vec_push(&pt->calls, t);
	map_put(&pt->call_at, inst_index(pt->p, s->func, s->inst), pt->calls.n);
}

void calls_finish(struct andersen *a)
{
	struct pointers *pt = a->pt;
	uint32_t next = 0;
	if (a->targets.n)
		qsort(a->targets.at, a->targets.n, sizeof(*a->targets.at), compare_keys);
	for (uint32_t i = 0; i < a->static_sites; i++) {
		while (next < a->targets.n && a->targets.at[next] >> 32 < i)
			next++;
		if (pt->sites.at[i].kind == SITE_CALL)
			record_targets(pt, a, i, &next);
	}
}
