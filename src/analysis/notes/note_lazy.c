/* SPDX-License-Identifier: MIT */
/*
 * Lazy set-up: 'if (!ready) { ...; ready = 1; }' with a plain flag, which may be a pointer
 * to what was set up. Notes what lies between the test and the store.
 *
 * Test and store may be in small functions that are called here:
 * if (once_begin(&once)) { ...; once_end(&once); }
 */
#include <string.h>

#include "analysis/exec/condition.h"
#include "analysis/notes/notes.h"
#include "ir/address.h"

enum { MAX_LEVELS = 3, SMALL = 64 };

/* A function on the way down from the one at hand, and the call that leads there. */
struct level {
	func_id func;
	const struct ir_inst *call; /* in up's function */
	const struct level *up;	    /* NULL: the function at hand */
	uint32_t depth;
};

/* A branch on a flag, or on what a small function says that looks at it. */
struct test {
	struct pt_loc flag;
	uint32_t block;
	uint32_t zero, other; /* where it goes on when the flag is zero; or there, for what
			       * a function says; UINT32_MAX: it does not */
};

/* The block sets the variable there to something else than zero. */
struct setting {
	struct pt_loc flag;
	uint32_t block, inst;
};

struct lazy {
	struct noter *n;
	const struct program *p;
	VEC(struct test) tests;
	VEC(struct setting) settings;
	uint32_t block, inst; /* at hand */
	bool *between;	      /* [inst]; NULL: nothing yet */
	bool *seen, *before;  /* [block] */
	uint32_t *work;	      /* [block] */
};

/* ---- flags ---- */

/* The variable that is meant by this address, or nothing; it may be what the callers
 * passed. */
static struct pt_loc variable_from(const struct lazy *z, const struct level *l, ir_val address)
{
	int64_t offset = 0;
	ir_val v = l->up ? ir_base_of(z->p, &z->p->funcs.at[l->func], address, 0, &offset) : 0;
	if (ir_val_tag(v) != VAL_PARAM || ir_val_index(v) >= l->call->arg_count)
		return pointers_variable(z->n->in->pointers, l->func, address);
	ir_val actual = z->p->operands.at[l->call->args + ir_val_index(v)];
	struct pt_loc x = variable_from(z, l->up, actual);
	x.offset = (uint32_t)(x.offset + offset);
	return x;
}

/* The small function that is called by name, or 0. */
static func_id small_callee(const struct lazy *z, const struct level *l,
			    const struct ir_inst *i)
{
	sym_id y = i->op == OP_CALL && l->depth < MAX_LEVELS ? ir_val_symbol(z->p, i->a) : 0;
	func_id f = y ? z->p->symbols.at[y].func : 0;
	return f && z->p->funcs.at[f].inst_count <= SMALL ? f : 0;
}

static struct level level_below(const struct level *l, const struct ir_inst *call, func_id callee)
{
	return (struct level){callee, call, l, l->depth + 1};
}

/* The first plain variable that the function looks at. */
static struct pt_loc asked_flag(const struct lazy *z, const struct level *l)
{
	const struct ir_func *f = &z->p->funcs.at[l->func];
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(z->p, f, n);
		struct pt_loc x = {0};
		func_id callee = small_callee(z, l, i);
		struct level below = level_below(l, i, callee);
		if (i->op == OP_LOAD && i->order == ORDER_PLAIN)
			x = variable_from(z, l, i->a);
		else if (callee)
			x = asked_flag(z, &below);
		if (x.obj)
			return x;
	}
	return (struct pt_loc){0};
}

static void find_test(struct lazy *z, const struct level *l, uint32_t block)
{
	const struct ir_inst *t = ir_terminator(z->p, z->n->fn, block);
	struct test x = {.block = block, .other = UINT32_MAX};
	struct condition c;
	bool zero;
	const struct ir_inst *i = condition_of_edge(z->p, z->n->fn, block, t->b, &c)
					  ? condition_behind(z->p, z->n->fn, c, &zero)
					  : NULL;
	if (!i)
		return;
	func_id callee = small_callee(z, l, i);
	struct level below = level_below(l, i, callee);
	x.zero = zero ? t->b : t->c;
	if (i->op == OP_LOAD && i->order == ORDER_PLAIN) {
		x.flag = variable_from(z, l, i->a);
	} else if (callee) {
		x.other = zero ? t->c : t->b;
		x.flag = asked_flag(z, &below);
	}
	if (x.flag.obj)
		vec_push(&z->tests, x);
}

/* Notes what the instruction sets to something else than zero, or a small function that
 * it calls. */
