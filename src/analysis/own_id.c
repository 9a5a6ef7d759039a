/* SPDX-License-Identifier: MIT */
/*
 * 'if (pthread_equal(pthread_self(), main_thread))': who gets there? If one instruction of the
 * program stores its own thread's id in a global variable, and nothing else is stored there
 * but constants, then whoever finds his id in it has been at that instruction. It does not
 * matter when the variable was read, nor whether that was a race.
 *
 * So where the ids are found to be the same the state holds a LOCK_SELF, from there on for
 * good, with the place of the store; like a lock it goes down into callees and, as an outcome
 * of 'is_main_thread()', up to callers. Which thread it is that stores is known later
 * (race/self.c).
 *
 * If it is the call that creates a thread which stores the id there, who finds his own id is
 * that thread.
 *
 * Likewise for 'pthread_join(main_thread, NULL)', by a thread that main has created: the one
 * that has stored its id there has ended (LOCK_ENDED).
 */
#include "analysis/exec.h"
#include "analysis/facts.h"
#include "analysis/writers.h"
#include "ir/address.h"

/* The instruction that computes the value, without casts; NULL: it is another value. */
static const struct ir_inst *origin_of(const struct frame *fr, func_id f, ir_val v)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	v = ir_without_casts(fr->p, fn, v);
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(fr->p, fn, ir_val_index(v)) : NULL;
}

/* A call of a library function that returns the id of the thread. */
static bool is_own_id_call(const struct frame *fr, func_id f, uint32_t inst)
{
	const struct model *m = pointers_called_model(fr->pt, f, inst);
	return m && model_effect(m, EFFECT_OWN_ID);
}

static bool is_own_id(const struct frame *fr, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	return x->kind == PATH_VALUE && x->b < VALUE_PARAM && is_own_id_call(fr, x->a, x->b);
}

/* A variable that a thread has stored its id in: 'out' has its address and the store. */
static bool is_variable(struct frame *fr, ir_val v, struct held *out)
{
	const struct ir_inst *load = origin_of(fr, fr->func, v);
	path_id address = load && load->op == OP_LOAD ? frame_value(fr, load->a) : 0;
	func_id f;
	uint32_t inst;
	if (!address || !writers_only_store(fr, address, &f, &inst))
		return false;
	const struct ir_func *fn = &fr->p->funcs.at[f];
	const struct ir_inst *store = ir_inst_at(fr->p, fn, inst);
	const struct ir_inst *from = origin_of(fr, f, store->b);
	if (!from || store->size != load->size ||
	    !is_own_id_call(fr, f, (uint32_t)(from - ir_inst_at(fr->p, fn, 0))))
		return false;
	*out = (struct held){.lock = address, .mode = MODE_EXCLUSIVE, .kind = LOCK_SELF,
			     .depth = 1, .func = f, .inst = inst};
	return true;
}

/* Likewise one where the id of a thread was stored when that was created. */
static bool is_of_created(struct frame *fr, ir_val v, struct held *out)
{
	const struct ir_inst *load = origin_of(fr, fr->func, v);
	path_id address = load && load->op == OP_LOAD ? frame_value(fr, load->a) : 0;
	*out = (struct held){.lock = address, .mode = MODE_SHARED, .kind = LOCK_SELF, .depth = 1};
	return address && writers_only_id(fr, address, &out->func, &out->inst);
}

static bool says_who(struct frame *fr, ir_val own, ir_val other, struct held *out)
{
	return is_own_id(fr, frame_value(fr, own)) &&
	       (is_variable(fr, other, out) || is_of_created(fr, other, out));
}

bool own_id_is_asked(struct frame *fr, ir_val a, ir_val b, struct held *out)
{
	return says_who(fr, a, b, out) || says_who(fr, b, a, out);
}

bool own_id_is_joined(struct frame *fr, ir_val id, struct held *out)
{
	if (!is_variable(fr, id, out))
		return false;
	out->kind = LOCK_ENDED;
	return true;
}

void own_id_compared(struct frame *fr, uint32_t inst, struct state_list *states)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	struct state_list out = {0};
	struct held who;
	if ((i->sub != CMP_EQ && i->sub != CMP_NE) || !own_id_is_asked(fr, i->a, i->b, &who))
		return;
	path_id equal = path_math(&fr->paths, frame_value(fr, i->a), frame_value(fr, i->b),
				  MATH_EQUAL);
	frame_mention(fr, equal);
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *same = state_copy(fr, states->at[k]);
		lockset_insert(&same->locks, who);
		if (facts_add(fr, same, (struct fact){.path = equal, .signs = SIGN_POSITIVE}))
			state_list_add(fr, &out, same);
		if (facts_add(fr, states->at[k],
			      (struct fact){.path = equal, .signs = SIGN_ZERO, .exact = true}))
			state_list_add(fr, &out, states->at[k]);
	}
	*states = out;
}
