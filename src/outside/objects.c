/* SPDX-License-Identifier: MIT */
/*
 * Objects of code outside: one for each type of struct that it passes to the program. The
 * program keeps its own pointers in them (file->private_data, dev->driver_data) and finds
 * them there the next time it is called; that is what they are for. A driver is looked at
 * with one device: two devices have two of everything.
 */
#include <string.h>

#include "ir/names.h"
#include "outside/internal.h"

type_id pointed_struct(const struct program *p, type_id t)
{
	t = type_strip(p, t);
	if (!t || p->types.at[t].kind != TYPE_POINTER)
		return 0;
	t = type_strip(p, p->types.at[t].target);
	return t && p->types.at[t].kind == TYPE_STRUCT && p->types.at[t].size ? t : 0;
}

bool is_same_struct(const struct program *p, type_id a, type_id b)
{
	const struct ir_type *x = &p->types.at[a], *y = &p->types.at[b];
	return a == b || (x->kind == TYPE_STRUCT && y->kind == TYPE_STRUCT && x->name &&
			  x->name == y->name && x->size == y->size);
}

sym_id objects_pointer(struct program *p, struct outside_objects *o, type_id t)
{
	for (uint32_t i = 0; i < o->list.n; i++)
		if (o->list.at[i].pointer && is_same_struct(p, o->list.at[i].type, t))
			return o->list.at[i].pointer;
	vec_push(&p->types, ((struct ir_type){.kind = TYPE_POINTER, .target = t,
					      .size = p->units.at[1].pointer_size}));
	sym_id made = make_variable(p, ir_str(p, p->types.at[t].name), p->types.n - 1,
				    p->units.at[1].pointer_size);
	vec_push(&o->list, ((struct outside_object){t, 0, made}));
	return made;
}

/* Where in a struct a member of that type is, maybe in a member of a member. */
static bool find_member(const struct program *p, type_id in, type_id t, unsigned depth,
			uint64_t *offset)
{
	const struct ir_type *x = &p->types.at[in];
	for (uint32_t i = 0; i < x->member_count; i++) {
		const struct ir_member *m = &p->members.at[x->members + i];
		type_id of = type_strip(p, m->type);
		if (is_same_struct(p, of, t)) {
			*offset = m->offset;
			return true;
		}
		if (depth && p->types.at[of].kind == TYPE_STRUCT &&
		    find_member(p, of, t, depth - 1, offset)) {
			*offset += m->offset;
			return true;
		}
	}
	return false;
}

static ir_val load_pointer(struct program *p, sym_id variable, struct body *b)
{
	vec_push(&b->insts, ((struct ir_inst){.op = OP_LOAD, .order = ORDER_SEQ_CST,
					      .size = p->units.at[1].pointer_size,
					      .a = address_of(p, variable)}));
	return ir_val_make(VAL_INST, b->insts.n - 1);
}

/* The device itself, or the part of one that is of that type, comes before one of its own. */
ir_val objects_pass(struct program *p, struct outside_objects *o, type_id t, struct body *b)
{
	uint64_t offset = 0;
	for (uint32_t i = 0; i < o->list.n; i++) {
		const struct outside_object *x = &o->list.at[i];
		if (!is_same_struct(p, x->type, t))
			continue;
		return x->object ? address_of(p, x->object) : load_pointer(p, x->pointer, b);
	}
	for (uint32_t i = 0; i < o->list.n; i++) {
		const struct outside_object *x = &o->list.at[i];
		if (x->object && find_member(p, x->type, t, 1, &offset))
			return ir_val_make(VAL_CONST,
					   program_const(p, x->object, (int64_t)offset));
	}
	const char *tag = ir_str(p, p->types.at[t].name);
	sym_id made = make_variable(p, *tag ? tag : "object", t, p->types.at[t].size);
	vec_push(&o->list, ((struct outside_object){t, made, 0}));
	return address_of(p, made);
}

ir_val objects_argument(struct program *p, struct outside_objects *o, func_id f, uint32_t i,
			struct body *b)
{
	const struct ir_func *fn = &p->funcs.at[f];
	type_id t = pointed_struct(p, p->params.at[fn->param_first + i].type);
	return t ? objects_pass(p, o, t, b) : ir_val_make(VAL_UNKNOWN, 0);
}

/* ---- objects of the program that the system passes back ---- */

static type_id find_struct(const struct program *p, const char *tag)
{
	for (type_id t = 1; t < p->types.n; t++) {
		const struct ir_type *x = &p->types.at[t];
		if (x->kind == TYPE_STRUCT && x->size && strcmp(ir_str(p, x->name), tag) == 0)
			return t;
	}
	return 0;
}

/* Keeps the argument of that call in the variable for its type. */
static void keep_argument(struct program *p, struct outside_objects *o, func_id f, uint32_t at,
			  const struct effect *e)
{
	const struct ir_inst *call = ir_inst_at(p, &p->funcs.at[f], at);
	type_id t = find_struct(p, e->name);
	if (!t || (uint32_t)e->arg >= call->arg_count)
		return;
	ir_val value = p->operands.at[call->args + (uint32_t)e->arg];
	uint32_t size = p->units.at[1].pointer_size;
	sym_id variable = objects_pointer(p, o, t);
	struct ir_inst store = {.op = OP_STORE, .order = ORDER_SEQ_CST, .size = size,
				.a = address_of(p, variable), .b = value, .loc = call->loc};
	insert(p, f, at, store);
}

/* A function that returns what is passed as such a struct. */
static sym_id make_getter(struct program *p, struct outside_objects *o, const char *tag)
{
	struct body body = {0};
	type_id t = find_struct(p, tag);
	if (!t)
		return 0;
	ir_val v = objects_pass(p, o, t, &body);
	vec_push(&body.insts, ((struct ir_inst){.op = OP_RET, .a = v}));
	body_end_block(&body);
	return make_function(p, tag, &body);
}

static void look_at_getters(struct program *p, const struct models *models,
			    struct outside_objects *o)
{
	uint32_t symbols = p->symbols.n;
	for (sym_id s = 1; s < symbols; s++) {
		struct ir_symbol y = p->symbols.at[s];
		const struct model *m = y.kind == SYM_FUNCTION && !y.func
						? models_find(models, ir_str(p, y.name))
						: NULL;
		const struct effect *e = m ? model_effect(m, EFFECT_PASSES) : NULL;
		sym_id getter = e ? make_getter(p, o, e->name) : 0;
		if (getter)
			p->symbols.at[s].target = getter;
	}
}

static void look_at_registrations(struct program *p, const struct models *models,
				  struct outside_objects *o)
{
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++) {
			const struct ir_inst *x = ir_inst_at(p, &p->funcs.at[f], i);
			sym_id to = x->op == OP_CALL ? ir_val_symbol(p, x->a) : 0;
			const struct model *m =
				to ? models_find(models, ir_str(p, p->symbols.at[to].name)) : NULL;
			const struct effect *e = m ? model_effect(m, EFFECT_REGISTERS) : NULL;
			if (e)
				keep_argument(p, o, f, i++, e);
		}
	}
}

void objects_find(struct program *p, const struct models *m, struct outside_objects *o)
{
	look_at_registrations(p, m, o);
	look_at_getters(p, m, o);
}
