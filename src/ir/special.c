/* SPDX-License-Identifier: MIT */
#include "ir/special.h"

#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "ir/address.h"
#include "ir/convert.h"
#include "ir/given.h"

enum {
	MAX_DECIDING = 4,  /* formals that are looked at */
	MAX_COPIES = 12,   /* of one function */
	MIN_LEFT_OUT = 10, /* instructions */
	/* the copies of all functions: a part of the program, more of a small one */
	GROWTH = 8, SMALL_GROWTH = 2, SMALL_PROGRAM = 40000, ANY_PROGRAM = 2000,
	MAX_SETTER = 40, /* instructions */
	MAX_CALLS = 4,	 /* there */
	DEPTH = 4,
	NO_BLOCK = UINT32_MAX,
};

/* The constants that a call has for formals: the copy is made for these. */
struct choice {
	uint32_t n;
	uint32_t formal[MAX_DECIDING];
	const_id value[MAX_DECIDING];
};

/* A function while it is looked at, or copied. */
struct copying {
	struct program *p;
	struct ir_func f; /* a copy: the tables may move */
	const struct choice *choice;
	loc_id loc;	    /* where the source has all of it; 0: it says so itself */
	bool *live;	    /* [block] */
	uint32_t *block_to; /* [block] its number in the copy */
	uint32_t *inst_to;  /* [inst] likewise */
	VEC(uint32_t) work;
	uint32_t kept; /* instructions */
};

struct specialiser {
	struct program *p;
	uint64_t *deciding;   /* [func] formals, as bits; UINT64_MAX: not looked at yet */
	uint64_t *set;	      /* [func] formals that are stored, see find_set; likewise */
	uint64_t *given;      /* [func] formals that are called, see given.h */
	bool *placeless;      /* [func] see is_placeless */
	uint32_t *copy_count; /* [func] */
	uint32_t funcs;	      /* of the program as it was */
	uint64_t budget;
	struct intern keys;    /* function and choice -> copy */
	VEC(func_id) copies;   /* by key; 0: it is not worth one */
	uint32_t made, refused;
};

/* ---- what is decided by constants ---- */

static bool find_value(const struct copying *c, ir_val v, uint32_t depth, int64_t *out)
{
	if (ir_val_tag(v) == VAL_CONST)
		return ir_val_int(c->p, v, out);
	for (uint32_t i = 0; i < c->choice->n && ir_val_tag(v) == VAL_PARAM; i++) {
		if (c->choice->formal[i] == ir_val_index(v)) {
			const struct ir_const *k = &c->p->consts.at[c->choice->value[i]];
			*out = k->value;
			return !k->sym;
		}
	}
	if (ir_val_tag(v) != VAL_INST || !depth)
		return false;
	const struct ir_inst *i = ir_inst_at(c->p, &c->f, ir_val_index(v));
	int64_t a, b;
	if (i->op == OP_CAST && i->sub <= CAST_TRUNC)
		return find_value(c, i->a, depth - 1, out) &&
		       ir_converted(c->p, &c->f, i, out);
	if ((i->op != OP_COMPARE && i->op != OP_ARITH) || !find_value(c, i->a, depth - 1, &a) ||
	    !find_value(c, i->b, depth - 1, &b))
		return false;
	if (!ir_at_size(c->p, &c->f, i->a, i->b, &a, &b))
		return false;
	if (i->op == OP_COMPARE)
		*out = ir_compares(i->sub, a, b);
	else if (i->sub == ARITH_AND)
		*out = a & b;
	else if (i->sub == ARITH_XOR)
		*out = a ^ b;
	else
		return false;
	return true;
}

/* The one of two values that is selected; 0: it is not decided. */
static ir_val selected(const struct copying *c, const struct ir_inst *i)
{
	int64_t value;
	if (i->op != OP_SELECT || !find_value(c, i->a, DEPTH, &value))
		return 0;
	return value ? i->b : i->c;
}

