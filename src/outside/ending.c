/* SPDX-License-Identifier: MIT */
/*
 * What a program asks to be called when it ends is called where it ends: in front of each call of
 * exit, by whoever makes it, and where main returns. Rows name it: one that keeps a function and
 * may call it later (atexit), those that call what is kept (exit), and 'main.returns'. Who joins
 * a thread there has it behind him then.
 *
 * The last one that was registered comes first. Nobody knows whether it was registered, so each
 * is called or not; but where main registers it on all ways to its return, it is. A function that
 * is not named at the call is left to be called at any time, and so are all of a program
 * without a main.
 */
#include "outside/internal.h"

#include <string.h>

#include "ir/edges.h"

enum { MOST = 16 }; /* that are called in turn */

struct handler {
	sym_id function;
	const char *when;
	bool always; /* whenever main returns */
};
/* Calls those that are kept for a moment. */
struct caller {
	const char *when;
	bool returns; /* main does */
	sym_id function;
};
struct ending {
	struct program *p;
	const struct models *m;
	func_id main;
	VEC(struct handler) handlers; /* as they are registered */
	VEC(struct caller) callers;
};

/* The moment for which the row keeps a function, of which it says as well that it may be called at
 * any time. */
const struct effect *kept_for_end(const struct model *row)
{
	const struct effect *kept = NULL;
	bool later = false;
	for (uint32_t i = 0; row && i < row->effect_count; i++) {
		kept = row->effects[i].kind == EFFECT_KEEPS_FUNCTION ? &row->effects[i] : kept;
		later |= row->effects[i].kind == EFFECT_CALL_LATER;
	}
	return later ? kept : NULL;
}

/* ---- what is registered ---- */

/* Does every way from the beginning of main to where it returns come by that block? */
static bool is_passed_always(const struct program *p, const struct ir_func *f, uint32_t block)
{
	struct arena a = {0};
	struct ir_ways next;
	VEC(uint32_t) todo = {0};
	bool *seen = xcalloc(f->block_count, sizeof(bool)), passed = true;
	ir_edges_next(&next, &a, p, f);
	seen[block] = true;
	if (block)
		vec_push(&todo, 0);
	while (todo.n && passed) {
		uint32_t b = vec_pop(&todo);
		const struct ir_block *x = ir_block_at(p, f, b);
		passed = ir_inst_at(p, f, x->inst_first + x->inst_count - 1)->op != OP_RET;
		for (uint32_t i = next.at[b]; i < next.at[b + 1]; i++) {
			if (!seen[next.to[i]])
				vec_push(&todo, next.to[i]);
			seen[next.to[i]] = true;
		}
	}
	free(seen);
	vec_free(&todo);
	arena_release(&a);
	return passed;
}

/* Is it one of few functions of the program, named at the call? */
static bool is_registered(struct ending *e, func_id f, uint32_t at, const struct effect *kept)
{
	struct program *p = e->p;
	const struct ir_func *in = &p->funcs.at[f];
	const struct ir_inst *call = ir_inst_at(p, in, at);
	if ((uint32_t)kept->arg >= call->arg_count || e->handlers.n == MOST)
		return false;
	ir_val given = p->operands.at[call->args + (uint32_t)kept->arg];
	sym_id function = ir_resolve_alias(p, ir_val_symbol(p, given));
	if (!function || !p->symbols.at[function].func)
		return false;
	bool always = f == e->main && is_passed_always(p, in, ir_block_of(p, in, at));
	vec_push(&e->handlers, ((struct handler){function, kept->name, always}));
	return true;
}

/* The call leaves a number that is not known, and nothing else. */
static void register_all(struct ending *e, func_id f)
{
	for (uint32_t i = 0; i < e->p->funcs.at[f].inst_count; i++) {
		struct ir_inst *call = ir_inst_at(e->p, &e->p->funcs.at[f], i);
		const struct effect *kept = kept_for_end(row_of_call(e->p, e->m, call));
		if (kept && is_registered(e, f, i, kept))
			*call = (struct ir_inst){.op = OP_OTHER, .size = call->size,
						 .loc = call->loc, .args = call->args};
	}
}

/* ---- where the program ends ---- */

static void leave_for(struct program *p, struct body *b, uint32_t one, uint32_t other)
{
	struct ir_inst leave = {.op = OP_GOTO, .args = p->operands.n, .arg_count = 2};
	vec_push(&p->operands, one);
	vec_push(&p->operands, other);
	vec_push(&b->insts, leave);
	body_end_block(b);
}

/* A function that calls what is kept for that moment; a choice that nobody knows is a computed
 * goto. */
static sym_id make_caller(struct ending *e, const char *when, bool returns)
{
	struct body b = {0};
	for (uint32_t k = e->handlers.n; k-- > 0;) {
		const struct handler *h = &e->handlers.at[k];
		uint32_t here = b.blocks.n;
		if (strcmp(h->when, when) != 0)
			continue;
		if (!returns || !h->always)
			leave_for(e->p, &b, here + 1, here + 2);
		here = b.blocks.n;
		vec_push(&b.insts, make_call(e->p, h->function, NULL, 0,
					     e->p->symbols.at[h->function].loc));
		leave_for(e->p, &b, here + 1, here + 1);
	}
	if (!b.blocks.n)
		return 0;
	vec_push(&b.insts, ((struct ir_inst){.op = OP_RET}));
	body_end_block(&b);
	return make_function(e->p, returns ? OUTSIDE_RETURN : OUTSIDE_EXIT, &b);
}

static sym_id caller_for(struct ending *e, const char *when, bool returns)
{
	for (uint32_t i = 0; i < e->callers.n; i++)
		if (strcmp(e->callers.at[i].when, when) == 0 && e->callers.at[i].returns == returns)
			return e->callers.at[i].function;
	struct caller new = {when, returns, make_caller(e, when, returns)};
	vec_push(&e->callers, new);
	return new.function;
}

/* In front of instruction 'at'; how many were added. */
static uint32_t call_handlers(struct ending *e, func_id f, uint32_t at, const struct model *row,
			      bool returns)
{
	uint32_t n = 0;
	for (uint32_t i = 0; row && i < row->effect_count; i++) {
		if (row->effects[i].kind != EFFECT_CALLS_KEPT)
			continue;
		sym_id caller = caller_for(e, row->effects[i].name, returns);
		if (caller)
			insert_call(e->p, f, at + n++, caller);
	}
	return n;
}

static void call_all(struct ending *e, func_id f)
{
	for (uint32_t i = 0; i < e->p->funcs.at[f].inst_count; i++) {
		const struct ir_inst *x = ir_inst_at(e->p, &e->p->funcs.at[f], i);
		bool returns = f == e->main && x->op == OP_RET;
		i += call_handlers(e, f, i,
				   returns ? models_find(e->m, "main.returns")
					   : row_of_call(e->p, e->m, x),
				   returns);
	}
}

void call_at_end(struct program *p, const struct models *m)
{
	sym_id main = ir_resolve_alias(p, ir_find_symbol(p, "main"));
	struct ending e = {.p = p, .m = m, .main = p->symbols.at[main].func};
	uint32_t functions = p->funcs.n;
	for (func_id f = 1; f < functions && e.main; f++)
		register_all(&e, f);
	for (func_id f = 1; f < functions && e.handlers.n; f++)
		call_all(&e, f);
	vec_free(&e.handlers);
	vec_free(&e.callers);
}
