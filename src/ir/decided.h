/* SPDX-License-Identifier: MIT */
/*
 * Decided: what a function does not do for the numbers, and null pointers, that it is
 *given.
 *
 *	set_up(false);	...	static void set_up(bool first) { if (first) reset(); }
 *
 * Which blocks are reached is found with the constants that follow from these numbers
 *(Wegman and Zadeck's conditional constants). Memory is not looked at: what is loaded may
 *be anything.
 */
#ifndef CHEQUER_IR_DECIDED_H
#define CHEQUER_IR_DECIDED_H

#include "ir/ir.h"

enum { IR_NUMBERS = 16 }; /* formals that are looked at */

/* What formals are given; 'known' has their bits. */
struct ir_numbers {
	uint64_t known;
	int64_t at[IR_NUMBERS];
};

/* The formals, as bits, that a branch depends on; behind a phi only by what stands before
 * it. */
uint64_t ir_deciding(const struct program *p, const struct ir_func *f);
/* The blocks that are reached then, for the caller to free; NULL: all are. */
bool *ir_reached_for(const struct program *p, const struct ir_func *f,
		     const struct ir_numbers *given);

#endif
