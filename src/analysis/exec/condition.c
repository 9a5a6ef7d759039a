/* SPDX-License-Identifier: MIT */
#include "analysis/exec/condition.h"

#include "ir/convert.h"

bool condition_of_edge(const struct program *p, const struct ir_func *f, uint32_t from,
		       uint32_t to, struct condition *out)
{
	const struct ir_inst *t = ir_terminator(p, f, from);
	if (t->op != OP_BRANCH || t->b == t->c)
		return false;
	*out = (struct condition){t->a, t->b == to};
	return true;
}

/* Is it zero only if the number was? That an int is enough for it is assumed. */
static bool keeps_truth(const struct program *p, const struct ir_func *f, const struct ir_inst *i)
{
	enum { WORD = 4 };
	uint32_t bytes = 0;
	enum ir_conversion c = ir_conversion(p, f, i, &bytes);
	return i->sub != CAST_OTHER && (c != CONVERT_LOW || bytes >= WORD);
}

const struct ir_inst *condition_behind(const struct program *p, const struct ir_func *f,
				       struct condition c, bool *zero)
{
	ir_val v = c.test;
	int64_t k;
	*zero = !c.when;
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
		bool constant = (i->op == OP_ARITH || i->op == OP_COMPARE) &&
				ir_val_int(p, i->b, &k);
		if (i->op == OP_ARITH && i->sub == ARITH_XOR && constant && k & 1 && i->size <= 1)
			*zero = !*zero;
		else if (i->op == OP_COMPARE && i->sub == CMP_EQ && constant && !k)
			*zero = !*zero;
		else if (ir_is_minus(p, i)) {
			v = i->b;
			continue;
		} else if (!(i->op == OP_COMPARE && i->sub == CMP_NE && constant && !k) &&
			   !(i->op == OP_CAST && keeps_truth(p, f, i)))
			return i;
		v = i->a;
	}
	return NULL;
}