/* The one block that the terminator goes to; NO_BLOCK: it is not decided. */
static uint32_t decided(const struct copying *c, const struct ir_inst *t)
{
	const ir_val *args = c->p->operands.at + t->args;
	int64_t value, other;
	uint32_t to = NO_BLOCK;
	if ((t->op != OP_BRANCH && t->op != OP_SWITCH) ||
	    !find_value(c, t->a, DEPTH, &value) || value < 0 || value > INT32_MAX)
		return NO_BLOCK; /* others may be written in two ways */
	if (t->op == OP_BRANCH)
		return value ? t->b : t->c;
	for (uint32_t k = 0; k < t->arg_count; k += 2) {
		if (ir_val_tag(args[k]) == VAL_NONE && to == NO_BLOCK)
			to = args[k + 1];
		else if (ir_val_int(c->p, args[k], &other) && other == value)
			return args[k + 1];
	}
	return to;
}

static void reach(struct copying *c, uint32_t block)
{
	if (!c->live[block])
		vec_push(&c->work, block);
	c->live[block] = true;
}

/* The blocks and instructions that are left. */
static void find_live(struct copying *c)
{
	reach(c, 0);
	while (c->work.n) {
		uint32_t b = c->work.at[--c->work.n];
		uint32_t to = decided(c, ir_terminator(c->p, &c->f, b));
		uint32_t n = ir_successors(c->p, &c->f, b, NULL, 0);
		uint32_t *all = xcalloc(n + 1u, sizeof(*all));
		ir_successors(c->p, &c->f, b, all, n);
		c->kept += ir_block_at(c->p, &c->f, b)->inst_count;
		for (uint32_t i = 0; i < n; i++) {
			if (to == NO_BLOCK || all[i] == to)
				reach(c, all[i]);
		}
		free(all);
	}
	vec_free(&c->work);
}

/* ---- formals that decide ---- */

static uint64_t formals_in(const struct program *p, const struct ir_func *f, ir_val v,
			   uint32_t depth)
{
	if (ir_val_tag(v) == VAL_PARAM)
		return ir_val_index(v) < 63 ? UINT64_C(1) << ir_val_index(v) : 0;
	if (ir_val_tag(v) != VAL_INST || !depth)
		return 0;
	const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
	if (i->op == OP_CAST)
		return formals_in(p, f, i->a, depth - 1);
	if (i->op == OP_COMPARE || i->op == OP_ARITH)
		return formals_in(p, f, i->a, depth - 1) | formals_in(p, f, i->b, depth - 1);
	return 0;
}

/* The rounds of a recursion are better understood when they are one function, unless it is told
 * which function they call. */
static bool calls_itself(const struct program *p, const struct ir_func *f)
{
	for (uint32_t i = 0; i < f->inst_count; i++) {
		const struct ir_inst *x = ir_inst_at(p, f, i);
		if (x->op == OP_CALL && ir_val_symbol(p, x->a) == f->sym)
			return true;
	}
	return false;
}

static bool is_function(const struct program *p, ir_val v)
{
	sym_id y = ir_val_symbol(p, v);
	return y && p->symbols.at[y].kind == SYM_FUNCTION;
}

static uint64_t find_deciding(const struct program *p, const struct ir_func *f)
{
	uint64_t set = 0;
	if (calls_itself(p, f))
		return 0;
	for (uint32_t b = 0; b < f->block_count; b++) {
		const struct ir_inst *t = ir_terminator(p, f, b);
		if (t->op == OP_BRANCH || t->op == OP_SWITCH)
			set |= formals_in(p, f, t->a, DEPTH);
	}
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		if (i->op == OP_SELECT && is_function(p, i->b) && is_function(p, i->c))
			set |= formals_in(p, f, i->a, DEPTH);
	}
	return set;
}

/* A member of what was given, or of a variable. */
static bool is_member(const struct program *p, const struct ir_func *f, ir_val address)
{
	int64_t bytes = 0;
	ir_val base = ir_base_of(p, f, address, BASE_CASTS, &bytes);
	return ir_val_tag(base) == VAL_PARAM || ir_val_symbol(p, base);
}

