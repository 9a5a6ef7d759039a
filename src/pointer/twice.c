/* SPDX-License-Identifier: MIT */
/*
 * Objects that may lie in one queue more than once: the same address is put there again and
 * again, by who has not taken it out.
 *
 *	for (i = 0; i < 10; i++) submit(&pool, job, &total);
 *
 * Who takes such an object out of the queue, under whatever lock, does not have it to himself.
 * The address must be the same for sure: that of a variable, or a value found outside of the
 * loop. What is put is an argument that the function, or one that it calls, stores; or a value
 * that is stored in a loop.
 */
#include "pointer/internal.h"

#include <stdlib.h>

#include "ir/edges.h"

enum { MAX_DEPTH = 4, MAX_TARGETS = 4, MAX_CALLS_UP = 16 };

struct put {
	ir_val value;
	func_id func, callee; /* 0: a store */
	uint32_t inst, arg;
};

struct twice {
	struct pointers *pt;
	const struct program *p;
	bool *keeps; /* [param] the function stores it */
	struct {
		func_id by;
		uint32_t inst, count;
	} *calls; /* [func] by name; the last one */
	VEC(struct put) puts;
	struct arena scratch;
	struct ir_edges edges;
	func_id edges_of;
};

static func_id body_of(const struct program *p, const struct ir_inst *i)
{
	sym_id s = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	return s ? p->symbols.at[s].func : 0;
}

static const struct ir_edges *edges_of(struct twice *t, func_id f)
{
	if (t->edges_of != f) {
		arena_release(&t->scratch);
		ir_edges_make(&t->edges, &t->scratch, t->p, &t->p->funcs.at[f]);
		t->edges_of = f;
	}
	return &t->edges;
}

/* Is there a way from the end of one block to the other that does not go through the third? */
static bool leads(struct twice *t, func_id f, uint32_t from, uint32_t to, uint32_t without)
{
	const struct ir_edges *e = edges_of(t, f);
	uint32_t n = t->p->funcs.at[f].block_count, count = 0;
	uint32_t *work = xmalloc((n + 1u) * sizeof(*work));
	bool *seen = xcalloc(n + 1u, sizeof(*seen)), found = false;
	for (work[count++] = from; count && !found;) {
		uint32_t b = work[--count];
		for (uint32_t i = e->next.at[b]; i < e->next.at[b + 1] && !found; i++) {
			uint32_t next = e->next.to[i];
			found = next == to && next != without;
			if (!seen[next] && next != without)
				seen[next] = true, work[count++] = next;
		}
	}
	free(work);
	free(seen);
	return found;
}

static uint32_t block_of(const struct twice *t, func_id f, uint32_t inst)
{
	return ir_block_of(t->p, &t->p->funcs.at[f], inst);
}

/* ---- what is put ---- */

/* Nobody takes anything out of a local variable; not even where its address was taken. */
static bool is_put_by(const struct twice *t, const struct ir_func *f, const struct ir_inst *i)
{
	if (i->op != OP_STORE || i->size != t->pt->pointer_size)
		return false;
	return ir_val_tag(i->a) != VAL_INST ||
	       ir_inst_at(t->p, f, ir_val_index(i->a))->op != OP_LOCAL;
}

static bool keeps_argument(const struct twice *t, const struct ir_inst *i, uint32_t k)
{
	func_id callee = body_of(t->p, i);
	const struct ir_func *c = callee ? &t->p->funcs.at[callee] : NULL;
	return c && k < c->param_count && t->keeps[c->param_first + k];
}

static bool note_kept(struct twice *t, const struct ir_func *f, ir_val v)
{
	if (ir_val_tag(v) != VAL_PARAM || t->keeps[f->param_first + ir_val_index(v)])
		return false;
	return t->keeps[f->param_first + ir_val_index(v)] = true;
}

