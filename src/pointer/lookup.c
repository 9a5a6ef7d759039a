/* SPDX-License-Identifier: MIT */
/*
 * What is looked up by its name: dlsym(handle, "plugin") returns the functions and variables of
 * that name, in whichever plug-in.
 *
 * The name may be handed on: load_symbol(m, "init") gives it to dlsym. A function that hands on
 * a formal is a finder. If it only returns what it has found, each call of it is answered for
 * itself; otherwise (it calls it, or stores it) what it finds is whatever any caller names.
 *
 * libtool gives the symbols of a module a prefix, 'name_LTX_init' for 'init', by macros in the
 * source; libltdl adds it when it looks up.
 */
#include "pointer/internal.h"

#include <string.h>

enum { MAX_HANDED = 16 };

static const struct effect *lookup_effect(const struct pointers *pt, sym_id s)
{
	const struct model *m = s ? pt->models[s] : NULL;
	return m ? model_effect(m, EFFECT_RETURNS_NAMED) : NULL;
}

/* The formal that the function looks up, + 1; 0: none. */
static uint32_t name_formal(const struct pointers *pt, func_id f)
{
	return map_get(&pt->finders, f, 0);
}

static bool is_returned(const struct pointers *pt, func_id f)
{
	return map_get(&pt->finders_that_return, f, 0);
}

/* The value that a call looks up, or hands on to a finder; 0: it is no such call. */
static ir_val handed_name(const struct pointers *pt, const struct ir_inst *i)
{
	sym_id s = i->op == OP_CALL ? ir_val_symbol(pt->p, i->a) : 0;
	const struct effect *e = lookup_effect(pt, s);
	uint32_t at = e	  ? (uint32_t)e->arg + 1
		      : s ? name_formal(pt, pt->p->symbols.at[s].func)
			  : 0;
	return at && at <= i->arg_count ? pt->p->operands.at[i->args + at - 1] : 0;
}

static ir_val behind_casts(const struct pointers *pt, func_id f, ir_val v)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i =
			ir_inst_at(pt->p, &pt->p->funcs.at[f], ir_val_index(v));
		if (i->op != OP_CAST || i->sub != CAST_BITS)
			break;
		v = i->a;
	}
	return v;
}

/* ---- who hands on ---- */

static bool uses(const struct pointers *pt, const struct ir_inst *i, ir_val v)
{
	for (uint32_t k = 0; k < i->arg_count; k++)
		if (!ir_arg_is_block(i->op, k) && pt->p->operands.at[i->args + k] == v)
			return true;
	return i->a == v || (i->op != OP_BRANCH && (i->b == v || i->c == v));
}

/* Is the value compared, chosen and returned, and nothing else? */
static bool only_returned(const struct pointers *pt, func_id f, ir_val v, uint32_t depth)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		const struct ir_inst *x = ir_inst_at(pt->p, fn, i);
		bool passed = x->op == OP_PHI || x->op == OP_CAST || x->op == OP_SELECT;
		if (!uses(pt, x, v) || x->op == OP_RET || x->op == OP_COMPARE ||
		    x->op == OP_BRANCH)
			continue;
		if (!passed || depth == 0 ||
		    !only_returned(pt, f, ir_val_make(VAL_INST, i), depth - 1))
			return false;
	}
	return true;
}

static bool returns_what_is_found(const struct pointers *pt, func_id f, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(pt->p, &pt->p->funcs.at[f], inst);
	sym_id s = ir_val_symbol(pt->p, i->a);
	const struct effect *e = lookup_effect(pt, s);
	bool returned = e ? e->third == ARG_RESULT
			  : is_returned(pt, pt->p->symbols.at[s].func);
	return returned && only_returned(pt, f, ir_val_make(VAL_INST, inst), 4);
}

static bool find_in(struct pointers *pt, func_id f)
{
	const struct ir_func *fn = &pt->p->funcs.at[f];
	uint32_t formal = 0;
	bool returned = true;
	for (uint32_t i = 0; i < fn->inst_count; i++) {
		ir_val name = behind_casts(pt, f, handed_name(pt, ir_inst_at(pt->p, fn, i)));
		if (ir_val_tag(name) != VAL_PARAM || (formal && formal != ir_val_index(name) + 1))
			continue;
		formal = ir_val_index(name) + 1;
		returned &= returns_what_is_found(pt, f, i);
	}
	if (!formal || name_formal(pt, f) || fn->flags & FUNCF_VARARG)
		return false;
	map_put(&pt->finders, f, formal);
	map_put(&pt->finders_that_return, f, returned);
	return true;
}

static void list_uses(struct pointers *pt)
{
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		const struct ir_func *fn = &pt->p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++) {
			const struct ir_inst *x = ir_inst_at(pt->p, fn, i);
			sym_id s = x->op == OP_CALL ? ir_val_symbol(pt->p, x->a) : 0;
			if (s && name_formal(pt, pt->p->symbols.at[s].func))
				vec_push(&pt->finder_calls, ((struct finder_call){
					f, i, pt->p->symbols.at[s].func}));
		}
	}
}

