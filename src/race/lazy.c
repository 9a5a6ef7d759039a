/* SPDX-License-Identifier: MIT */
/*
 * Lazy set-up: 'if (!ready) { ...; ready = 1; }' with a plain flag, which may be a pointer
 * to what was set up. The flag is a race,
 * and is reported; everything between the test and the store is one too, but only
 * because of the flag, and it would go with it. So it is worth less to read.
 *
 * Looked at in the function that tests the flag, for accesses made there or in what
 * it calls on the way that is shown.
 */
#include "race/internal.h"

/* Blocks of one function, by number. */
struct blocks {
	const struct program *p;
	const struct ir_func *f;
	bool *seen;
	VEC(uint32_t) stack;
};

static void reach(struct blocks *b, uint32_t block, uint32_t from, uint32_t skip_from,
		  uint32_t skip_to)
{
	if (b->seen[block] || (from == skip_from && block == skip_to))
		return;
	b->seen[block] = true;
	vec_push(&b->stack, block);
}

/* Everything that can be reached, but not over the edge skip_from -> skip_to. */
static void reach_all(struct blocks *b, uint32_t skip_from, uint32_t skip_to)
{
	for (uint32_t i = 0; i < b->f->block_count; i++)
		b->seen[i] = false;
	reach(b, 0, UINT32_MAX, skip_from, skip_to);
	while (b->stack.n) {
		uint32_t at = b->stack.at[--b->stack.n];
		uint32_t n = ir_successors(b->p, b->f, at, NULL, 0);
		uint32_t *to = xcalloc(n + 1u, sizeof(*to));
		ir_successors(b->p, b->f, at, to, n);
		for (uint32_t i = 0; i < n; i++)
			reach(b, to[i], at, skip_from, skip_to);
		free(to);
	}
}

static bool leads_on(const struct blocks *b, uint32_t block)
{
	uint32_t n = ir_successors(b->p, b->f, block, NULL, 0);
	uint32_t *to = xcalloc(n + 1u, sizeof(*to));
	bool leads = false;
	ir_successors(b->p, b->f, block, to, n);
	for (uint32_t i = 0; i < n; i++)
		leads |= b->seen[to[i]];
	free(to);
	return leads;
}

/* Everything from where 'last' can be reached. Most blocks come before those that they
 * lead to. */
static void lead_to(struct blocks *b, uint32_t last)
{
	for (uint32_t i = 0; i < b->f->block_count; i++)
		b->seen[i] = i == last;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = b->f->block_count; k-- > 0;) {
			if (b->seen[k] || !leads_on(b, k))
				continue;
			b->seen[k] = changed = true;
		}
	}
}

/* The variable that is meant by this address, or nothing. */
static struct pt_loc variable_at(const struct races *r, func_id f, ir_val address)
{
	struct pt_set s = {0};
	struct pt_loc l = {0};
	pointers_of_value(r->pt, f, address, &s);
	if (s.locs.n == 1 && !s.unknown && s.locs.at[0].offset != PT_ANY &&
	    pointers_object(r->pt, s.locs.at[0].obj)->kind == OBJ_VARIABLE)
		l = s.locs.at[0];
	pt_set_free(&s);
	return l;
}

/* A plain variable that the branch has found to be zero, and where it goes on then. */
static struct pt_loc tested_flag(const struct races *r, func_id f, const struct ir_inst *t,
				 uint32_t *zero)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	int64_t value;
	if (t->op != OP_BRANCH || ir_val_tag(t->a) != VAL_INST)
		return (struct pt_loc){0};
	const struct ir_inst *c = ir_inst_at(r->p, fn, ir_val_index(t->a));
	if (c->op != OP_COMPARE || (c->sub != CMP_EQ && c->sub != CMP_NE) ||
	    !ir_val_int(r->p, c->b, &value) || value || ir_val_tag(c->a) != VAL_INST)
		return (struct pt_loc){0};
	const struct ir_inst *l = ir_inst_at(r->p, fn, ir_val_index(c->a));
	while (l->op == OP_CAST && ir_val_tag(l->a) == VAL_INST)
		l = ir_inst_at(r->p, fn, ir_val_index(l->a));
	*zero = c->sub == CMP_EQ ? t->b : t->c;
	return l->op == OP_LOAD && l->order == ORDER_PLAIN ? variable_at(r, f, l->a)
							  : (struct pt_loc){0};
}

/* Where the block sets the flag, as a plain variable; UINT32_MAX: it does not. */
static uint32_t store_in(const struct races *r, func_id f, const struct ir_block *b,
			 struct pt_loc flag)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	int64_t value;
	for (uint32_t i = b->inst_first; i < b->inst_first + b->inst_count; i++) {
		const struct ir_inst *s = ir_inst_at(r->p, fn, i);
		if (s->op != OP_STORE || s->order != ORDER_PLAIN ||
		    (ir_val_int(r->p, s->b, &value) && !value))
			continue;
		struct pt_loc l = variable_at(r, f, s->a);
		if (l.obj == flag.obj && l.offset == flag.offset)
			return i;
	}
	return UINT32_MAX;
}

/* Marks the instructions from the test that leads to 'zero' on to where the block
 * 'last' sets the flag. */
static void mark_between(struct blocks *b, bool *between, uint32_t from, uint32_t zero,
			 uint32_t last, uint32_t store)
{
	uint32_t n = b->f->block_count;
	bool *before = xcalloc(n + 1u, sizeof(*before));
	reach_all(b, from, zero);
	for (uint32_t k = 0; k < n; k++)
		before[k] = b->seen[k]; /* also without the test */
	lead_to(b, last);
	for (uint32_t k = 0; k < n && !before[last]; k++) {
		const struct ir_block *x = ir_block_at(b->p, b->f, k);
		uint32_t end = k == last ? store : x->inst_first + x->inst_count;
		for (uint32_t i = x->inst_first; !before[k] && b->seen[k] && i < end; i++)
			between[i] = true;
	}
	free(before);
}

static void find_flags(const struct races *r, func_id f, bool *between)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	struct blocks b = {.p = r->p, .f = fn};
	b.seen = xcalloc(fn->block_count + 1u, sizeof(*b.seen));
	for (uint32_t k = 0; k < fn->block_count; k++) {
		const struct ir_block *x = ir_block_at(r->p, fn, k);
		uint32_t zero = 0;
		struct pt_loc flag = tested_flag(
			r, f, ir_inst_at(r->p, fn, x->inst_first + x->inst_count - 1), &zero);
		for (uint32_t m = 0; flag.obj && m < fn->block_count; m++) {
			uint32_t store = store_in(r, f, ir_block_at(r->p, fn, m), flag);
			if (store != UINT32_MAX)
				mark_between(&b, between, k, zero, m, store);
		}
	}
	vec_free(&b.stack);
	free(b.seen);
}

static bool is_between(struct races *r, func_id f, uint32_t inst)
{
	if (!r->lazy)
		r->lazy = xcalloc(r->p->funcs.n + 1u, sizeof(*r->lazy));
	if (!r->lazy[f]) {
		r->lazy[f] = xcalloc(r->p->funcs.at[f].inst_count + 1u, sizeof(bool));
		find_flags(r, f, r->lazy[f]);
	}
	return r->lazy[f][inst];
}

bool is_set_up_lazily(struct races *r, const struct instance *x)
{
	struct step steps[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &x->point, steps, MAX_FRAMES);
	for (uint32_t i = 0; i < n; i++) {
		if (is_between(r, steps[i].func, steps[i].inst))
			return true;
	}
	return false;
}
