/* SPDX-License-Identifier: MIT */
/*
 * Two queues of one kind, with a lock each: what is in them was allocated by one function,
 * so it is one object to us. Each side has found the memory in a queue, and holds the lock
 * of that. In one queue they would hold the same lock, and two have hardly the same memory.
 * Who locks something else than he uses has another layout, by which it is told. Memory
 * that is allocated only once is in both.
 *
 * It is seen where one function locks and finds: lock(&q->lock), then q->items[i].
 */
#include "ir/names.h"
#include "race/internal.h"

/* The value without what is added to it; 'bytes' counts constants. */
static ir_val strip_offsets(const struct races *r, func_id f, ir_val v, int64_t *bytes,
			    bool indices)
{
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = ir_inst_at(r->p, &r->p->funcs.at[f], ir_val_index(v));
		if (i->op == OP_OFFSET)
			*bytes += i->imm;
		else if (i->op != OP_CAST && !(indices && i->op == OP_INDEX))
			break;
		v = i->a;
	}
	return v;
}

/* Likewise a pointer that is loaded again: where from. */
static ir_val loaded_from(const struct races *r, func_id f, ir_val v)
{
	if (ir_val_tag(v) != VAL_INST)
		return 0;
	const struct ir_inst *i = ir_inst_at(r->p, &r->p->funcs.at[f], ir_val_index(v));
	return i->op == OP_LOAD ? i->a : 0;
}

/* In one container there are a lock and a pointer to the memory, so far from where the
 * function's pointer to it points. */
struct place_in {
	int64_t pointer, lock;
	type_id type; /* of the function's pointer, if it is a parameter */
};

static ir_val address_of(const struct races *r, const struct access *a)
{
	const struct ir_inst *i = ir_inst_at(r->p, &r->p->funcs.at[a->func], a->inst);
	return a->kind == FREE && i->op == OP_CALL && i->arg_count == 1
		       ? r->p->operands.at[i->args]
		       : a->address;
}

/* lock(&q->lock), then q->items[i], in one function: its container is *q. */
static bool has_container(const struct races *r, const struct instance *x,
			  const struct guard *g, struct place_in *out)
{
	func_id f = x->access->func;
	const struct ir_func *fn = &r->p->funcs.at[f];
	ir_val address = address_of(r, x->access);
	int64_t ignored = 0;
	*out = (struct place_in){0};
	if (!address || g->kind != LOCK_MUTEX || g->func != f)
		return false;
	const struct ir_inst *call = ir_inst_at(r->p, fn, g->inst);
	ir_val cell = loaded_from(r, f, strip_offsets(r, f, address, &ignored, true));
	if (!cell || call->op != OP_CALL || !call->arg_count)
		return false;
	ir_val base = strip_offsets(r, f, cell, &out->pointer, false);
	ir_val other = strip_offsets(r, f, r->p->operands.at[call->args], &out->lock, false);
	if (ir_val_tag(base) == VAL_PARAM)
		out->type = type_strip(
			r->p, r->p->params.at[fn->param_first + ir_val_index(base)].type);
	return base == other ||
	       (loaded_from(r, f, base) && loaded_from(r, f, base) == loaded_from(r, f, other));
}

bool is_allocated_once(const struct races *r, obj_id obj)
{
	const struct pt_object *o = pointers_object(r->pt, obj);
	const struct threads *t = r->t;
	for (context_id c = t->first_of_func[o->func]; c; c = context_at(t, c)->next_of_func)
		if (context_at(t, c)->thread != 1)
			return false;
	return o->kind == OBJ_HEAP && !thread_at(t, 1)->many &&
	       !threads_runs_often(t, 1, o->func) &&
	       !is_in_cycle(r->p, o->func, o->inst, UINT32_MAX);
}

bool are_locked_containers(const struct races *r, const struct instance *a,
			   const struct instance *b)
{
	uint32_t n, m;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	const struct guard *h = threads_guards(r->t, b->guards, &m);
	struct place_in x, y;
	if (pointers_object(r->pt, a->obj)->kind != OBJ_HEAP)
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m && has_container(r, a, &g[i], &x); k++)
			if (has_container(r, b, &h[k], &y) &&
			    (x.pointer - x.lock == y.pointer - y.lock ||
			     (x.type && x.type == y.type && x.lock == y.lock)))
				return !is_allocated_once(r, a->obj);
	return false;
}
