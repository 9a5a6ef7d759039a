/* SPDX-License-Identifier: MIT */
/*
 * What a pointer variable of a struct type may point to.
 *
 * Unions and 'void *' fields carry pointers to many types; which one is there
 * is known to the program by a tag that we do not follow. The declared type of
 * the variable that finally gets the pointer tells them apart: a variable
 * 'struct T *' is taken to point to a T, to a struct that contains a T at that
 * place or begins a T, to one that starts with the same scalar (families such as
 * struct sockaddr), to the end of an array of T, or to memory whose type we do not
 * know. This is the
 * assumption 'typed pointers' of docs/soundness.md; pointers_options.any_type
 * turns it off.
 */
#include "pointer/internal.h"

#include "ir/names.h"

enum { MAX_DEPTH = 16 };

static const struct ir_type *type_at(const struct pointers *pt, type_id t)
{
	return &pt->p->types.at[t];
}

static bool is_record(const struct ir_type *t)
{
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

/* Memory that may hold anything: an array of bytes. */
static bool is_raw(const struct pointers *pt, type_id t)
{
	const struct ir_type *type = type_at(pt, t);
	bool array = type->kind == TYPE_ARRAY;
	while (type->kind == TYPE_ARRAY)
		type = type_at(pt, type_strip(pt->p, type->target));
	return type->kind == TYPE_VOID ||
	       (array && type->kind == TYPE_SCALAR && type->size <= 1);
}

/* Two units may each have their own words for it. */
static bool is_same(const struct pointers *pt, type_id a, type_id b)
{
	const struct ir_type *x = type_at(pt, a), *y = type_at(pt, b);
	return a == b || (is_record(x) && x->kind == y->kind && x->size == y->size &&
			  x->name && x->name == y->name);
}

/* Looks for 'wanted', or bytes, at off of t; *outer gets the largest record that
 * starts there. */
static bool find_part(const struct pointers *pt, type_id t, uint64_t off, type_id wanted,
		      type_id *outer, int depth)
{
	t = type_strip(pt->p, t);
	const struct ir_type *type = type_at(pt, t);
	if (depth > MAX_DEPTH || is_same(pt, t, wanted))
		return true;
	if (is_raw(pt, t))
		return !type->size || type->size - off >= type_at(pt, wanted)->size;
	if (off == 0 && is_record(type) && !*outer)
		*outer = t;
	if (type->kind == TYPE_ARRAY) {
		uint64_t stride = type_at(pt, type_strip(pt->p, type->target))->size;
		return !stride || find_part(pt, type->target, off % stride, wanted, outer,
					    depth + 1);
	}
	for (uint32_t i = 0; is_record(type) && i < type->member_count; i++) {
		const struct ir_member *m = &pt->p->members.at[type->members + i];
		uint64_t size = type_at(pt, type_strip(pt->p, m->type))->size;
		if (off >= m->offset && (off - m->offset < size || !size) &&
		    find_part(pt, m->type, off - m->offset, wanted, outer, depth + 1))
			return true;
	}
	return false;
}

/* The scalar or pointer that a type begins with. */
static type_id first_scalar(const struct pointers *pt, type_id t)
{
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		t = type_strip(pt->p, t);
		const struct ir_type *type = type_at(pt, t);
		if (type->kind == TYPE_ARRAY)
			t = type->target;
		else if (is_record(type) && type->member_count)
			t = pt->p->members.at[type->members].type;
		else
			return t;
	}
	return 0;
}

/* Variables have the size they are declared with. */
static bool is_too_small(const struct pointers *pt, type_id wanted, obj_id o,
			 uint32_t off)
{
	const struct pt_object *obj = &pt->objects.at[o];
	if (obj->kind == OBJ_HEAP || obj->kind == OBJ_CLASS || !obj->size)
		return false;
	uint64_t at = is_vague(off) || (int32_t)off < 0 ? 0 : off;
	return at > obj->size || obj->size - at < type_at(pt, wanted)->size;
}

/* Does the type have a T there, or begin one, or a relative of it? */
static bool has_type(const struct pointers *pt, type_id type, uint64_t off,
		     type_id wanted)
{
	type_id outer = 0, none = 0;
	if (find_part(pt, type, off, wanted, &outer, 0))
		return true;
	if (!outer)
		return false;
	if (find_part(pt, wanted, 0, outer, &none, 0))
		return true;
	type_id first = first_scalar(pt, wanted);
	return type_at(pt, first)->kind == TYPE_SCALAR &&
	       first == first_scalar(pt, outer);
}

