/* SPDX-License-Identifier: MIT */
/*
 * The three instructions of n++ are next to each other, but for a conversion. What was
 * read from n shortly before that, as in i = n; n++; is a number of the same kind.
 */
#include "ir/step.h"

enum { NEAR = 3, FAR = 24, WORD = 4 };

static const struct ir_inst *inst_of(const struct program *p, const struct ir_func *f,
				     ir_val v)
{
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(p, f, ir_val_index(v)) : NULL;
}

static int64_t constant(const struct program *p, ir_val v)
{
	int64_t n;
	return ir_val_int(p, v, &n) && n > INT32_MIN && n < INT32_MAX ? n : 0;
}

/* The value is the load plus a constant: which one? */
static int64_t added_to(const struct program *p, const struct ir_func *f, ir_val v,
			uint32_t load)
{
	const struct ir_inst *i = inst_of(p, f, v);
	ir_val from = ir_val_make(VAL_INST, load);
	if (!i || i->op != OP_ARITH || (i->sub != ARITH_ADD && i->sub != ARITH_SUB))
		return 0;
	if (i->a == from)
		return i->sub == ARITH_ADD ? constant(p, i->b) : -constant(p, i->b);
	return i->b == from && i->sub == ARITH_ADD ? constant(p, i->a) : 0;
}

static bool is_between(const struct ir_inst *i)
{
	return i->op == OP_ARITH || i->op == OP_CAST;
}

static int64_t step_of_store(const struct program *p, const struct ir_func *f, uint32_t load,
			     uint32_t store)
{
	const struct ir_inst *l = ir_inst_at(p, f, load), *s = ir_inst_at(p, f, store);
	bool whole = l->size >= WORD && l->size == s->size && l->a == s->a &&
		     !((l->flags | s->flags) & INSTF_BITFIELD);
	return whole ? added_to(p, f, s->b, load) : 0;
}

int64_t ir_step_of(const struct program *p, const struct ir_func *f, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(p, f, inst);
	if (i->op == OP_RMW && i->size >= WORD)
		return i->sub == RMW_ADD   ? constant(p, i->b)
		       : i->sub == RMW_SUB ? -constant(p, i->b)
					   : 0;
	if (i->op != OP_STORE)
		return 0;
	for (uint32_t n = inst; n-- > 0 && n + NEAR >= inst;) {
		const struct ir_inst *l = ir_inst_at(p, f, n);
		if (l->op == OP_LOAD)
			return step_of_store(p, f, n, inst);
		if (!is_between(l))
			return 0;
	}
	return 0;
}

bool ir_same_address(const struct program *p, const struct ir_func *f, ir_val x, ir_val y)
{
	const struct ir_inst *i = inst_of(p, f, x), *k = inst_of(p, f, y);
	return x == y || (i && k && i->op == OP_OFFSET && k->op == OP_OFFSET && i->a == k->a &&
			  i->imm == k->imm);
}

uint32_t ir_step_from(const struct program *p, const struct ir_func *f, uint32_t load)
{
	const struct ir_inst *l = ir_inst_at(p, f, load);
	for (uint32_t n = load + 1; n < f->inst_count && n <= load + FAR; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		if (i->op == OP_STORE && ir_same_address(p, f, l->a, i->a) && l->size == i->size)
			return ir_step_of(p, f, n) ? n : 0;
		if (i->op == OP_CALL || i->op == OP_RMW || i->op == OP_CMPXCHG ||
		    i->op == OP_ASM || i->op == OP_FENCE || i->op >= OP_RET)
			return 0;
	}
	return 0;
}