static bool find_kept(struct twice *t, const struct ir_func *f)
{
	bool more = false;
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(t->p, f, n);
		if (is_put_by(t, f, i))
			more |= note_kept(t, f, i->b);
		for (uint32_t k = 0; i->op == OP_CALL && k < i->arg_count; k++)
			if (keeps_argument(t, i, k))
				more |= note_kept(t, f, t->p->operands.at[i->args + k]);
	}
	return more;
}

static bool is_address(const struct twice *t, ir_val v)
{
	if (ir_val_tag(v) == VAL_INST)
		return true;
	sym_id s = ir_val_tag(v) == VAL_CONST ? t->p->consts.at[ir_val_index(v)].sym : 0;
	return s && t->p->symbols.at[s].kind == SYM_VARIABLE &&
	       !(t->p->symbols.at[s].flags & SYMF_STRING);
}

static void find_puts(struct twice *t, func_id f)
{
	const struct ir_func *fn = &t->p->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(t->p, fn, n);
		struct put x = {.func = f, .inst = n, .callee = body_of(t->p, i)};
		if (is_put_by(t, fn, i) && is_address(t, i->b)) {
			x.value = i->b;
			vec_push(&t->puts, x);
		}
		for (uint32_t k = 0; i->op == OP_CALL && k < i->arg_count; k++) {
			x.value = t->p->operands.at[i->args + k];
			x.arg = k;
			if (keeps_argument(t, i, k) && is_address(t, x.value))
				vec_push(&t->puts, x);
		}
	}
}

/* ---- more than once ---- */

static void count_calls(struct twice *t)
{
	const struct program *p = t->p;
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t n = 0; n < fn->inst_count; n++) {
			func_id c = body_of(p, ir_inst_at(p, fn, n));
			if (!c)
				continue;
			t->calls[c].count++;
			t->calls[c].by = f;
			t->calls[c].inst = n;
		}
	}
}

/* Is it called by name more than once? Maybe, if that is too far up to tell. */
static bool is_called_often(struct twice *t, func_id f)
{
	int depth = 0;
	for (; depth < MAX_CALLS_UP && t->calls[f].count == 1; depth++) {
		uint32_t b = block_of(t, t->calls[f].by, t->calls[f].inst);
		if (leads(t, t->calls[f].by, b, b, UINT32_MAX))
			return true;
		f = t->calls[f].by;
	}
	return depth == MAX_CALLS_UP || t->calls[f].count > 1;
}

/* The same, if computed again: members of what one variable holds. */
static bool is_same(const struct twice *t, const struct ir_func *f, ir_val a, ir_val b, int depth)
{
	if (a == b)
		return true;
	if (ir_val_tag(a) == VAL_CONST && ir_val_tag(b) == VAL_CONST) {
		const struct ir_const *x = &t->p->consts.at[ir_val_index(a)];
		const struct ir_const *y = &t->p->consts.at[ir_val_index(b)];
		return x->sym == y->sym && x->value == y->value;
	}
	if (ir_val_tag(a) != VAL_INST || ir_val_tag(b) != VAL_INST || depth == MAX_DEPTH)
		return false;
	const struct ir_inst *x = ir_inst_at(t->p, f, ir_val_index(a));
	const struct ir_inst *y = ir_inst_at(t->p, f, ir_val_index(b));
	return x->op == y->op && (x->op == OP_OFFSET || x->op == OP_LOAD) && x->imm == y->imm &&
	       x->size == y->size && is_same(t, f, x->a, y->a, depth + 1);
}

static bool is_data(const struct twice *t, ir_val v)
{
	return is_address(t, v) || ir_val_tag(v) == VAL_PARAM;
}

