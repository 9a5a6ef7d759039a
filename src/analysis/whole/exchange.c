/* SPDX-License-Identifier: MIT */
/*
 * Functions that compare and exchange for their callers:
 *
 *	bool replace(word *w, long old, long new)
 *	{
 *		return __atomic_compare_exchange_n(&w->value, &old, new, ...);
 *	}
 *
 * One exchange, in a place that is passed, of a value that is passed, and what was expected
 * there is passed or null; else nothing but locals is written and nothing is called. A function
 * that calls such a one and does no more is one, too. All callers are known: nobody takes its
 * address. What is expected goes through a local, as a failed exchange stores there what it has
 * found.
 */
#include "analysis/whole/exchange.h"

#include <stdlib.h>

#include "ir/address.h"
#include "ir/edges.h"

enum { MAX_WRAPPER = 64 }; /* instructions */

struct wrapper {
	bool is;
	bool from_null; /* whoever calls it: expected is not passed */
	uint8_t address, expected, value; /* parameters */
	int64_t offset;
	enum exchange_result gives;
};

struct exchanges {
	const struct program *p;
	struct wrapper *of; /* [func] */
	bool all_known;     /* the program has a main, and that is how it is entered */
};

/* ---- through locals ---- */

/* Is the address of the local used for loads and stores only? */
static bool is_simple(const struct program *p, const struct ir_func *f, ir_val local)
{
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		bool word = i->op == OP_LOAD || i->op == OP_STORE;
		bool block = i->op == OP_JUMP || i->op == OP_BRANCH;
		if ((i->a == local && !word) || (!block && (i->b == local || i->c == local)))
			return false;
		for (uint32_t k = 0; k < i->arg_count; k++)
			if (p->operands.at[i->args + k] == local)
				return false;
	}
	return true;
}

/* The last store to the local above 'end' in the block. */
static const struct ir_inst *last_store(const struct program *p, const struct ir_func *f,
					uint32_t block, uint32_t end, ir_val local)
{
	const struct ir_block *b = ir_block_at(p, f, block);
	const struct ir_inst *last = NULL;
	for (uint32_t n = b->inst_first; n < b->inst_first + b->inst_count && n < end; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		if (i->op == OP_STORE && i->a == local)
			last = i;
	}
	return last;
}

/* What was stored in the local, on the only way to the load; 0: not known. */
static ir_val stored_before(const struct program *p, const struct ir_func *f, uint32_t load)
{
	const struct ir_inst *i = ir_inst_at(p, f, load), *s = NULL;
	struct arena scratch = {0};
	struct ir_edges e;
	uint32_t b = ir_block_of(p, f, load), end = load;
	if (!is_simple(p, f, i->a))
		return 0;
	ir_edges_make(&e, &scratch, p, f);
	for (uint32_t n = 0; n < f->block_count && !s; n++) {
		s = last_store(p, f, b, end, i->a);
		if (s || e.before.at[b + 1] - e.before.at[b] != 1)
			break;
		b = e.before.to[e.before.at[b]];
		end = UINT32_MAX;
	}
	arena_release(&scratch);
	return s && s->size == i->size ? s->b : 0;
}

/* The value without casts and locals. */
static ir_val resolve(const struct program *p, const struct ir_func *f, ir_val v)
{
	enum { MAX_LOCALS = 4 };
	for (uint32_t depth = 0; depth < MAX_LOCALS; depth++) {
		v = ir_without_casts(p, f, v);
		ir_val from = ir_loaded_from(p, f, v);
		if (ir_val_tag(from) != VAL_INST ||
		    ir_inst_at(p, f, ir_val_index(from))->op != OP_LOCAL)
			return v;
		ir_val stored = stored_before(p, f, ir_val_index(v));
		if (!stored)
			return v;
		v = stored;
	}
	return v;
}

static bool is_null(const struct program *p, ir_val v)
{
	int64_t k;
	return ir_val_int(p, v, &k) && k == 0;
}

bool exchange_is_null(const struct exchanges *x, func_id f, ir_val v)
{
	return is_null(x->p, resolve(x->p, &x->p->funcs.at[f], v));
}

/* ---- wrappers ---- */

static func_id called_body(const struct program *p, const struct ir_inst *i)
{
	sym_id s = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	return s ? p->symbols.at[ir_resolve_alias(p, s)].func : 0;
}

bool exchange_is_wrapper(const struct exchanges *x, func_id f)
{
	return x->of[f].is;
}