static const struct ir_inst *load_behind(const struct program *p, const struct ir_func *f, ir_val v)
{
	v = ir_without_casts(p, f, v);
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(p, f, ir_val_index(v)) : NULL;
	return i && i->op == OP_LOAD && is_member(p, f, i->a) ? i : NULL;
}

/* The formal by which a member is changed: n += given. */
static uint64_t added_by(const struct program *p, const struct ir_func *f, ir_val v)
{
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(p, f, ir_val_index(v)) : NULL;
	if (!i || i->op != OP_ARITH || (i->sub != ARITH_ADD && i->sub != ARITH_SUB))
		return 0;
	bool first = i->sub == ARITH_ADD && load_behind(p, f, i->b);
	ir_val by = load_behind(p, f, i->a) ? i->b : first ? i->a : 0;
	return ir_val_tag(by) == VAL_PARAM ? formals_in(p, f, by, DEPTH) : 0;
}

/* The formals that an exchange puts there, or expects: swap(&lock, 1), swap(&lock, 0). */
static uint64_t exchanged_by(const struct program *p, const struct ir_func *f,
			     const struct ir_inst *i)
{
	ir_val at[] = {i->b, i->op == OP_CMPXCHG ? i->c : 0};
	uint64_t set = 0;
	for (uint32_t k = 0; k < 2 && is_member(p, f, i->a); k++) {
		ir_val v = at[k] ? ir_without_casts(p, f, at[k]) : 0;
		set |= v && ir_val_tag(v) == VAL_PARAM ? formals_in(p, f, v, DEPTH) : 0;
	}
	return set;
}

/* The formals that the instruction stores in a member as they are, adds to one, or compares with
 * one. */
static uint64_t set_by(const struct program *p, const struct ir_func *f, const struct ir_inst *i)
{
	enum { NUMBER = 4 };
	if (i->op == OP_CMPXCHG || (i->op == OP_RMW && i->sub == RMW_XCHG))
		return exchanged_by(p, f, i);
	ir_val stored = i->op == OP_STORE || i->op == OP_RMW ? ir_without_casts(p, f, i->b) : 0;
	bool number = i->size <= NUMBER && stored && is_member(p, f, i->a);
	if (number && ir_val_tag(stored) == VAL_PARAM &&
	    (i->op == OP_STORE || i->sub == RMW_ADD || i->sub == RMW_SUB))
		return formals_in(p, f, stored, DEPTH);
	if (i->op == OP_STORE)
		return number ? added_by(p, f, stored) : 0;
	if (i->op != OP_COMPARE)
		return 0;
	return (load_behind(p, f, i->a) ? formals_in(p, f, i->b, DEPTH) : 0) |
	       (load_behind(p, f, i->b) ? formals_in(p, f, i->a, DEPTH) : 0);
}

/* What set_state(x, DONE) stores, or is_state(x, DONE) compares with what is there: in a small
 * function that stores no more than that, and calls something (it takes a lock), or by an atomic;
 * or by such a function. One that makes objects would make others in each copy. */
static uint64_t find_set(const struct program *p, const struct ir_func *f, uint32_t depth)
{
	uint64_t set = 0;
	uint32_t calls = 0, stores = 0;
	bool atomic = false;
	if (f->inst_count > MAX_SETTER || calls_itself(p, f))
		return 0;
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		sym_id y = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
		func_id callee = y ? p->symbols.at[y].func : 0;
		uint64_t there = callee && depth ? find_set(p, &p->funcs.at[callee], depth - 1) : 0;
		calls += i->op == OP_CALL;
		stores += i->op == OP_STORE || i->op == OP_RMW || i->op == OP_CMPXCHG;
		atomic |= i->op == OP_RMW || i->op == OP_CMPXCHG ||
			  ((i->op == OP_STORE || i->op == OP_LOAD) &&
					      i->order != ORDER_PLAIN);
		set |= set_by(p, f, i);
		for (uint32_t k = 0; k < i->arg_count && k < 63 && there >> k; k++)
			if (there >> k & 1)
				set |= formals_in(p, f, p->operands.at[i->args + k], DEPTH);
	}
	return stores <= 1 && calls <= MAX_CALLS && (calls || atomic) ? set : 0;
}

