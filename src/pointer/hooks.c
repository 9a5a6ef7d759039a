/* SPDX-License-Identifier: MIT */
/*
 * Hooks: calls through a pointer that allocate. A library lets its user choose the
 * allocator, and calls it through a variable that is malloc at first, or through one
 * that is null, and then malloc is called instead. A wrapper around such a call is as
 * good an allocation wrapper as any, but which functions the pointer means is known only
 * when the pointers are solved, and without the wrapper they are solved badly.
 *
 * So hooks are taken for allocations first (alloc.c, hook_may_be), and judged by the
 * solution: each function that the call may reach returns memory allocated for this
 * call, or is a function that we do not have. The first call of anything else could only
 * come after a step that the solution already covers; so if there is none, it is right.
 * If there is one, that hook is none, and all is solved again.
 */
#include "pointer/internal.h"

#include "ir/names.h"

enum { MAX_TRIES = 3 };

/* What an address is: a symbol and an offset, or 0. */
static sym_id global_cell(const struct program *p, const struct ir_func *fn, ir_val v,
			  int64_t *offset)
{
	*offset = 0;
	for (int steps = 0; steps < 8; steps++) {
		if (ir_val_tag(v) == VAL_CONST) {
			*offset += p->consts.at[ir_val_index(v)].value;
			return p->consts.at[ir_val_index(v)].sym;
		}
		if (ir_val_tag(v) != VAL_INST)
			return 0;
		const struct ir_inst *i = ir_inst_at(p, fn, ir_val_index(v));
		if (i->op != OP_OFFSET && i->op != OP_CAST)
			return 0;
		*offset += i->op == OP_OFFSET ? i->imm : 0;
		v = i->a;
	}
	return 0;
}

/* Library functions that return fresh memory, whatever they are given. */
static bool is_library_allocator(const struct pointers *pt, sym_id s)
{
	const struct model *m = pt->models[s];
	const struct effect *e = m ? model_effect(m, EFFECT_ALLOC) : NULL;
	return e && e->third < 0 && !model_effect(m, EFFECT_REALLOC) &&
	       !model_effect(m, EFFECT_RETURNS);
}

static void note_cell(struct pointers *pt, sym_id cell, int64_t offset, sym_id function)
{
	if (cell && function && is_library_allocator(pt, function) && offset >= 0 &&
	    offset < UINT16_MAX)
		map_put(&pt->hook_cells, map_key2(cell, (uint32_t)offset), function);
}

void hooks_find_cells(struct pointers *pt)
{
	const struct program *p = pt->p;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *x = &p->symbols.at[s];
		for (uint32_t i = 0; x->kind == SYM_VARIABLE && i < x->init_count; i++) {
			const struct ir_init *in = &p->inits.at[x->init + i];
			note_cell(pt, s, (int64_t)in->offset, p->consts.at[in->value].sym);
		}
	}
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t k = 0; k < fn->inst_count; k++) {
			const struct ir_inst *i = ir_inst_at(p, fn, k);
			sym_id value = i->op == OP_STORE ? ir_val_symbol(p, i->b) : 0;
			int64_t offset = 0;
			if (!value || p->symbols.at[value].kind != SYM_FUNCTION)
				continue;
			sym_id cell = global_cell(p, fn, i->a, &offset);
			note_cell(pt, cell, offset, value);
		}
	}
}

sym_id hook_default(const struct pointers *pt, func_id f, const struct ir_inst *call)
{
	const struct program *p = pt->p;
	const struct ir_func *fn = &p->funcs.at[f];
	int64_t offset = 0;
	if (ir_val_tag(call->a) != VAL_INST)
		return 0;
	const struct ir_inst *i = ir_inst_at(p, fn, ir_val_index(call->a));
	sym_id cell = i->op == OP_LOAD ? global_cell(p, fn, i->a, &offset) : 0;
	return cell ? map_get(&pt->hook_cells, map_key2(cell, (uint32_t)offset), 0) : 0;
}

bool hook_may_be(const struct pointers *pt, func_id f, uint32_t inst)
{
	return pt->no_hooks && !map_get(pt->no_hooks, inst_index(pt->p, f, inst), 0);
}

void hook_add(struct pointers *pt, func_id f, uint32_t inst)
{
	if (!is_hook(pt, f, inst))
		vec_push(&pt->hooks, ((struct hook){f, inst}));
	map_put(&pt->hook_at, inst_index(pt->p, f, inst), 1);
}

bool pointers_is_hook(const struct pointers *pt, func_id f, uint32_t inst)
{
	return is_hook(pt, f, inst);
}

/* Who does not was not meant, where the result is used as one. */
static bool returns_pointer(const struct pointers *pt, func_id f)
{
	type_id t = type_strip(pt->p, pt->p->funcs.at[f].result_type);
	return !t || pt->p->types.at[t].size == pt->pointer_size;
}

static bool allocates(const struct pointers *pt, sym_id s)
{
	func_id f = pt->p->symbols.at[s].func;
	if (pt->models[s])
		return is_library_allocator(pt, s);
	return !f || pt->allocators[f].kind == ALLOC_FRESH || !returns_pointer(pt, f);
}

/* Sets only grow: once a target is no allocator, that hook is none, and if no hook is left, what
 * else the solution would say is not asked. */
void hook_note_target(struct pointers *pt, func_id f, uint32_t inst, sym_id callee)
{
	if (is_hook(pt, f, inst) && !allocates(pt, callee))
		map_put(&pt->refuted_hooks, inst_index(pt->p, f, inst), 1);
}

bool hooks_refuted(const struct pointers *pt)
{
	return pt->hooks.n && pt->refuted_hooks.n == pt->hooks.n;
}

static bool hooks_hold(const struct pointers *pt, struct map *no_hooks)
{
	bool hold = true;
	for (uint32_t i = 0; i < pt->hooks.n; i++) {
		struct hook h = pt->hooks.at[i];
		uint32_t n;
		bool complete, good = true;
		const sym_id *at = pointers_callees(pt, h.func, h.inst, &n, &complete);
		for (uint32_t k = 0; k < n; k++)
			good &= allocates(pt, at[k]);
		if (!good)
			map_put(no_hooks, inst_index(pt->p, h.func, h.inst), 1);
		hold &= good;
	}
	return hold;
}

struct pointers *pointers_solve(const struct program *p, const struct models *m,
				const struct pointers_options *options)
{
	struct map no_hooks = {0};
	struct pointers *pt = NULL;
	for (int tries = 0;; tries++) {
		pt = pointers_try(p, m, options, tries < MAX_TRIES ? &no_hooks : NULL);
		if (hooks_hold(pt, &no_hooks))
			break;
		pointers_free(pt);
	}
	pt->no_hooks = NULL;
	map_free(&no_hooks);
	return pt;
}