static void find_settings(struct lazy *z, const struct level *l, const struct ir_inst *i)
{
	int64_t value;
	func_id callee = small_callee(z, l, i);
	if (i->op == OP_STORE && i->order == ORDER_PLAIN &&
	    !(ir_val_int(z->p, i->b, &value) && !value)) {
		struct pt_loc x = variable_from(z, l, i->a);
		if (x.obj)
			vec_push(&z->settings, ((struct setting){x, z->block, z->inst}));
	}
	if (!callee)
		return;
	const struct ir_func *f = &z->p->funcs.at[callee];
	struct level below = level_below(l, i, callee);
	for (uint32_t n = 0; n < f->inst_count; n++)
		find_settings(z, &below, ir_inst_at(z->p, f, n));
}

/* ---- what is set up ---- */

/* Goes on from 'first' over all edges but skip_from -> skip_to. */
static void reach(struct lazy *z, const struct ir_ways *ways, uint32_t first, uint32_t skip_from,
		  uint32_t skip_to)
{
	uint32_t left = 1;
	memset(z->seen, 0, z->n->fn->block_count * sizeof(*z->seen));
	z->seen[first] = true;
	z->work[0] = first;
	while (left) {
		uint32_t at = z->work[--left];
		for (uint32_t e = ways->at[at]; e < ways->at[at + 1]; e++) {
			uint32_t to = ways->to[e];
			if (z->seen[to] || (at == skip_from && to == skip_to))
				continue;
			z->seen[to] = true;
			z->work[left++] = to;
		}
	}
}

/* Marks the instructions from the test that leads to 'zero' on to where the flag is set. */
static void mark_between(struct lazy *z, uint32_t from, uint32_t zero, const struct setting *s)
{
	const struct ir_func *fn = z->n->fn;
	reach(z, &note_edges(z->n)->next, 0, from, zero);
	if (z->seen[s->block])
		return; /* also without the test */
	memcpy(z->before, z->seen, fn->block_count * sizeof(*z->seen));
	reach(z, &note_edges(z->n)->before, s->block, UINT32_MAX, UINT32_MAX);
	for (uint32_t k = 0; k < fn->block_count; k++) {
		const struct ir_block *x = ir_block_at(z->p, fn, k);
		uint32_t end = k == s->block ? s->inst : x->inst_first + x->inst_count;
		for (uint32_t i = x->inst_first; !z->before[k] && z->seen[k] && i < end; i++)
			z->between[i] = true;
	}
}

static void begin_marks(struct lazy *z)
{
	struct arena *a = z->n->scratch;
	uint32_t blocks = z->n->fn->block_count;
	if (z->between)
		return;
	z->between = ARENA_ARRAY(a, bool, z->n->fn->inst_count);
	z->seen = arena_alloc(a, blocks * sizeof(bool));
	z->before = arena_alloc(a, blocks * sizeof(bool));
	z->work = arena_alloc(a, (blocks + 1u) * sizeof(uint32_t));
}

/* In each block, the first place that sets it counts. */
static void mark_test(struct lazy *z, const struct test *t)
{
	uint32_t last = UINT32_MAX;
	for (uint32_t i = 0; i < z->settings.n; i++) {
		const struct setting *s = &z->settings.at[i];
		if (s->flag.obj != t->flag.obj || s->flag.offset != t->flag.offset ||
		    s->block == last)
			continue;
		last = s->block;
		begin_marks(z);
		mark_between(z, t->block, t->zero, s);
		if (t->other != UINT32_MAX)
			mark_between(z, t->block, t->other, s);
	}
}

static void list_between(struct lazy *z)
{
	struct noter *n = z->n;
	for (uint32_t i = 0; z->between && i < n->fn->inst_count; i++) {
		uint32_t last = n->lazy.n;
		if (!z->between[i])
			continue;
		if (last && n->lazy.at[last - 1].end == i)
			n->lazy.at[last - 1].end = i + 1;
		else
			vec_push(&n->lazy, ((struct inst_range){i, i + 1}));
	}
}

void note_lazy(struct noter *n)
{
	struct lazy z = {.n = n, .p = n->p};
	struct level here = {.func = n->func, .depth = 1};
	for (uint32_t b = 0; b < n->fn->block_count; b++)
		find_test(&z, &here, b);
	for (z.block = 0; z.tests.n && z.block < n->fn->block_count; z.block++) {
		const struct ir_block *b = ir_block_at(n->p, n->fn, z.block);
		for (uint32_t i = 0; i < b->inst_count; i++) {
			z.inst = b->inst_first + i;
			find_settings(&z, &here, ir_inst_at(n->p, n->fn, z.inst));
		}
	}
	for (uint32_t i = 0; i < z.tests.n; i++)
		mark_test(&z, &z.tests.at[i]);
	list_between(&z);
	vec_free(&z.tests);
	vec_free(&z.settings);
}
