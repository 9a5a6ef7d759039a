/* SPDX-License-Identifier: MIT */
/*
 * 'chequer dump --callgraph', as text and for Graphviz, and the list of
 * functions that nobody has described.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "callgraph/callgraph.h"

static const char *const kind_text[] = {
	[EDGE_DIRECT] = "calls",     [EDGE_INDIRECT] = "calls through a pointer",
	[EDGE_CALLBACK] = "calls back", [EDGE_CREATE] = "creates a thread",
	[EDGE_LATER] = "hands over",
};
static const char *const kind_style[] = {
	[EDGE_DIRECT] = "solid",  [EDGE_INDIRECT] = "dashed", [EDGE_CALLBACK] = "dashed",
	[EDGE_CREATE] = "bold", [EDGE_LATER] = "dotted",
};

static uint32_t line_of(const struct program *p, const struct call_edge *e)
{
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[e->caller], e->inst);
	return p->locs.at[i->loc].line;
}

static void dump_function(const struct callgraph *g, const struct program *p, func_id f,
			  FILE *out)
{
	fprintf(out, "%s%s\n", ir_func_name(p, f),
		g->recursive[g->component[f]] ? " (recursive)" : "");
	for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++) {
		const struct call_edge *e = &g->edges[i];
		bool cut = e->kind != EDGE_CREATE && e->kind != EDGE_LATER &&
			   callgraph_is_cut(g, f, e->callee);
		fprintf(out, "  %" PRIu32 ": %s %s%s\n", line_of(p, e), kind_text[e->kind],
			ir_func_name(p, e->callee), cut ? " and does not return" : "");
	}
}

static void dump_text(const struct callgraph *g, const struct program *p, FILE *out)
{
	for (uint32_t c = 0; c < g->component_count; c++) {
		uint32_t first = g->member_at[c], n = g->member_at[c + 1] - first;
		if (n > 1)
			fprintf(out, "component of %" PRIu32 " functions\n", n);
		for (uint32_t i = 0; i < n; i++)
			dump_function(g, p, g->members[first + i], out);
	}
	fprintf(out, "indirect calls: %" PRIu32 ", without target: %" PRIu32 "\n",
		g->indirect_calls, g->unresolved_indirect);
}

static void dump_dot(const struct callgraph *g, const struct program *p, FILE *out)
{
	fprintf(out, "digraph calls {\n\tnode [shape=box];\n");
	for (func_id f = 1; f < g->func_count; f++)
		fprintf(out, "\tf%" PRIu32 " [label=\"%s\"];\n", f, ir_func_name(p, f));
	for (uint32_t i = 0; i < g->edge_count; i++) {
		const struct call_edge *e = &g->edges[i];
		fprintf(out, "\tf%" PRIu32 " -> f%" PRIu32 " [style=%s, label=\"%" PRIu32 "\"];\n",
			e->caller, e->callee, kind_style[e->kind], line_of(p, e));
	}
	fprintf(out, "}\n");
}

void callgraph_dump(const struct callgraph *g, const struct program *p, bool dot, FILE *out)
{
	if (dot)
		dump_dot(g, p, out);
	else
		dump_text(g, p, out);
}

/* ---- unknown functions ---- */

struct unknown {
	const char *name;
	uint32_t calls;
};

static int compare_unknown(const void *x, const void *y)
{
	const struct unknown *a = x, *b = y;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return strcmp(a->name, b->name);
}

static bool is_unknown(const struct program *p, const struct models *m, sym_id s)
{
	const struct ir_symbol *sym = &p->symbols.at[s];
	return sym->kind == SYM_FUNCTION && !sym->func && !(sym->flags & SYMF_IFUNC) &&
	       !models_find(m, ir_str(p, sym->name));
}

void callgraph_list_unknown(const struct program *p, const struct models *m, FILE *out)
{
	uint32_t *calls = xcalloc(p->symbols.n + 1u, sizeof(*calls));
	VEC(struct unknown) list = {0};
	for (uint32_t i = 0; i < p->insts.n; i++) {
		const struct ir_inst *inst = &p->insts.at[i];
		if (inst->op == OP_CALL)
			calls[ir_val_symbol(p, inst->a)]++;
	}
	for (sym_id s = 1; s < p->symbols.n; s++) {
		if (calls[s] && is_unknown(p, m, s))
			vec_push(&list,
				 ((struct unknown){ir_str(p, p->symbols.at[s].name), calls[s]}));
	}
	if (list.n)
		qsort(list.at, list.n, sizeof(*list.at), compare_unknown);
	for (uint32_t i = 0; i < list.n; i++)
		fprintf(out, "%6" PRIu32 "  %s\n", list.at[i].calls, list.at[i].name);
	vec_free(&list);
	free(calls);
}
