/* SPDX-License-Identifier: MIT */
/*
 * What callers have set: c->echo = stream; set_rate(c). Whether 'if (c->echo)' is true in the
 * function is known to who has called it, so what is done behind the test says so. Only
 * members that one of the callers stores in, or one of theirs, are worth it.
 */
#include "analysis/result/told.h"

#include "base/sort.h"

enum { MAX_TELLERS = 16, MAX_DISTANCE = 2 };

static void add_stores(struct frame *fr, func_id f)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fn, n);
		cell_id c = i->op == OP_STORE ? pointers_cell_of_address(fr->pt, f, i->a) : 0;
		if (c)
			vec_push(&fr->told, c);
	}
}

static bool is_listed(const func_id *at, uint32_t n, func_id f)
{
	for (uint32_t i = 0; i < n; i++)
		if (at[i] == f)
			return true;
	return false;
}

/* The stores of callers, and of theirs. */
static void find_told(struct frame *fr)
{
	const struct callgraph *g = fr->in->callgraph;
	func_id tellers[MAX_TELLERS + 1] = {fr->func};
	uint32_t n = 1, from = 0;
	vec_clear(&fr->told);
	for (uint32_t distance = 0; distance < MAX_DISTANCE; distance++) {
		uint32_t end = n;
		for (; from < end; from++) {
			func_id f = tellers[from];
			for (uint32_t i = g->caller_at[f];
			     i < g->caller_at[f + 1] && n <= MAX_TELLERS; i++) {
				const struct call_edge *e = &g->edges[g->caller_edges[i]];
				if (e->kind != EDGE_CREATE && e->kind != EDGE_LATER &&
				    !is_listed(tellers, n, e->caller))
					tellers[n++] = e->caller;
			}
		}
	}
	for (uint32_t i = 1; i < n; i++)
		add_stores(fr, tellers[i]);
	fr->told.n = sort_u32_set(fr->told.at, fr->told.n);
}

bool told_by_callers(struct frame *fr, const struct fact *f)
{
	const struct path x = *path_at(&fr->paths, f->path);
	if (f->target || x.kind != PATH_LOAD || x.loads != 1 ||
	    path_at(&fr->paths, x.root)->kind != PATH_FORMAL)
		return false;
	cell_id c = frame_alias(fr, x.a);
	if (!c || c == ALIAS_MIXED)
		return false;
	if (!fr->told_known)
		find_told(fr);
	fr->told_known = true;
	return sort_u32_has(fr->told.at, fr->told.n, c);
}
