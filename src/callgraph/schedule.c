/* SPDX-License-Identifier: MIT */
/*
 * The bottom-up schedule: a component waits for each of its callees' components
 * once, however many calls there are between the two. Nobody waits for cut calls.
 */
#include "callgraph/callgraph.h"

#include <stdlib.h>

#include "base/sort.h"
#include "base/vec.h"

static bool is_call(const struct call_edge *e)
{
	return e->kind == EDGE_DIRECT || e->kind == EDGE_INDIRECT || e->kind == EDGE_CALLBACK;
}

/* Calls fn(from, to) once for each pair of different components. */
struct pair_list {
	VEC(uint64_t) pairs; /* callee component, caller component */
};

static void collect_pairs(const struct callgraph *g, struct pair_list *l)
{
	for (uint32_t i = 0; i < g->edge_count; i++) {
		const struct call_edge *e = &g->edges[i];
		uint32_t from = g->component[e->callee], to = g->component[e->caller];
		if (is_call(e) && from < to)
			vec_push(&l->pairs, (uint64_t)from << 32 | to);
	}
	l->pairs.n = sort_u64_set(l->pairs.at, l->pairs.n);
}

void callgraph_bottom_up(const struct callgraph *g, unsigned workers, pool_task *run,
			 void *context)
{
	struct pair_list l = {0};
	uint32_t n = g->component_count;
	uint32_t *waits = xcalloc(n + 1u, sizeof(*waits));
	uint32_t *at = xcalloc(n + 1u, sizeof(*at));
	collect_pairs(g, &l);
	uint32_t *successors = xcalloc(l.pairs.n + 1u, sizeof(*successors));
	for (uint32_t i = 0; i < l.pairs.n; i++) {
		uint32_t caller = (uint32_t)l.pairs.at[i];
		at[(l.pairs.at[i] >> 32) + 1]++;
		waits[caller]++;
		successors[i] = caller;
	}
	for (uint32_t c = 0; c < n; c++)
		at[c + 1] += at[c];
	struct pool_graph graph = {n, waits, at, successors};
	pool_run_graph(workers, &graph, run, context);
	vec_free(&l.pairs);
	free(waits);
	free(at);
	free(successors);
}
