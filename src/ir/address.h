/* SPDX-License-Identifier: MIT */
/* Values taken apart: addresses, casts. */
#ifndef CHEQUER_IR_ADDRESS_H
#define CHEQUER_IR_ADDRESS_H

#include "ir/ir.h"

/* What the base is looked for through, besides constant offsets. */
enum ir_base_through { BASE_CASTS = 1, BASE_INDICES = 2 };

/* The value without what is added to it; *bytes grows by the constants. */
ir_val ir_base_of(const struct program *p, const struct ir_func *f, ir_val v, unsigned through,
		  int64_t *bytes);
/* The value before it was cast; conversions of floats are no casts. */
ir_val ir_without_casts(const struct program *p, const struct ir_func *f, ir_val v);
/* Where the value was loaded from; 0: it was not. */
ir_val ir_loaded_from(const struct program *p, const struct ir_func *f, ir_val v);

/* The size of the struct that argument n of the call passes as such, by a copy of its own; 0: it
 * is a plain value. */
uint32_t ir_copied_argument(const struct program *p, const struct ir_func *f, uint32_t call,
			    uint32_t n);

#endif
