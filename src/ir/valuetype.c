/* SPDX-License-Identifier: MIT */
/* Types of values: a value has the type of what it is loaded from, which lies where its
 * address, a value, points to. */
#include "ir/valuetype.h"

#include <string.h>

#include "ir/names.h"

enum { MAX_DEPTH = 12 };

static bool is_void_pointer(const struct program *p, type_id t)
{
	type_id target = type_target(p, t);
	return !target || p->types.at[type_strip(p, target)].kind == TYPE_VOID;
}

type_id ir_variable_type(const struct program *p, func_id f, ir_val v)
{
	const struct ir_func *fn = &p->funcs.at[f];
	type_id best = 0;
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *x = &p->vars.at[fn->var_first + i];
		if (x->value == v && !x->in_memory && (!best || is_void_pointer(p, best)))
			best = x->type;
	}
	return best;
}

type_id ir_param_type(const struct program *p, func_id f, uint32_t i)
{
	const struct ir_func *fn = &p->funcs.at[f];
	if (!f || i >= fn->param_count || p->params.at[fn->param_first + i].byval)
		return 0;
	type_id t = p->params.at[fn->param_first + i].type;
	return is_void_pointer(p, t) ? ir_variable_type(p, f, ir_val_make(VAL_PARAM, i)) : t;
}

type_id ir_local_type(const struct program *p, func_id f, uint32_t inst)
{
	const struct ir_func *fn = &p->funcs.at[f];
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *v = &p->vars.at[fn->var_first + i];
		if (v->in_memory && v->value == ir_val_make(VAL_INST, inst))
			return v->type;
	}
	return 0;
}

/* ---- from code ---- */

void value_types_begin(struct value_types *t)
{
	const struct program *p = t->p;
	const struct ir_func *fn = &p->funcs.at[t->func];
	memset(t->declared, 0, fn->inst_count * sizeof(*t->declared));
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *x = &p->vars.at[fn->var_first + i];
		if (x->in_memory || ir_val_tag(x->value) != VAL_INST)
			continue;
		type_id *best = &t->declared[ir_val_index(x->value)];
		if (!*best || is_void_pointer(p, *best))
			*best = x->type;
	}
}

static type_id result_type(const struct program *p, const struct ir_inst *call)
{
	sym_id callee = ir_val_symbol(p, call->a);
	type_id fn = callee ? type_strip(p, p->symbols.at[callee].type) : 0;
	return p->types.at[fn].kind == TYPE_FUNCTION ? p->types.at[fn].target : 0;
}

static type_id value_type(const struct value_types *t, ir_val v, int depth);

/* The type of what lies at an address. */
static type_id pointee_type(const struct value_types *t, ir_val v, int depth)
{
	const struct program *p = t->p;
	if (depth > MAX_DEPTH)
		return 0;
	if (ir_val_tag(v) == VAL_CONST) {
		const struct ir_const *c = &p->consts.at[ir_val_index(v)];
		return c->sym && c->value >= 0 ? type_part(p, p->symbols.at[c->sym].type,
							   (uint64_t)c->value)
					       : 0;
	}
	if (ir_val_tag(v) == VAL_INST && (t->layout || !t->declared[ir_val_index(v)])) {
		const struct ir_inst *i =
			ir_inst_at(p, &p->funcs.at[t->func], ir_val_index(v));
		if (i->op == OP_LOCAL && t->layout)
			return ir_local_type(p, t->func, ir_val_index(v));
		if (i->op == OP_INDEX)
			return pointee_type(t, i->a, depth + 1);
		if (i->op == OP_OFFSET && i->imm >= 0)
			return type_part(p, pointee_type(t, i->a, depth + 1),
					 (uint64_t)i->imm);
	}
	return type_target(p, value_type(t, v, depth + 1));
}

static type_id value_type(const struct value_types *t, ir_val v, int depth)
{
	const struct program *p = t->p;
	if (depth > MAX_DEPTH)
		return 0;
	if (ir_val_tag(v) == VAL_PARAM && t->layout)
		return p->params.at[p->funcs.at[t->func].param_first + ir_val_index(v)].type;
	if (ir_val_tag(v) == VAL_PARAM)
		return ir_param_type(p, t->func, ir_val_index(v));
	if (ir_val_tag(v) != VAL_INST)
		return 0;
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[t->func], ir_val_index(v));
	type_id declared = t->declared[ir_val_index(v)];
	if (declared && !is_void_pointer(p, declared))
		return declared;
	if (i->op == OP_LOAD)
		return type_part(p, pointee_type(t, i->a, depth + 1), 0);
	if (i->op == OP_CAST)
		return value_type(t, i->a, depth + 1);
	return i->op == OP_CALL ? result_type(p, i) : 0;
}

type_id ir_value_type(const struct value_types *t, ir_val v)
{
	return value_type(t, v, 0);
}

type_id ir_pointee_type(const struct value_types *t, ir_val v)
{
	return pointee_type(t, v, 0);
}
