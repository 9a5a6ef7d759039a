/* SPDX-License-Identifier: MIT */
/*
 * What a store does to the bits of a word: 'flags |= READY', 'flags &= ~3', a bit-field.
 */
#ifndef CHEQUER_IR_BITS_H
#define CHEQUER_IR_BITS_H

#include "ir/ir.h"

/* Bits that stay as they were in memory, that become one, that are not known; the others become
 * zero. */
struct ir_bits {
	uint64_t kept, ones, loose;
};

/* Of the store, or the atomic instruction; all are loose if nothing is known, as of copies. */
struct ir_bits ir_bits_of(const struct program *p, const struct ir_func *f, uint32_t inst);

#endif
