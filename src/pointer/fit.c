/* SPDX-License-Identifier: MIT */
/*
 * Does a function fit a call through a pointer?
 *
 * The sets mix what goes through untyped memory, and then a pointer to a callback may
 * mean any function that was ever stored there. C leaves undefined to call a function as
 * one of another type. Programs do it nevertheless, in a few ways that are all taken to
 * fit here: a function without parameters, as 'void f()' may be called with any arguments;
 * one that ignores the last arguments (if none takes them all); one that takes 'struct a *'
 * where the call passes 'void *', and one that takes a struct which begins like the one that
 * is passed. What is left is a pointer to one struct for a pointer to another: such a
 * function is a target only while there is no better one (docs/soundness.md, 'calls pass
 * what the function takes').
 */
#include "pointer/internal.h"

#include "ir/names.h"

static uint32_t value_size(const struct program *p, const struct ir_func *fn, ir_val v)
{
	if (ir_val_tag(v) == VAL_INST)
		return ir_inst_at(p, fn, ir_val_index(v))->size;
	if (ir_val_tag(v) == VAL_PARAM)
		return p->params.at[fn->param_first + ir_val_index(v)].size;
	return 0;
}

/* What the argument is declared as, see typed_kind; 0: not known. */
static type_id argument_kind(const struct pointers *pt, const struct site *s,
			     const struct ir_inst *call, uint32_t k)
{
	struct ref r = ref_of_value(pt, s->func, pt->p->operands.at[call->args + k]);
	return r.node < pt->node_type.n && !r.off ? pt->node_type.at[r.node] : 0;
}

static const struct ir_inst *call_of(const struct pointers *pt, const struct site *s)
{
	return ir_inst_at(pt->p, &pt->p->funcs.at[s->func], s->inst);
}

static type_id parameter_kind(const struct pointers *pt, func_id f, uint32_t k)
{
	return typed_kind(pt, pt->p->params.at[pt->p->funcs.at[f].param_first + k].type);
}

static bool is_other_record(const struct pointers *pt, type_id arg, type_id param)
{
	return arg != param && is_record_kind(arg) && is_record_kind(param) &&
	       !typed_related(pt, arg, param);
}

enum call_fit call_fit(const struct pointers *pt, const struct site *s, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	if (s->kind != SITE_CALL || !f || fn->flags & FUNCF_VARARG)
		return FIT_LOOSE;
	if (fn->param_count > s->arg_count)
		return FIT_NEVER;
	if (fn->param_count && fn->param_count < s->arg_count)
		return FIT_BADLY;
	const struct ir_inst *call = call_of(pt, s);
	for (uint32_t k = 0; k < call->arg_count && k < fn->param_count; k++) {
		if (is_other_record(pt, argument_kind(pt, s, call, k),
				    parameter_kind(pt, f, k)))
			return FIT_BADLY;
	}
	return FIT_WELL;
}

/* Pointers to two different records do not match. */
static bool kinds_match(type_id arg, type_id param)
{
	if (is_record_kind(arg) && is_record_kind(param))
		return arg == param;
	return (arg == NODE_NUMBER) == (param == NODE_NUMBER) || !arg || !param;
}

static bool returns_nothing(const struct program *p, const struct ir_func *fn)
{
	return p->types.at[type_strip(p, fn->result_type)].kind == TYPE_VOID;
}

bool call_matches(const struct pointers *pt, const struct site *s, func_id f)
{
	const struct program *p = pt->p;
	const struct ir_func *fn = &p->funcs.at[f];
	const struct ir_inst *i = call_of(pt, s);
	if (!f || fn->param_count != i->arg_count || (i->size && returns_nothing(p, fn)))
		return false;
	for (uint32_t k = 0; k < i->arg_count; k++) {
		uint32_t size = value_size(p, &p->funcs.at[s->func], p->operands.at[i->args + k]);
		if (size && size != p->params.at[fn->param_first + k].size)
			return false;
		if (!kinds_match(argument_kind(pt, s, i, k), parameter_kind(pt, f, k)))
			return false;
	}
	return true;
}
