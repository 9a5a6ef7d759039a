/* SPDX-License-Identifier: MIT */
/*
 * Edges from instructions, models and the pointer analysis; components by Tarjan;
 * the bottom-up schedule as a task graph for the worker pool.
 */
#include "callgraph/callgraph.h"

#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "pointer/scc.h"

struct building {
	const struct program *p;
	const struct models *m;
	const struct pointers *pt;
	struct callgraph *g;
	VEC(struct call_edge) edges;
	struct pt_set set;
};

static void add_edge(struct building *b, func_id caller, uint32_t inst, sym_id callee,
		     enum edge_kind kind)
{
	func_id f = b->p->symbols.at[callee].func;
	if (f)
		vec_push(&b->edges, ((struct call_edge){caller, f, inst, (uint8_t)kind}));
}

/* Edges to every function that the value may be. */
static void add_value_edges(struct building *b, func_id f, uint32_t inst, ir_val v,
			    enum edge_kind kind)
{
	sym_id targets[256];
	pointers_of_value(b->pt, f, v, &b->set);
	uint32_t n = pointers_functions(b->pt, &b->set, targets, 256);
	for (uint32_t i = 0; i < n && i < 256; i++)
		add_edge(b, f, inst, targets[i], kind);
}

/* The handler is stored in a struct that the argument points to. */
static void add_handler_edges(struct building *b, func_id f, uint32_t inst, ir_val v,
			      int64_t offset)
{
	struct pt_set at = {0};
	sym_id targets[64];
	pointers_of_value(b->pt, f, v, &b->set);
	pointers_offset(b->pt, &b->set, offset, &at);
	pointers_load(b->pt, &at, &b->set);
	uint32_t n = pointers_functions(b->pt, &b->set, targets, 64);
	for (uint32_t i = 0; i < n && i < 64; i++)
		add_edge(b, f, inst, targets[i], EDGE_LATER);
	pt_set_free(&at);
}

static void add_effect(struct building *b, func_id f, uint32_t inst, const struct ir_inst *i,
		       const struct effect *e)
{
	int8_t arg = e->kind == EFFECT_ONCE ? e->other : e->arg;
	if (arg < 0 || (uint32_t)arg >= i->arg_count)
		return;
	ir_val v = b->p->operands.at[i->args + (uint32_t)arg];
	switch (e->kind) {
	case EFFECT_ONCE:
	case EFFECT_CALL_NOW:
		add_value_edges(b, f, inst, v, EDGE_CALLBACK);
		break;
	case EFFECT_CREATE:
		add_value_edges(b, f, inst, v, EDGE_CREATE);
		break;
	case EFFECT_SIGNAL_HANDLER:
		if (e->flags & EFFECTF_HANDLER_IN_STRUCT)
			add_handler_edges(b, f, inst, v, e->value);
		else
			add_value_edges(b, f, inst, v, EDGE_LATER);
		break;
	case EFFECT_CALL_LATER:
		add_value_edges(b, f, inst, v, EDGE_LATER);
		break;
	default:
		break;
	}
}

static void add_target(struct building *b, func_id f, uint32_t inst, const struct ir_inst *i,
		       sym_id target, bool direct)
{
	const struct ir_symbol *y = &b->p->symbols.at[target];
	const struct model *m = models_find(b->m, ir_str(b->p, y->name));
	if (y->func && !(m && m->flags & MODELF_WINS)) {
		add_edge(b, f, inst, target, direct ? EDGE_DIRECT : EDGE_INDIRECT);
		return;
	}
	for (uint32_t k = 0; m && k < m->effect_count; k++)
		add_effect(b, f, inst, i, &m->effects[k]);
}

static void add_call(struct building *b, func_id f, uint32_t inst, const struct ir_inst *i)
{
	uint32_t n;
	bool complete, direct = ir_val_symbol(b->p, i->a) != 0;
	const sym_id *targets = pointers_callees(b->pt, f, inst, &n, &complete);
	if (!direct)
		b->g->indirect_calls++;
	if (!direct && n == 0)
		b->g->unresolved_indirect++;
	for (uint32_t k = 0; k < n; k++)
		add_target(b, f, inst, i, targets[k], direct);
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
	return (int)a->kind - (int)b->kind;
}