void lookups_find(struct pointers *pt)
{
	bool any = false, more;
	for (sym_id s = 1; s < pt->p->symbols.n && !any; s++)
		any = lookup_effect(pt, s) != NULL;
	more = any;
	for (uint32_t round = 0; more && round < MAX_HANDED; round++) {
		more = false;
		for (func_id f = 1; f < pt->p->funcs.n; f++)
			more |= find_in(pt, f);
	}
	if (any)
		list_uses(pt);
}

/* ---- what it is ---- */

static bool has_name(const struct program *p, sym_id s, const char *name)
{
	static const char prefix[] = "_LTX_";
	const char *has = ir_str(p, p->symbols.at[s].source_name);
	size_t n = strlen(has), m = strlen(name), k = strlen(prefix);
	if (n == m)
		return strcmp(has, name) == 0;
	return n > m + k && strcmp(has + n - m, name) == 0 &&
	       memcmp(has + n - m - k, prefix, k) == 0;
}

/* Every function or variable of that name: plug-ins all have the same entry points. */
static void add_named(struct pointers *pt, const char *name, uint32_t result)
{
	const struct program *p = pt->p;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		if (pt->symbol_object[s] && !(p->symbols.at[s].flags & SYMF_STRING) &&
		    has_name(p, s, name))
			con_copy(pt, result, ref_of_object(pt, pt->symbol_object[s]));
	}
}

static void add_anything(struct pointers *pt, uint32_t result)
{
	if (!result)
		return;
	pt->looks_up = true;
	vec_push(&pt->entry_params, result);
}

static void add_by_value(struct pointers *pt, func_id f, ir_val name, uint32_t result,
			 uint32_t depth);

/* By the names that callers hand to the function. */
static void add_by_callers(struct pointers *pt, func_id f, uint32_t result, uint32_t depth)
{
	const struct program *p = pt->p;
	const struct ir_symbol *s = &p->symbols.at[p->funcs.at[f].sym];
	if (s->flags & SYMF_ADDRESS_TAKEN || (pt->is_open && s->linkage != LINK_INTERNAL))
		add_anything(pt, result);
	for (uint32_t i = 0; i < pt->finder_calls.n; i++) {
		struct finder_call c = pt->finder_calls.at[i];
		if (c.callee == f)
			add_by_value(pt, c.func,
				     handed_name(pt, ir_inst_at(p, &p->funcs.at[c.func], c.inst)),
				     result, depth);
	}
}

static void add_by_choice(struct pointers *pt, func_id f, const struct ir_inst *i,
			  uint32_t result, uint32_t depth)
{
	for (uint32_t k = 0; i->op == OP_PHI && k < i->arg_count; k++)
		if (!ir_arg_is_block(i->op, k))
			add_by_value(pt, f, pt->p->operands.at[i->args + k], result, depth);
	if (i->op == OP_SELECT) {
		add_by_value(pt, f, i->b, result, depth);
		add_by_value(pt, f, i->c, result, depth);
	}
}

static void add_by_value(struct pointers *pt, func_id f, ir_val name, uint32_t result,
			 uint32_t depth)
{
	name = behind_casts(pt, f, name);
	const struct ir_inst *i = ir_val_tag(name) == VAL_INST
					  ? ir_inst_at(pt->p, &pt->p->funcs.at[f],
						       ir_val_index(name))
					  : NULL;
	sym_id literal = ir_val_symbol(pt->p, name);
	int64_t number;
	if (literal && pt->p->symbols.at[literal].text)
		add_named(pt, ir_str(pt->p, pt->p->symbols.at[literal].text), result);
	else if (depth > 0 && ir_val_tag(name) == VAL_PARAM &&
		 name_formal(pt, f) == ir_val_index(name) + 1)
		add_by_callers(pt, f, result, depth - 1);
	else if (depth > 0 && i && (i->op == OP_PHI || i->op == OP_SELECT))
		add_by_choice(pt, f, i, result, depth - 1);
	else if (!ir_val_int(pt->p, name, &number))
		add_anything(pt, result);
}

/* Do callers get to know what it is, each by itself? */
static bool is_left_to_callers(const struct pointers *pt, func_id f, ir_val name)
{
	name = behind_casts(pt, f, name);
	const struct ir_symbol *s = &pt->p->symbols.at[pt->p->funcs.at[f].sym];
	return ir_val_tag(name) == VAL_PARAM && name_formal(pt, f) == ir_val_index(name) + 1 &&
	       is_returned(pt, f) && !(s->flags & SYMF_ADDRESS_TAKEN) &&
	       (!pt->is_open || s->linkage == LINK_INTERNAL);
}

void lookup_value(struct pointers *pt, func_id f, ir_val name, uint32_t result)
{
	if (!is_left_to_callers(pt, f, name))
		add_by_value(pt, f, name, result, MAX_HANDED / 2);
}

void lookup_call(struct pointers *pt, const struct call *c)
{
	func_id body = pt->p->symbols.at[c->callee].func;
	if (name_formal(pt, body) && is_returned(pt, body))
		lookup_value(pt, c->func,
			     handed_name(pt, ir_inst_at(pt->p, &pt->p->funcs.at[c->func], c->inst)),
			     c->result);
}
