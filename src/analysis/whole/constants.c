/* SPDX-License-Identifier: MIT */
#include "analysis/whole/constants.h"

#include <stdlib.h>

enum { MAX_DEPTH = 8, MAX_STEPS = 64 /* for one value */ };
enum known { KNOWN_NOT_YET, KNOWN_ONE, KNOWN_SEVERAL };

struct number {
	enum known known;
	int64_t value;
};

struct constants {
	const struct summarize_input *in;
	const struct program *p;
	struct number *param;  /* [param] */
	struct number *result; /* [func] */
	uint32_t steps;        /* of the value at hand */
};

static struct number find(struct constants *c, func_id f, ir_val v, uint32_t depth);

static void join(struct number *to, struct number x)
{
	if (to->known == KNOWN_NOT_YET)
		*to = x;
	else if (x.known != KNOWN_NOT_YET &&
		 (x.known != to->known || x.value != to->value))
		to->known = KNOWN_SEVERAL;
}

static struct number several(void)
{
	return (struct number){.known = KNOWN_SEVERAL};
}

static struct number convert(const struct ir_inst *i, struct number x, uint32_t from)
{
	uint32_t bytes = i->sub == CAST_TRUNC ? i->size : from;
	if (x.known != KNOWN_ONE || i->sub == CAST_OTHER || !bytes ||
	    bytes > sizeof(int64_t))
		return several();
	uint32_t unused = 64 - 8 * bytes;
	uint64_t bits = (uint64_t)x.value << unused;
	x.value =
		i->sub == CAST_ZEXT ? (int64_t)(bits >> unused) : (int64_t)bits >> unused;
	return x;
}

static uint32_t size_of(const struct constants *c, const struct ir_func *fn, ir_val v)
{
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(c->p, fn, ir_val_index(v))->size
					 : 0;
}

/* What the function returns, if it has nothing but one number to return. */
static struct number result_of(struct constants *c, func_id f, uint32_t depth)
{
	const struct ir_func *fn = &c->p->funcs.at[f];
	struct number out = {0};
	if (c->result[f].known != KNOWN_NOT_YET)
		return c->result[f];
	c->result[f] = several(); /* if it is called while it is looked at */
	for (uint32_t b = 0; b < fn->block_count && out.known != KNOWN_SEVERAL; b++) {
		const struct ir_inst *i = ir_terminator(c->p, fn, b);
		if (i->op == OP_RET)
			join(&out, find(c, f, i->a, depth));
	}
	c->result[f] = out.known == KNOWN_ONE ? out : several();
	return c->result[f];
}

static struct number result_of_call(struct constants *c, func_id f, uint32_t inst,
				    uint32_t depth)
{
	uint32_t n;
	bool complete;
	const sym_id *t = pointers_callees(c->in->pointers, f, inst, &n, &complete);
	struct number out = {0};
	for (uint32_t k = 0; k < n && out.known != KNOWN_SEVERAL; k++) {
		const struct ir_symbol *s = &c->p->symbols.at[t[k]];
		bool body = s->func && !pointers_model(c->in->pointers, t[k]) &&
			    (s->linkage == LINK_INTERNAL || s->linkage == LINK_EXTERNAL);
		join(&out, body ? result_of(c, s->func, depth) : several());
	}
	return complete && n ? out : several();
}

static struct number find_inst(struct constants *c, func_id f, uint32_t inst,
			       uint32_t depth)
{
	const struct ir_func *fn = &c->p->funcs.at[f];
	const struct ir_inst *i = ir_inst_at(c->p, fn, inst);
	struct number out = {0};
	switch (i->op) {
	case OP_CAST:
		return convert(i, find(c, f, i->a, depth), size_of(c, fn, i->a));
	case OP_SELECT:
		out = find(c, f, i->b, depth);
		if (out.known == KNOWN_ONE)
			join(&out, find(c, f, i->c, depth));
		return out;
	case OP_PHI:
		for (uint32_t k = 1; k < i->arg_count && out.known != KNOWN_SEVERAL;
		     k += 2)
			join(&out, find(c, f, c->p->operands.at[i->args + k], depth));
		return out;
	case OP_CALL:
		return result_of_call(c, f, inst, depth);
	default:
		return several();
	}
}

static struct number find(struct constants *c, func_id f, ir_val v, uint32_t depth)
{
	const struct ir_func *fn = &c->p->funcs.at[f];
	struct number out = several();
	if (ir_val_int(c->p, v, &out.value))
		out.known = KNOWN_ONE;
	else if (ir_val_tag(v) == VAL_INST && depth < MAX_DEPTH && c->steps++ < MAX_STEPS)
		out = find_inst(c, f, ir_val_index(v), depth + 1);
	else if (ir_val_tag(v) == VAL_PARAM && ir_val_index(v) < fn->param_count)
		out = c->param[fn->param_first + ir_val_index(v)];
	return out;
}

bool constants_value(struct constants *c, func_id f, ir_val v, int64_t *value)
{
	c->steps = 0;
	struct number x = find(c, f, v, 0);
	*value = x.value;
	return x.known == KNOWN_ONE;
}

/* ---- parameters ---- */

/* Does only the code that we see call it, by its name? */
static bool is_called_by_name(const struct constants *c, sym_id s, bool strangers)
{
	const struct ir_symbol *y = &c->p->symbols.at[s];
	return !(y->flags & (SYMF_ADDRESS_TAKEN | SYMF_INTERRUPT)) &&
	       (y->linkage == LINK_INTERNAL ||
		(y->linkage == LINK_EXTERNAL && !strangers)) &&
	       !pointers_model(c->in->pointers, s);
}

static void pass(struct constants *c, const struct ir_inst *i)
{
	sym_id callee = ir_val_symbol(c->p, i->a);
	func_id g = callee ? c->p->symbols.at[callee].func : 0;
	const struct ir_func *to = &c->p->funcs.at[g];
	for (uint32_t k = 0; g && k < to->param_count; k++) {
		struct number x = several();
		if (k < i->arg_count &&
		    ir_val_int(c->p, c->p->operands.at[i->args + k], &x.value))
			x.known = KNOWN_ONE;
		join(&c->param[to->param_first + k], x);
	}
}

static void find_params(struct constants *c, const bool *live, bool strangers)
{
	for (func_id f = 1; f < c->p->funcs.n; f++) {
		const struct ir_func *fn = &c->p->funcs.at[f];
		for (uint32_t n = 0; live[f] && n < fn->inst_count; n++)
			if (ir_inst_at(c->p, fn, n)->op == OP_CALL)
				pass(c, ir_inst_at(c->p, fn, n));
	}
	for (func_id f = 1; f < c->p->funcs.n; f++) {
		const struct ir_func *fn = &c->p->funcs.at[f];
		bool known = is_called_by_name(c, fn->sym, strangers);
		for (uint32_t k = 0; k < fn->param_count; k++)
			if (!known ||
			    c->param[fn->param_first + k].known == KNOWN_NOT_YET)
				c->param[fn->param_first + k] = several();
	}
}

struct constants *constants_find(const struct summarize_input *in, const bool *live,
				 bool strangers)
{
	struct constants *c = xcalloc(1, sizeof(*c));
	c->in = in;
	c->p = in->program;
	c->param = xcalloc(c->p->params.n + 1u, sizeof(*c->param));
	c->result = xcalloc(c->p->funcs.n + 1u, sizeof(*c->result));
	find_params(c, live, strangers);
	return c;
}

void constants_free(struct constants *c)
{
	free(c->param);
	free(c->result);
	free(c);
}
