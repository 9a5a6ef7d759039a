/* SPDX-License-Identifier: MIT */
/*
 * Small functions are solved once for each direct call.
 *
 * A list's 'add', a setter, a getter, a function that fills in a structure: in
 * one context they mix up all the lists and structures of a program. Their
 * constraints are few, so each call gets a copy of them, with nodes of its own
 * for the function's values; calls inside the copy are copied too as long as
 * the whole stays small. The function's own nodes are left for calls through
 * pointers, and when solving is over they get what all copies have found, so
 * that questions about a value are answered for all its contexts together.
 *
 * Memory allocated in the function is a different object in each copy, and what
 * an allocation wrapper returns is the object of its call. The solver keeps such
 * objects apart; the queries show them as the one that the allocation site has.
 */
#include "pointer/andersen.h"

enum {
	MAX_COST = 48,  /* constraints of a function that is copied */
	MAX_GROWTH = 2, /* all copies together: times the original */
	MAX_HEAP = 8,   /* objects allocated by one function that are copied */
};

struct cloner {
	struct andersen *a;
	struct pointers *pt;
	uint32_t *cost; /* [funcs] constraints when copied; 0: not copied */
	uint64_t budget;
	obj_id *heap;      /* [funcs] first heap object, */
	obj_id *next_heap; /* [objects] and the next */
};

/* ---- which functions ---- */

static bool calls_itself(const struct pointers *pt, const uint32_t *component, func_id f)
{
	for (uint32_t i = pt->parts[f].call_first; i < pt->parts[f].call_end; i++) {
		if (component[pt->body_calls.at[i].callee] == component[f])
			return true;
	}
	return false;
}

static uint32_t cost_of(const struct cloner *c, func_id f)
{
	const struct func_part *part = &c->pt->parts[f];
	uint64_t cost = part->con_end - part->con_first;
	for (uint32_t i = part->call_first; i < part->call_end; i++) {
		const struct body_call *b = &c->pt->body_calls.at[i];
		cost += b->arg_count + 1u + c->cost[b->callee];
	}
	return cost > MAX_COST ? 0 : (uint32_t)cost;
}

static bool takes_pointers(const struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->param_count; i++) {
		if (pt->param_node[fn->param_first + i])
			return true;
	}
	return false;
}

static void choose(struct cloner *c)
{
	struct pointers *pt = c->pt;
	uint32_t n = pt->p->funcs.n, *component;
	uint32_t *order = order_functions(pt->p, &component);
	uint32_t *callers = xcalloc(n + 1u, sizeof(*callers));
	for (uint32_t i = 0; i < pt->body_calls.n; i++)
		callers[pt->body_calls.at[i].callee]++;
	for (uint32_t i = 0; i < n; i++) {
		func_id f = order[i];
		bool vararg = pt->p->funcs.at[f].flags & FUNCF_VARARG;
		if (f && callers[f] && !vararg && takes_pointers(pt, f) &&
		    !calls_itself(pt, component, f))
			c->cost[f] = cost_of(c, f);
	}
	free(callers);
	free(component);
	free(order);
}

/* ---- copying ---- */

struct copy {
	const struct func_part *part;
	uint32_t base; /* node of the copy for part->node_first */
	uint32_t objects;
	obj_id from[MAX_HEAP], to[MAX_HEAP];
};

static obj_id map_object(const struct copy *k, obj_id o)
{
	for (uint32_t i = 0; i < k->objects; i++) {
		if (k->from[i] == o)
			return k->to[i];
	}
	return o;
}

static uint32_t map_address(const struct pointers *pt, const struct copy *k,
			    uint32_t node)
{
	for (uint32_t i = 0; i < k->objects; i++) {
		if (pt->info.at[k->from[i]].node == node)
			return pt->info.at[k->to[i]].node;
	}
	return node;
}

