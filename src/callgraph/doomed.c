/* SPDX-License-Identifier: MIT */
/*
 * Calls that do not matter to those who call: a block is doomed when every way on
 * ends in a call that does not return, a function when its first block is. What is
 * called there (a log, then abort) leaves no lock, value or order behind for the
 * callers, since none of them goes on. Endless loops are not doomed.
 *
 * Likewise functions in which the program ends, fatal(): what leads there is of less interest.
 *
 * Both are least fixpoints, over the blocks of a function and over direct calls.
 */
#include "callgraph/doomed.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/map.h"
#include "ir/edges.h"

struct doom {
	const struct program *p;
	const struct pointers *pt; /* only the calls by which the program ends; or NULL: all
				    * that do not return */
	bool *functions;
	bool *blocks; /* of all functions */
};

static bool ends_program(const struct doom *d, func_id f, uint32_t inst)
{
	const struct model *m = pointers_called_model(d->pt, f, inst);
	const struct effect *e = m ? model_effect(m, EFFECT_NORETURN) : NULL;
	return e && e->flags & EFFECTF_PROGRAM;
}

static bool ends_in(const struct doom *d, const struct ir_func *fn, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(d->p, fn, inst);
	sym_id to = i->op == OP_CALL ? ir_val_symbol(d->p, i->a) : 0;
	func_id f = (func_id)(fn - d->p->funcs.at);
	if (!d->pt && (i->op == OP_STOP || (i->op == OP_CALL && i->flags & INSTF_NORETURN)))
		return true;
	if (!to)
		return false;
	return d->functions[d->p->symbols.at[ir_resolve_alias(d->p, to)].func] ||
	       (d->pt && ends_program(d, f, inst));
}

static bool is_doomed(const struct doom *d, const struct ir_func *fn, uint32_t b)
{
	enum { FEW = 64 };
	const struct ir_block *k = ir_block_at(d->p, fn, b);
	uint32_t to[FEW];
	for (uint32_t i = 0; i < k->inst_count; i++)
		if (ends_in(d, fn, k->inst_first + i))
			return true;
	uint32_t n = ir_successors(d->p, fn, b, to, FEW);
	for (uint32_t i = 0; i < n && i < FEW; i++)
		if (!d->blocks[fn->block_first + to[i]])
			return false;
	return n > 0 && n <= FEW;
}

/* Is it only now that the function is doomed? */
static bool visit_function(struct doom *d, func_id f)
{
	const struct ir_func *fn = &d->p->funcs.at[f];
	bool before = d->functions[f];
	for (bool changed = fn->block_count > 0; changed;) {
		changed = false;
		for (uint32_t b = fn->block_count; b-- > 0;) {
			bool *doomed = &d->blocks[fn->block_first + b];
			if (*doomed || !is_doomed(d, fn, b))
				continue;
			*doomed = changed = true;
		}
	}
	d->functions[f] |= fn->block_count && d->blocks[fn->block_first];
	return d->functions[f] != before;
}

static void solve(struct doom *d)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (func_id f = 1; f < d->p->funcs.n; f++)
			changed |= visit_function(d, f);
	}
}

void doomed_mark(const struct program *p, struct callgraph *g)
{
	struct doom d = {.p = p, .functions = g->doomed,
			 .blocks = xcalloc(p->blocks.n + 1u, sizeof(bool))};
	solve(&d);
	for (uint32_t i = 0; i < g->edge_count; i++) {
		struct call_edge *e = &g->edges[i];
		const struct ir_func *fn = &p->funcs.at[e->caller];
		e->doomed = d.blocks[fn->block_first + ir_block_of(p, fn, e->inst)];
	}
	free(d.blocks);
}

/* ---- where the program ends ---- */

/* Functions that may call one by which the program ends, themselves or below. */
static bool *find_may_end(const struct doom *d, const struct callgraph *g)
{
	bool *may = xcalloc(g->func_count + 1u, sizeof(*may));
	for (func_id f = 1; f < g->func_count; f++) {
		const struct ir_func *fn = &d->p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count && !may[f]; i++)
			may[f] = ir_inst_at(d->p, fn, i)->op == OP_CALL && ends_program(d, f, i);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < g->edge_count; i++) {
			const struct call_edge *e = &g->edges[i];
			if (e->kind != EDGE_DIRECT || may[e->caller] || !may[e->callee])
				continue;
			may[e->caller] = changed = true;
		}
	}
	return may;
}

/* The caller says that it does not come back: '_panic(...), __builtin_unreachable()'. */
static void mark_unreturned(struct doom *d, const struct callgraph *g, const bool *may)
{
	for (uint32_t i = 0; i < g->edge_count; i++) {
		const struct call_edge *e = &g->edges[i];
		const struct ir_func *fn = &d->p->funcs.at[e->caller];
		if (e->kind == EDGE_DIRECT && may[e->callee] &&
		    ir_inst_at(d->p, fn, e->inst + 1)->op == OP_STOP)
			d->functions[e->callee] = true;
	}
}

/* From so many places control gets there: who is called once may be the one call of who is called
 * everywhere, as a failed assertion is. */
static uint32_t count_places(const struct callgraph *g, func_id f)
{
	uint32_t n = 0;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		func_id by = g->edges[g->caller_edges[i]].caller;
		uint32_t calls = g->ends[by] ? 0 : g->caller_at[by + 1] - g->caller_at[by];
		n += calls > 1 ? calls : 1;
	}
	return n;
}

void doomed_find_ends(const struct program *p, const struct pointers *pt, struct callgraph *g)
{
	enum { MANY = 4 };
	struct doom d = {.p = p, .pt = pt, .functions = g->ends,
			 .blocks = xcalloc(p->blocks.n + 1u, sizeof(bool))};
	struct map calls = {0}; /* by name: copies of a function count with it */
	bool *may = find_may_end(&d, g);
	mark_unreturned(&d, g, may);
	free(may);
	solve(&d);
	for (func_id f = 1; f < g->func_count; f++) {
		str_id name = p->symbols.at[p->funcs.at[f].sym].name;
		if (g->ends[f])
			map_put(&calls, name, map_get(&calls, name, 0) + count_places(g, f));
	}
	for (func_id f = 1; f < g->func_count; f++)
		g->ends[f] &= map_get(&calls, p->symbols.at[p->funcs.at[f].sym].name, 0) >= MANY;
	map_free(&calls);
	free(d.blocks);
}
