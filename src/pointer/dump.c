/* SPDX-License-Identifier: MIT */
/*
 * 'chequer dump --pointers': what memory holds, what parameters and results
 * point to, and who is called through pointers, in source names.
 */
#include "pointer/andersen.h"

#include <inttypes.h>

#include "base/sort.h"
#include "ir/names.h"

static const char *symbol_name(const struct program *p, sym_id s)
{
	const struct ir_symbol *sym = &p->symbols.at[s];
	return ir_str(p, sym->source_name ? sym->source_name : sym->name);
}

static void add_position(const struct program *p, func_id f, uint32_t inst,
			 struct str *out)
{
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], inst);
	const struct ir_loc *l = &p->locs.at[i->loc];
	if (i->loc)
		str_addf(out, ":%u:%u", l->line, l->column);
	else
		str_addf(out, ":%%%u", inst);
}

static void add_local_name(const struct program *p, const struct pt_object *o,
			   struct str *out)
{
	const struct ir_func *fn = &p->funcs.at[o->func];
	str_add(out, ir_func_name(p, o->func));
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *v = &p->vars.at[fn->var_first + i];
		if (v->in_memory && v->value == ir_val_make(VAL_INST, o->inst)) {
			str_addf(out, ".%s", ir_str(p, v->name));
			return;
		}
	}
	add_position(p, o->func, o->inst, out);
}

void pointers_object_name(const struct pointers *pt, obj_id id, struct str *out)
{
	const struct program *p = pt->p;
	const struct pt_object *o = pointers_object(pt, id);
	switch ((enum obj_kind)o->kind) {
	case OBJ_VARIABLE:
		if (p->symbols.at[o->sym].scope)
			str_addf(out, "%s.", ir_str(p, p->symbols.at[o->sym].scope));
		str_add(out, symbol_name(p, o->sym));
		break;
	case OBJ_FUNCTION:
		str_add(out, symbol_name(p, o->sym));
		break;
	case OBJ_LOCAL:
		add_local_name(p, o, out);
		break;
	case OBJ_HEAP:
		str_addf(out, "heap %s", ir_func_name(p, o->func));
		add_position(p, o->func, o->inst, out);
		break;
	case OBJ_EXTERNAL:
		if (o->sym)
			str_addf(out, "memory of %s", symbol_name(p, o->sym));
		else
			str_add(out, "unknown memory");
		break;
	case OBJ_CLASS:
		str_add(out, "any ");
		type_print(p, o->type, out);
		str_add(out, o->type ? "" : "untyped memory");
		break;
	case OBJ_STRINGS:
		str_add(out, "strings");
		break;
	case OBJ_VARARGS:
		str_addf(out, "%s(...)", ir_func_name(p, o->func));
		break;
	}
}

/* The object, and the part of it unless that is the whole or its start. */
static void add_place(const struct pointers *pt, struct pt_loc l, bool part,
		      struct str *out)
{
	const struct pt_object *o = pointers_object(pt, l.obj);
	struct str name = {0};
	type_id unused;
	pointers_object_name(pt, l.obj, out);
	if (l.offset == PT_ANY) {
		str_add(out, "+?");
		return;
	}
	if (!part && l.offset == 0)
		return;
	if ((int32_t)l.offset >= 0 && o->type &&
	    type_name_part(pt->p, o->type, l.offset, part ? pt->pointer_size : 0, true,
			   &name, &unused))
		str_add(out, str_cstr(&name));
	else if (l.offset)
		str_addf(out, "%+" PRId32, (int32_t)l.offset);
	str_free(&name);
}

static void add_set(const struct pointers *pt, const struct pt_set *s, struct str *out)
{
	str_add(out, "{ ");
	for (uint32_t i = 0; i < s->locs.n; i++) {
		str_add(out, i ? ", " : "");
		add_place(pt, s->locs.at[i], false, out);
	}
	str_add(out, " }");
}

/* 'what -> { ... }', unless the set is empty. */
static void print_set(const struct pointers *pt, const char *what, const struct pt_set *s,
		      FILE *out)
{
	struct str line = {0};
	if (!s->locs.n)
		return;
	str_addf(&line, "  %s -> ", what);
	add_set(pt, s, &line);
	fprintf(out, "%s\n", str_cstr(&line));
	str_free(&line);
}

/* ---- memory ---- */

