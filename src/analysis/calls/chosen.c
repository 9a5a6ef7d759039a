/* SPDX-License-Identifier: MIT */
/*
 * 'case EVENT_START: create(...)', in a function that is called for all events: who tells it that
 * something was logged creates no thread there. The creation may lie further down; then the
 * numbers are followed from call to call, by the way that the fork came up. It does not matter
 * whether the functions are called by name: contexts likewise know what is not reached for the
 * numbers that they bind (thread/decided.c), but threads are found before contexts.
 */
#include "analysis/calls/chosen.h"

enum { MAX_DEEP = 8 };

static void add_number(struct ir_numbers *to, uint32_t i, int64_t n)
{
	to->known |= UINT64_C(1) << i;
	to->at[i] = n;
}

struct ir_numbers chosen_by(const struct binding *b)
{
	struct ir_numbers out = {0};
	for (uint32_t i = 0; i < b->arg_count && i < IR_NUMBERS; i++) {
		const struct path *x = path_at(&b->fr->paths, b->args[i]);
		if (b->args[i] && x->kind == PATH_INT)
			add_number(&out, i, x->imm);
	}
	return out;
}

/* What a call in c gives, if c is given these. */
static struct ir_numbers passed_on(const struct summary *c, const struct call *k,
				   const struct ir_numbers *given)
{
	struct ir_numbers out = {0};
	for (uint32_t i = 0; i < k->arg_count && i < IR_NUMBERS; i++) {
		const struct path *x = path_at(&c->paths, c->call_args.at[k->arg_first + i]);
		if (x->kind == PATH_INT)
			add_number(&out, i, x->imm);
		else if (x->kind == PATH_FORMAL && x->a < IR_NUMBERS &&
			 given->known >> x->a & 1)
			add_number(&out, i, given->at[x->a]);
	}
	return out;
}

static bool is_reached(const struct frame *fr, func_id f, uint32_t inst,
		       const struct ir_numbers *given)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	bool *at = ir_reached_for(fr->p, fn, given);
	bool reached = !at || at[ir_block_of(fr->p, fn, inst)];
	free(at);
	return reached;
}

static bool is_made(const struct frame *fr, const struct summary *c, uint32_t k,
		    const struct ir_numbers *given, uint32_t deep)
{
	const struct fork *f = &c->forks.at[k];
	uint32_t inst = f->via ? f->via - 1 : f->inst, found = 0;
	if (!given->known || deep == MAX_DEEP || f->flags & FORKF_REST ||
	    (!f->via && f->func != c->func))
		return true;
	if (!is_reached(fr, c->func, inst, given))
		return false;
	for (uint32_t i = 0; f->via && i < c->calls.n; i++) {
		const struct call *x = &c->calls.at[i];
		if (x->inst != inst || x->callee != f->callee)
			continue;
		const struct summary *next = frame_callee(fr, f->callee);
		struct ir_numbers passed = passed_on(c, x, given);
		if (f->callee_fork >= next->forks.n ||
		    is_made(fr, next, f->callee_fork, &passed, deep + 1))
			return true;
		found++;
	}
	return !found;
}

bool fork_is_chosen(const struct frame *fr, const struct summary *c, uint32_t k,
		    const struct ir_numbers *given)
{
	return is_made(fr, c, k, given, 0);
}
