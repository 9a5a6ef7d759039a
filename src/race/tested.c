/* SPDX-License-Identifier: MIT */
/*
 * Is a value that was read looked at? Who loads an atomic flag and goes on whatever it
 * says has not waited for anybody. A value is looked at when a branch depends on it, when
 * it is followed as a pointer, or when it goes where we do not follow it: returned, stored,
 * given to a function. One that only becomes a part of a sum, which is then given back, is
 * not: the counter of a statistic.
 */
#include "race/internal.h"

enum { PLAIN = 1, MIXED = 2 }; /* MIXED: computed from other variables as well */

struct flow {
	const struct program *p;
	const struct ir_func *f;
	uint8_t *mark; /* [inst] */
	bool tested, changed;
};

static uint8_t mark_of(const struct flow *w, ir_val v)
{
	return ir_val_tag(v) == VAL_INST ? w->mark[ir_val_index(v)] : 0;
}

static uint8_t mark_of_list(const struct flow *w, const struct ir_inst *i)
{
	uint8_t all = 0;
	for (uint32_t k = i->op == OP_PHI; k < i->arg_count; k += i->op == OP_PHI ? 2 : 1)
		all |= mark_of(w, w->p->operands.at[i->args + k]);
	return all;
}

static void set_mark(struct flow *w, uint32_t n, uint8_t mark)
{
	w->changed |= (w->mark[n] | mark) != w->mark[n];
	w->mark[n] |= mark;
}

static bool has_body(const struct program *p, ir_val callee)
{
	sym_id s = ir_val_symbol(p, callee);
	return !s || p->symbols.at[s].func;
}

static uint8_t mark_of_sum(const struct flow *w, const struct ir_inst *i)
{
	uint8_t a = mark_of(w, i->a), b = mark_of(w, i->b);
	bool alone = ir_val_tag(i->a) == VAL_CONST || ir_val_tag(i->b) == VAL_CONST;
	return !(a | b) ? 0 : alone ? a | b : MIXED;
}

static void look_at(struct flow *w, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(w->p, w->f, n);
	uint8_t a = mark_of(w, i->a), b = mark_of(w, i->b);
	switch (i->op) {
	case OP_BRANCH:
	case OP_SWITCH:
	case OP_GOTO:
	case OP_LOAD:
	case OP_CMPXCHG:
	case OP_SET: w->tested |= a; break;
	case OP_COPY: w->tested |= a || b; break;
	case OP_STORE:
	case OP_RMW: w->tested |= a || b & PLAIN; break;
	case OP_RET: w->tested |= a & PLAIN; break;
	case OP_CALL:
		w->tested |= a || (mark_of_list(w, i) & PLAIN && has_body(w->p, i->a));
		break;
	case OP_ASM: w->tested |= mark_of_list(w, i); break;
	case OP_OFFSET:
	case OP_CAST: set_mark(w, n, a); break;
	case OP_INDEX: set_mark(w, n, a | (b ? PLAIN : 0)); break;
	case OP_PHI:
	case OP_OTHER: set_mark(w, n, mark_of_list(w, i)); break;
	case OP_SELECT: set_mark(w, n, a | b | mark_of(w, i->c)); break;
	case OP_COMPARE: set_mark(w, n, a | b ? PLAIN : 0); break;
	case OP_ARITH: set_mark(w, n, mark_of_sum(w, i)); break;
	default: break;
	}
}

bool is_tested(struct races *r, func_id f, uint32_t inst)
{
	uint32_t known = map_get(&r->tested, map_key2(f, inst), 0);
	if (known)
		return known == 2;
	struct flow w = {.p = r->p, .f = &r->p->funcs.at[f], .changed = true};
	w.mark = xcalloc(w.f->inst_count + 1u, 1);
	w.mark[inst] = PLAIN;
	while (w.changed && !w.tested) {
		w.changed = false;
		for (uint32_t n = 0; n < w.f->inst_count && !w.tested; n++)
			look_at(&w, n);
	}
	free(w.mark);
	map_put(&r->tested, map_key2(f, inst), w.tested ? 2 : 1);
	return w.tested;
}
