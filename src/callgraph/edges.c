/* SPDX-License-Identifier: MIT */
/* The edges of one call, found among those of its function, which are in the order of the code. */
#include "callgraph/callgraph.h"

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
	for (*n = 0; low + *n < end && g->edges[low + *n].inst == inst;)
		(*n)++;
	return g->edges + low;
}
