/* SPDX-License-Identifier: MIT */
/*
 * The table of abstract objects.
 *
 * Variables, functions and locals are there from the start; heap objects and
 * library memory come when a call asks for them. String literals are one
 * object for all: they are never written and hold no pointers, and a parameter
 * 'const char *' would otherwise point to a thousand of them.
 */
#include "pointer/internal.h"

#include "ir/names.h"

obj_id object_new(struct pointers *pt, struct pt_object o)
{
	obj_id id = pt->objects.n;
	vec_push(&pt->objects, o);
	vec_push(&pt->info, ((struct object){.code = o.kind == OBJ_FUNCTION}));
	return id;
}

obj_id object_hidden(struct pointers *pt, obj_id origin, uint64_t size)
{
	struct pt_object o = pt->objects.at[origin];
	struct object info = pt->info.at[origin];
	if (!origin)
		o = (struct pt_object){.kind = OBJ_HEAP, .size = size};
	obj_id id = object_new(pt, o);
	info.node = 0;
	pt->info.at[id] = info;
	vec_push(&pt->origin, origin);
	vec_push(&pt->next_copy, origin ? pt->first_copy[origin] : 0);
	if (origin)
		pt->first_copy[origin] = id;
	return id;
}

/* A guess is good enough when it is a record and the size was computed for it:
 * memory of integers may be an allocator's, handed out as something else. Of one piece that is
 * twice as large as the record it is not known whether there are two, or something that only
 * begins with one. */
static bool heap_type_holds(const struct pointers *pt, obj_id o, type_id t, bool repeat)
{
	uint8_t kind = pt->p->types.at[type_strip(pt->p, t)].kind, shape = pt->info.at[o].shape;
	uint64_t size = pt->objects.at[o].size;
	return (kind == TYPE_STRUCT || kind == TYPE_UNION) &&
	       (size ? !repeat || shape == SHAPE_MANY : shape != SHAPE_UNKNOWN);
}

void object_set_type(struct pointers *pt, obj_id o, type_id t, bool declared)
{
	struct pt_object *obj = &pt->objects.at[o];
	uint64_t size = pt->p->types.at[t].size;
	obj->type = t;
	pt->info.at[o].declared = declared;
	bool repeat = obj->size ? size && obj->size > size && obj->size % size == 0
				: obj->array;
	pt->info.at[o].typed = declared ? size == obj->size : heap_type_holds(pt, o, t, repeat);
	if (t && (!declared || size == obj->size || obj->size == 0))
		fold_object(pt, o, t, repeat);
}

/* ---- variables and functions ---- */

static bool holds_addresses(const struct program *p, const struct ir_symbol *s)
{
	for (uint32_t i = 0; i < s->init_count; i++) {
		if (p->consts.at[p->inits.at[s->init + i].value].sym)
			return true;
	}
	return false;
}

static obj_id object_of_symbol(struct pointers *pt, sym_id id)
{
	const struct ir_symbol *s = &pt->p->symbols.at[id];
	if (s->kind == SYM_FUNCTION)
		return object_new(pt,
				  (struct pt_object){.kind = OBJ_FUNCTION, .sym = id});
	if (s->flags & SYMF_STRING && !holds_addresses(pt->p, s))
		return pt->strings;
	obj_id o = object_new(
		pt, (struct pt_object){.kind = OBJ_VARIABLE, .sym = id, .size = s->size});
	object_set_type(pt, o, s->type, true);
	return o;
}

static void add_symbols(struct pointers *pt)
{
	uint32_t n = pt->p->symbols.n;
	pt->symbol_object = xcalloc(n, sizeof(*pt->symbol_object));
	for (sym_id s = 1; s < n; s++) {
		if (ir_resolve_alias(pt->p, s) == s)
			pt->symbol_object[s] = object_of_symbol(pt, s);
	}
	for (sym_id s = 1; s < n; s++) {
		sym_id to = ir_resolve_alias(pt->p, s);
		if (to != s)
			pt->symbol_object[s] = pt->symbol_object[to];
	}
}

/* ---- locals ---- */

static void add_local(struct pointers *pt, func_id f, uint32_t i,
		      const struct ir_inst *inst)
{
	bool dynamic = ir_val_tag(inst->a) != VAL_NONE;
	obj_id o = object_new(pt, (struct pt_object){.kind = OBJ_LOCAL,
						     .func = f,
						     .inst = i,
						     .size = dynamic ? 0 : inst->size,
						     .array = dynamic});
	map_put(&pt->inst_object, inst_index(pt->p, f, i), o);
}

