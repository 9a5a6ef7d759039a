/* SPDX-License-Identifier: MIT */
#include "ir/decided.h"

#include <stdlib.h>
#include <string.h>

#include "ir/convert.h"
#include "ir/edges.h"

/* ---- values ---- */

enum known { NOTHING_YET, CONSTANT, ANYTHING };
struct value {
	uint8_t known; /* enum known */
	int64_t k;
};

struct run {
	const struct program *p;
	const struct ir_func *f;
	const struct ir_numbers *given;
	struct value *values; /* [instruction] */
	bool *reached;        /* [block] */
	struct ir_ways next;
	bool changed;
};

static const struct value anything = {ANYTHING, 0};

static struct value constant(int64_t k)
{
	return (struct value){CONSTANT, k};
}

static struct value value_of(const struct run *r, ir_val v)
{
	int64_t k;
	if (ir_val_int(r->p, v, &k))
		return constant(k);
	uint32_t n = ir_val_index(v);
	if (ir_val_tag(v) == VAL_PARAM && n < IR_NUMBERS && r->given->known >> n & 1)
		return constant(r->given->at[n]);
	return ir_val_tag(v) == VAL_INST ? r->values[n] : anything;
}

static struct value met(struct value a, struct value b)
{
	if (a.known == NOTHING_YET || b.known == NOTHING_YET)
		return a.known == NOTHING_YET ? b : a;
	return a.known == CONSTANT && b.known == CONSTANT && a.k == b.k ? a : anything;
}

static bool is_truth(int64_t k)
{
	return k == 0 || k == 1;
}

static struct value cast(const struct run *r, const struct ir_inst *i, struct value a)
{
	return ir_converted(r->p, r->f, i, &a.k) ? a : anything;
}

static struct value computed(const struct ir_inst *i, int64_t a, int64_t b)
{
	bool small = a == (int16_t)a && b == (int16_t)b && i->size >= 4;
	if (i->sub == ARITH_XOR && i->size <= 1) /* 'not' of what is true or not */
		return is_truth(a) && (b == 1 || b == -1) ? constant(!a) : anything;
	if (i->size <= 1 && !(is_truth(a) && is_truth(b)))
		return anything;
	switch (i->sub) {
	case ARITH_AND:
		return constant(a & b);
	case ARITH_OR:
		return constant(a | b);
	case ARITH_XOR:
		return constant(a ^ b);
	case ARITH_ADD:
		return small ? constant(a + b) : anything;
	case ARITH_SUB:
		return small ? constant(a - b) : anything;
	default:
		return anything;
	}
}

/* ---- pointers that are not to a variable ---- */

uint32_t ir_formal_of(const struct program *p, const struct ir_func *f, ir_val v)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
		if (i->op != OP_OFFSET)
			return IR_NUMBERS;
		v = i->a;
	}
	return ir_val_tag(v) == VAL_PARAM && ir_val_index(v) < IR_NUMBERS ? ir_val_index(v)
									   : IR_NUMBERS;
}

/* One that no other name may mean, as those of a linker may. */
static sym_id variable_of(const struct program *p, ir_val v)
{
	sym_id s = ir_val_tag(v) == VAL_CONST ? p->consts.at[ir_val_index(v)].sym : 0;
	const struct ir_symbol *x = &p->symbols.at[s];
	return s && x->kind == SYM_VARIABLE && x->flags & SYMF_DEFINED && !x->target ? s : 0;
}

/* p == &variable, either way round; IR_NUMBERS: it is something else. */
static uint32_t formal_compared(const struct program *p, const struct ir_func *f,
				const struct ir_inst *i, sym_id *variable)
{
	if (i->op != OP_COMPARE || (i->sub != CMP_EQ && i->sub != CMP_NE))
		return IR_NUMBERS;
	*variable = variable_of(p, i->b);
	if (*variable)
		return ir_formal_of(p, f, i->a);
	*variable = variable_of(p, i->a);
	return *variable ? ir_formal_of(p, f, i->b) : IR_NUMBERS;
}

