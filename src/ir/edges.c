/* SPDX-License-Identifier: MIT */
#include "ir/edges.h"

void ir_edges_next(struct ir_ways *next, struct arena *a, const struct program *p,
		   const struct ir_func *f)
{
	uint32_t count = 0;
	for (uint32_t b = 0; b < f->block_count; b++)
		count += ir_successors(p, f, b, NULL, 0);
	next->at = arena_alloc(a, (f->block_count + 1u) * sizeof(uint32_t));
	next->to = arena_alloc(a, (count + 1u) * sizeof(uint32_t));
	next->at[0] = 0;
	for (uint32_t b = 0; b < f->block_count; b++) {
		uint32_t at = next->at[b];
		next->at[b + 1] = at + ir_successors(p, f, b, next->to + at, count - at);
	}
}

/* at[b + 1] is where those of b go on, until all are in their places. */
static void turn(struct ir_ways *before, struct arena *a, const struct ir_ways *next,
		 uint32_t blocks)
{
	uint32_t edges = next->at[blocks];
	before->at = ARENA_ARRAY(a, uint32_t, blocks + 2u);
	before->to = arena_alloc(a, (edges + 1u) * sizeof(uint32_t));
	for (uint32_t e = 0; e < edges; e++)
		before->at[next->to[e] + 2]++;
	for (uint32_t b = 0; b < blocks; b++)
		before->at[b + 2] += before->at[b + 1];
	for (uint32_t b = 0; b < blocks; b++)
		for (uint32_t e = next->at[b]; e < next->at[b + 1]; e++)
			before->to[before->at[next->to[e] + 1]++] = b;
}

void ir_edges_make(struct ir_edges *e, struct arena *a, const struct program *p,
		   const struct ir_func *f)
{
	ir_edges_next(&e->next, a, p, f);
	turn(&e->before, a, &e->next, f->block_count);
}

uint32_t ir_block_of(const struct program *p, const struct ir_func *f, uint32_t inst)
{
	uint32_t low = 0, high = f->block_count;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (ir_block_at(p, f, middle)->inst_first <= inst)
			low = middle;
		else
			high = middle;
	}
	return low;
}
