/* SPDX-License-Identifier: MIT */
/*
 * Building the call graph: one walk over all calls, then components.
 *
 * Only direct and indirect calls and callbacks made before the library function
 * returns are calls; creating a thread, or handing a function over for later,
 * is an edge of its own kind and does not tie the two functions together.
 */
#include "callgraph/callgraph.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "callgraph/doomed.h"
#include "pointer/scc.h"

/* Thread-specific data: a call that makes a key or sets its value. */
struct key_call {
	func_id func;
	uint32_t inst;
	sym_id key;	      /* the variable that holds the key */
	uint32_t destructor;  /* argument of the call */
};

struct builder {
	const struct program *p;
	const struct pointers *pt;
	VEC(struct call_edge) edges;
	struct callgraph *g;
	struct pt_set set;
	VEC(sym_id) functions;
	VEC(struct key_call) key_creates, key_sets;
};

static bool is_call(const struct call_edge *e)
{
	return e->kind == EDGE_DIRECT || e->kind == EDGE_INDIRECT || e->kind == EDGE_CALLBACK;
}

/* ---- edges ---- */

static void add_edge(struct builder *b, func_id caller, uint32_t inst, sym_id callee,
		     enum edge_kind kind)
{
	func_id f = b->p->symbols.at[callee].func;
	if (f && !pointers_model(b->pt, callee))
		vec_push(&b->edges, ((struct call_edge){.caller = caller, .callee = f, .inst = inst,
							.kind = (uint8_t)kind}));
}

/* Edges to the functions in b->set. */
static void add_functions(struct builder *b, func_id caller, uint32_t inst, enum edge_kind kind)
{
	uint32_t n = pointers_functions(b->pt, &b->set, b->functions.at, b->functions.cap);
	if (n > b->functions.cap) {
		vec_reserve(&b->functions, n);
		n = pointers_functions(b->pt, &b->set, b->functions.at, n);
	}
	for (uint32_t i = 0; i < n; i++)
		add_edge(b, caller, inst, b->functions.at[i], kind);
}

static int called_argument(const struct effect *e)
{
	switch (e->kind) {
	case EFFECT_ONCE:
	case EFFECT_TSD_KEY_CREATE:
		return e->other;
	case EFFECT_CREATE:
	case EFFECT_CALL_NOW:
	case EFFECT_CALL_LATER:
	case EFFECT_SIGNAL_HANDLER:
		return e->arg;
	default:
		return ARG_NONE;
	}
}

static enum edge_kind effect_edge(const struct effect *e)
{
	switch (e->kind) {
	case EFFECT_CREATE:
		return EDGE_CREATE;
	case EFFECT_ONCE:
	case EFFECT_CALL_NOW:
		return EDGE_CALLBACK;
	default:
		return EDGE_LATER;
	}
}

static void add_effect(struct builder *b, func_id f, uint32_t inst, const struct effect *e)
{
	const struct ir_inst *i = ir_inst_at(b->p, &b->p->funcs.at[f], inst);
	int k = called_argument(e);
	if (k < 0 || (uint32_t)k >= i->arg_count)
		return;
	b->set.copies = true;
	pointers_of_value(b->pt, f, b->p->operands.at[i->args + (uint32_t)k], &b->set);
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT) {
		pointers_offset(b->pt, &b->set, e->value, &b->set);
		pointers_load(b->pt, &b->set, &b->set);
	}
	add_functions(b, f, inst, effect_edge(e));
	b->set.copies = false;
}

static ir_val argument(const struct builder *b, const struct ir_inst *i, int k)
{
	return k >= 0 && (uint32_t)k < i->arg_count ? b->p->operands.at[i->args + (uint32_t)k] : 0;
}

/* The variable of the key, which is passed by value or by address; 0: it is not known. */
static sym_id key_variable(const struct builder *b, func_id f, ir_val v, bool by_address)
{
	if (!by_address && ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i =
			ir_inst_at(b->p, &b->p->funcs.at[f], ir_val_index(v));
		v = i->op == OP_LOAD ? i->a : 0;
	}
	return ir_val_symbol(b->p, v);
}

