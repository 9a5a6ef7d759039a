/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: the operations that instructions and constant
 * expressions share, from the numbers in the file to ours.
 */
#ifndef CHEQUER_FRONT_LLVM_OPERATIONS_H
#define CHEQUER_FRONT_LLVM_OPERATIONS_H

#include "front/llvm/bitcode.h"
#include "ir/ir.h"

struct operation {
	uint8_t op, sub;
};

/* Floating point and vectors are computations that are not tracked. */
static inline struct operation binary_operation(const struct bitcode *m, uint64_t code,
						bc_type type)
{
	static const uint8_t subs[] = {
		ARITH_ADD, ARITH_SUB, ARITH_MUL, ARITH_DIV, ARITH_DIV, ARITH_REM, ARITH_REM,
		ARITH_SHL, ARITH_SHR, ARITH_SHR, ARITH_AND, ARITH_OR,  ARITH_XOR,
	};
	if (code >= sizeof(subs) || type_kind(m, type) != BC_INTEGER)
		return (struct operation){INST_OTHER, 0};
	return (struct operation){INST_ARITH, subs[code]};
}

static inline uint8_t cast_operation(uint64_t code)
{
	switch (code) {
	case 0:
		return CAST_TRUNC;
	case 1:
		return CAST_ZEXT;
	case 2:
		return CAST_SEXT;
	case 9:	 /* pointer to integer */
	case 10: /* and back */
	case 11: /* the same bits */
	case 12: /* another address space */
		return CAST_BITS;
	default:
		return CAST_OTHER;
	}
}

#endif
