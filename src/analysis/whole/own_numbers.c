/* SPDX-License-Identifier: MIT */
/* Numbers that each thread keeps (summary/own_numbers.h). */
#include "analysis/whole/own_numbers.h"

#include <stdlib.h>

struct finder {
	const struct program *p;
	bool *kept; /* [symbol] */
	struct own_numbers *out;
};

static bool begins_below_zero(const struct program *p, const struct ir_symbol *y)
{
	int64_t first;
	return y->kind == SYM_VARIABLE && y->flags & SYMF_THREAD_LOCAL &&
	       y->flags & SYMF_DEFINED && y->init_count == 1 &&
	       ir_val_int(p, ir_val_make(VAL_CONST, p->inits.at[y->init].value), &first) &&
	       first < 0;
}

static uint32_t find_variables(struct finder *d)
{
	uint32_t n = 0;
	for (sym_id s = 1; s < d->p->symbols.n; s++)
		n += d->kept[s] = begins_below_zero(d->p, &d->p->symbols.at[s]);
	return n;
}

/* Its address is used. */
static void spoil(struct finder *d, ir_val v)
{
	d->kept[ir_val_symbol(d->p, v)] = false;
}

static void visit_store(struct finder *d, func_id f, const struct ir_inst *i)
{
	sym_id variable = ir_val_symbol(d->p, i->a);
	int64_t number;
	spoil(d, i->b);
	if (!d->kept[variable])
		return;
	if (ir_val_tag(i->b) == VAL_INST)
		vec_push(&d->out->list,
			 ((struct kept_number){variable, f, ir_val_index(i->b)}));
	else if (!ir_val_int(d->p, i->b, &number) || number >= 0)
		d->kept[variable] = false;
}

static void visit(struct finder *d, func_id f, const struct ir_inst *i)
{
	if (i->op == OP_STORE) {
		visit_store(d, f, i);
		return;
	}
	if (i->op != OP_LOAD)
		spoil(d, i->a);
	if (i->op != OP_BRANCH) { /* there they are blocks */
		spoil(d, i->b);
		spoil(d, i->c);
	}
	for (uint32_t k = 0; k < i->arg_count; k++)
		if (!ir_arg_is_block(i->op, k))
			spoil(d, d->p->operands.at[i->args + k]);
}

static int by_variable(const void *a, const void *b)
{
	const struct kept_number *x = a, *y = b;
	if (x->variable != y->variable)
		return x->variable < y->variable ? -1 : 1;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	return x->inst < y->inst ? -1 : x->inst > y->inst;
}

static void leave_out_spoiled(struct finder *d)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->out->list.n; i++)
		if (d->kept[d->out->list.at[i].variable])
			d->out->list.at[n++] = d->out->list.at[i];
	d->out->list.n = n;
	if (n)
		qsort(d->out->list.at, n, sizeof(*d->out->list.at), by_variable);
}

void own_numbers_find(const struct program *p, struct own_numbers *out)
{
	struct finder d = {p, xcalloc(p->symbols.n, sizeof(bool)), out};
	*out = (struct own_numbers){.list = {0}};
	if (find_variables(&d)) {
		for (uint32_t i = 0; i < p->inits.n; i++)
			spoil(&d, ir_val_make(VAL_CONST, p->inits.at[i].value));
		for (func_id f = 1; f < p->funcs.n; f++)
			for (uint32_t n = 0; n < p->funcs.at[f].inst_count; n++)
				visit(&d, f, ir_inst_at(p, &p->funcs.at[f], n));
		leave_out_spoiled(&d);
	}
	free(d.kept);
}