static void note_key(struct builder *b, func_id f, uint32_t inst, const struct effect *e)
{
	const struct ir_inst *i = ir_inst_at(b->p, &b->p->funcs.at[f], inst);
	bool creates = e->kind == EFFECT_TSD_KEY_CREATE;
	if (!creates && e->kind != EFFECT_TSD_SET)
		return;
	sym_id key = key_variable(b, f, argument(b, i, e->arg),
				  e->flags & EFFECTF_BY_ADDRESS);
	struct key_call k = {f, inst, key, (uint32_t)(e->other >= 0 ? e->other : 0)};
	if (creates && e->other >= 0)
		vec_push(&b->key_creates, k);
	else if (!creates)
		vec_push(&b->key_sets, k);
}

/* A thread that has set a value runs the key's destructor when it ends. */
static void add_destructors(struct builder *b)
{
	for (uint32_t i = 0; i < b->key_sets.n; i++) {
		struct key_call set = b->key_sets.at[i];
		for (uint32_t j = 0; j < b->key_creates.n; j++) {
			struct key_call k = b->key_creates.at[j];
			if (k.key != set.key && k.key && set.key)
				continue;
			const struct ir_inst *call =
				ir_inst_at(b->p, &b->p->funcs.at[k.func], k.inst);
			pointers_of_value(b->pt, k.func,
					  argument(b, call, (int)k.destructor),
					  &b->set);
			add_functions(b, set.func, set.inst, EDGE_CALLBACK);
		}
	}
}

/* What a function that is not known is given, it may call: at once, or later and
 * maybe on another thread. */
static void add_unknown(struct builder *b, func_id f, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(b->p, &b->p->funcs.at[f], inst);
	for (uint32_t k = 0; k < i->arg_count; k++) {
		pointers_of_value(b->pt, f, b->p->operands.at[i->args + k], &b->set);
		add_functions(b, f, inst, EDGE_CALLBACK);
		add_functions(b, f, inst, EDGE_LATER);
	}
	sym_id led[PT_MAX_LED];
	uint32_t n = pointers_led(b->pt, f, inst, led);
	for (uint32_t k = 0; k < n; k++)
		add_edge(b, f, inst, led[k], EDGE_LATER);
}

static void add_target(struct builder *b, func_id f, uint32_t inst, sym_id callee,
		       enum edge_kind kind)
{
	const struct model *m = pointers_model(b->pt, callee);
	add_edge(b, f, inst, callee, kind);
	for (uint32_t i = 0; m && i < m->effect_count; i++) {
		add_effect(b, f, inst, &m->effects[i]);
		note_key(b, f, inst, &m->effects[i]);
	}
	if (!m && !b->p->symbols.at[callee].func)
		add_unknown(b, f, inst);
}

/* Are all targets of the call known, and have all of them an edge? Then control comes back from one
 * of these. */
static void note_targets(struct builder *b, uint32_t first, uint32_t targets, bool complete)
{
	bool whole = complete && targets == b->edges.n - first;
	for (uint32_t i = first; i < b->edges.n; i++)
		whole &= b->edges.at[i].kind == EDGE_DIRECT || b->edges.at[i].kind == EDGE_INDIRECT;
	for (uint32_t i = first; i < b->edges.n; i++)
		b->edges.at[i].whole = whole;
}

static void add_call(struct builder *b, func_id f, uint32_t inst, const struct ir_inst *i)
{
	uint32_t n;
	bool complete;
	sym_id direct = ir_val_symbol(b->p, i->a);
	const sym_id *to = pointers_callees(b->pt, f, inst, &n, &complete);
	bool indirect = !direct || b->p->symbols.at[direct].flags & SYMF_IFUNC;
	b->g->indirect_calls += indirect;
	b->g->unresolved_indirect += indirect && n == 0;
	uint32_t first = b->edges.n;
	for (uint32_t k = 0; k < n; k++)
		add_target(b, f, inst, to[k], indirect ? EDGE_INDIRECT : EDGE_DIRECT);
	note_targets(b, first, n, complete || !indirect);
	if (n == 0)
		add_unknown(b, f, inst);
}