static uint32_t map_node(const struct pointers *pt, const struct copy *k, uint32_t node)
{
	if (node < pt->node_is_object.n && pt->node_is_object.at[node])
		return map_address(pt, k, node);
	if (node < k->part->node_first || node >= k->part->node_end)
		return node;
	return node - k->part->node_first + k->base;
}

static bool is_inner(const struct pointers *pt, func_id f, obj_id o)
{
	const struct allocator *a = &pt->allocators[f];
	for (uint32_t i = 0; a->kind != ALLOC_NONE && i < a->inner_count; i++) {
		if (a->inner[i] == pt->objects.at[o].inst)
			return true;
	}
	return false;
}

/* 'result': the object of the call, when f is an allocation wrapper. */
static void copy_objects(struct cloner *c, struct copy *k, func_id f, obj_id result)
{
	struct pointers *pt = c->pt;
	for (obj_id o = c->heap[f]; o && k->objects < MAX_HEAP; o = c->next_heap[o]) {
		obj_id to = is_inner(pt, f, o) ? result : solver_object(c->a, o, 0);
		if (!to)
			continue;
		ref_of_object(pt, to);
		k->from[k->objects] = o;
		k->to[k->objects++] = to;
	}
	solver_grow(c->a);
}

static struct ref map_ref(const struct pointers *pt, const struct copy *k, struct ref r)
{
	return (struct ref){map_node(pt, k, r.node), r.off};
}

static uint32_t map_site(struct pointers *pt, const struct copy *k, uint32_t site)
{
	struct site s = pt->sites.at[site];
	uint32_t first = s.args;
	s.callee = map_ref(pt, k, s.callee);
	s.base = map_node(pt, k, s.base);
	s.table = map_node(pt, k, s.table);
	s.result = map_node(pt, k, s.result);
	s.args = pt->site_args.n;
	for (uint32_t i = 0; i < s.arg_count; i++)
		add_site_arg(pt, map_ref(pt, k, pt->site_args.at[first + i]),
			     map_ref(pt, k, pt->site_from.at[first + i]));
	vec_push(&pt->sites, s);
	return pt->sites.n - 1;
}

static void copy_con(struct cloner *c, const struct copy *k, struct con con)
{
	struct pointers *pt = c->pt;
	if (con.kind == CON_CLONE) {
		obj_id to = map_object(k, con.dst), from = map_object(k, con.imm);
		if (to != con.dst || from != con.imm) {
			con.dst = to;
			con.imm = from;
			solver_con(c->a, &con);
		}
		return;
	}
	con.dst = map_node(pt, k, con.dst);
	con.a = map_ref(pt, k, con.a);
	con.b = map_ref(pt, k, con.b);
	if (con.kind == CON_CALL)
		con.imm = map_site(pt, k, con.imm);
	solver_con(c->a, &con);
}

static void add_call(struct cloner *c, const struct call *call, func_id callee,
		     obj_id object);

/* Depth is bounded: each level costs at least one of MAX_COST. */
static void copy_function(struct cloner *c, const struct call *call, func_id f,
			  obj_id result)
{
	struct pointers *pt = c->pt;
	const struct ir_func *fn = &pt->p->funcs.at[f];
	struct copy k = {.part = &pt->parts[f], .base = pt->node_count};
	pt->node_count += k.part->node_end - k.part->node_first;
	vec_push(&c->a->copies, ((struct node_copy){f, k.base}));
	solver_grow(c->a);
	for (uint32_t n = k.part->node_first; n < k.part->node_end; n++)
		c->a->nodes.at[n - k.part->node_first + k.base].type =
			c->a->nodes.at[n].type;
	copy_objects(c, &k, f, result);
	for (uint32_t i = 0; i < call->arg_count && i < fn->param_count; i++)
		solver_copy(c->a, map_node(pt, &k, pt->param_node[fn->param_first + i]),
			    call->args[i]);
	if (pt->allocators[f].kind == ALLOC_NONE)
		solver_copy(c->a, call->result,
			    (struct ref){map_node(pt, &k, pt->return_node[f]), 0});
	for (uint32_t i = k.part->con_first; i < k.part->con_end; i++)
		copy_con(c, &k, pt->cons.list.at[i]);
	for (uint32_t i = k.part->call_first; i < k.part->call_end; i++) {
		struct body_call b = pt->body_calls.at[i];
		struct ref args[64];
		for (uint32_t j = 0; j < b.arg_count; j++)
			args[j] = map_ref(pt, &k, pt->site_args.at[b.args + j]);
		struct call inner = {.args = args,
				     .arg_count = b.arg_count,
				     .result = map_node(pt, &k, b.result)};
		obj_id object = object_at_inst(pt, f, b.inst);
		bind_extra(pt, &inner, b.callee); /* ours are not those of the function */
		add_call(c, &inner, b.callee, map_object(&k, object));
	}
}

