/* SPDX-License-Identifier: MIT */
/*
 * 'if (pthread_equal(pthread_self(), main_thread))': who gets there? If one instruction of the
 * program stores its own thread's id in a variable, global or allocated, and nothing else is stored
 * there but constants, then whoever finds his id in it has been at that instruction. It does not
 * matter when the variable was read, nor whether that was a race. A function of the program
 * that returns the id, maybe as a number that a union has made of it, tells it as well.
 *
 * So where the ids are found to be the same the state holds a LOCK_SELF, from there on for
 * good, with the place of the store; like a lock it goes down into callees and, as an outcome
 * of 'is_main_thread()', up to callers. Which thread it is that stores is known later
 * (race/veto/self.c).
 *
 * If it is the call that creates a thread which stores the id there, who finds his own id is
 * that thread.
 *
 * Likewise for 'pthread_join(main_thread, NULL)', by a thread that main has created: the one
 * that has stored its id there has ended (LOCK_ENDED).
 */
#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/whole/writers.h"
#include "ir/address.h"

/* The instruction that computes the value, without casts; NULL: it is another value. */
static const struct ir_inst *origin_of(const struct frame *fr, func_id f, ir_val v)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	v = ir_without_casts(fr->p, fn, v);
	return ir_val_tag(v) == VAL_INST ? ir_inst_at(fr->p, fn, ir_val_index(v)) : NULL;
}

/* ---- values that are the id of the thread ---- */

/* A call of a library function that returns the id of the thread. */
static bool is_own_id_call(const struct frame *fr, func_id f, uint32_t inst)
{
	const struct model *m = pointers_called_model(fr->pt, f, inst);
	return m && model_effect(m, EFFECT_OWN_ID);
}

/* What was put into the memory just before it is loaded, as through a union that makes a number
 * of the id; 0: not known. */
static ir_val stored_before(const struct frame *fr, func_id f, const struct ir_inst *load)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	for (const struct ir_inst *i = load; i-- > ir_inst_at(fr->p, fn, 0);) {
		if (i->op == OP_STORE && i->a == load->a)
			return i->size == load->size ? i->b : 0;
		if (i->op >= OP_STORE && i->op != OP_COMPARE && i->op != OP_CAST)
			return 0;
	}
	return 0;
}

/* Does the program's function return it, that many functions deep? */
enum { MAX_TELLERS = 4 };
static bool is_own_id_value(const struct frame *fr, func_id f, ir_val v, uint32_t deep);

static bool returns_own_id(const struct frame *fr, func_id f, uint32_t deep)
{
	const struct ir_func *fn = &fr->p->funcs.at[f];
	bool any = false;
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fn, n);
		if (i->op != OP_RET)
			continue;
		if (!is_own_id_value(fr, f, i->a, deep))
			return false;
		any = true;
	}
	return any;
}

static bool is_own_id_value(const struct frame *fr, func_id f, ir_val v, uint32_t deep)
{
	const struct ir_inst *from = origin_of(fr, f, v);
	if (!from || deep > MAX_TELLERS)
		return false;
	if (from->op == OP_LOAD)
		return is_own_id_value(fr, f, stored_before(fr, f, from), deep + 1);
	if (from->op != OP_CALL)
		return false;
	sym_id callee = ir_val_symbol(fr->p, from->a);
	func_id body = callee ? fr->p->symbols.at[ir_resolve_alias(fr->p, callee)].func : 0;
	uint32_t inst = (uint32_t)(from - ir_inst_at(fr->p, &fr->p->funcs.at[f], 0));
	return is_own_id_call(fr, f, inst) || (body && returns_own_id(fr, body, deep + 1));
}

static bool is_own_id(const struct frame *fr, ir_val v, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	return (x->kind == PATH_VALUE && x->b < VALUE_PARAM && is_own_id_call(fr, x->a, x->b)) ||
	       is_own_id_value(fr, fr->func, v, 0);
}

/* ---- where it was put ---- */

/* The one place that the address may mean, of a variable or of allocated memory. */
static bool is_one_place(struct frame *fr, path_id address, struct pt_loc *out)
{
	const struct pt_set *s = frame_points_to(fr, address);
	if (s->locs.n != 1 || s->unknown)
		return false;
	*out = s->locs.at[0];
	const struct pt_object *o = pointers_object(fr->pt, out->obj);
	return out->offset != PT_ANY && !pt_loc_is_folded(fr->pt, *out) &&
	       (o->kind == OBJ_HEAP ||
		(o->kind == OBJ_VARIABLE &&
		 !(fr->p->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL)));
}

/* What lies behind a pointer that is one variable is told by its name. */
static path_id find_name(struct frame *fr, path_id address)
{
	struct pt_loc at;
	if (!address || !is_one_place(fr, address, &at) ||
	    pointers_object(fr->pt, at.obj)->kind != OBJ_VARIABLE)
		return address;
	return path_offset(&fr->paths,
			   path_leaf(&fr->paths, PATH_SYMBOL,
				     pointers_object(fr->pt, at.obj)->sym, 0),
			   at.offset);
}

static bool is_stored_once(struct frame *fr, path_id address, func_id *f, uint32_t *inst)
{
	struct pt_loc at;
	return writers_only_store(fr, address, f, inst) ||
	       (is_one_place(fr, address, &at) && writers_only_store_at(fr, at, f, inst));
}

/* A variable that a thread has stored its id in: 'out' has its address and the store. */
static bool is_variable(struct frame *fr, ir_val v, struct held *out)
{
	const struct ir_inst *load = origin_of(fr, fr->func, v);
	path_id address = load && load->op == OP_LOAD ? frame_value(fr, load->a) : 0;
	func_id f;
	uint32_t inst;
	address = find_name(fr, address);
	if (!address || !is_stored_once(fr, address, &f, &inst))
		return false;
	const struct ir_func *fn = &fr->p->funcs.at[f];
	const struct ir_inst *store = ir_inst_at(fr->p, fn, inst);
	if (store->size != load->size || !is_own_id_value(fr, f, store->b, 0))
		return false;
	*out = (struct held){.lock = address, .mode = MODE_EXCLUSIVE, .kind = LOCK_SELF,
			     .depth = 1, .func = f, .inst = inst};
	return true;
}

/* Likewise one where the id of a thread was stored when that was created. */
static bool is_of_created(struct frame *fr, ir_val v, struct held *out)
{
	const struct ir_inst *load = origin_of(fr, fr->func, v);
	path_id address =
		find_name(fr, load && load->op == OP_LOAD ? frame_value(fr, load->a) : 0);
	*out = (struct held){.lock = address, .mode = MODE_SHARED, .kind = LOCK_SELF, .depth = 1};
	return address && writers_only_id(fr, address, &out->func, &out->inst);
}

static bool says_who(struct frame *fr, ir_val own, ir_val other, struct held *out)
{
	return is_own_id(fr, own, frame_value(fr, own)) &&
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