bool typed_related(const struct pointers *pt, type_id a, type_id b)
{
	type_id first = first_scalar(pt, a);
	str_id name = type_at(pt, a)->name; /* two units may not agree on its members */
	return has_type(pt, a, 0, b) || has_type(pt, b, 0, a) ||
	       (name && name == type_at(pt, b)->name) ||
	       (first && first == first_scalar(pt, b));
}

/* Does an array of T end there? */
static bool ends_array(const struct pointers *pt, type_id t, uint64_t off, type_id wanted,
		       int depth)
{
	const struct ir_type *type = type_at(pt, t = type_strip(pt->p, t));
	if (depth > MAX_DEPTH || off == 0 || off > type->size)
		return false;
	if (type->kind == TYPE_ARRAY) {
		type_id target = type_strip(pt->p, type->target);
		uint64_t stride = type_at(pt, target)->size;
		if (!stride || is_same(pt, target, wanted))
			return stride && off == type->size;
		return ends_array(pt, target, (off - 1) % stride + 1, wanted, depth + 1);
	}
	for (uint32_t i = 0; is_record(type) && i < type->member_count; i++) {
		const struct ir_member *m = &pt->p->members.at[type->members + i];
		if (off > m->offset &&
		    ends_array(pt, m->type, off - m->offset, wanted, depth + 1))
			return true;
	}
	return false;
}

/* One past the end of Ts: who has such a pointer goes back from there. */
static bool is_end(const struct pointers *pt, type_id wanted, obj_id o, uint32_t off)
{
	type_id t = type_strip(pt->p, pt->objects.at[o].type);
	if (!pt->objects.at[o].type || is_vague(off) || (int32_t)off < 0)
		return false;
	return ends_array(pt, t, off, wanted, 0) ||
	       (is_same(pt, t, wanted) && off == type_at(pt, t)->size);
}

static bool typed_fits(const struct pointers *pt, type_id wanted, obj_id o, uint32_t off)
{
	const struct pt_object *obj = &pt->objects.at[o];
	const struct object *info = &pt->info.at[o];
	if (info->code || info->string || obj->kind == OBJ_STRINGS)
		return false;
	if (obj->kind == OBJ_EXTERNAL || obj->kind == OBJ_VARARGS)
		return true;
	if (is_end(pt, wanted, o, off))
		return true;
	if (is_too_small(pt, wanted, o, off))
		return false;
	if (!obj->type || !info->typed || is_vague(off) || (int32_t)off < 0)
		return true;
	if (off >= type_at(pt, obj->type)->size)
		return true;
	return has_type(pt, obj->type, off, wanted);
}

/* ---- what a declared type says about a value ---- */

static bool is_known_record(const struct ir_type *t)
{
	return is_record(t) && t->size && t->member_count;
}

type_id typed_kind(const struct pointers *pt, type_id t)
{
	const struct ir_type *type = type_at(pt, type_strip(pt->p, t));
	if (type->kind == TYPE_SCALAR)
		return NODE_NUMBER;
	if (type->kind != TYPE_POINTER)
		return 0;
	type_id target = type_strip(pt->p, type->target);
	const struct ir_type *to = type_at(pt, target);
	if (to->kind == TYPE_FUNCTION)
		return NODE_CODE;
	if (is_record(to))
		return is_known_record(to) ? target : NODE_DATA;
	return to->kind == TYPE_VOID ? 0 : NODE_DATA;
}

/* The declared type of the scalar at an offset, when no union leaves a choice. */
type_id typed_field(const struct pointers *pt, type_id t, uint64_t off)
{
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_at(pt, t = type_strip(pt->p, t));
		const struct ir_member *found = NULL;
		if (type->kind == TYPE_ARRAY) {
			uint64_t stride =
				type_at(pt, type_strip(pt->p, type->target))->size;
			if (!stride)
				return 0;
			off %= stride;
			t = type->target;
			continue;
		}
		for (uint32_t i = 0; type->kind == TYPE_STRUCT && i < type->member_count;
		     i++) {
			const struct ir_member *m = &pt->p->members.at[type->members + i];
			if (off >= m->offset &&
			    off - m->offset <
				    type_at(pt, type_strip(pt->p, m->type))->size)
				found = m;
		}
		if (!found)
			return off == 0 && type->size == pt->pointer_size
				       ? typed_kind(pt, t)
				       : 0;
		off -= found->offset;
		t = found->type;
	}
	return 0;
}

