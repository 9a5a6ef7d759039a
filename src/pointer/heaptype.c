/* SPDX-License-Identifier: MIT */
/*
 * Types of heap objects, guessed from where the pointer goes first: a variable
 * declared with a pointer type, a field it is stored into, the result of the
 * function. Used for names in messages and for folding, where a wrong guess
 * costs precision and nothing else (fold.c).
 *
 * A type of just that size is asked for first: a wrapper is often declared to return the struct
 * that its object only begins with, a table of functions, and knows itself what it has made.
 */
#include "pointer/internal.h"

#include <string.h>

#include "ir/names.h"
#include "ir/valuetype.h"

enum { MAX_STEPS = 8 };

struct guess {
	struct pointers *pt;
	func_id f;
	const struct ir_func *fn;
	struct value_types types; /* declared: of the variable that holds the value */
	bool whole;		  /* only types of the size of the object */
	bool more;		  /* something was found */
};

/* A pointee that says something: not void, not bytes. */
static type_id useful_target(const struct program *p, type_id t)
{
	type_id target = type_target(p, t);
	const struct ir_type *type = &p->types.at[type_strip(p, target)];
	return type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION || type->size <= 1
		       ? 0
		       : target;
}

static void give_target(struct guess *g, obj_id o, type_id t)
{
	const struct program *p = g->pt->p;
	struct pt_object *obj = &g->pt->objects.at[o];
	if (!t || obj->type ||
	    (g->whole && obj->size && obj->size != p->types.at[type_strip(p, t)].size))
		return;
	obj->array = obj->size == 0 && g->pt->info.at[o].shape != SHAPE_ONE;
	object_set_type(g->pt, o, t, false);
	g->more = true;
}

static void give_type(struct guess *g, obj_id o, type_id pointer)
{
	give_target(g, o, useful_target(g->pt->p, pointer));
}

/* What the wrapper itself has made. */
static void give_made(struct guess *g, obj_id o, func_id wrapper)
{
	const struct allocator *a = &g->pt->allocators[wrapper];
	uint64_t size = g->pt->objects.at[o].size;
	for (uint32_t i = 0; size && a->kind == ALLOC_FRESH && i < a->inner_count; i++) {
		obj_id inner = object_at_inst(g->pt, wrapper, a->inner[i]);
		if (inner && g->pt->objects.at[inner].size == size)
			give_target(g, o, g->pt->objects.at[inner].type);
	}
}

/* The heap object that a value is, through casts. */
static obj_id heap_of(const struct guess *g, ir_val v)
{
	for (int steps = 0; steps < MAX_STEPS && ir_val_tag(v) == VAL_INST; steps++) {
		const struct ir_inst *i = ir_inst_at(g->pt->p, g->fn, ir_val_index(v));
		if (i->op == OP_CALL) {
			obj_id o = object_at_inst(g->pt, g->f, ir_val_index(v));
			return o && g->pt->objects.at[o].kind == OBJ_HEAP ? o : 0;
		}
		if (i->op != OP_CAST)
			return 0;
		v = i->a;
	}
	return 0;
}

/* A value and, when it is a phi, what comes into it. */
static void give_values(struct guess *g, ir_val v, type_id pointer)
{
	const struct program *p = g->pt->p;
	obj_id o = heap_of(g, v);
	if (o)
		give_type(g, o, pointer);
	if (ir_val_tag(v) != VAL_INST)
		return;
	const struct ir_inst *i = ir_inst_at(p, g->fn, ir_val_index(v));
	for (uint32_t k = 1; i->op == OP_PHI && k < i->arg_count; k += 2) {
		if ((o = heap_of(g, p->operands.at[i->args + k])))
			give_type(g, o, pointer);
	}
}

/* What the wrapper is declared to return, and what its callers pass on to. */
static void guess_from_call(struct guess *g, uint32_t index,
			    const struct ir_inst *i)
{
	const struct program *p = g->pt->p;
	sym_id callee = ir_val_symbol(p, i->a);
	func_id body = callee ? p->symbols.at[callee].func : 0;
	obj_id o = object_at_inst(g->pt, g->f, index);
	if (o && g->types.declared[index])
		give_type(g, o, g->types.declared[index]);
	if (!body)
		return;
	const struct ir_func *fn = &p->funcs.at[body];
	if (o)
		give_made(g, o, body);
	if (o)
		give_type(g, o, fn->result_type);
	for (uint32_t k = 0; k < i->arg_count && k < fn->param_count; k++)
		give_values(g, p->operands.at[i->args + k],
			    p->params.at[fn->param_first + k].type);
}

static void guess_from(struct guess *g, uint32_t index)
{
	const struct ir_inst *i = ir_inst_at(g->pt->p, g->fn, index);
	switch (i->op) {
	case OP_STORE: /* to a struct: into its first field */
		give_values(g, i->b, type_part(g->pt->p, ir_pointee_type(&g->types, i->a), 0));
		break;
	case OP_RET:
		give_values(g, i->a, g->fn->result_type);
		break;
	case OP_CAST:
	case OP_PHI:
		if (g->types.declared[index])
			give_values(g, ir_val_make(VAL_INST, index), g->types.declared[index]);
		break;
	case OP_CALL:
		guess_from_call(g, index, i);
		break;
	default:
		break;
	}
}

static void guess_function(struct guess *g)
{
	value_types_begin(&g->types);
	/* What a variable says counts before what a field says. */
	for (uint32_t i = 0; i < g->fn->inst_count; i++) {
		if (g->types.declared[i])
			give_values(g, ir_val_make(VAL_INST, i), g->types.declared[i]);
	}
	for (uint32_t i = 0; i < g->fn->inst_count; i++)
		guess_from(g, i);
}

/* Functions with objects that still have no type. */
static void find_untyped(const struct pointers *pt, bool *has_heap)
{
	memset(has_heap, 0, pt->p->funcs.n * sizeof(*has_heap));
	for (obj_id o = 1; o < pt->objects.n; o++)
		if (pt->objects.at[o].kind == OBJ_HEAP && !pt->objects.at[o].type)
			has_heap[pt->objects.at[o].func] = true;
}

/* Wrappers of wrappers know it one round later each. */
static void guess_all(struct pointers *pt, bool *has_heap, type_id *declared, bool whole)
{
	const struct program *p = pt->p;
	bool more = true;
	for (uint32_t round = 0; more && round < MAX_STEPS; round++) {
		more = false;
		find_untyped(pt, has_heap);
		for (func_id f = 1; f < p->funcs.n; f++) {
			struct guess g = {.pt = pt, .f = f, .fn = &p->funcs.at[f],
					  .types = {p, f, declared, true}, .whole = whole};
			if (has_heap[f])
				guess_function(&g);
			more |= g.more && whole;
		}
	}
}

void objects_guess_types(struct pointers *pt)
{
	const struct program *p = pt->p;
	uint32_t most = 0;
	bool *has_heap = xcalloc(p->funcs.n, sizeof(*has_heap));
	for (func_id f = 1; f < p->funcs.n; f++)
		most = p->funcs.at[f].inst_count > most ? p->funcs.at[f].inst_count
							: most;
	type_id *declared = xcalloc(most + 1u, sizeof(*declared));
	guess_all(pt, has_heap, declared, true);
	guess_all(pt, has_heap, declared, false);
	free(declared);
	free(has_heap);
}
