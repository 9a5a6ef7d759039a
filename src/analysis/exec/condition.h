/* SPDX-License-Identifier: MIT */
/* What a branch asks, and the value that it is about. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_CONDITION_H
#define CHEQUER_ANALYSIS_CONDITION_H

#include "ir/ir.h"

/* True where 'test' is, or is not. */
struct condition {
	ir_val test; /* 0: always */
	bool when;
};

/* On which control goes from that block to the other; false: it is not one way of a branch. */
bool condition_of_edge(const struct program *p, const struct ir_func *f, uint32_t from,
		       uint32_t to, struct condition *out);
/* The instruction whose value is zero where the condition is true, or with *zero false is not:
 * without casts, negations and comparisons with zero. NULL: it is no instruction's. */
const struct ir_inst *condition_behind(const struct program *p, const struct ir_func *f,
				       struct condition c, bool *zero);

#endif
