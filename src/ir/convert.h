/* SPDX-License-Identifier: MIT */
/*
 * What conversions do to numbers. A number is kept with the sign that its size gives it: 200 in
 * an unsigned char is -56, until it is made an int; and a truth value is 0 or 1.
 */
#ifndef CHEQUER_IR_CONVERT_H
#define CHEQUER_IR_CONVERT_H

#include "ir/ir.h"

enum ir_conversion {
	CONVERT_NOT_KNOWN,
	CONVERT_SAME,	  /* it is the same number */
	CONVERT_UNSIGNED, /* ... if it is not negative: so many bytes without a sign */
	CONVERT_LOW,	  /* ... if so many bytes, with a sign, are enough for it */
};

/* How many bytes the value has; 0: that is not said. */
uint32_t ir_val_size(const struct program *p, const struct ir_func *f, ir_val v);
/* What the cast does. */
enum ir_conversion ir_conversion(const struct program *p, const struct ir_func *f,
				 const struct ir_inst *cast, uint32_t *bytes);
/* The last so many bytes of it, with their sign or without. */
int64_t ir_low_bytes(int64_t number, uint32_t bytes);
int64_t ir_unsigned_bytes(int64_t number, uint32_t bytes);
/* What the number is after the cast; false: that is not known. */
bool ir_converted(const struct program *p, const struct ir_func *f, const struct ir_inst *cast,
		  int64_t *number);

/* Two numbers that are compared, each as the size of these values makes it; false: that is not
 * said, and one of the two may be written in two ways. */
bool ir_at_size(const struct program *p, const struct ir_func *f, ir_val x, ir_val y,
		int64_t *a, int64_t *b);

#endif
