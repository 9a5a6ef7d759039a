/* SPDX-License-Identifier: MIT */
/*
 * What a branch has said of a number before it is returned, or chosen:
 *
 *	ret = wake(q);
 *	if (ret)
 *		return ret;
 *
 * What is returned there is not zero, whatever wake has found. So who finds zero has come by
 * another way.
 *
 * A block to which one edge leads is entered by it: what was asked there, and before, still holds,
 * as the value is one and the same.
 */
#include "analysis/exec/condition.h"
#include "analysis/notes/notes.h"

enum { MAX_BACK = 16 };

static bool is_compared(const struct noter *n, const struct ir_inst *i, ir_val v, bool when,
			struct flow_term *out)
{
	if (i->op != OP_COMPARE || i->a != v || !ir_val_int(n->p, i->b, &out->number))
		return false;
	out->compare = when ? i->sub : ir_compare_not(i->sub);
	return true;
}

bool note_says(const struct noter *n, struct condition c, ir_val v, struct flow_term *out)
{
	int64_t k;
	while (c.test != v) {
		if (ir_val_tag(c.test) != VAL_INST)
			return false;
		const struct ir_inst *i = ir_inst_at(n->p, n->fn, ir_val_index(c.test));
		if (is_compared(n, i, v, c.when, out))
			return true;
		bool constant = (i->op == OP_ARITH || i->op == OP_COMPARE) &&
				ir_val_int(n->p, i->b, &k);
		bool turns = (i->op == OP_ARITH && i->sub == ARITH_XOR && constant && k & 1 &&
			      i->size <= 1) ||
			     (i->op == OP_COMPARE && i->sub == CMP_EQ && constant && !k);
		if (!turns && !(i->op == OP_COMPARE && i->sub == CMP_NE && constant && !k) &&
		    !(i->op == OP_CAST && i->sub == CAST_ZEXT))
			return false;
		c.when ^= turns;
		c.test = i->a;
	}
	out->compare = c.when ? CMP_NE : CMP_EQ;
	out->number = 0;
	return true;
}

bool note_known(struct noter *n, uint32_t from, uint32_t to, ir_val v, struct flow_term *out)
{
	const struct ir_ways *before = &note_edges(n)->before;
	struct condition c;
	for (uint32_t i = 0; i < MAX_BACK && ir_val_tag(v) == VAL_INST; i++) {
		if (to != UINT32_MAX && condition_of_edge(n->p, n->fn, from, to, &c) &&
		    note_says(n, c, v, out))
			return true;
		if (before->at[from + 1] - before->at[from] != 1)
			return false;
		to = from;
		from = before->to[before->at[from]];
	}
	return false;
}