static int compare_edges(const void *x, const void *y)
{
	const struct call_edge *a = x, *b = y;
	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	if (a->inst != b->inst)
		return a->inst < b->inst ? -1 : 1;
	if (a->callee != b->callee)
		return a->callee < b->callee ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

/* Sorted, without duplicates, and findable by caller and by callee. */
static void index_edges(struct builder *b)
{
	struct callgraph *g = b->g;
	uint32_t n = 0;
	if (b->edges.n)
		qsort(b->edges.at, b->edges.n, sizeof(*b->edges.at), compare_edges);
	for (uint32_t i = 0; i < b->edges.n; i++) {
		if (!n || compare_edges(&b->edges.at[n - 1], &b->edges.at[i]))
			b->edges.at[n++] = b->edges.at[i];
	}
	g->edges = b->edges.at;
	g->edge_count = n;
	g->edge_at = xcalloc(g->func_count + 1u, sizeof(*g->edge_at));
	g->caller_at = xcalloc(g->func_count + 2u, sizeof(*g->caller_at));
	g->caller_edges = xcalloc(n + 1u, sizeof(*g->caller_edges));
	for (uint32_t i = 0; i < n; i++) {
		g->edge_at[g->edges[i].caller + 1]++;
		g->caller_at[g->edges[i].callee + 2]++;
	}
	for (uint32_t f = 0; f < g->func_count; f++) {
		g->edge_at[f + 1] += g->edge_at[f];
		g->caller_at[f + 2] += g->caller_at[f + 1];
	}
	for (uint32_t i = 0; i < n; i++)
		g->caller_edges[g->caller_at[g->edges[i].callee + 1]++] = i;
}

/* ---- components ---- */

/* Function 0 is none: its component comes first in scc_find's numbering and
 * is left out of ours. */
static void number_components(struct callgraph *g, const uint32_t *found)
{
	uint32_t skip = found[0];
	for (func_id f = 1; f < g->func_count; f++)
		g->component[f] = found[f] - (found[f] > skip);
	g->member_at = xcalloc(g->component_count + 2u, sizeof(*g->member_at));
	g->members = xcalloc(g->func_count + 1u, sizeof(*g->members));
	g->recursive = xcalloc(g->component_count + 1u, sizeof(*g->recursive));
	g->position = xcalloc(g->func_count + 1u, sizeof(*g->position));
	for (func_id f = 1; f < g->func_count; f++)
		g->member_at[g->component[f] + 2]++;
	for (uint32_t c = 0; c < g->component_count; c++)
		g->member_at[c + 2] += g->member_at[c + 1];
	for (func_id f = 1; f < g->func_count; f++)
		g->members[g->member_at[g->component[f] + 1]++] = f;
	for (uint32_t c = 0; c < g->component_count; c++)
		g->recursive[c] = g->member_at[c + 1] - g->member_at[c] > 1;
}

struct walk {
	func_id func;
	uint32_t edge; /* the next to follow */
};

/*
 * The members of one component, callees before callers as far as that goes: in the
 * order in which a depth-first walk leaves them, beginning at the one that is most of
 * the component, if there is one, so that it comes last and others have to look again
 * in its stead; then at those that are called from outside. 'order' has room for them,
 * 'stack' for all functions.
 */
struct ordering {
	struct callgraph *g;
	struct walk *stack;
	bool *seen;
	func_id *order;
	uint32_t n;
};

static void walk_from(struct ordering *o, func_id root)
{
	const struct callgraph *g = o->g;
	uint32_t depth = 0;
	if (o->seen[root])
		return;
	o->seen[root] = true;
	o->stack[depth++] = (struct walk){root, g->edge_at[root]};
	while (depth > 0) {
		struct walk *w = &o->stack[depth - 1];
		if (w->edge == g->edge_at[w->func + 1]) {
			o->order[o->n++] = w->func;
			depth--;
			continue;
		}
		const struct call_edge *e = &g->edges[w->edge++];
		if (!is_call(e) || o->seen[e->callee] ||
		    g->component[e->callee] != g->component[root])
			continue;
		o->seen[e->callee] = true;
		o->stack[depth++] = (struct walk){e->callee, g->edge_at[e->callee]};
	}
}

static bool called_from_outside(const struct callgraph *g, func_id f)
{
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++)
		if (g->component[g->edges[g->caller_edges[i]].caller] != g->component[f])
			return true;
	return false;
}

