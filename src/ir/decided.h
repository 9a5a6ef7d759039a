/* SPDX-License-Identifier: MIT */
/*
 * Decided: what a function does not do for the numbers, and null pointers, that it is
 *given; or for pointers that are certainly not to the variable that it asks for.
 *
 *	set_up(false);	...	static void set_up(bool first) { if (first) reset(); }
 *	fire(&own->loop);  ...	static void fire(struct loop *l) { if (l == &main_loop) log(); }
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
	uint64_t apart; /* bits: point to none of the variables whose addresses they are compared
			 * with */
};

/* The formals, as bits, that a branch depends on; behind a phi only by what stands before
 * it. */
uint64_t ir_deciding(const struct program *p, const struct ir_func *f);
/* The formals, as bits, that f compares with the addresses of variables, and these variables. */
typedef void ir_compared_visitor(void *context, sym_id variable);
uint64_t ir_compared(const struct program *p, const struct ir_func *f,
		     ir_compared_visitor *visit, void *context);
/* What the instruction passes if it calls f: itself, or through a pointer; else none. */
ir_val ir_passed(const struct program *p, const struct ir_func *f, uint32_t inst, sym_id callee,
		 uint32_t arg);
/* The formal that a value is, plus constants; IR_NUMBERS: it is none of those looked at. */
uint32_t ir_formal_of(const struct program *p, const struct ir_func *f, ir_val v);
/* The blocks that are reached then, for the caller to free; NULL: all are. */
bool *ir_reached_for(const struct program *p, const struct ir_func *f,
		     const struct ir_numbers *given);

#endif
