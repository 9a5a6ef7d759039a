/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: control flow of one function. Blocks that
 * cannot be reached have no dominator and are in no frontier.
 */
#ifndef CHEQUER_FRONT_LLVM_FLOW_H
#define CHEQUER_FRONT_LLVM_FLOW_H

#include "front/llvm/bitcode.h"

struct flow {
	uint32_t n;
	VEC(uint32_t) pred_at; /* [n + 1] range in preds */
	VEC(uint32_t) preds;   /* one for each edge */
	VEC(uint32_t) slot;    /* by index of a target: its edge's place in preds */
	VEC(uint32_t) order;   /* blocks that are reached, in reverse postorder */
	VEC(uint32_t) rank;    /* place in order; BC_NONE: not reached */
	VEC(uint32_t) idom;    /* immediate dominator; the entry is its own */
	VEC(uint32_t) child_at, children; /* of the dominator tree, as for preds */
	VEC(uint32_t) enter, leave;	  /* times of a walk over that tree */
	VEC(uint32_t) frontier_at, frontier;
	VEC(uint32_t) scratch;
};

void flow_build(struct flow *f, const struct bc_function *function);
void flow_free(struct flow *f);
/* Whether every value is computed before its use, on every path from the entry. */
bool flow_is_sound(const struct flow *f, const struct bitcode *m);

static inline bool flow_reached(const struct flow *f, uint32_t block)
{
	return f->rank.at[block] != BC_NONE;
}
/* Both are reached. */
static inline bool flow_dominates(const struct flow *f, uint32_t a, uint32_t b)
{
	return f->enter.at[a] <= f->enter.at[b] && f->leave.at[b] <= f->leave.at[a];
}

#endif