static void dump_object(const struct pointers *pt, obj_id o, FILE *out)
{
	const struct andersen *a = pt->solver;
	VEC(uint32_t) offsets = {0};
	for (obj_id k = o; k;) {
		for (loc_index l = a->memory.at[k].first; l; l = a->locs.at[l].next)
			vec_push(&offsets, a->locs.at[l].off);
		if (a->memory.at[k].any)
			vec_push(&offsets, PT_ANY);
		k = k == o ? pt->first_copy[o] : pt->next_copy.at[k - pt->object_count];
	}
	offsets.n = sort_u32_set(offsets.at, offsets.n);
	for (uint32_t i = 0; i < offsets.n; i++) {
		struct str what = {0};
		struct pt_set one = {0}, contents = {0};
		vec_push(&one.locs, ((struct pt_loc){o, offsets.at[i]}));
		pointers_load(pt, &one, &contents);
		add_place(pt, one.locs.at[0], true, &what);
		print_set(pt, str_cstr(&what), &contents, out);
		str_free(&what);
		pt_set_free(&one);
		pt_set_free(&contents);
	}
	vec_free(&offsets);
}

/* ---- functions ---- */

static void dump_params(const struct pointers *pt, func_id f, FILE *out)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	struct pt_set s = {0};
	for (uint32_t i = 0; i < fn->param_count; i++) {
		struct str what = {0};
		str_addf(&what, "%s(%s)", ir_func_name(pt->p, f),
			 ir_str(pt->p, pt->p->params.at[fn->param_first + i].name));
		pointers_of_value(pt, f, ir_val_make(VAL_PARAM, i), &s);
		print_set(pt, str_cstr(&what), &s, out);
		str_free(&what);
	}
	pt_set_free(&s);
}

static void dump_results(const struct pointers *pt, func_id f, FILE *out)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	struct pt_set s = {0};
	struct str what = {0};
	str_addf(&what, "%s()", ir_func_name(pt->p, f));
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		const struct ir_inst *inst = ir_inst_at(pt->p, fn, i);
		if (inst->op != OP_RET)
			continue;
		pointers_of_value(pt, f, inst->a, &s);
		print_set(pt, str_cstr(&what), &s, out);
	}
	str_free(&what);
	pt_set_free(&s);
}

static void dump_calls(const struct pointers *pt, func_id f, FILE *out)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		uint32_t n;
		bool complete;
		struct str line = {0};
		if (ir_inst_at(pt->p, fn, i)->op != OP_CALL ||
		    !map_get(&pt->call_at, inst_index(pt->p, f, i), 0))
			continue;
		const sym_id *to = pointers_callees(pt, f, i, &n, &complete);
		str_addf(&line, "  %s", ir_func_name(pt->p, f));
		add_position(pt->p, f, i, &line);
		str_add(&line, " calls {");
		for (uint32_t k = 0; k < n; k++)
			str_addf(&line, "%s %s", k ? "," : "", symbol_name(pt->p, to[k]));
		str_addf(&line, "%s }%s", n ? "" : " unknown",
			 complete ? "" : " incomplete");
		fprintf(out, "%s\n", str_cstr(&line));
		str_free(&line);
	}
}

/* ---- classes and allocators ---- */

static void dump_class(const struct pointers *pt, uint32_t c, FILE *out)
{
	enum { MOST = 40 };
	uint32_t n;
	const obj_id *members = pointers_class_members(pt, c, &n);
	struct str line = {0};
	str_addf(&line, "  class %" PRIu32 ": ", c);
	for (uint32_t i = 0; i < n && i < MOST; i++) {
		str_add(&line, i ? ", " : "");
		pointers_object_name(pt, members[i], &line);
	}
	if (n > MOST)
		str_addf(&line, ", and %" PRIu32 " more", n - MOST);
	fprintf(out, "%s\n", str_cstr(&line));
	str_free(&line);
}

static bool is_private(const struct pointers *pt, obj_id o)
{
	uint8_t kind = pt->objects.at[o].kind;
	return (kind == OBJ_HEAP || kind == OBJ_LOCAL) && !pt->shared[o];
}

static void dump_private(const struct pointers *pt, FILE *out)
{
	fprintf(out, "private\n");
	for (obj_id o = 1; o < pt->real_objects; o++) {
		struct str name = {0};
		if (!is_private(pt, o))
			continue;
		pointers_object_name(pt, o, &name);
		fprintf(out, "  %s\n", str_cstr(&name));
		str_free(&name);
	}
}

void pointers_dump(const struct pointers *pt, FILE *out)
{
	const struct program *p = pt->p;
	fprintf(out, "memory\n");
	for (obj_id o = 1; o < pt->real_objects; o++)
		dump_object(pt, o, out);
	fprintf(out, "functions\n");
	for (func_id f = 1; f < p->funcs.n; f++) {
		dump_params(pt, f, out);
		dump_results(pt, f, out);
		dump_calls(pt, f, out);
	}
	fprintf(out, "allocators\n");
	for (func_id f = 1; f < p->funcs.n; f++) {
		if (pointers_is_allocator(pt, f))
			fprintf(out, "  %s\n", ir_func_name(p, f));
	}
	fprintf(out, "alias classes\n");
	for (uint32_t c = 1; c < pt->classes.n; c++) {
		if (pt->classes.at[c].count > 1)
			dump_class(pt, c, out);
	}
	dump_private(pt, out);
}
