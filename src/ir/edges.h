/* SPDX-License-Identifier: MIT */
/* The control flow of one function as a graph, for who walks it forwards or back. */
#ifndef CHEQUER_IR_EDGES_H
#define CHEQUER_IR_EDGES_H

#include "base/arena.h"
#include "ir/ir.h"

/* Edges of block b are those from at[b] up to at[b + 1]. */
struct ir_ways {
	uint32_t *at, *to;
};

struct ir_edges {
	struct ir_ways next, before; /* duplicates kept; of a block, in terminator order */
};

/* Only those that lead on. */
void ir_edges_next(struct ir_ways *next, struct arena *a, const struct program *p,
		   const struct ir_func *f);
void ir_edges_make(struct ir_edges *e, struct arena *a, const struct program *p,
		   const struct ir_func *f);
/* The block that has this instruction. */
uint32_t ir_block_of(const struct program *p, const struct ir_func *f, uint32_t inst);

#endif