uint64_t ir_compared(const struct program *p, const struct ir_func *f,
		     ir_compared_visitor *visit, void *context)
{
	uint64_t set = 0;
	for (uint32_t n = 0; n < f->inst_count; n++) {
		sym_id variable = 0;
		uint32_t formal = formal_compared(p, f, ir_inst_at(p, f, n), &variable);
		if (formal == IR_NUMBERS)
			continue;
		set |= UINT64_C(1) << formal;
		visit(context, variable);
	}
	return set;
}

ir_val ir_passed(const struct program *p, const struct ir_func *f, uint32_t inst, sym_id callee,
		 uint32_t arg)
{
	const struct ir_inst *i = ir_inst_at(p, f, inst);
	sym_id named = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	if (i->op != OP_CALL || (named && named != callee) || arg >= i->arg_count)
		return 0;
	return p->operands.at[i->args + arg];
}

/* What the comparison says if the formal is apart; ANYTHING: it is not. */
static struct value told_apart(const struct run *r, const struct ir_inst *i)
{
	sym_id variable = 0;
	uint32_t formal = r->given->apart ? formal_compared(r->p, r->f, i, &variable)
					  : IR_NUMBERS;
	return formal < IR_NUMBERS && r->given->apart >> formal & 1 ? constant(i->sub == CMP_NE)
								    : anything;
}

static struct value compared(const struct run *r, const struct ir_inst *i, int64_t a, int64_t b)
{
	return ir_at_size(r->p, r->f, i->a, i->b, &a, &b) ? constant(ir_compares(i->sub, a, b))
							  : anything;
}

/* ---- control ---- */

/* May it be that case of the switch, and is it certainly? */
static bool is_case(const struct run *r, const struct ir_inst *i, uint32_t n, int64_t k,
		    bool *certain)
{
	int64_t other;
	if (!ir_val_int(r->p, r->p->operands.at[i->args + 2 * n], &other))
		return false;
	*certain = ir_at_size(r->p, r->f, i->a, i->a, &other, &k);
	return !*certain || other == k;
}

/* Does the switch go on to its n-th successor? */
static bool chooses(const struct run *r, const struct ir_inst *i, uint32_t n, int64_t k)
{
	bool certain, found = false;
	if (ir_val_tag(r->p->operands.at[i->args + 2 * n]) != VAL_NONE)
		return is_case(r, i, n, k, &certain);
	for (uint32_t c = 0; 2 * c < i->arg_count && !found; c++)
		found = is_case(r, i, c, k, &certain) && certain;
	return !found;
}

/* Does the block go on to its n-th successor, by what is known? */
static bool takes(const struct run *r, uint32_t block, uint32_t n)
{
	const struct ir_inst *i = ir_terminator(r->p, r->f, block);
	struct value v = value_of(r, i->a);
	if ((i->op != OP_BRANCH && i->op != OP_SWITCH) || v.known == ANYTHING)
		return true;
	if (v.known == NOTHING_YET)
		return false;
	if (i->op == OP_BRANCH)
		return n == (v.k == 0);
	return chooses(r, i, n, v.k);
}

static bool goes(const struct run *r, uint32_t from, uint32_t to)
{
	for (uint32_t e = r->next.at[from]; e < r->next.at[from + 1] && r->reached[from];
	     e++)
		if (r->next.to[e] == to && takes(r, from, e - r->next.at[from]))
			return true;
	return false;
}

static struct value merged(const struct run *r, uint32_t block, const struct ir_inst *i)
{
	const ir_val *args = r->p->operands.at + i->args;
	struct value v = {NOTHING_YET, 0};
	for (uint32_t n = 0; n + 1 < i->arg_count && v.known != ANYTHING; n += 2)
		if (goes(r, args[n], block))
			v = met(v, value_of(r, args[n + 1]));
	return v;
}