#ifdef CHEQUER_STRESS
enum { HEAVY = 8 };
#else
enum { HEAVY = 8192 };
#endif

/* The member that has more than half of the instructions, and many; 0: none. */
static func_id find_heavy(const struct program *p, const struct callgraph *g, uint32_t c)
{
	uint64_t all = 0;
	func_id most = g->members[g->member_at[c]];
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		func_id f = g->members[i];
		all += p->funcs.at[f].inst_count;
		if (p->funcs.at[f].inst_count > p->funcs.at[most].inst_count)
			most = f;
	}
	uint32_t n = p->funcs.at[most].inst_count;
	return n > HEAVY && n > all / 2 ? most : 0;
}

static void order_members(const struct program *p, struct callgraph *g)
{
	struct ordering o = {.g = g};
	o.stack = xcalloc(g->func_count + 1u, sizeof(*o.stack));
	o.seen = xcalloc(g->func_count + 1u, sizeof(*o.seen));
	o.order = xcalloc(g->func_count + 1u, sizeof(*o.order));
	for (uint32_t c = 0; c < g->component_count; c++) {
		uint32_t first = g->member_at[c], end = g->member_at[c + 1];
		o.n = 0;
		g->heavy[c] = find_heavy(p, g, c);
		if (g->heavy[c])
			walk_from(&o, g->heavy[c]);
		for (uint32_t i = first; i < end && end - first > 1; i++)
			if (called_from_outside(g, g->members[i]))
				walk_from(&o, g->members[i]);
		for (uint32_t i = first; i < end; i++)
			walk_from(&o, g->members[i]);
		memcpy(g->members + first, o.order, o.n * sizeof(*o.order));
	}
	for (uint32_t i = 0; i < g->member_at[g->component_count]; i++)
		g->position[g->members[i]] = i;
	free(o.stack);
	free(o.seen);
	free(o.order);
}

/* The components of the calls, all of them or without those that are cut: doomed
 * ones inside a component of 'whole'. Returns their number, function 0's too. */
static uint32_t solve(const struct callgraph *g, const uint32_t *whole, uint32_t *found)
{
	uint32_t *at = xcalloc(g->func_count + 1u, sizeof(*at));
	uint32_t *to = xcalloc(g->edge_count + 1u, sizeof(*to)), n = 0;
	for (func_id f = 0; f < g->func_count; f++) {
		at[f] = n;
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++) {
			const struct call_edge *e = &g->edges[i];
			bool cut = whole && e->doomed && whole[f] == whole[e->callee];
			if (is_call(e) && !cut)
				to[n++] = e->callee;
		}
	}
	at[g->func_count] = n;
	uint32_t count = scc_find(&(struct scc_graph){g->func_count, at, to}, found);
	free(at);
	free(to);
	return count;
}

/* Functions by their component: callees first, when all calls count. */
static func_id *sort_by_component(const struct callgraph *g, const uint32_t *whole,
				  uint32_t *at)
{
	func_id *sorted = xcalloc(g->func_count + 1u, sizeof(*sorted));
	for (func_id f = 0; f < g->func_count; f++)
		at[whole[f] + 1]++;
	for (func_id f = 0; f < g->func_count; f++)
		at[f + 1] += at[f];
	for (func_id f = 0; f < g->func_count; f++)
		sorted[at[whole[f]]++] = f;
	return sorted;
}

