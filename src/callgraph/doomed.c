/* SPDX-License-Identifier: MIT */
/*
 * Calls that do not matter to those who call: a block is doomed when every way on
 * ends in a call that does not return, a function when its first block is. What is
 * called there (a log, then abort) leaves no lock, value or order behind for the
 * callers, since none of them goes on. Endless loops are not doomed.
 *
 * Both are least fixpoints, over the blocks of a function and over direct calls.
 */
#include "callgraph/doomed.h"

#include <stdlib.h>

#include "base/diag.h"
#include "ir/edges.h"

struct doom {
	const struct program *p;
	bool *functions;
	bool *blocks; /* of all functions */
};

static bool ends_in(const struct doom *d, const struct ir_inst *i)
{
	sym_id to = i->op == OP_CALL ? ir_val_symbol(d->p, i->a) : 0;
	if (i->op == OP_STOP || (i->op == OP_CALL && i->flags & INSTF_NORETURN))
		return true;
	return to && d->functions[d->p->symbols.at[ir_resolve_alias(d->p, to)].func];
}

static bool is_doomed(const struct doom *d, const struct ir_func *fn, uint32_t b)
{
	enum { FEW = 64 };
	const struct ir_block *k = ir_block_at(d->p, fn, b);
	uint32_t to[FEW];
	for (uint32_t i = 0; i < k->inst_count; i++)
		if (ends_in(d, ir_inst_at(d->p, fn, k->inst_first + i)))
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
	d->functions[f] = fn->block_count && d->blocks[fn->block_first];
	return d->functions[f] != before;
}

void doomed_mark(const struct program *p, struct callgraph *g)
{
	struct doom d = {.p = p, .functions = g->doomed,
			 .blocks = xcalloc(p->blocks.n + 1u, sizeof(bool))};
	for (bool changed = true; changed;) {
		changed = false;
		for (func_id f = 1; f < p->funcs.n; f++)
			changed |= visit_function(&d, f);
	}
	for (uint32_t i = 0; i < g->edge_count; i++) {
		struct call_edge *e = &g->edges[i];
		const struct ir_func *fn = &p->funcs.at[e->caller];
		e->doomed = d.blocks[fn->block_first + ir_block_of(p, fn, e->inst)];
	}
	free(d.blocks);
}
