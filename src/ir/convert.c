/* SPDX-License-Identifier: MIT */
#include "ir/convert.h"

enum { DEPTH = 6, WORD = 8 };

uint32_t ir_val_size(const struct program *p, const struct ir_func *f, ir_val v)
{
	uint32_t n = ir_val_index(v);
	if (ir_val_tag(v) == VAL_INST)
		return ir_inst_at(p, f, n)->size;
	return ir_val_tag(v) == VAL_PARAM && n < f->param_count
		       ? p->params.at[f->param_first + n].size
		       : 0;
}

/* One bit: what was compared, or found to be true. */
static bool is_truth(const struct program *p, const struct ir_func *f, ir_val v,
		     uint32_t depth)
{
	int64_t k;
	if (ir_val_int(p, v, &k))
		return k == 0 || k == 1;
	if (ir_val_tag(v) != VAL_INST || !depth)
		return false;
	const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
	const ir_val *args = p->operands.at + i->args;
	uint32_t from;
	switch (i->op) {
	case OP_COMPARE:
		return true;
	case OP_CAST:
		from = ir_val_size(p, f, i->a);
		return i->sub == CAST_TRUNC && from && from <= i->size;
	case OP_ARITH:
		return i->size == 1 && i->sub >= ARITH_AND && i->sub <= ARITH_XOR &&
		       is_truth(p, f, i->a, depth - 1) && is_truth(p, f, i->b, depth - 1);
	case OP_SELECT:
		return i->size == 1 && is_truth(p, f, i->b, depth - 1) &&
		       is_truth(p, f, i->c, depth - 1);
	case OP_PHI:
		for (uint32_t n = 1; n < i->arg_count; n += 2)
			if (!is_truth(p, f, args[n], depth - 1))
				return false;
		return i->size == 1;
	default:
		return false;
	}
}

/* Was it made larger, from so few bytes that as many hold it? */
static bool is_small(const struct program *p, const struct ir_func *f, ir_val v, uint32_t bytes)
{
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(p, f, ir_val_index(v)) : NULL;
	uint32_t from = i && i->op == OP_CAST ? ir_val_size(p, f, i->a) : 0;
	return from && ((i->sub == CAST_SEXT && from <= bytes) ||
			(i->sub == CAST_ZEXT &&
			 (from < bytes || is_truth(p, f, i->a, DEPTH))));
}

enum ir_conversion ir_conversion(const struct program *p, const struct ir_func *f,
				 const struct ir_inst *cast, uint32_t *bytes)
{
	uint32_t from = ir_val_size(p, f, cast->a);
	bool truth = is_truth(p, f, cast->a, DEPTH);
	switch ((enum ir_cast)cast->sub) {
	case CAST_BITS:
		return CONVERT_SAME;
	case CAST_SEXT: /* a constant was in a variable, which has no single bit */
		return truth && ir_val_tag(cast->a) != VAL_CONST ? CONVERT_NOT_KNOWN
								 : CONVERT_SAME;
	case CAST_ZEXT:
		*bytes = from;
		return truth || !from || from >= cast->size ? CONVERT_SAME : CONVERT_UNSIGNED;
	case CAST_TRUNC: /* to a truth value, if it had no more bytes before */
		*bytes = cast->size;
		return (from && from <= cast->size) || is_small(p, f, cast->a, cast->size)
			       ? CONVERT_SAME
			       : CONVERT_LOW;
	case CAST_OTHER:
	case CAST_COUNT:
		break;
	}
	return CONVERT_NOT_KNOWN;
}

int64_t ir_unsigned_bytes(int64_t number, uint32_t bytes)
{
	return bytes < WORD ? (int64_t)((uint64_t)number & ((UINT64_C(1) << 8 * bytes) - 1))
			    : number;
}

int64_t ir_low_bytes(int64_t number, uint32_t bytes)
{
	if (bytes >= WORD)
		return number;
	uint64_t low = (uint64_t)ir_unsigned_bytes(number, bytes);
	uint64_t sign = bytes ? UINT64_C(1) << (8 * bytes - 1) : 0;
	return (int64_t)((low ^ sign) - sign);
}

bool ir_converted(const struct program *p, const struct ir_func *f, const struct ir_inst *cast,
		  int64_t *number)
{
	uint32_t bytes = 0;
	switch (ir_conversion(p, f, cast, &bytes)) {
	case CONVERT_SAME:
		return true;
	case CONVERT_UNSIGNED:
		*number = ir_unsigned_bytes(*number, bytes);
		return true;
	case CONVERT_LOW:
		*number = ir_low_bytes(*number, bytes);
		return true;
	case CONVERT_NOT_KNOWN:
		break;
	}
	return false;
}

bool ir_at_size(const struct program *p, const struct ir_func *f, ir_val x, ir_val y,
		int64_t *a, int64_t *b)
{
	uint32_t of = ir_val_size(p, f, x), size = of ? of : ir_val_size(p, f, y);
	if (!size)
		return (*a < 0) == (*b < 0) || (*a < 0 ? *b : *a) <= INT8_MAX;
	*a = ir_low_bytes(*a, size);
	*b = ir_low_bytes(*b, size);
	return true;
}
