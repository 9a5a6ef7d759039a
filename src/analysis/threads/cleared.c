/* SPDX-License-Identifier: MIT */
/*
 * What a variable that holds a handle says by being null: that there is no such thread. It may have
 * been cleared before the handle was put there, by the function that puts it there, or after the
 * thread was joined:
 *
 *	*out = NULL; ... *out = h;		join(writer->id); free(writer); writer = NULL;
 */
#include "analysis/threads/join.h"

#include "analysis/exec/frame.h"
#include "analysis/whole/writers.h"
#include "ir/address.h"
#include "model/model.h"

enum { FROM_ENTRY = UINT32_MAX };

struct handle_store {
	func_id func;
	uint32_t inst;
};

static uint32_t block_of(const struct program *p, const struct ir_func *fn, uint32_t inst)
{
	uint32_t b = 0;
	while (b + 1 < fn->block_count && ir_block_at(p, fn, b + 1)->inst_first <= inst)
		b++;
	return b;
}

/* From the instruction (FROM_ENTRY: the first one is the first that is looked at) to the end of its
 * block: is it there, and not behind the other one? 'on': does control go on to what follows? */
static bool is_in_block(const struct ir_block *b, uint32_t from, uint32_t to, uint32_t past,
			bool *on)
{
	uint32_t end = b->inst_first + b->inst_count;
	bool there = to >= from && to < end, stops = past >= from && past < end;
	*on = !stops;
	return there && (!stops || to < past);
}

/* May control come from behind the one instruction to the other, but not through the third? */
static bool leads_to(const struct frame *fr, func_id f, uint32_t from, uint32_t to, uint32_t past)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	uint32_t n = 0, first = from == FROM_ENTRY ? 0 : block_of(fr->p, fn, from);
	uint32_t *stack = arena_alloc(fr->scratch, (fn->block_count + 1) * sizeof(*stack));
	bool *seen = arena_zalloc(fr->scratch, fn->block_count + 1), on, begun = false;
	for (stack[n++] = first; n > 0;) {
		uint32_t b = stack[--n];
		const struct ir_block *k = ir_block_at(fr->p, fn, b);
		uint32_t begin = begun || from == FROM_ENTRY ? k->inst_first : from + 1;
		begun = true;
		if (is_in_block(k, begin, to, past, &on))
			return true;
		uint32_t count = on ? ir_successors(fr->p, fn, b, NULL, 0) : 0;
		uint32_t *next = arena_alloc(fr->scratch, (count + 1) * sizeof(*next));
		ir_successors(fr->p, fn, b, next, count);
		for (uint32_t i = 0; i < count; i++) {
			if (!seen[next[i]])
				stack[n++] = next[i];
			seen[next[i]] = true;
		}
	}
	return false;
}

/* The address of the variable that the id is found through, which a call joins; 0: none. */
static ir_val joined_through(const struct frame *fr, const struct ir_func *fn, func_id f,
			     uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fn, inst);
	const struct model *m =
		i->op == OP_CALL ? pointers_called_model(fr->pt, f, inst) : NULL;
	const struct effect *e = m ? model_effect(m, EFFECT_JOIN) : NULL;
	int64_t bytes = 0;
	if (!e || e->arg < 0 || (uint32_t)e->arg >= i->arg_count || e->flags & EFFECTF_BY_ADDRESS)
		return 0;
	ir_val id = ir_without_casts(fr->p, fn, fr->p->operands.at[i->args + (uint32_t)e->arg]);
	ir_val at = ir_loaded_from(fr->p, fn, id);
	at = at ? ir_base_of(fr->p, fn, at, BASE_CASTS | BASE_INDICES, &bytes) : 0;
	return at ? ir_loaded_from(fr->p, fn, at) : 0;
}

/* Has control, whichever way it came, joined the thread that is found through the variable? */
static bool is_joined_before(const struct frame *fr, func_id f, uint32_t inst)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	ir_val address = ir_inst_at(fr->p, fn, inst)->a;
	for (uint32_t k = 0; k < fn->inst_count; k++)
		if (ir_inst_at(fr->p, fn, k)->op == OP_CALL &&
		    joined_through(fr, fn, f, k) == address &&
		    !leads_to(fr, f, FROM_ENTRY, inst, k))
			return true;
	return false;
}

static bool is_harmless(const struct frame *fr, func_id f, uint32_t inst, const void *context)
{
	const struct handle_store *x = context;
	return (f == x->func && !leads_to(fr, f, x->inst, inst, UINT32_MAX)) ||
	       is_joined_before(fr, f, inst);
}

bool handle_is_kept_in(const struct frame *fr, path_id address)
{
	struct handle_store x;
	return writers_only_store(fr, address, &x.func, &x.inst) &&
	       writers_clear_only(fr, address, is_harmless, &x);
}