static void bind_base(struct cloner *c, const struct call *call, func_id f)
{
	struct pointers *pt = c->pt;
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < call->arg_count && i < fn->param_count; i++)
		solver_copy(c->a, pt->param_node[fn->param_first + i], call->args[i]);
	if (pt->allocators[f].kind == ALLOC_NONE)
		solver_copy(c->a, call->result, (struct ref){pt->return_node[f], 0});
}

/* 'object': what the call allocates, if anything. */
static void add_call(struct cloner *c, const struct call *call, func_id callee,
		     obj_id object)
{
	uint32_t cost = c->cost[callee];
	if (!cost || cost > c->budget) {
		bind_base(c, call, callee);
		return;
	}
	c->budget -= cost;
	copy_function(c, call, callee, object);
}

static void clone_function_calls(struct cloner *c, func_id f)
{
	struct pointers *pt = c->pt;
	for (uint32_t i = pt->parts[f].call_first; i < pt->parts[f].call_end; i++) {
		struct body_call b = pt->body_calls.at[i];
		struct ref args[64];
		for (uint32_t j = 0; j < b.arg_count; j++)
			args[j] = pt->site_args.at[b.args + j];
		struct call call = {
			.args = args, .arg_count = b.arg_count, .result = b.result};
		add_call(c, &call, b.callee, object_at_inst(pt, f, b.inst));
	}
}

static void list_heap(struct cloner *c)
{
	struct pointers *pt = c->pt;
	c->heap = xcalloc(pt->p->funcs.n + 1u, sizeof(*c->heap));
	c->next_heap = xcalloc(pt->real_objects + 1u, sizeof(*c->next_heap));
	for (obj_id o = pt->real_objects - 1; o > 0; o--) {
		if (pt->objects.at[o].kind != OBJ_HEAP)
			continue;
		c->next_heap[o] = c->heap[pt->objects.at[o].func];
		c->heap[pt->objects.at[o].func] = o;
	}
}

void clone_calls(struct andersen *a)
{
	struct pointers *pt = a->pt;
	struct cloner c = {.a = a, .pt = pt};
	c.cost = xcalloc(pt->p->funcs.n + 1u, sizeof(*c.cost));
	c.budget = (uint64_t)MAX_GROWTH * (pt->cons.list.n + pt->body_calls.n);
	choose(&c);
	list_heap(&c);
	for (func_id f = 1; f < pt->p->funcs.n; f++)
		clone_function_calls(&c, f);
	free(c.cost);
	free(c.heap);
	free(c.next_heap);
}

/* ---- afterwards ---- */

void clone_merge(struct andersen *a)
{
	const struct pointers *pt = a->pt;
	for (uint32_t i = 0; i < a->copies.n; i++) {
		const struct func_part *part = &pt->parts[a->copies.at[i].func];
		for (uint32_t n = part->node_first; n < part->node_end; n++) {
			uint32_t from = n - part->node_first + a->copies.at[i].base;
			for (uint32_t k = 0; k < a->nodes.at[from].n; k++)
				solver_add(a, n, set_items(&a->nodes.at[from])[k]);
		}
	}
}