static void take_edges(struct building *b)
{
	struct callgraph *g = b->g;
	uint32_t kept = 0;
	if (b->edges.n)
		qsort(b->edges.at, b->edges.n, sizeof(*b->edges.at), compare_edges);
	for (uint32_t i = 0; i < b->edges.n; i++)
		if (!kept || compare_edges(&b->edges.at[kept - 1], &b->edges.at[i]) != 0)
			b->edges.at[kept++] = b->edges.at[i];
	g->edges = b->edges.at;
	g->edge_count = kept;
	g->edge_at = xcalloc(g->func_count + 1u, sizeof(uint32_t));
	g->caller_at = xcalloc(g->func_count + 2u, sizeof(uint32_t));
	g->caller_edges = xcalloc(kept + 1u, sizeof(uint32_t));
	for (uint32_t i = 0; i < kept; i++) {
		g->edge_at[g->edges[i].caller + 1]++;
		g->caller_at[g->edges[i].callee + 2]++;
	}
	for (uint32_t f = 0; f < g->func_count; f++) {
		g->edge_at[f + 1] += g->edge_at[f];
		g->caller_at[f + 2] += g->caller_at[f + 1];
	}
	for (uint32_t i = 0; i < kept; i++)
		g->caller_edges[g->caller_at[g->edges[i].callee + 1]++] = i;
}

static bool is_call(const struct call_edge *e)
{
	return e->kind != EDGE_CREATE && e->kind != EDGE_LATER;
}

static void find_components(struct callgraph *g)
{
	uint32_t *at = xcalloc(g->func_count + 1u, sizeof(uint32_t));
	uint32_t *to = xcalloc(g->edge_count + 1u, sizeof(uint32_t)), n = 0;
	for (uint32_t f = 0; f < g->func_count; f++) {
		at[f] = n;
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			if (is_call(&g->edges[e]))
				to[n++] = g->edges[e].callee;
	}
	at[g->func_count] = n;
	struct scc_graph graph = {g->func_count, at, to};
	g->component = xcalloc(g->func_count + 1u, sizeof(uint32_t));
	g->component_count = scc_find(&graph, g->component);
	free(at);
	free(to);
}

static void list_members(struct callgraph *g)
{
	g->member_at = xcalloc(g->component_count + 2u, sizeof(uint32_t));
	g->members = xcalloc(g->func_count + 1u, sizeof(func_id));
	g->recursive = xcalloc(g->component_count + 1u, sizeof(bool));
	for (func_id f = 1; f < g->func_count; f++)
		g->member_at[g->component[f] + 2]++;
	for (uint32_t c = 0; c < g->component_count; c++) {
		g->recursive[c] = g->member_at[c + 2] > 1;
		g->member_at[c + 2] += g->member_at[c + 1];
	}
	for (func_id f = 1; f < g->func_count; f++)
		g->members[g->member_at[g->component[f] + 1]++] = f;
	for (uint32_t e = 0; e < g->edge_count; e++)
		if (is_call(&g->edges[e]) && g->edges[e].caller == g->edges[e].callee)
			g->recursive[g->component[g->edges[e].caller]] = true;
}

struct callgraph *callgraph_build(const struct program *p, const struct models *m,
				  const struct pointers *pt)
{
	struct callgraph *g = xcalloc(1, sizeof(*g));
	struct building b = {.p = p, .m = m, .pt = pt, .g = g};
	g->func_count = p->funcs.n;
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++)
			if (ir_inst_at(p, fn, i)->op == OP_CALL)
				add_call(&b, f, i, ir_inst_at(p, fn, i));
	}
	take_edges(&b);
	find_components(g);
	list_members(g);
	pt_set_free(&b.set);
	return g;
}

void callgraph_free(struct callgraph *g)
{
	free(g->edges);
	free(g->edge_at);
	free(g->caller_edges);
	free(g->caller_at);
	free(g->component);
	free(g->members);
	free(g->member_at);
	free(g->recursive);
	free(g);
}

const struct call_edge *callgraph_at(const struct callgraph *g, func_id caller, uint32_t inst,
				     uint32_t *n)
{
	uint32_t low = g->edge_at[caller], high = g->edge_at[caller + 1], end = high;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (g->edges[middle].inst < inst)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < end && g->edges[high].inst == inst; high++)
		;
	*n = high - low;
	return g->edges + low;
}

/* A component waits for each component it calls, once for every edge. */
void callgraph_bottom_up(const struct callgraph *g, unsigned workers, pool_task *run,
			 void *context)
{
	uint32_t *waits = xcalloc(g->component_count + 1u, sizeof(uint32_t));
	uint32_t *at = xcalloc(g->component_count + 2u, sizeof(uint32_t));
	uint32_t *to = xcalloc(g->edge_count + 1u, sizeof(uint32_t));
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t e = 0; e < g->edge_count; e++) {
			uint32_t from = g->component[g->edges[e].callee];
			uint32_t next = g->component[g->edges[e].caller];
			if (!is_call(&g->edges[e]) || from == next)
				continue;
			if (pass == 0) {
				waits[next]++;
				at[from + 2]++;
			} else {
				to[at[from + 1]++] = next;
			}
		}
		for (uint32_t c = 0; pass == 0 && c < g->component_count; c++)
			at[c + 2] += at[c + 1];
	}
	struct pool_graph graph = {g->component_count, waits, at, to};
	pool_run_graph(workers, &graph, run, context);
	free(waits);
	free(at);
	free(to);
}
