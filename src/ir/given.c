/* SPDX-License-Identifier: MIT */
/*
 * Functions that are given a function to call: each(stop), for_all(list, free_entry). Which of
 * their formals that is, also if they only pass it on. Large functions are left out: a
 * copy of them for everything that they are given would not be small.
 *
 * It is worth knowing which one is called if one of them starts something: each(start), but
 * each(stop) does not. Who starts something gives a function to one of a library, itself or by
 * who it calls.
 */
#include "ir/given.h"

#include <stdlib.h>

#include "ir/address.h"

enum { LARGE = 200, /* instructions */ MAX_FORMALS = 63,
       MAX_ROUNDS = 8, /* so many pass it on to each other */ };

/* What the calls give for one formal. */
struct gift {
	sym_id first; /* a function */
	bool several; /* or another one, or what is not known */
	bool starts;  /* one of them starts something */
};

struct givens {
	const struct program *p;
	uint64_t *called;  /* [func] formals that it calls, or gives to others that do, */
	uint64_t *outward; /* [func] or gives to functions of a library */
	bool *starts;	   /* [func] */
	struct gift *gifts; /* [func][formal], from at[func] on */
	uint32_t *at;
};

static uint64_t formal_bit(const struct program *p, const struct ir_func *f, ir_val v)
{
	v = ir_without_casts(p, f, v);
	return ir_val_tag(v) == VAL_PARAM && ir_val_index(v) < MAX_FORMALS
		       ? UINT64_C(1) << ir_val_index(v)
		       : 0;
}

static func_id function_of(const struct program *p, ir_val v)
{
	sym_id s = ir_val_symbol(p, v);
	return s ? p->symbols.at[s].func : 0;
}

/* ---- what happens to formals ---- */

/* What one call does with the formals of its function; does it start something? */
static bool look_at_call(const struct givens *g, func_id f, const struct ir_inst *i)
{
	const struct ir_func *fn = &g->p->funcs.at[f];
	func_id other = function_of(g->p, i->a);
	bool library = ir_val_symbol(g->p, i->a) && !other, starts = other && g->starts[other];
	if (fn->inst_count <= LARGE)
		g->called[f] |= formal_bit(g->p, fn, i->a);
	for (uint32_t k = 0; k < i->arg_count && k < MAX_FORMALS; k++) {
		ir_val v = g->p->operands.at[i->args + k];
		uint64_t bit = formal_bit(g->p, fn, v);
		bool outward = library || (other && g->outward[other] >> k & 1);
		if (fn->inst_count <= LARGE && other && g->called[other] >> k & 1)
			g->called[f] |= bit;
		if (outward)
			g->outward[f] |= bit;
		starts |= outward && function_of(g->p, v);
	}
	return starts;
}

static bool look_at_functions(const struct givens *g)
{
	bool more = false;
	for (func_id f = 1; f < g->p->funcs.n; f++) {
		const struct ir_func *fn = &g->p->funcs.at[f];
		uint64_t called = g->called[f], outward = g->outward[f];
		bool starts = g->starts[f];
		for (uint32_t n = 0; n < fn->inst_count; n++) {
			const struct ir_inst *i = ir_inst_at(g->p, fn, n);
			if (i->op == OP_CALL && look_at_call(g, f, i))
				g->starts[f] = true;
		}
		more |= called != g->called[f] || outward != g->outward[f] ||
			starts != g->starts[f];
	}
	return more;
}

/* ---- what is given ---- */

static bool note_gift(const struct givens *g, func_id f, struct gift *x, ir_val v)
{
	uint64_t formal = formal_bit(g->p, &g->p->funcs.at[f], v);
	sym_id s = ir_val_symbol(g->p, v);
	bool had = x->starts;
	for (uint32_t m = 0; formal && m < g->p->funcs.at[f].param_count && m < MAX_FORMALS; m++)
		x->starts |= formal >> m & 1 && g->gifts[g->at[f] + m].starts;
	x->several |= !s || (x->first && x->first != s);
	x->first = s;
	x->starts |= function_of(g->p, v) && g->starts[function_of(g->p, v)];
	return x->starts != had;
}

static bool look_at_gifts(const struct givens *g)
{
	bool more = false;
	for (func_id f = 1; f < g->p->funcs.n; f++) {
		const struct ir_func *fn = &g->p->funcs.at[f];
		for (uint32_t n = 0; n < fn->inst_count; n++) {
			const struct ir_inst *i = ir_inst_at(g->p, fn, n);
			func_id to = i->op == OP_CALL ? function_of(g->p, i->a) : 0;
			uint32_t most = to ? g->p->funcs.at[to].param_count : 0;
			for (uint32_t k = 0; k < i->arg_count && k < most; k++)
				more |= note_gift(g, f, &g->gifts[g->at[to] + k],
						  g->p->operands.at[i->args + k]);
		}
	}
	return more;
}

static void leave_alike(const struct givens *g)
{
	for (func_id f = 1; f < g->p->funcs.n; f++) {
		for (uint32_t k = 0; k < g->p->funcs.at[f].param_count && k < MAX_FORMALS; k++) {
			const struct gift *x = &g->gifts[g->at[f] + k];
			if (!x->several || !x->starts)
				g->called[f] &= ~(UINT64_C(1) << k);
		}
	}
}

uint64_t *given_find(const struct program *p)
{
	struct givens g = {.p = p};
	uint32_t params = 0;
	g.called = xcalloc(p->funcs.n + 1u, sizeof(*g.called));
	g.outward = xcalloc(p->funcs.n + 1u, sizeof(*g.outward));
	g.starts = xcalloc(p->funcs.n + 1u, sizeof(*g.starts));
	g.at = xcalloc(p->funcs.n + 1u, sizeof(*g.at));
	for (func_id f = 1; f < p->funcs.n; f++) {
		g.at[f] = params;
		params += p->funcs.at[f].param_count;
	}
	g.gifts = xcalloc(params + 1u, sizeof(*g.gifts));
	for (uint32_t n = 0; n < MAX_ROUNDS && look_at_functions(&g); n++)
		;
	for (uint32_t n = 0; n < MAX_ROUNDS && look_at_gifts(&g); n++)
		;
	leave_alike(&g);
	free(g.outward);
	free(g.starts);
	free(g.at);
	free(g.gifts);
	return g.called;
}