static bool find_choice(const struct program *p, const struct ir_inst *call, uint64_t deciding,
			uint64_t given, struct choice *out)
{
	int64_t value;
	out->n = 0;
	for (uint32_t k = 0; k < call->arg_count && k < 63 && out->n < MAX_DECIDING; k++) {
		ir_val v = p->operands.at[call->args + k];
		sym_id s = ir_val_symbol(p, v);
		if (!(deciding >> k & 1 && ir_val_int(p, v, &value)) &&
		    !(given >> k & 1 && s && p->symbols.at[s].kind == SYM_FUNCTION))
			continue;
		out->formal[out->n] = k;
		out->value[out->n++] = ir_val_index(v);
	}
	return out->n > 0;
}

/* ---- the copy ---- */

static ir_val copy_val(const struct copying *c, ir_val v)
{
	for (uint32_t i = 0; i < c->choice->n && ir_val_tag(v) == VAL_PARAM; i++) {
		if (c->choice->formal[i] == ir_val_index(v))
			return ir_val_make(VAL_CONST, c->choice->value[i]);
	}
	if (ir_val_tag(v) == VAL_INST)
		return ir_val_make(VAL_INST, c->inst_to[ir_val_index(v)]);
	return v;
}

/* Does the copy still go from one block to the other? */
static bool has_edge(const struct copying *c, uint32_t from, uint32_t to)
{
	if (!c->live[from])
		return false;
	uint32_t only = decided(c, ir_terminator(c->p, &c->f, from));
	return only == NO_BLOCK || only == to;
}

static void copy_list(struct copying *c, struct ir_inst *i, uint32_t block)
{
	uint32_t first = i->args, n = i->arg_count;
	bool pairs = i->op == OP_PHI || i->op == OP_SWITCH;
	i->args = c->p->operands.n;
	i->arg_count = 0;
	for (uint32_t k = 0; k < n; k += pairs ? 2 : 1) {
		ir_val x = c->p->operands.at[first + k];
		ir_val y = pairs ? c->p->operands.at[first + k + 1] : 0;
		if (i->op == OP_PHI && !has_edge(c, x, block))
			continue;
		bool is_block = i->op == OP_PHI || i->op == OP_GOTO;
		vec_push(&c->p->operands, is_block ? c->block_to[x] : copy_val(c, x));
		if (pairs)
			vec_push(&c->p->operands,
				 i->op == OP_SWITCH ? c->block_to[y] : copy_val(c, y));
		i->arg_count += pairs ? 2 : 1;
	}
}

static struct ir_inst copy_inst(struct copying *c, struct ir_inst i, uint32_t block)
{
	uint32_t to = decided(c, &i);
	ir_val one = selected(c, &i);
	i.loc = c->loc ? c->loc : i.loc;
	if (one)
		i.b = i.c = one;
	if (to != NO_BLOCK)
		return (struct ir_inst){.op = OP_JUMP, .loc = i.loc, .imm = c->block_to[to]};
	i.a = copy_val(c, i.a);
	if (i.op == OP_BRANCH) {
		i.b = c->block_to[i.b];
		i.c = c->block_to[i.c];
	} else if (i.op == OP_JUMP) {
		i.imm = c->block_to[i.imm];
	} else {
		i.b = copy_val(c, i.b);
		i.c = copy_val(c, i.c);
	}
	if (i.arg_count)
		copy_list(c, &i, block);
	return i;
}