bool typed_admits(const struct pointers *pt, type_id kind, obj_id o, uint32_t off)
{
	const struct object *info = &pt->info.at[o];
	switch (kind) {
	case 0:
		return true;
	case NODE_CODE:
		return info->code || pt->objects.at[o].kind == OBJ_EXTERNAL;
	case NODE_NUMBER: /* who makes a number of a function makes a function of it again */
		return true;
	case NODE_DATA:
		return !info->code;
	default:
		return typed_fits(pt, kind, o, off);
	}
}

/* ---- which nodes ---- */

static bool begins_with(const struct pointers *pt, type_id t, type_id wanted)
{
	type_id outer = 0;
	return find_part(pt, t, 0, wanted, &outer, 0);
}

/* What a value is that is declared both ways. Of a struct and its first member, p and
 * &p->base, the member is what is certain: the value may be converted back only where
 * the program has looked what it is. */
static type_id both_kinds(const struct pointers *pt, type_id a, type_id b)
{
	if (a == b)
		return a;
	if (!is_record_kind(a) || !is_record_kind(b))
		return NODE_MIXED;
	if (begins_with(pt, a, b))
		return b;
	return begins_with(pt, b, a) ? a : NODE_MIXED;
}

static void add_type(struct pointers *pt, uint32_t node, type_id t)
{
	if (!t || !node)
		return;
	while (pt->node_type.n <= node)
		vec_push(&pt->node_type, 0);
	type_id *known = &pt->node_type.at[node];
	*known = *known ? both_kinds(pt, *known, t) : t;
}

static type_id type_of_node(const struct pointers *pt, uint32_t node)
{
	return node < pt->node_type.n ? pt->node_type.at[node] : 0;
}

static bool is_own(const struct pointers *pt, func_id f, struct ref r)
{
	return r.node >= pt->parts[f].node_first && r.node < pt->parts[f].node_end &&
	       !r.off;
}

/* Values that variables of one type hold. A value held by variables of two types
 * is converted on the way: it is left alone. */
static void type_variables(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->param_count; i++)
		add_type(pt, pt->param_node[fn->param_first + i],
			 typed_kind(pt, pt->p->params.at[fn->param_first + i].type));
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *v = &pt->p->vars.at[fn->var_first + i];
		struct ref r = ref_of_value(pt, f, v->value);
		if (!v->in_memory && is_own(pt, f, r))
			add_type(pt, r.node, typed_kind(pt, v->type));
	}
}

/* p->next->prev without a variable for p->next: what the field is declared as. */
static void type_load(struct pointers *pt, func_id f, const struct ir_inst *inst,
		      struct ref self)
{
	struct ref from = ref_of_value(pt, f, inst->a);
	type_id base = type_of_node(pt, from.node);
	if (is_own(pt, f, self) && !type_of_node(pt, self.node) && from.off >= 0 &&
	    base && base < NODE_FIRST_KIND)
		add_type(pt, self.node, typed_field(pt, base, (uint64_t)from.off));
}

/* A value that no variable holds, and whose type is not known otherwise. */
static bool is_unnamed(const struct pointers *pt, func_id f, struct ref r)
{
	return is_own(pt, f, r) && r.node < pt->node_inst.n && pt->node_inst.at[r.node] &&
	       !pt->node_is_object.at[r.node] && !type_of_node(pt, r.node);
}

/* A value without a variable that is passed to a parameter has its type. */
static void type_args(struct pointers *pt, func_id f, const struct ir_inst *inst)
{
	sym_id callee = ir_val_symbol(pt->p, inst->a);
	func_id body = callee ? pt->p->symbols.at[callee].func : 0;
	const struct ir_func *fn = &pt->p->funcs.at[body];
	for (uint32_t i = 0; body && i < inst->arg_count && i < fn->param_count; i++) {
		struct ref r = ref_of_value(pt, f, pt->p->operands.at[inst->args + i]);
		if (is_unnamed(pt, f, r))
			add_type(pt, r.node,
				 typed_kind(pt,
					    pt->p->params.at[fn->param_first + i].type));
	}
}

