/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: locals that are only loaded and stored as a
 * whole become values, as in LLVM's mem2reg.
 *
 * In the function, a load of such a local becomes INST_NOTHING and its value is
 * replaced; a store becomes INST_ASSIGN; joins are what a phi is in LLVM.
 */
#ifndef CHEQUER_FRONT_LLVM_PROMOTE_H
#define CHEQUER_FRONT_LLVM_PROMOTE_H

#include "front/llvm/flow.h"

/* A value that depends on where control comes from: one operand for each edge
 * into the block, in the order of flow.preds. */
struct join {
	uint32_t block, local;
	bc_value value;
	uint32_t first, n;     /* in join_operands */
	uint32_t declarations; /* of the local: first, or BC_NONE */
	bool gone;	       /* it was replaced */
};

/* Debug info says that a local is a variable. */
struct declaration {
	uint32_t next; /* of the same local, or BC_NONE */
	bc_node variable, expression;
};

struct promoted_local {
	bc_value value;
	bc_type type;
	bool promoted, bad;
	bool address_kept; /* its address is stored in another local */
	uint32_t declarations; /* first, or BC_NONE */
	uint32_t stores;       /* that are reached */
	bc_value stored;       /* by the last of them */
	uint32_t uses_at, defs_at; /* ranges in use_block, def_block */
	uint32_t use_count, def_count;
};

struct block_fact {
	uint32_t local, block;
};

struct promotion {
	struct flow flow;
	VEC(struct promoted_local) locals;
	VEC(struct declaration) declarations;
	bc_value base;		   /* the first value of the function */
	VEC(uint32_t) local_of;	   /* by value - base: local + 1, or 0 */
	VEC(bc_value) replaced;	   /* by value - base: what it stands for, or BC_NONE */
	VEC(struct join) joins;
	VEC(bc_value) join_operands;
	VEC(uint32_t) joins_of_at, joins_of; /* by block */
	/* scratch */
	VEC(struct block_fact) uses, defs; /* in blocks: read before written; written */
	VEC(uint32_t) use_block, def_block;
	VEC(uint32_t) seen_use, seen_def; /* by local: the last such block + 1 */
	VEC(uint32_t) live, defined, placed, work; /* by block: local + 1 */
	VEC(bc_value) current;			   /* by local */
	VEC(struct block_fact) undo; /* local and the value it had */
	VEC(uint32_t) stack;
};

/* Whether a call of the function has no effect at all, even on its arguments. */
typedef bool promote_ignores(void *context, bc_value callee);

void promote_locals(struct bitcode *m, struct promotion *p, promote_ignores *ignores,
		    void *context);
void promotion_free(struct promotion *p);

/* What v stands for: another value, or BC_UNDEF. */
static inline bc_value promoted_value(const struct promotion *p, bc_value v)
{
	uint32_t hops = 0;
	while (v - p->base < p->replaced.n && p->replaced.at[v - p->base] != BC_NONE) {
		v = p->replaced.at[v - p->base];
		if (++hops > p->replaced.n)
			return BC_UNDEF; /* in code that is never reached */
	}
	return v;
}

#endif
