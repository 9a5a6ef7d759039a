/* SPDX-License-Identifier: MIT */
/*
 * Types of locals without a name: what the compiler makes of a compound literal, of a struct
 * that a call returns. Such a temporary is copied whole to or from something declared, passed to a
 * function that takes a pointer to a struct of its size, or is where one puts the struct that it
 * returns; that is its type. Without one it would be part of 'memory of unknown type', hold what is
 * stored anywhere there, and a copy would carry it on.
 */
#include "pointer/internal.h"

#include "ir/names.h"
#include "ir/valuetype.h"

enum { MAX_NESTING = 16 };

struct search {
	struct pointers *pt;
	func_id f;
	const struct ir_func *fn;
	struct value_types types;
};

/* The struct of that size which lies 'off' bytes into t; 0: none. */
static type_id record_at(const struct program *p, type_id t, uint64_t off, uint64_t size)
{
	for (int i = 0; t && i < MAX_NESTING; i++) {
		type_id stripped = type_strip(p, t);
		const struct ir_type *type = &p->types.at[stripped];
		bool record = type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
		if (record && off == 0 && type->size == size)
			return t;
		if (type->kind == TYPE_ARRAY) {
			uint64_t stride = p->types.at[type_strip(p, type->target)].size;
			off = stride ? off % stride : off;
			t = type->target;
			continue;
		}
		const struct ir_member *m = record ? type_member(p, t, off) : NULL;
		off -= m ? m->offset : 0;
		t = m ? m->type : 0;
	}
	return 0;
}

/* What is declared to lie at the address. */
static type_id record_behind(const struct search *s, ir_val v, uint64_t size)
{
	uint64_t off = 0;
	for (uint32_t steps = 0; steps < s->fn->inst_count; steps++) {
		const struct ir_inst *i =
			ir_val_tag(v) == VAL_INST
				? ir_inst_at(s->pt->p, s->fn, ir_val_index(v))
				: NULL;
		if (!i || i->op != OP_OFFSET || i->imm < 0)
			break;
		off += (uint64_t)i->imm;
		v = i->a;
	}
	return record_at(s->pt->p, ir_pointee_type(&s->types, v), off, size);
}

/* The temporary that the address begins, if it has no type yet; 0: it is something else. */
static obj_id temporary(const struct search *s, ir_val v)
{
	obj_id o = ir_val_tag(v) == VAL_INST ? object_at_inst(s->pt, s->f, ir_val_index(v)) : 0;
	return o && s->pt->objects.at[o].kind == OBJ_LOCAL && !s->pt->objects.at[o].type ? o : 0;
}

static void give(const struct search *s, ir_val v, type_id t)
{
	if (t)
		object_set_type(s->pt, temporary(s, v), t, true);
}

static void look_at_copy(const struct search *s, const struct ir_inst *i)
{
	const ir_val sides[2][2] = {{i->a, i->b}, {i->b, i->a}};
	for (int k = 0; k < 2; k++) {
		obj_id o = temporary(s, sides[k][0]);
		int64_t size;
		if (o && ir_val_int(s->pt->p, i->c, &size) && size > 0 &&
		    (uint64_t)size == s->pt->objects.at[o].size)
			give(s, sides[k][0], record_behind(s, sides[k][1], (uint64_t)size));
	}
}

/* What the function takes a pointer to; a struct that it returns is put where its first argument
 * says. */
static void look_at_call(const struct search *s, const struct ir_inst *i)
{
	const struct program *p = s->pt->p;
	sym_id callee = ir_val_symbol(p, i->a);
	func_id body = callee ? p->symbols.at[callee].func : 0;
	const struct ir_func *fn = &p->funcs.at[body];
	for (uint32_t k = 0; body && k < i->arg_count && k < fn->param_count; k++) {
		ir_val v = p->operands.at[i->args + k];
		obj_id o = temporary(s, v);
		type_id taken = type_target(p, p->params.at[fn->param_first + k].type);
		type_id t = k == 0 && !i->size && !taken ? fn->result_type : taken;
		if (o)
			give(s, v, record_at(p, t, 0, s->pt->objects.at[o].size));
	}
}

static bool has_temporaries(const struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		obj_id o = ir_inst_at(pt->p, fn, i)->op == OP_LOCAL ? object_at_inst(pt, f, i) : 0;
		if (o && !pt->objects.at[o].type)
			return true;
	}
	return false;
}

static void look_in(struct pointers *pt, func_id f, type_id *declared)
{
	struct search s = {pt, f, &pt->p->funcs.at[f], {pt->p, f, declared, true}};
	value_types_begin(&s.types);
	for (uint32_t k = 0; k < s.fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(pt->p, s.fn, k);
		if (i->op == OP_COPY)
			look_at_copy(&s, i);
		else if (i->op == OP_CALL)
			look_at_call(&s, i);
	}
}

void temporaries_type(struct pointers *pt)
{
	uint32_t most = 0;
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		uint32_t n = pt->p->funcs.at[f].inst_count;
		most = n > most ? n : most;
	}
	type_id *declared = xcalloc(most + 1u, sizeof(*declared));
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		if (has_temporaries(pt, f))
			look_in(pt, f, declared);
	}
	free(declared);
}