/* What is called is a function, also where no variable says so: table[i]->run(p). */
static void type_callee(struct pointers *pt, func_id f, const struct ir_inst *inst)
{
	struct ref r = ref_of_value(pt, f, inst->a);
	if (!ir_val_symbol(pt->p, inst->a) && is_unnamed(pt, f, r))
		add_type(pt, r.node, NODE_CODE);
}

/* The record of that size at an offset of t, 0 if there is none. */
static type_id record_at(const struct pointers *pt, type_id t, uint64_t off,
			 uint64_t size)
{
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_at(pt, t = type_strip(pt->p, t));
		const struct ir_member *inside = NULL;
		if (off == 0 && type->size == size)
			return is_known_record(type) ? t : 0;
		for (uint32_t i = 0; type->kind == TYPE_STRUCT && i < type->member_count;
		     i++) {
			const struct ir_member *m = &pt->p->members.at[type->members + i];
			uint64_t room = type_at(pt, type_strip(pt->p, m->type))->size;
			if (off >= m->offset && off - m->offset < room)
				inside = m;
		}
		if (!inside)
			return 0;
		off -= inside->offset;
		t = inside->type;
	}
	return 0;
}

/* The record that one end of a copy is, by its declaration. */
static type_id copied_record(const struct pointers *pt, func_id f, ir_val end,
			     uint64_t size)
{
	struct ref r = ref_of_value(pt, f, end);
	type_id base = type_of_node(pt, r.node);
	if (ir_val_tag(end) == VAL_CONST) {
		sym_id s = pt->p->consts.at[ir_val_index(end)].sym;
		base = s && pt->symbol_object[s]
			       ? pt->objects.at[pt->symbol_object[s]].type
			       : 0;
	}
	if (!base || r.off < 0 || base >= NODE_FIRST_KIND)
		return 0;
	return record_at(pt, base, (uint64_t)r.off, size);
}

/* a = *value: a value without a variable points to what it is copied to or from. */
static void type_copy(struct pointers *pt, func_id f, const struct ir_inst *inst)
{
	const ir_val ends[2] = {inst->a, inst->b};
	int64_t size;
	if (!ir_val_int(pt->p, inst->c, &size) || size <= 0)
		return;
	for (uint32_t i = 0; i < 2; i++) {
		struct ref r = ref_of_value(pt, f, ends[i]);
		if (is_unnamed(pt, f, r))
			add_type(pt, r.node,
				 copied_record(pt, f, ends[1 - i], (uint64_t)size));
	}
}

static void type_values(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		const struct ir_inst *inst = ir_inst_at(pt->p, fn, i);
		if (inst->op == OP_LOAD)
			type_load(pt, f, inst, pt->inst_ref[fn->inst_first + i]);
		else if (inst->op == OP_COPY)
			type_copy(pt, f, inst);
		if (inst->op != OP_CALL)
			continue;
		type_args(pt, f, inst);
		type_callee(pt, f, inst);
	}
}

void typed_nodes(struct pointers *pt)
{
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		type_variables(pt, f);
		type_values(pt, f);
	}
	for (uint32_t i = 0; i < pt->node_type.n; i++) {
		bool object = i < pt->node_is_object.n && pt->node_is_object.at[i];
		if (pt->node_type.at[i] == NODE_MIXED || object)
			pt->node_type.at[i] = 0;
	}
}

bool pointers_is_other_type(const struct pointers *pt, func_id f, ir_val address,
			    struct pt_loc at)
{
	const struct pt_object *o = pointers_object(pt, at.obj);
	struct ref r = ref_of_value(pt, f, address);
	type_id wanted = type_of_node(pt, r.node);
	if (!wanted || wanted >= NODE_FIRST_KIND || o->kind != OBJ_HEAP || !o->type ||
	    r.off < 0)
		return false;
	const struct ir_type *type = type_at(pt, type_strip(pt->p, o->type));
	if (type->kind == TYPE_SCALAR) /* bytes and words may be an allocator's */
		return type->size > 1 && type->size < pt->pointer_size;
	if (!is_record(type) || !type->size || at.offset == PT_ANY ||
	    at.offset < (uint32_t)r.off)
		return false;
	return !has_type(pt, o->type, (at.offset - (uint32_t)r.off) % type->size, wanted);
}