static void number(struct copying *c)
{
	uint32_t blocks = 0, insts = 0;
	for (uint32_t b = 0; b < c->f.block_count; b++) {
		const struct ir_block *x = ir_block_at(c->p, &c->f, b);
		if (!c->live[b])
			continue;
		c->block_to[b] = blocks++;
		for (uint32_t i = 0; i < x->inst_count; i++)
			c->inst_to[x->inst_first + i] = insts++;
	}
}

static void copy_code(struct copying *c, struct ir_func *to)
{
	struct program *p = c->p;
	to->block_first = p->blocks.n;
	to->inst_first = p->insts.n;
	to->block_count = to->inst_count = 0;
	for (uint32_t b = 0; b < c->f.block_count; b++) {
		struct ir_block x = *ir_block_at(p, &c->f, b);
		if (!c->live[b])
			continue;
		for (uint32_t i = 0; i < x.inst_count; i++) {
			struct ir_inst made =
				copy_inst(c, *ir_inst_at(p, &c->f, x.inst_first + i), b);
			vec_push(&p->insts, made);
		}
		vec_push(&p->blocks, ((struct ir_block){to->inst_count, x.inst_count}));
		to->block_count++;
		to->inst_count += x.inst_count;
	}
}

static bool is_left_out(const struct copying *c, ir_val v)
{
	return ir_val_tag(v) == VAL_INST && c->inst_to[ir_val_index(v)] == UINT32_MAX;
}

static void copy_vars(struct copying *c, struct ir_func *to)
{
	struct program *p = c->p;
	to->var_first = p->vars.n;
	to->var_count = 0;
	for (uint32_t i = 0; i < c->f.var_count; i++) {
		struct ir_var x = p->vars.at[c->f.var_first + i];
		if (is_left_out(c, x.value))
			continue;
		x.value = copy_val(c, x.value);
		vec_push(&p->vars, x);
		to->var_count++;
	}
}

static func_id copy_function(struct copying *c)
{
	struct program *p = c->p;
	struct ir_symbol symbol = p->symbols.at[c->f.sym];
	struct ir_func to = c->f;
	number(c);
	copy_code(c, &to);
	copy_vars(c, &to);
	to.param_first = p->params.n;
	for (uint32_t i = 0; i < to.param_count; i++) {
		struct ir_param x = p->params.at[c->f.param_first + i];
		vec_push(&p->params, x);
	}
	symbol.linkage = LINK_INTERNAL;
	symbol.flags = (uint16_t)((symbol.flags & ~SYMF_ADDRESS_TAKEN) | SYMF_COPY);
	symbol.func = p->funcs.n;
	to.sym = p->symbols.n;
	vec_push(&p->symbols, symbol);
	vec_push(&p->funcs, to);
	return symbol.func;
}

/* ---- which calls ---- */

static void open_copy(struct copying *c)
{
	c->live = xcalloc(c->f.block_count + 1u, sizeof(*c->live));
	c->block_to = xcalloc(c->f.block_count + 1u, sizeof(*c->block_to));
	c->inst_to = xcalloc(c->f.inst_count + 1u, sizeof(*c->inst_to));
	memset(c->inst_to, 0xff, c->f.inst_count * sizeof(*c->inst_to));
	find_live(c);
}

static void close_copy(struct copying *c)
{
	free(c->live);
	free(c->block_to);
	free(c->inst_to);
}

static func_id make_copy(struct specialiser *s, struct copying *c)
{
	s->budget -= c->kept;
	s->made++;
	return copy_function(c);
}

/* Instructions that the copy does not have, and those of functions that are called there only. */
static uint64_t count_left_out(const struct specialiser *s, const struct copying *c)
{
	uint64_t n = c->f.inst_count - c->kept;
	for (uint32_t b = 0; b < c->f.block_count && n; b++) {
		const struct ir_block *x = ir_block_at(c->p, &c->f, b);
		for (uint32_t k = 0; !c->live[b] && k < x->inst_count; k++) {
			const struct ir_inst *i = ir_inst_at(c->p, &c->f, x->inst_first + k);
			sym_id y = i->op == OP_CALL ? ir_val_symbol(c->p, i->a) : 0;
			func_id called = y ? c->p->symbols.at[y].func : 0;
			n += called && called < s->funcs ? c->p->funcs.at[called].inst_count : 0;
		}
	}
	return n;
}

