/* SPDX-License-Identifier: MIT */
/*
 * Loops that copy piece by piece.
 *
 *	while (n--)
 *		*to++ = *from++;
 *
 * What is stored has been loaded, and both addresses go on by the size of the piece: so it is a
 * copy of a block, and pointers arrive as in one. A piece is smaller than a pointer (larger ones
 * take pointers along by themselves). Characters of a string, which are compared with zero, are not
 * looked at that way: a string has no pointer inside (pointer/strings.c).
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

/* Does the instruction store a piece of a block that is copied? */
bool ir_piece(const struct program *p, const struct ir_func *f, const struct ir_inst *store,
	      struct ir_walk *to, struct ir_walk *from);

#endif