static void type_locals(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *v = &pt->p->vars.at[fn->var_first + i];
		if (!v->in_memory || ir_val_tag(v->value) != VAL_INST)
			continue;
		obj_id o = object_at_inst(pt, f, ir_val_index(v->value));
		if (o && !pt->objects.at[o].type)
			object_set_type(pt, o, v->type, true);
	}
}

static void add_locals(struct pointers *pt)
{
	const struct program *p = pt->p;
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++) {
			const struct ir_inst *inst = ir_inst_at(p, &p->funcs.at[f], i);
			if (inst->op == OP_LOCAL)
				add_local(pt, f, i, inst);
		}
		type_locals(pt, f);
	}
}

void objects_init(struct pointers *pt)
{
	object_new(pt, (struct pt_object){0});
	pt->strings = object_new(pt, (struct pt_object){.kind = OBJ_STRINGS});
	pt->info.at[pt->strings].one_cell = true;
	add_symbols(pt);
	add_locals(pt);
	temporaries_type(pt);
	kept_find(pt);
	pt->varargs_object = xcalloc(pt->p->funcs.n, sizeof(*pt->varargs_object));
}

void objects_free(struct pointers *pt)
{
	vec_free(&pt->objects);
	vec_free(&pt->info);
	vec_free(&pt->folds);
	vec_free(&pt->fold_spans);
	vec_free(&pt->spans);
	map_free(&pt->span_ids);
	map_free(&pt->type_folds);
	map_free(&pt->inst_object);
	map_free(&pt->external_object);
	free(pt->symbol_object);
	free(pt->varargs_object);
	vec_free(&pt->origin);
	vec_free(&pt->next_copy);
	free(pt->first_copy);
}

bool object_is_global(const struct pointers *pt, obj_id o)
{
	const struct pt_object *obj = &pt->objects.at[o];
	if (obj->kind == OBJ_EXTERNAL)
		return o != pt->anything;
	return obj->kind == OBJ_VARIABLE &&
	       !(pt->p->symbols.at[obj->sym].flags & SYMF_THREAD_LOCAL);
}

/* ---- on demand ---- */

obj_id object_at_inst(const struct pointers *pt, func_id f, uint32_t inst)
{
	return map_get(&pt->inst_object, inst_index(pt->p, f, inst), 0);
}

static void decide_size(struct pointers *pt, obj_id o, uint64_t size)
{
	struct pt_object *obj = &pt->objects.at[o];
	if (size == SIZE_LATER)
		return;
	obj->size = !pt->info.at[o].sized || obj->size == size ? size : 0;
	pt->info.at[o].sized = true;
}

obj_id object_heap(struct pointers *pt, func_id f, uint32_t inst, uint64_t size)
{
	obj_id o = object_at_inst(pt, f, inst);
	if (!o && pt->objects_frozen)
		return object_external(pt, 0);
	if (!o) {
		o = object_new(pt, (struct pt_object){
					   .kind = OBJ_HEAP, .func = f, .inst = inst});
		map_put(&pt->inst_object, inst_index(pt->p, f, inst), o);
	}
	if (!pt->objects_frozen)
		decide_size(pt, o, size);
	return o;
}

void object_set_shape(struct pointers *pt, obj_id o, enum heap_shape shape)
{
	struct object *info = &pt->info.at[o];
	if (pt->objects_frozen || pt->objects.at[o].kind != OBJ_HEAP)
		return;
	info->shape =
		info->shaped && info->shape != shape ? SHAPE_UNKNOWN : (uint8_t)shape;
	info->shaped = true;
}

obj_id object_external(struct pointers *pt, sym_id function)
{
	obj_id o = map_get(&pt->external_object, function, 0);
	if (!o && pt->objects_frozen)
		o = map_get(&pt->external_object, 0, 0);
	if (o)
		return o;
	o = object_new(pt, (struct pt_object){.kind = OBJ_EXTERNAL, .sym = function});
	pt->info.at[o].self = true;
	map_put(&pt->external_object, function, o);
	return o;
}

obj_id object_varargs(struct pointers *pt, func_id f)
{
	if (pt->varargs_object[f] || pt->objects_frozen)
		return pt->varargs_object[f];
	obj_id o = object_new(pt, (struct pt_object){.kind = OBJ_VARARGS, .func = f});
	pt->info.at[o].one_cell = true;
	pt->varargs_object[f] = o;
	return o;
}