/* Does it choose another function there, to store it or to hand it on? */
static bool leaves_choice(const struct copying *c, uint32_t block, const struct ir_inst *i)
{
	const ir_val *args = c->p->operands.at + i->args;
	ir_val one = selected(c, i);
	if (one && c->live[block])
		return is_function(c->p, one == i->b ? i->c : i->b);
	if (!c->live[block] && i->op == OP_STORE)
		return is_function(c->p, i->b);
	for (uint32_t k = 0; i->op == OP_CALL && !c->live[block] && k < i->arg_count; k++)
		if (is_function(c->p, args[k]))
			return true;
	for (uint32_t k = 0; i->op == OP_PHI && c->live[block] && k < i->arg_count; k += 2)
		if (!has_edge(c, args[k], block) && is_function(c->p, args[k + 1]))
			return true;
	return false;
}

static bool leaves_out_function(const struct copying *c)
{
	for (uint32_t b = 0; b < c->f.block_count; b++) {
		const struct ir_block *x = ir_block_at(c->p, &c->f, b);
		for (uint32_t k = 0; k < x->inst_count; k++)
			if (leaves_choice(c, b, ir_inst_at(c->p, &c->f, x->inst_first + k)))
				return true;
	}
	return false;
}

/* Worth a copy: much is left out, or another function that would be chosen, or it is told which
 * function is called, or what is stored. */
static func_id try_copy(struct specialiser *s, func_id f, const struct choice *choice, bool given)
{
	struct copying c = {.p = s->p, .f = s->p->funcs.at[f], .choice = choice};
	func_id copy = 0;
	open_copy(&c);
	uint64_t left_out = count_left_out(s, &c);
	bool worth = given || (left_out >= MIN_LEFT_OUT && left_out >= c.f.inst_count / 4) ||
		     leaves_out_function(&c);
	if (worth && c.kept <= s->budget && s->copy_count[f] < MAX_COPIES) {
		copy = make_copy(s, &c);
		s->copy_count[f]++;
	} else if (worth) {
		s->refused++;
	}
	close_copy(&c);
	return copy;
}

/* The whole of a function that has no position, as if it were written where it is called. */
static func_id copy_to(struct specialiser *s, func_id f, loc_id loc)
{
	static const struct choice nothing;
	struct copying c = {.p = s->p, .f = s->p->funcs.at[f], .choice = &nothing, .loc = loc};
	func_id copy = 0;
	open_copy(&c);
	if (c.kept <= s->budget)
		copy = make_copy(s, &c);
	close_copy(&c);
	return copy;
}

static func_id copy_for(struct specialiser *s, func_id f, const struct choice *choice, bool given)
{
	uint32_t key[2 + 2 * MAX_DECIDING] = {f, given}, n = 2;
	for (uint32_t i = 0; i < choice->n; i++) {
		key[n++] = choice->formal[i];
		key[n++] = choice->value[i];
	}
	uint32_t known = s->keys.n;
	uint32_t id = intern_bytes(&s->keys, key, n * sizeof(*key));
	while (s->copies.n <= id)
		vec_push(&s->copies, 0);
	if (s->keys.n > known) {
		func_id copy = try_copy(s, f, choice, given);
		s->copies.at[id] = copy;
	}
	return s->copies.at[id];
}

/* In a program without main, what nobody calls is taken to be called from outside: such
 * functions stay as they are. */
static bool may_copy(const struct specialiser *s, const struct ir_symbol *y, bool has_main)
{
	return y->func && y->func < s->funcs &&
	       !(s->p->funcs.at[y->func].flags & FUNCF_VARARG) &&
	       (has_main || (y->linkage == LINK_INTERNAL && !(y->flags & SYMF_ADDRESS_TAKEN)));
}

