/* SPDX-License-Identifier: MIT */
/*
 * Objects that callers make. A library without main works on structs that whoever calls
 * it passes, and two callers may pass the same. One variable for each struct that a
 * visible function is given a pointer to stands for them; it is defined elsewhere, so
 * nothing is known of what it holds.
 */
#include <stdlib.h>
#include <string.h>

#include "ir/names.h"
#include "outside/internal.h"

static bool has_variable(const struct program *p, sym_id first, type_id t)
{
	for (sym_id s = first; s < p->symbols.n; s++) {
		if (p->symbols.at[s].flags & SYMF_CALLERS &&
		    is_same_struct(p, p->symbols.at[s].type, t))
			return true;
	}
	return false;
}

static void add_object(struct program *p, sym_id first, type_id t)
{
	struct str name = {0};
	if (has_variable(p, first, t))
		return;
	type_print(p, t, &name);
	make_undefined(p, str_cstr(&name), t);
	str_free(&name);
}

/* Functions that other units of the program call are no interface. */
static bool *find_internal(const struct program *p)
{
	bool *internal = xcalloc(p->symbols.n + 1u, sizeof(*internal));
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++) {
			const struct ir_inst *x = ir_inst_at(p, fn, i);
			sym_id callee = x->op == OP_CALL ? ir_val_symbol(p, x->a) : 0;
			if (callee &&
			    p->symbols.at[callee].unit != p->symbols.at[fn->sym].unit)
				internal[callee] = true;
		}
	}
	return internal;
}

static bool is_visible(const struct ir_symbol *s)
{
	return s->flags & SYMF_DEFINED && !(s->flags & SYMF_OUTSIDE) &&
	       (s->linkage == LINK_EXTERNAL || s->linkage == LINK_WEAK);
}

/* Of a library's functions those are called from outside that its headers declare, if they are
 * known. */
static bool is_interface(const struct program *p, const struct ir_symbol *s, bool internal,
			 const struct intern *api)
{
	const char *name = ir_str(p, s->name);
	return is_visible(s) && (api ? intern_find(api, name, strlen(name)) != 0 : !internal);
}

void add_callers_objects(struct program *p, const struct intern *api)
{
	sym_id first = p->symbols.n;
	bool *internal = find_internal(p);
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		bool entry = is_interface(p, &p->symbols.at[fn->sym], internal[fn->sym], api);
		for (uint32_t i = 0; entry && i < fn->param_count; i++) {
			type_id t =
				pointed_struct(p, p->params.at[fn->param_first + i].type);
			if (t)
				add_object(p, first, t);
		}
	}
	free(internal);
}
