/* SPDX-License-Identifier: MIT */
/*
 * The size of what an allocation wrapper returns: a constant, a parameter, a
 * product of two, or something else that does or does not depend on them.
 */
#include "pointer/alloc.h"

/* Does a value depend on a parameter, through arithmetic? */
static bool from_params(const struct scan *s, ir_val v, int depth)
{
	if (ir_val_tag(v) == VAL_PARAM)
		return true;
	if (ir_val_tag(v) != VAL_INST || depth > 6)
		return false;
	const struct ir_inst *i = ir_inst_at(s->p, s->fn, ir_val_index(v));
	if (i->op == OP_PHI) {
		for (uint32_t k = 1; k < i->arg_count && k < 8; k += 2) {
			if (from_params(s, s->p->operands.at[i->args + k], depth + 2))
				return true;
		}
		return false;
	}
	if (i->op == OP_SELECT)
		return from_params(s, i->b, depth + 1) || from_params(s, i->c, depth + 1);
	return (i->op == OP_ARITH || i->op == OP_CAST) &&
	       (from_params(s, i->a, depth + 1) || from_params(s, i->b, depth + 1));
}

/* The constant size of a call that allocates, or the parameter it comes from. */
static void size_of_value(const struct scan *s, ir_val v, struct allocator *a)
{
	int64_t n;
	if (ir_val_int(s->p, v, &n))
		a->size = n > 0 ? (uint64_t)n : 0;
	else if (ir_val_tag(v) == VAL_PARAM)
		a->size_param = (int32_t)ir_val_index(v);
	else
		a->size_depends = from_params(s, v, 0);
}

static void size_of_product(const struct scan *s, ir_val count, ir_val each,
			    struct allocator *a)
{
	int64_t n;
	if (ir_val_int(s->p, count, &n) && n == 1) {
		size_of_value(s, each, a);
	} else if (ir_val_int(s->p, each, &n) && n == 1) {
		size_of_value(s, count, a);
	} else if (ir_val_tag(count) == VAL_PARAM && ir_val_tag(each) == VAL_PARAM) {
		a->count_param = (int32_t)ir_val_index(count);
		a->size_param = (int32_t)ir_val_index(each);
	} else {
		a->size_depends = true;
	}
}

static void size_of_call(const struct scan *s, const struct ir_inst *i,
			 struct allocator *a)
{
	sym_id callee = scan_callee(s, i) ? scan_callee(s, i) : hook_default(s->pt, s->f, i);
	const struct model *m = s->pt->models[callee];
	func_id body = s->p->symbols.at[callee].func;
	const struct allocator *inner = &s->pt->allocators[body];
	if (m) {
		const struct effect *e = model_effect(m, EFFECT_ALLOC);
		e = e ? e : model_effect(m, EFFECT_REALLOC);
		if (e && e->size_kind == SIZE_ARGUMENT)
			size_of_value(s, scan_arg(s, i, e->size_arg), a);
		else if (e && e->size_kind == SIZE_PRODUCT)
			size_of_product(s, scan_arg(s, i, e->size_arg),
					scan_arg(s, i, e->size_arg2), a);
		else
			a->size_depends = true;
	} else if (inner->count_param >= 0) {
		size_of_product(s, scan_arg(s, i, inner->count_param),
				scan_arg(s, i, inner->size_param), a);
	} else if (inner->size_param >= 0) {
		size_of_value(s, scan_arg(s, i, inner->size_param), a);
	} else {
		a->size = inner->size;
		a->size_depends = inner->size_depends;
	}
}

void scan_size(const struct scan *s, struct allocator *a)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < a->inner_count; k++) {
		const struct ir_inst *i = ir_inst_at(s->p, s->fn, a->inner[k]);
		struct allocator one = {.size_param = -1, .count_param = -1};
		if (!scan_callee(s, i) && !hook_default(s->pt, s->f, i))
			continue; /* a hook: as much as the allocation beside it */
		size_of_call(s, i, &one);
		a->size_depends |=
			one.size_depends || (n && one.size_param != a->size_param);
		if (!n) {
			a->size_param = one.size_param;
			a->count_param = one.count_param;
		}
		a->size = !n || a->size == one.size ? one.size : 0;
		n++;
	}
	if (a->size_depends)
		a->size_param = a->count_param = -1;
}
