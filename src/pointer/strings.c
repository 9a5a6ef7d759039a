/* SPDX-License-Identifier: MIT */
/*
 * Copies of strings. A string ends at its first zero byte, and so has no pointer inside: what
 * copies one, whatever is around it, copies none. strcpy says so itself. memcpy does when
 * the number of bytes is what strlen has found at the same place.
 */
#include "ir/address.h"
#include "pointer/internal.h"

enum { MAX_STEPS = 8 };

static const struct ir_inst *inst_of(const struct pointers *pt, func_id f, ir_val v)
{
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(pt->p, &pt->p->funcs.at[f], ir_val_index(v))
					 : NULL;
}

/* Does the library function that is called get its result from the string at s? */
static bool measures(const struct pointers *pt, func_id f, const struct ir_inst *call, ir_val s)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	sym_id callee = ir_val_symbol(pt->p, call->a);
	const struct model *m = callee ? pt->models[callee] : NULL;
	for (uint32_t i = 0; m && i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		bool string = e->kind == EFFECT_READ && e->size_kind == SIZE_STRING;
		if (string && e->arg >= 0 && (uint32_t)e->arg < call->arg_count &&
		    ir_without_casts(pt->p, fn,
				     pt->p->operands.at[call->args + (uint32_t)e->arg]) == s)
			return true;
	}
	return false;
}

bool copies_string(const struct pointers *pt, func_id f, ir_val from, ir_val size)
{
	int64_t n;
	from = ir_without_casts(pt->p, &pt->p->funcs.at[f], from);
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		const struct ir_inst *i = inst_of(pt, f, size);
		if (i && i->op == OP_CALL)
			return measures(pt, f, i, from);
		bool more = i && i->op == OP_ARITH && i->sub == ARITH_ADD &&
			    ir_val_int(pt->p, i->b, &n) && n >= 0 && n < pt->pointer_size;
		if (!more && (!i || i->op != OP_CAST))
			return false;
		size = i->a;
	}
	return false;
}
