/* SPDX-License-Identifier: MIT */
/*
 * Does a function fit a call through a pointer?
 *
 * The sets mix what goes through untyped memory, and then a pointer to a callback may
 * mean any function that was ever stored there. C leaves undefined to call a function as
 * one of another type. Programs do it nevertheless, in a few ways that are all taken to
 * fit here: a function that is declared 'void f()', which may be called with any
 * arguments; one that ignores the last arguments (if none takes them all); one that takes
 * 'struct a *' where the call passes 'void *', and one that takes a struct which begins
 * like the one that is passed. What is left is a pointer to one struct for a pointer to
 * another, another result, and a function that is only ever stored in other members than
 * the one that is called (slots.c): such a function is a target only while there is no
 * better one (docs/soundness.md, 'calls pass what the function takes').
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

static bool returns_nothing(const struct program *p, const struct ir_func *fn)
{
	return p->types.at[type_strip(p, fn->result_type)].kind == TYPE_VOID;
}

/* Where the call loads its function from; 0: it does not. */
static struct ref loaded_from(const struct pointers *pt, const struct site *s,
			      const struct ir_inst *call)
{
	const struct ir_func *fn = &pt->p->funcs.at[s->func];
	const struct ir_inst *load =
		ir_val_tag(call->a) == VAL_INST
			? ir_inst_at(pt->p, fn, ir_val_index(call->a))
			: NULL;
	return load && load->op == OP_LOAD ? ref_of_value(pt, s->func, load->a)
					   : (struct ref){0};
}

/* What the member of a struct that it is loaded from is declared to return; 0: not known.
 */
static type_id wanted_result(const struct pointers *pt, struct ref from)
{
	type_id base = from.node < pt->node_type.n ? pt->node_type.at[from.node] : 0;
	if (!is_record_kind(base) || from.off < 0)
		return 0;
	type_id to = type_target(pt->p, type_part(pt->p, base, (uint64_t)from.off));
	const struct ir_type *t = &pt->p->types.at[type_strip(pt->p, to)];
	return t->kind == TYPE_FUNCTION ? t->target : 0;
}

/* A pointer where a number is wanted, or a number where a pointer is. */
static bool is_other_kind(const struct pointers *pt, type_id wanted, type_id result)
{
	uint8_t a = pt->p->types.at[type_strip(pt->p, wanted)].kind;
	uint8_t b = pt->p->types.at[type_strip(pt->p, result)].kind;
	return (a == TYPE_POINTER && b == TYPE_SCALAR) ||
	       (a == TYPE_SCALAR && b == TYPE_POINTER);
}

/* It returns something else than the call wants: by its size (nothing is a size too), or
 * by the declaration of the pointer. */
static bool is_other_result(const struct pointers *pt, struct ref from,
			    const struct ir_inst *call, const struct ir_func *fn)
{
	const struct ir_type *t = &pt->p->types.at[type_strip(pt->p, fn->result_type)];
	bool nothing = t->kind == TYPE_VOID;
	if (!fn->result_type || t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
		return false;
	return nothing != !call->size || (!nothing && t->size && t->size != call->size) ||
	       is_other_kind(pt, wanted_result(pt, from), fn->result_type);
}

static bool takes_other_record(const struct pointers *pt, const struct site *s,
			       const struct ir_inst *call, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t k = 0; k < call->arg_count && k < fn->param_count; k++)
		if (is_other_record(pt, argument_kind(pt, s, call, k), parameter_kind(pt, f, k)))
			return true;
	return false;
}

/* One that takes any number of arguments, log(level, format, ...), fits well where the program
 * stores it. */
static enum call_fit fit_by_slot(const struct pointers *pt, const struct site *s, func_id f,
				 enum slot_holds held)
{
	if (held == SLOT_NEVER)
		return FIT_BADLY;
	return held == SLOT_HOLDS && !takes_other_record(pt, s, call_of(pt, s), f) ? FIT_WELL
										   : FIT_LOOSE;
}

enum slot_holds call_holds(const struct pointers *pt, const struct site *s, func_id f)
{
	struct ref from = s->kind == SITE_CALL ? loaded_from(pt, s, call_of(pt, s))
					       : (struct ref){0};
	return pt->slots && from.node && f
		       ? slots_hold(pt->slots, from, pt->p->funcs.at[f].sym)
		       : SLOT_UNKNOWN;
}

enum call_fit call_fit(const struct pointers *pt, const struct site *s, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	bool any_number = fn->flags & FUNCF_VARARG;
	if (s->kind != SITE_CALL || !f)
		return FIT_LOOSE;
	if (fn->param_count > s->arg_count)
		return any_number ? FIT_LOOSE : FIT_NEVER;
	if (!any_number && fn->param_count < s->arg_count && !(fn->flags & FUNCF_OPEN))
		return FIT_BADLY;
	const struct ir_inst *call = call_of(pt, s);
	struct ref from = loaded_from(pt, s, call);
	enum slot_holds held = call_holds(pt, s, f);
	if (any_number)
		return fit_by_slot(pt, s, f, held);
	if (held == SLOT_NEVER ||
	    (held != SLOT_HOLDS && is_other_result(pt, from, call, fn)))
		return FIT_BADLY;
	return takes_other_record(pt, s, call, f) ? FIT_BADLY : FIT_WELL;
}

/* Pointers to two different records do not match. */
static bool kinds_match(type_id arg, type_id param)
{
	if (is_record_kind(arg) && is_record_kind(param))
		return arg == param;
	return (arg == NODE_NUMBER) == (param == NODE_NUMBER) || !arg || !param;
}

bool call_matches(const struct pointers *pt, const struct site *s, func_id f)
{
	const struct program *p = pt->p;
	const struct ir_func *fn = &p->funcs.at[f];
	const struct ir_inst *i = call_of(pt, s);
	if (!f || fn->param_count != i->arg_count || (i->size && returns_nothing(p, fn)))
		return false;
	for (uint32_t k = 0; k < i->arg_count; k++) {
		uint32_t size =
			value_size(p, &p->funcs.at[s->func], p->operands.at[i->args + k]);
		if (size && size != p->params.at[fn->param_first + k].size)
			return false;
		if (!kinds_match(argument_kind(pt, s, i, k), parameter_kind(pt, f, k)))
			return false;
	}
	return true;
}