bool exchange_at(const struct exchanges *x, func_id f, uint32_t inst, struct exchange *out)
{
	const struct ir_func *fn = &x->p->funcs.at[f];
	const struct ir_inst *i = ir_inst_at(x->p, fn, inst);
	func_id callee = called_body(x->p, i);
	if (i->op == OP_CMPXCHG) {
		*out = (struct exchange){.address = i->a, .expected = i->b, .value = i->c,
					 .gives = EXCHANGE_FOUND};
	} else if (callee && x->of[callee].is) {
		const struct wrapper *w = &x->of[callee];
		const ir_val *args = &x->p->operands.at[i->args];
		if (i->arg_count < x->p->funcs.at[callee].param_count)
			return false;
		*out = (struct exchange){.address = args[w->address], .offset = w->offset,
					 .expected = w->from_null ? 0 : args[w->expected],
					 .value = args[w->value], .gives = w->gives};
	} else {
		return false;
	}
	out->from_null = !out->expected || is_null(x->p, resolve(x->p, fn, out->expected));
	return true;
}

/* Nothing that callers would notice. */
static bool is_silent(const struct program *p, const struct ir_func *f, const struct ir_inst *i)
{
	int64_t bytes = 0;
	ir_val base;
	switch (i->op) {
	case OP_RMW:
	case OP_COPY:
	case OP_SET:
	case OP_CALL:
	case OP_ASM:
	case OP_GOTO: return false;
	case OP_STORE:
		base = ir_base_of(p, f, i->a, BASE_CASTS | BASE_INDICES, &bytes);
		return ir_val_tag(base) == VAL_INST &&
		       ir_inst_at(p, f, ir_val_index(base))->op == OP_LOCAL;
	default: return true;
	}
}

static bool is_parameter(const struct ir_func *f, ir_val v, uint8_t *out)
{
	*out = (uint8_t)ir_val_index(v);
	return ir_val_tag(v) == VAL_PARAM && ir_val_index(v) < f->param_count &&
	       ir_val_index(v) < UINT8_MAX;
}

/* What the function returns, if that is told by its one exchange. */
static enum exchange_result result_of(const struct program *p, const struct ir_func *f, ir_val v,
				      uint32_t inst, const struct exchange *e)
{
	v = resolve(p, f, v);
	if (v == ir_val_make(VAL_INST, inst))
		return e->gives;
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(p, f, ir_val_index(v)) : NULL;
	return i && i->op == OP_COMPARE && i->sub == CMP_EQ && e->gives == EXCHANGE_FOUND &&
			       resolve(p, f, i->a) == ir_val_make(VAL_INST, inst) &&
			       (e->from_null ? is_null(p, resolve(p, f, i->b))
					     : resolve(p, f, i->b) == resolve(p, f, e->expected))
		       ? EXCHANGE_DONE
		       : EXCHANGE_SILENT;
}

/* May nobody else call it? */
static bool has_known_callers(const struct exchanges *x, const struct ir_symbol *s)
{
	return !(s->flags & (SYMF_ADDRESS_TAKEN | SYMF_INTERRUPT)) &&
	       (x->all_known || s->linkage == LINK_INTERNAL);
}

static struct wrapper wrapper_of(const struct exchanges *x, func_id func)
{
	const struct program *p = x->p;
	const struct ir_func *f = &p->funcs.at[func];
	struct wrapper w = {0}, none = {0};
	struct exchange e = {0}, more;
	uint32_t at = 0, found = 0, returns = 0;
	ir_val returned = 0;
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		if (exchange_at(x, func, n, &more)) {
			e = more;
			at = n;
			found++;
		} else if (!is_silent(p, f, i)) {
			return none;
		}
		returns += i->op == OP_RET;
		returned = i->op == OP_RET ? i->a : returned;
	}
	if (found != 1 || !has_known_callers(x, &p->symbols.at[f->sym]))
		return none;
	w.offset = e.offset;
	ir_val base = ir_base_of(p, f, e.address, BASE_CASTS, &w.offset);
	w.from_null = e.from_null;
	w.is = is_parameter(f, resolve(p, f, base), &w.address) &&
	       is_parameter(f, resolve(p, f, e.value), &w.value) &&
	       (w.from_null || is_parameter(f, resolve(p, f, e.expected), &w.expected));
	w.gives = returns == 1 && returned ? result_of(p, f, returned, at, &e) : EXCHANGE_SILENT;
	return w;
}

struct exchanges *exchanges_find(const struct summarize_input *in)
{
	const struct callgraph *g = in->callgraph;
	struct exchanges *x = xcalloc(1, sizeof(*x));
	sym_id main_symbol = ir_find_symbol(in->program, "main");
	x->p = in->program;
	x->of = xcalloc(in->program->funcs.n + 1u, sizeof(*x->of));
	x->all_known = !in->entered && main_symbol &&
		       in->program->symbols.at[ir_resolve_alias(in->program, main_symbol)].func;
	for (uint32_t i = 0; i < g->member_at[g->component_count]; i++) {
		func_id f = g->members[i];
		if (in->program->funcs.at[f].inst_count <= MAX_WRAPPER)
			x->of[f] = wrapper_of(x, f);
	}
	return x;
}

void exchanges_free(struct exchanges *x)
{
	free(x->of);
	free(x);
}