/* A compiler's own function that touches memory, or calls what does (vector instructions: inline,
 * without debug information): the source has it where it is called. */
static bool is_placeless(const struct program *p, const struct ir_func *f)
{
	bool touches = false;
	if (f->loc || calls_itself(p, f))
		return false;
	for (uint32_t k = 0; k < f->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(p, f, k);
		if (i->loc)
			return false;
		touches |= i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_CALL;
	}
	return touches;
}

static void call_instead(struct program *p, uint32_t inst, func_id copy)
{
	if (copy)
		p->insts.at[inst].a =
			ir_val_make(VAL_CONST, program_const(p, p->funcs.at[copy].sym, 0));
}

static void visit_call(struct specialiser *s, uint32_t inst, bool has_main)
{
	struct program *p = s->p;
	const struct ir_inst *i = &p->insts.at[inst];
	sym_id sym = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	struct choice choice;
	if (!sym || !may_copy(s, &p->symbols.at[sym], has_main))
		return;
	func_id f = p->symbols.at[sym].func;
	if (s->placeless[f] && i->loc) {
		call_instead(p, inst, copy_to(s, f, i->loc));
		return;
	}
	if (s->deciding[f] == UINT64_MAX)
		s->deciding[f] = find_deciding(p, &p->funcs.at[f]);
	func_id copy = 0;
	if (s->deciding[f] && find_choice(p, i, s->deciding[f], s->given[f], &choice))
		copy = copy_for(s, f, &choice, false);
	if (!copy && s->given[f] &&
	    find_choice(p, &p->insts.at[inst], 0, s->given[f], &choice))
		copy = copy_for(s, f, &choice, true);
	if (s->set[f] == UINT64_MAX)
		s->set[f] = find_set(p, &p->funcs.at[f], 2);
	if (!copy && s->set[f] && find_choice(p, &p->insts.at[inst], s->set[f], 0, &choice))
		copy = copy_for(s, f, &choice, true);
	call_instead(p, inst, copy);
}

uint32_t ir_specialise(struct program *p)
{
	struct specialiser s = {.p = p, .funcs = p->funcs.n};
	sym_id main_symbol = ir_find_symbol(p, "main");
	bool has_main = main_symbol && p->symbols.at[ir_resolve_alias(p, main_symbol)].func;
	uint32_t small = p->insts.n < SMALL_PROGRAM ? p->insts.n : SMALL_PROGRAM;
	s.budget = p->insts.n / GROWTH + small / SMALL_GROWTH + ANY_PROGRAM;
	s.deciding = xmalloc(p->funcs.n * sizeof(*s.deciding));
	memset(s.deciding, 0xff, p->funcs.n * sizeof(*s.deciding));
	s.set = xmalloc(p->funcs.n * sizeof(*s.set));
	memset(s.set, 0xff, p->funcs.n * sizeof(*s.set));
	s.copy_count = xcalloc(p->funcs.n, sizeof(*s.copy_count));
	s.placeless = xcalloc(p->funcs.n, sizeof(*s.placeless));
	s.given = given_find(p);
	for (func_id f = 1; f < s.funcs; f++)
		s.placeless[f] = is_placeless(p, &p->funcs.at[f]);
	for (func_id f = 1; f < p->funcs.n; f++) {
		uint32_t first = p->funcs.at[f].inst_first, n = p->funcs.at[f].inst_count;
		for (uint32_t i = first; i < first + n; i++)
			visit_call(&s, i, has_main);
	}
	if (s.made)
		program_index_symbols(p);
	intern_free(&s.keys);
	vec_free(&s.copies);
	free(s.deciding);
	free(s.set);
	free(s.copy_count);
	free(s.placeless);
	free(s.given);
	stats_count("functions not copied for a constant, for lack of room", s.refused);
	return s.made;
}