/* Who is part of a cycle, and who has thread creations below. */
static void note_whole(struct callgraph *g, const uint32_t *whole)
{
	uint32_t *at = xcalloc(g->func_count + 2u, sizeof(*at));
	bool *creates = xcalloc(g->func_count + 1u, sizeof(*creates));
	func_id *sorted = sort_by_component(g, whole, at);
	for (uint32_t i = 0; i < g->func_count; i++) {
		func_id f = sorted[i];
		bool alone = (i == 0 || whole[sorted[i - 1]] != whole[f]) &&
			     (i + 1 == g->func_count || whole[sorted[i + 1]] != whole[f]);
		g->cyclic[f] = !alone;
		for (uint32_t k = g->edge_at[f]; k < g->edge_at[f + 1]; k++) {
			const struct call_edge *e = &g->edges[k];
			g->cyclic[f] |= is_call(e) && e->callee == f;
			creates[whole[f]] |= !is_call(e) || creates[whole[e->callee]];
		}
	}
	for (func_id f = 1; f < g->func_count; f++)
		g->creates[f] = creates[whole[f]];
	free(at);
	free(creates);
	free(sorted);
}

static void find_components(struct callgraph *g, const struct program *p)
{
	uint32_t *whole = xcalloc(g->func_count + 1u, sizeof(*whole));
	uint32_t *found = xcalloc(g->func_count + 1u, sizeof(*found));
	g->component = xcalloc(g->func_count + 1u, sizeof(*g->component));
	g->cyclic = xcalloc(g->func_count + 1u, sizeof(*g->cyclic));
	g->doomed = xcalloc(g->func_count + 1u, sizeof(*g->doomed));
	g->ends = xcalloc(g->func_count + 1u, sizeof(*g->ends));
	g->creates = xcalloc(g->func_count + 1u, sizeof(*g->creates));
	uint32_t count = solve(g, NULL, whole);
	note_whole(g, whole);
	if (count < g->func_count)
		doomed_mark(p, g);
	g->component_count = solve(g, whole, found) - 1;
	number_components(g, found);
	g->heavy = xcalloc(g->component_count + 1u, sizeof(*g->heavy));
	order_members(p, g);
	for (uint32_t i = 0; i < g->edge_count; i++) {
		const struct call_edge *e = &g->edges[i];
		if (is_call(e) && e->caller == e->callee)
			g->recursive[g->component[e->caller]] = true;
	}
	free(whole);
	free(found);
}

struct callgraph *callgraph_build(const struct program *p, const struct pointers *pt)
{
	struct builder b = {.p = p, .pt = pt};
	b.g = xcalloc(1, sizeof(*b.g));
	b.g->func_count = p->funcs.n;
	vec_reserve(&b.functions, 64);
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++) {
			const struct ir_inst *inst = ir_inst_at(p, &p->funcs.at[f], i);
			if (inst->op == OP_CALL)
				add_call(&b, f, i, inst);
		}
	}
	add_destructors(&b);
	index_edges(&b);
	find_components(b.g, p);
	doomed_find_ends(p, pt, b.g);
	vec_free(&b.key_creates);
	vec_free(&b.key_sets);
	pt_set_free(&b.set);
	vec_free(&b.functions);
	return b.g;
}

void callgraph_free(struct callgraph *g)
{
	if (!g)
		return;
	free(g->edges);
	free(g->edge_at);
	free(g->caller_edges);
	free(g->caller_at);
	free(g->component);
	free(g->members);
	free(g->member_at);
	free(g->position);
	free(g->heavy);
	free(g->recursive);
	free(g->cyclic);
	free(g->creates);
	free(g->doomed);
	free(g->ends);
	free(g);
}

/* ---- using it ---- */