/* Into the same queue: no other argument is known to be another object. */
static bool are_alike(const struct twice *t, const struct put *x, const struct put *y)
{
	const struct ir_func *f = &t->p->funcs.at[x->func];
	const struct ir_inst *a = ir_inst_at(t->p, f, x->inst);
	const struct ir_inst *b = ir_inst_at(t->p, &t->p->funcs.at[y->func], y->inst);
	if (!x->callee || x->callee != y->callee || x->arg != y->arg ||
	    a->arg_count != b->arg_count)
		return false;
	for (uint32_t k = 0; k < a->arg_count; k++) {
		ir_val v = t->p->operands.at[a->args + k], w = t->p->operands.at[b->args + k];
		bool constants = ir_val_tag(v) == VAL_CONST && ir_val_tag(w) == VAL_CONST;
		if (k == x->arg || !is_data(t, v) || !is_data(t, w))
			continue;
		if ((constants || x->func == y->func) && !is_same(t, f, v, w, 0))
			return false;
	}
	return true;
}

/* One after the other, without the value being found anew? */
static bool follows(struct twice *t, const struct put *x, const struct put *y)
{
	bool found = ir_val_tag(x->value) == VAL_INST;
	uint32_t def = found ? block_of(t, x->func, ir_val_index(x->value)) : UINT32_MAX;
	uint32_t a = block_of(t, x->func, x->inst), b = block_of(t, y->func, y->inst);
	if (x != y && a == b)
		return true;
	return leads(t, x->func, a, b, def) || (x != y && leads(t, x->func, b, a, def));
}

static bool is_put_again(struct twice *t, const struct put *x)
{
	bool constant = ir_val_tag(x->value) == VAL_CONST;
	return (constant && is_called_often(t, x->func)) || follows(t, x, x);
}

static bool are_two(struct twice *t, const struct put *x, const struct put *y)
{
	bool constant = ir_val_tag(x->value) == VAL_CONST;
	if (ir_val_tag(y->value) != ir_val_tag(x->value) || (x->func != y->func && !constant))
		return false;
	const struct ir_func *f = &t->p->funcs.at[x->func];
	if (constant ? !is_same(t, f, x->value, y->value, 0) : x->value != y->value)
		return false;
	return are_alike(t, x, y) && (x->func != y->func || follows(t, x, y));
}

static void mark(struct twice *t, const struct put *x)
{
	struct pt_set set = {0};
	pointers_of_value(t->pt, x->func, x->value, &set);
	for (uint32_t i = 0; i < set.locs.n && set.locs.n <= MAX_TARGETS; i++)
		t->pt->objects.at[set.locs.at[i].obj].twice = true;
	pt_set_free(&set);
}

/* In each group of the same callee, constants of all functions and values of each. */
static int by_value(const void *a, const void *b)
{
	const struct put *x = a, *y = b;
	uint32_t c = ir_val_tag(x->value) != VAL_CONST, d = ir_val_tag(y->value) != VAL_CONST;
	if (c != d)
		return c < d ? -1 : 1;
	if (c && x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	return x->inst < y->inst ? -1 : x->inst > y->inst;
}

void twice_find(struct pointers *pt)
{
	const struct program *p = pt->p;
	struct twice t = {.pt = pt, .p = p};
	t.keeps = xcalloc(p->params.n + 1u, sizeof(bool));
	t.calls = xcalloc(p->funcs.n + 1u, sizeof(*t.calls));
	bool more = true;
	while (more) {
		more = false;
		for (func_id f = 1; f < p->funcs.n; f++)
			more |= find_kept(&t, &p->funcs.at[f]);
	}
	for (func_id f = 1; f < p->funcs.n; f++)
		find_puts(&t, f);
	count_calls(&t);
	if (t.puts.n)
		qsort(t.puts.at, t.puts.n, sizeof(*t.puts.at), by_value);
	for (uint32_t i = 0; i < t.puts.n; i++) {
		const struct put *x = &t.puts.at[i];
		bool again = is_put_again(&t, x);
		for (uint32_t k = i + 1; k < t.puts.n && !again &&
					 t.puts.at[k].value == x->value; k++)
			again = are_two(&t, x, &t.puts.at[k]);
		if (again)
			mark(&t, x);
	}
	vec_free(&t.puts);
	free(t.keeps);
	free(t.calls);
	arena_release(&t.scratch);
}