static struct value result_of(const struct run *r, uint32_t block,
			      const struct ir_inst *i)
{
	if (i->op == OP_PHI)
		return merged(r, block, i);
	if (i->op != OP_CAST && i->op != OP_COMPARE && i->op != OP_ARITH &&
	    i->op != OP_SELECT)
		return anything;
	struct value a = value_of(r, i->a), b = i->op == OP_CAST ? a : value_of(r, i->b);
	if (i->op == OP_COMPARE && (a.known == ANYTHING || b.known == ANYTHING))
		return told_apart(r, i);
	if (i->op == OP_SELECT && a.known == ANYTHING)
		return met(b, value_of(r, i->c));
	if (i->op == OP_SELECT && a.known == CONSTANT)
		return a.k ? b : value_of(r, i->c);
	if (a.known == ANYTHING || b.known == ANYTHING)
		return anything;
	if (a.known == NOTHING_YET || b.known == NOTHING_YET)
		return (struct value){NOTHING_YET, 0};
	if (i->op == OP_CAST)
		return cast(r, i, a);
	if (i->op == OP_ARITH)
		return computed(i, a.k, b.k);
	return compared(r, i, a.k, b.k);
}

static void run_block(struct run *r, uint32_t block)
{
	const struct ir_block *b = ir_block_at(r->p, r->f, block);
	for (uint32_t n = b->inst_first; n < b->inst_first + b->inst_count; n++) {
		struct value v = r->values[n];
		if (v.known != ANYTHING)
			r->values[n] =
				met(v, result_of(r, block, ir_inst_at(r->p, r->f, n)));
		r->changed |= v.known != r->values[n].known;
	}
	for (uint32_t e = r->next.at[block]; e < r->next.at[block + 1]; e++) {
		if (r->reached[r->next.to[e]] || !takes(r, block, e - r->next.at[block]))
			continue;
		r->reached[r->next.to[e]] = true;
		r->changed = true;
	}
}

bool *ir_reached_for(const struct program *p, const struct ir_func *f,
		     const struct ir_numbers *given)
{
	struct arena scratch = {0};
	struct run r = {.p = p,
			.f = f,
			.given = given,
			.changed = true,
			.values = ARENA_ARRAY(&scratch, struct value, f->inst_count + 1u),
			.reached = xcalloc(f->block_count, sizeof(bool))};
	ir_edges_next(&r.next, &scratch, p, f);
	r.reached[0] = true;
	while (r.changed) {
		r.changed = false;
		for (uint32_t b = 0; b < f->block_count; b++)
			if (r.reached[b])
				run_block(&r, b);
	}
	arena_release(&scratch);
	if (memchr(r.reached, false, f->block_count))
		return r.reached;
	free(r.reached);
	return NULL;
}

/* ---- what decides ---- */

static uint64_t formals_of(const uint64_t *of, ir_val v)
{
	if (ir_val_tag(v) == VAL_PARAM)
		return ir_val_index(v) < IR_NUMBERS ? UINT64_C(1) << ir_val_index(v) : 0;
	return ir_val_tag(v) == VAL_INST ? of[ir_val_index(v)] : 0;
}

static uint64_t formals_in(const struct program *p, const struct ir_inst *i,
			   const uint64_t *of)
{
	uint64_t set = 0;
	if (i->op == OP_CAST || i->op == OP_COMPARE || i->op == OP_ARITH ||
	    i->op == OP_SELECT)
		set = formals_of(of, i->a) |
		      (i->op == OP_CAST ? 0 : formals_of(of, i->b));
	if (i->op == OP_SELECT)
		set |= formals_of(of, i->c);
	for (uint32_t n = 1; i->op == OP_PHI && n < i->arg_count; n += 2)
		set |= formals_of(of, p->operands.at[i->args + n]);
	return set;
}

uint64_t ir_deciding(const struct program *p, const struct ir_func *f)
{
	uint64_t *of = xcalloc(f->inst_count + 1u, sizeof(*of)), set = 0;
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		of[n] = formals_in(p, i, of);
		if (i->op == OP_BRANCH || i->op == OP_SWITCH)
			set |= formals_of(of, i->a);
	}
	free(of);
	return set;
}
