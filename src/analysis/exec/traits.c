/* SPDX-License-Identifier: MIT */
/*
 * What the instruction of an access does besides touching memory: it goes with the access
 * (enum access_trait), so that nobody has to look at the code again.
 *
 * Is a value that was read looked at? Who loads an atomic flag and goes on whatever it
 * says has not waited for anybody. A value is looked at when a branch depends on it, when
 * it is followed as a pointer, or when it goes where we do not follow it: returned, stored,
 * given to a function. One that only becomes a part of a sum, which is then given back, is
 * not: the counter of a statistic. This is found for all values of a function at once,
 * backwards from where they are looked at.
 */
#include "analysis/exec/exec.h"
#include "ir/step.h"

enum { PLAIN = 1, MIXED = 2 }; /* MIXED: computed from other variables as well */

/* The value of each instruction is looked at if it is PLAIN, or if it is MIXED. */
struct wanted {
	const struct program *p;
	const struct ir_func *f;
	uint8_t *by; /* [inst] */
	bool changed;
};

static void want(struct wanted *w, ir_val v, uint8_t by)
{
	if (ir_val_tag(v) != VAL_INST)
		return;
	uint8_t *at = &w->by[ir_val_index(v)];
	w->changed |= (*at | by) != *at;
	*at |= by;
}

static void want_list(struct wanted *w, const struct ir_inst *i, uint8_t by)
{
	for (uint32_t k = i->op == OP_PHI; k < i->arg_count; k += i->op == OP_PHI ? 2 : 1)
		want(w, w->p->operands.at[i->args + k], by);
}

static bool has_body(const struct program *p, ir_val callee)
{
	sym_id s = ir_val_symbol(p, callee);
	return !s || p->symbols.at[s].func;
}

/* A sum of two variables is MIXED, whatever they were. */
static void want_sum(struct wanted *w, const struct ir_inst *i, uint8_t by)
{
	bool alone = ir_val_tag(i->a) == VAL_CONST || ir_val_tag(i->b) == VAL_CONST;
	uint8_t either = by & MIXED ? PLAIN | MIXED : 0;
	want(w, i->a, alone ? by : either);
	want(w, i->b, alone ? by : either);
}

static void want_operands(struct wanted *w, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(w->p, w->f, n);
	const uint8_t any = PLAIN | MIXED;
	uint8_t by = w->by[n], as_plain = by & PLAIN ? any : 0;
	switch (i->op) {
	case OP_BRANCH:
	case OP_SWITCH:
	case OP_GOTO:
	case OP_LOAD:
	case OP_CMPXCHG:
	case OP_SET: want(w, i->a, any); break;
	case OP_COPY: want(w, i->a, any), want(w, i->b, any); break;
	case OP_STORE: /* who only counts has not looked at the number */
		want(w, i->a, any);
		want(w, i->b, ir_step_of(w->p, w->f, n) ? 0 : PLAIN);
		break;
	case OP_RMW: want(w, i->a, any), want(w, i->b, PLAIN); break;
	case OP_RET: want(w, i->a, PLAIN); break;
	case OP_CALL:
		want(w, i->a, any);
		want_list(w, i, has_body(w->p, i->a) ? PLAIN : 0);
		break;
	case OP_ASM: want_list(w, i, any); break;
	case OP_OFFSET:
	case OP_CAST: want(w, i->a, by); break;
	case OP_INDEX: want(w, i->a, by), want(w, i->b, as_plain); break;
	case OP_PHI:
	case OP_OTHER: want_list(w, i, by); break;
	case OP_SELECT: want(w, i->a, by), want(w, i->b, by), want(w, i->c, by); break;
	case OP_COMPARE: want(w, i->a, as_plain), want(w, i->b, as_plain); break;
	case OP_ARITH: want_sum(w, i, by); break;
	default: break;
	}
}

static const uint8_t *find_wanted(struct frame *fr)
{
	struct wanted w = {.p = fr->p, .f = fr->fn, .by = fr->wanted, .changed = !fr->wanted};
	if (!w.by)
		w.by = fr->wanted = ARENA_ARRAY(fr->lasting, uint8_t, fr->fn->inst_count);
	while (w.changed) {
		w.changed = false;
		for (uint32_t n = fr->fn->inst_count; n-- > 0;)
			want_operands(&w, n);
	}
	return w.by;
}

static bool is_tested(struct frame *fr, uint32_t inst)
{
	return find_wanted(fr)[inst] & PLAIN;
}

/* 'if (--n == 0)', and 'n--; if (n == 0)' */
static bool is_result_tested(struct frame *fr, uint32_t store)
{
	enum { NEAR = 16 };
	const uint8_t *by = find_wanted(fr);
	const struct ir_inst *s = ir_inst_at(fr->p, fr->fn, store);
	bool tested = ir_val_tag(s->b) == VAL_INST && by[ir_val_index(s->b)] & PLAIN;
	for (uint32_t n = store + 1; !tested && n < fr->fn->inst_count && n < store + NEAR; n++) {
		const struct ir_inst *l = ir_inst_at(fr->p, fr->fn, n);
		tested = by[n] & PLAIN && l->op == OP_LOAD &&
			 ir_same_address(fr->p, fr->fn, s->a, l->a);
	}
	return tested;
}

uint8_t traits_of(struct frame *fr, uint32_t inst, enum access_kind kind, uint8_t flags)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	int64_t step = kind == WRITE ? ir_step_of(fr->p, fr->fn, inst) : 0;
	uint8_t traits = 0;
	if (i->op == OP_COPY || i->op == OP_SET)
		traits |= TRAIT_BLOCK;
	if (step)
		traits |= step > 0 ? TRAIT_UP : TRAIT_DOWN;
	if (i->op == OP_RMW || i->op == OP_CMPXCHG)
		traits |= TRAIT_AT_ONCE;
	if (flags & ACCESSF_ATOMIC && fence_follows(fr->p, fr->fn, inst))
		traits |= TRAIT_FENCED;
	if (i->op == OP_RMW && (i->sub == RMW_ADD || i->sub == RMW_SUB))
		traits |= TRAIT_COUNTS;
	if (flags & (ACCESSF_ATOMIC | ACCESSF_VOLATILE) && is_tested(fr, inst))
		traits |= TRAIT_TESTED;
	if (traits & TRAIT_DOWN && i->op == OP_STORE && is_result_tested(fr, inst))
		traits |= TRAIT_TESTED;
	return traits;
}
