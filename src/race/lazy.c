/* SPDX-License-Identifier: MIT */
/*
 * Lazy set-up: 'if (!ready) { ...; ready = 1; }' with a plain flag, which may be a pointer
 * to what was set up. The flag is a race,
 * and is reported; everything between the test and the store is one too, but only
 * because of the flag, and it would go with it. So it is worth less to read.
 *
 * Looked at in the function that tests the flag, for accesses made there or in what
 * it calls on the way that is shown. Test and store may be in small functions that it
 * calls: if (once_begin(&once)) { ...; once_end(&once); }
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

/* ---- flags ---- */

/* A function on the way down from the one at hand, and the call that leads there. */
struct level {
	func_id func;
	const struct ir_inst *call; /* in up's function */
	const struct level *up;	    /* NULL: the function at hand */
};

enum { MAX_LEVELS = 3, SMALL = 64 };

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

/* Likewise, where it may be what the callers passed. */
static struct pt_loc variable_from(const struct races *r, const struct level *l, ir_val address)
{
	const struct ir_func *f = &r->p->funcs.at[l->func];
	int64_t offset = 0;
	ir_val v = address;
	while (ir_val_tag(v) == VAL_INST && ir_inst_at(r->p, f, ir_val_index(v))->op == OP_OFFSET) {
		offset += ir_inst_at(r->p, f, ir_val_index(v))->imm;
		v = ir_inst_at(r->p, f, ir_val_index(v))->a;
	}
	if (ir_val_tag(v) != VAL_PARAM || !l->up || ir_val_index(v) >= l->call->arg_count)
		return variable_at(r, l->func, address);
	struct pt_loc x = variable_from(r, l->up,
					r->p->operands.at[l->call->args + ir_val_index(v)]);
	x.offset = (uint32_t)(x.offset + offset);
	return x;
}

/* The small function that is called by name, or 0. */
static func_id small_callee(const struct races *r, const struct level *l,
			    const struct ir_inst *i)
{
	uint32_t depth = 1;
	sym_id y = i->op == OP_CALL ? ir_val_symbol(r->p, i->a) : 0;
	func_id f = y ? r->p->symbols.at[y].func : 0;
	for (; l->up; l = l->up)
		depth++;
	return f && depth < MAX_LEVELS && r->p->funcs.at[f].inst_count <= SMALL ? f : 0;
}

static bool same_place(struct pt_loc a, struct pt_loc b)
{
	return a.obj && a.obj == b.obj && a.offset == b.offset;
}

/* Does the instruction set that plain variable to something else than zero, or a small
 * function that it calls? */
static bool sets(const struct races *r, const struct level *l, const struct ir_inst *i,
		 struct pt_loc flag)
{
	int64_t value;
	func_id callee = small_callee(r, l, i);
	if (i->op == OP_STORE && i->order == ORDER_PLAIN)
		return !(ir_val_int(r->p, i->b, &value) && !value) &&
		       same_place(variable_from(r, l, i->a), flag);
	if (!callee)
		return false;
	const struct ir_func *f = &r->p->funcs.at[callee];
	struct level below = {callee, i, l};
	for (uint32_t n = 0; n < f->inst_count; n++) {
		if (sets(r, &below, ir_inst_at(r->p, f, n), flag))
			return true;
	}
	return false;
}

/* A branch on a flag, or on what a small function says that looks at it. */
struct test {
	struct pt_loc flag;
	uint32_t zero, other; /* where it goes on when the flag is zero; or there, for what
			       * a function says; UINT32_MAX: it does not */
};

/* The first plain variable that the function looks at. */
static struct pt_loc asked_flag(const struct races *r, const struct level *l)
{
	const struct ir_func *f = &r->p->funcs.at[l->func];
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(r->p, f, n);
		struct pt_loc x = {0};
		func_id callee = small_callee(r, l, i);
		if (i->op == OP_LOAD && i->order == ORDER_PLAIN)
			x = variable_from(r, l, i->a);
		else if (callee)
			x = asked_flag(r, &(struct level){callee, i, l});
		if (x.obj)
			return x;
	}
	return (struct pt_loc){0};
}

/* What the condition is made of: a load or a call; whether it is negated. */
static const struct ir_inst *condition_of(const struct races *r, const struct ir_func *f,
					  ir_val v, bool *negated)
{
	int64_t value;
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(r->p, f, ir_val_index(v));
		bool compares = i->op == OP_COMPARE && (i->sub == CMP_EQ || i->sub == CMP_NE) &&
				ir_val_int(r->p, i->b, &value) && !value;
		bool flips = i->op == OP_ARITH && i->sub == ARITH_XOR &&
			     ir_val_int(r->p, i->b, &value) && value == 1;
		if (i->op == OP_LOAD || i->op == OP_CALL)
			return i;
		if (!compares && !flips && i->op != OP_CAST)
			return NULL;
		*negated ^= flips || (compares && i->sub == CMP_EQ);
		v = i->a;
	}
	return NULL;
}

static struct test test_of(const struct races *r, const struct level *l,
			   const struct ir_inst *t)
{
	const struct ir_func *f = &r->p->funcs.at[l->func];
	bool negated = false;
	struct test x = {{0}, 0, UINT32_MAX};
	const struct ir_inst *i =
		t->op == OP_BRANCH ? condition_of(r, f, t->a, &negated) : NULL;
	if (!i)
		return x;
	func_id callee = small_callee(r, l, i);
	x.zero = negated ? t->b : t->c;
	if (i->op == OP_LOAD && i->order == ORDER_PLAIN) {
		x.flag = variable_at(r, l->func, i->a);
	} else if (callee) {
		x.other = negated ? t->c : t->b;
		x.flag = asked_flag(r, &(struct level){callee, i, l});
	}
	return x;
}

/* Where the block sets the flag; UINT32_MAX: it does not. */
static uint32_t store_in(const struct races *r, const struct level *l, const struct ir_block *b,
			 struct pt_loc flag)
{
	const struct ir_func *f = &r->p->funcs.at[l->func];
	for (uint32_t i = b->inst_first; i < b->inst_first + b->inst_count; i++) {
		if (sets(r, l, ir_inst_at(r->p, f, i), flag))
			return i;
	}
	return UINT32_MAX;
}

/* ---- what is set up ---- */

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
	struct level here = {.func = f};
	b.seen = xcalloc(fn->block_count + 1u, sizeof(*b.seen));
	for (uint32_t k = 0; k < fn->block_count; k++) {
		struct test t = test_of(r, &here, ir_terminator(r->p, fn, k));
		for (uint32_t m = 0; t.flag.obj && m < fn->block_count; m++) {
			uint32_t store = store_in(r, &here, ir_block_at(r->p, fn, m), t.flag);
			if (store == UINT32_MAX)
				continue;
			mark_between(&b, between, k, t.zero, m, store);
			if (t.other != UINT32_MAX)
				mark_between(&b, between, k, t.other, m, store);
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
