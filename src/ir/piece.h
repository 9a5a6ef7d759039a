/* SPDX-License-Identifier: MIT */
/*
 * Loops that copy byte by byte.
 *
 *	while (n--)
 *		*to++ = *from++;
 *
 * What is stored has been loaded, and both addresses go on: it is a copy of a block, and pointers
 * arrive as in one. Words take pointers along by themselves; numbers of other sizes are taken for
 * numbers (to look at them that way is dear: most loops that copy them are about arrays of them).
 * Characters of a string, which are compared with zero, are not looked at that way: a string has no
 * pointer inside (pointer/strings.c).
 */
#ifndef CHEQUER_IR_PIECE_H
#define CHEQUER_IR_PIECE_H

#include "ir/ir.h"

enum { IR_PIECE_STARTS = 4 };

/* Where an address that goes on may begin. */
struct ir_walk {
	ir_val starts[IR_PIECE_STARTS];
	uint32_t n;
};

/* Does the instruction store a byte of a block that is copied? */
bool ir_piece(const struct program *p, const struct ir_func *f, const struct ir_inst *store,
	      struct ir_walk *to, struct ir_walk *from);

#endif
