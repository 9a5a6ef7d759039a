/* SPDX-License-Identifier: MIT */
/* What a branch has found a number to be, as a comparison with a constant. */
#include "race/order/order.h"

uint8_t compare_not(uint8_t compare)
{
	static const uint8_t other[CMP_COUNT] = {
		[CMP_EQ] = CMP_NE,   [CMP_NE] = CMP_EQ,   [CMP_LT] = CMP_GE,
		[CMP_LE] = CMP_GT,   [CMP_GT] = CMP_LE,   [CMP_GE] = CMP_LT,
		[CMP_ULT] = CMP_UGE, [CMP_ULE] = CMP_UGT, [CMP_UGT] = CMP_ULE,
		[CMP_UGE] = CMP_ULT,
	};
	return other[compare];
}

bool numbers_have(const struct numbers *n, int64_t x)
{
	return ir_compares(n->compare, (int64_t)((uint64_t)x & n->mask), n->number);
}

bool numbers_within(const struct numbers *a, const struct numbers *b)
{
	bool less = a->compare == CMP_LT || a->compare == CMP_LE;
	bool more = a->compare == CMP_GT || a->compare == CMP_GE;
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
