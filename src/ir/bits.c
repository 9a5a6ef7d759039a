/* SPDX-License-Identifier: MIT */
/*
 * The value of a store is followed back through what is computed of bits, to constants and to
 * what was read from the same address just before: with no call or store in between.
 */
#include "ir/bits.h"
#include "ir/convert.h"
#include "ir/step.h"

enum { MAX_DEPTH = 8, NEAR = 24, WORD = 8 };

struct following {
	const struct program *p;
	const struct ir_func *f;
	uint32_t store;
};

static uint64_t mask_of(uint32_t bytes)
{
	return bytes >= WORD ? UINT64_MAX : (UINT64_C(1) << bytes * 8) - 1;
}

static struct ir_bits none_known(uint32_t bytes)
{
	return (struct ir_bits){.loose = mask_of(bytes ? bytes : WORD)};
}

static struct ir_bits cut(struct ir_bits x, uint64_t mask)
{
	return (struct ir_bits){x.kept & mask, x.ones & mask, x.loose & mask};
}

static uint64_t zeros(const struct ir_bits *x)
{
	return ~(x->kept | x->ones | x->loose);
}

/* One of the two where the other one does not matter; what both decide is not known. */
static struct ir_bits choose(const struct ir_bits *x, const struct ir_bits *y, uint64_t by_x,
			     uint64_t by_y)
{
	struct ir_bits out = {.kept = (x->kept & by_y) | (y->kept & by_x),
			      .ones = (x->ones & by_y) | (y->ones & by_x)};
	out.loose = (x->loose & by_y) | (y->loose & by_x) | ~(by_x | by_y);
	return out;
}

static struct ir_bits join(uint8_t sub, struct ir_bits x, struct ir_bits y)
{
	struct ir_bits out = {0};
	switch (sub) {
	case ARITH_AND:
		out = choose(&x, &y, x.ones, y.ones);
		return cut(out, ~(zeros(&x) | zeros(&y)));
	case ARITH_OR:
		out = choose(&x, &y, zeros(&x), zeros(&y));
		out = cut(out, ~(x.ones | y.ones));
		out.ones |= x.ones | y.ones;
		return out;
	default:
		out = choose(&x, &y, zeros(&x), zeros(&y));
		return cut(out, ~(x.ones & y.ones));
	}
}

/* What is moved by some bits is no longer where it was. */
static struct ir_bits moved(struct ir_bits x, int64_t by)
{
	x.loose |= x.kept;
	if (by < 0 || by >= WORD * 8)
		return none_known(WORD);
	return (struct ir_bits){.ones = x.ones << by, .loose = x.loose << by};
}

static bool is_read_just_before(const struct following *x, uint32_t load)
{
	const struct ir_inst *l = ir_inst_at(x->p, x->f, load);
	const struct ir_inst *s = ir_inst_at(x->p, x->f, x->store);
	if (load + NEAR < x->store || l->size != s->size ||
	    !ir_same_address(x->p, x->f, l->a, s->a))
		return false;
	for (uint32_t n = load + 1; n < x->store; n++) {
		uint8_t op = ir_inst_at(x->p, x->f, n)->op;
		if (op == OP_CALL || op == OP_STORE || op == OP_RMW || op == OP_CMPXCHG ||
		    op == OP_COPY || op == OP_SET || op == OP_ASM || op == OP_FENCE ||
		    op >= OP_RET)
			return false;
	}
	return true;
}

static struct ir_bits follow(const struct following *x, ir_val v, uint32_t depth);

static struct ir_bits follow_arith(const struct following *x, const struct ir_inst *i,
				   uint32_t depth)
{
	int64_t by;
	switch (i->sub) {
	case ARITH_AND:
	case ARITH_OR:
	case ARITH_XOR:
		return join(i->sub, follow(x, i->a, depth), follow(x, i->b, depth));
	case ARITH_SHL:
		if (ir_val_int(x->p, i->b, &by))
			return moved(follow(x, i->a, depth), by);
		break;
	default:
		break;
	}
	return none_known(i->size);
}

static struct ir_bits follow_cast(const struct following *x, const struct ir_inst *i,
				  uint32_t depth)
{
	uint32_t from = ir_val_size(x->p, x->f, i->a), bytes = 0;
	struct ir_bits out = cut(follow(x, i->a, depth), mask_of(from));
	uint64_t sign = from && from < WORD ? UINT64_C(1) << (from * 8 - 1) : 0;
	if (!from || i->sub == CAST_OTHER ||
	    ir_conversion(x->p, x->f, i, &bytes) == CONVERT_NOT_KNOWN)
		return none_known(i->size);
	if (i->sub == CAST_TRUNC) /* to one bit, if it had no more bytes before */
		return cut(out, from <= i->size ? 1 : mask_of(i->size));
	if (i->sub == CAST_SEXT && sign & ~zeros(&out))
		out.loose |= ~mask_of(from);
	return out;
}

static struct ir_bits follow(const struct following *x, ir_val v, uint32_t depth)
{
	int64_t number;
	if (ir_val_int(x->p, v, &number))
		return (struct ir_bits){.ones = (uint64_t)number};
	if (ir_val_tag(v) != VAL_INST || depth > MAX_DEPTH)
		return none_known(WORD);
	const struct ir_inst *i = ir_inst_at(x->p, x->f, ir_val_index(v));
	struct ir_bits out = none_known(i->size);
	if (i->op == OP_LOAD && is_read_just_before(x, ir_val_index(v)))
		out = (struct ir_bits){.kept = mask_of(i->size)};
	else if (i->op == OP_COMPARE)
		out = (struct ir_bits){.loose = 1};
	else if (i->op == OP_ARITH)
		out = follow_arith(x, i, depth + 1);
	else if (i->op == OP_CAST)
		out = follow_cast(x, i, depth + 1);
	return out;
}

struct ir_bits ir_bits_of(const struct program *p, const struct ir_func *f, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(p, f, inst);
	struct following x = {p, f, inst};
	struct ir_bits all = {.kept = UINT64_MAX};
	static const uint8_t as[RMW_COUNT] = {
		[RMW_AND] = ARITH_AND, [RMW_OR] = ARITH_OR, [RMW_XOR] = ARITH_XOR};
	if (i->size > WORD)
		return none_known(WORD);
	if (i->op == OP_STORE || (i->op == OP_RMW && i->sub == RMW_XCHG))
		return cut(follow(&x, i->b, 0), mask_of(i->size));
	if (i->op == OP_RMW && (i->sub == RMW_AND || i->sub == RMW_OR || i->sub == RMW_XOR))
		return cut(join(as[i->sub], all, follow(&x, i->b, 0)), mask_of(i->size));
	return none_known(WORD);
}
