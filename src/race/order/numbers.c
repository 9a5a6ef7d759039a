/* SPDX-License-Identifier: MIT */
/* What a branch has found a number to be, as a comparison with a constant. */
#include "ir/convert.h"
#include "race/order/order.h"

/* The least number is minus itself, whatever its size: what is less than zero is minus something
 * greater, or that. */
bool numbers_minus(struct numbers *n)
{
	bool less = (n->compare == CMP_LT && n->number <= 0) ||
		    (n->compare == CMP_LE && n->number < 0);
	bool more = n->compare == CMP_GT || n->compare == CMP_GE;
	bool equal = n->compare == CMP_EQ || n->compare == CMP_NE;
	if (n->mask != UINT64_MAX || n->number <= INT32_MIN ||
	    n->number > INT32_MAX || !(less || more || equal))
		return false;
	n->number = less ? 0 : -n->number;
	n->compare = less			  ? CMP_NE
		     : n->compare == CMP_GT ? CMP_LT
		     : n->compare == CMP_GE ? CMP_LE
					    : n->compare;
	return true;
}

bool numbers_less(struct numbers *n, int64_t by)
{
	if (n->mask != UINT64_MAX || n->compare >= CMP_ULT)
		return false; /* it may go round */
	n->number = (int64_t)((uint64_t)n->number - (uint64_t)by);
	return true;
}

/* Without a sign they are in the order of the longest ones without. */
bool numbers_signed(struct numbers *n, uint32_t bytes)
{
	static const uint8_t other[CMP_COUNT] = {
		[CMP_EQ] = CMP_EQ,   [CMP_NE] = CMP_NE,	  [CMP_LT] = CMP_ULT,
		[CMP_LE] = CMP_ULE,  [CMP_GT] = CMP_UGT,  [CMP_GE] = CMP_UGE,
		[CMP_ULT] = CMP_ULT, [CMP_ULE] = CMP_ULE, [CMP_UGT] = CMP_UGT,
		[CMP_UGE] = CMP_UGE,
	};
	if (n->mask != UINT64_MAX) {
		n->mask = (uint64_t)ir_unsigned_bytes((int64_t)n->mask, bytes);
		return true;
	}
	if (ir_unsigned_bytes(n->number, bytes) != n->number)
		return false;
	n->number = ir_low_bytes(n->number, bytes);
	n->compare = other[n->compare];
	return true;
}

bool numbers_of_low(struct numbers *n, uint32_t bytes)
{
	uint64_t all = (uint64_t)ir_unsigned_bytes(-1, bytes);
	if (n->mask != UINT64_MAX)
		return !(n->mask & ~all);
	if ((n->compare != CMP_EQ && n->compare != CMP_NE) ||
	    ir_low_bytes(n->number, bytes) != n->number)
		return false;
	n->mask = all;
	n->number = ir_unsigned_bytes(n->number, bytes);
	return true;
}

bool numbers_shifted(struct numbers *n, int64_t by, uint32_t bytes)
{
	int64_t bits = (int64_t)bytes * 8 < 62 ? (int64_t)bytes * 8 : 62;
	if (n->number < 0 || by < 0 || by >= bits || n->mask >> (bits - by) ||
	    n->number >> (bits - by))
		return false; /* what comes in from the left is not known */
	n->mask <<= by;
	n->number <<= by;
	return true;
}

bool numbers_have(const struct numbers *n, int64_t x)
{
	return n->open || ir_compares(n->compare, (int64_t)((uint64_t)x & n->mask), n->number);
}

bool numbers_equal(const struct numbers *a, const struct numbers *b)
{
	return a->mask == b->mask && a->number == b->number && a->compare == b->compare &&
	       a->open == b->open;
}

bool numbers_within(const struct numbers *a, const struct numbers *b)
{
	bool less = a->compare == CMP_LT || a->compare == CMP_LE;
	bool more = a->compare == CMP_GT || a->compare == CMP_GE;
	if (a->open || b->open)
		return numbers_equal(a, b);
	if (a->mask != b->mask)
		return b->compare == CMP_NE && b->number == 0 && b->mask == UINT64_MAX &&
		       !numbers_have(a, 0);
	if (a->compare == b->compare && a->number == b->number)
		return true;
	if (a->compare == CMP_EQ)
		return numbers_have(b, a->number);
	/* all up to, or from, the outermost: is that one in, and does b go on so? */
	if (less &&
	    (b->compare == CMP_LT || b->compare == CMP_LE || b->compare == CMP_NE))
		return numbers_have(b, a->number - (a->compare == CMP_LT)) &&
		       (b->compare != CMP_NE ||
			b->number > a->number - (a->compare == CMP_LT));
	if (more &&
	    (b->compare == CMP_GT || b->compare == CMP_GE || b->compare == CMP_NE))
		return numbers_have(b, a->number + (a->compare == CMP_GT)) &&
		       (b->compare != CMP_NE ||
			b->number < a->number + (a->compare == CMP_GT));
	return false;
}

bool numbers_part(const struct numbers *a, const struct numbers *b)
{
	struct numbers others = *b;
	if (a->open || b->open)
		return false;
	others.compare = ir_compare_not(b->compare);
	return numbers_within(a, &others);
}
