/* SPDX-License-Identifier: MIT */
/* The call graph as text or for graphviz, and the functions nobody knows. */
#include "callgraph/callgraph.h"

#include <stdlib.h>
#include <string.h>

static const char *kind_name(uint8_t kind)
{
	static const char *const names[] = {"calls", "may call", "calls back", "creates",
					    "registers"};
	return names[kind];
}

static const char *dot_style(uint8_t kind)
{
	static const char *const styles[] = {"", " [style=dashed]", " [style=dotted]",
					     " [color=red]", " [color=blue]"};
	return styles[kind];
}

static void dump_dot(const struct callgraph *g, const struct program *p, FILE *out)
{
	fprintf(out, "digraph calls {\n");
	for (func_id f = 1; f < g->func_count; f++)
		fprintf(out, "\tf%u [label=\"%s\"];\n", f, ir_func_name(p, f));
	for (uint32_t e = 0; e < g->edge_count; e++)
		fprintf(out, "\tf%u -> f%u%s;\n", g->edges[e].caller, g->edges[e].callee,
			dot_style(g->edges[e].kind));
	fprintf(out, "}\n");
}

static void dump_function(const struct callgraph *g, const struct program *p, func_id f,
			  FILE *out)
{
	uint32_t c = g->component[f];
	fprintf(out, "%s", ir_func_name(p, f));
	if (g->member_at[c + 1] - g->member_at[c] > 1)
		fprintf(out, " (component of %u)", g->member_at[c + 1] - g->member_at[c]);
	else if (g->recursive[c])
		fprintf(out, " (calls itself)");
	fprintf(out, "\n");
	for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++) {
		const struct call_edge *x = &g->edges[e];
		const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], x->inst);
		fprintf(out, "  line %u %s %s\n", p->locs.at[i->loc].line, kind_name(x->kind),
			ir_func_name(p, x->callee));
	}
}

void callgraph_dump(const struct callgraph *g, const struct program *p, bool dot, FILE *out)
{
	if (dot) {
		dump_dot(g, p, out);
		return;
	}
	for (func_id f = 1; f < g->func_count; f++)
		dump_function(g, p, f, out);
	fprintf(out, "%u functions, %u components, %u edges, %u indirect calls, "
		     "%u unresolved\n",
		g->func_count - 1, g->component_count, g->edge_count, g->indirect_calls,
		g->unresolved_indirect);
}

struct unknown {
	const char *name;
	uint32_t sites;
};

static int compare_unknown(const void *x, const void *y)
{
	const struct unknown *a = x, *b = y;
	if (a->sites != b->sites)
		return a->sites > b->sites ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void count_sites(const struct program *p, uint32_t *sites)
{
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++) {
			const struct ir_inst *x = ir_inst_at(p, fn, i);
			if (x->op == OP_CALL)
				sites[ir_val_symbol(p, x->a)]++;
		}
	}
}

void callgraph_list_unknown(const struct program *p, const struct models *m, FILE *out)
{
	uint32_t *sites = xcalloc(p->symbols.n + 1u, sizeof(uint32_t)), n = 0;
	struct unknown *list = xcalloc(p->symbols.n + 1u, sizeof(*list));
	count_sites(p, sites);
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const char *name = ir_str(p, p->symbols.at[s].name);
		if (sites[s] && !p->symbols.at[s].func && !models_find(m, name))
			list[n++] = (struct unknown){name, sites[s]};
	}
	qsort(list, n, sizeof(*list), compare_unknown);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%6u  %s\n", list[i].sites, list[i].name);
	free(sites);
	free(list);
}
