/* SPDX-License-Identifier: MIT */
/*
 * Two queues of one kind, with a lock each: what is in them was allocated by one function,
 * so it is one object to us. Each side has found the memory in a queue, and holds the lock
 * of that. In one queue they would hold the same lock, and two have hardly the same memory.
 * Who locks something else than he uses has another layout, by which it is told. Memory
 * that is allocated only once is in both.
 *
 * Likewise an object that each side has taken out, or one of them, while the other finds it in a
 * container: it is in one place at a time.
 *
 * It is seen where one function locks and finds: lock(&q->lock), then q->items[i]; or by the
 * names of the memory and of the lock.
 */
#include "ir/names.h"
#include "race/internal.h"

/* In one container there are a lock and a pointer to the memory, so far from where the
 * function's pointer to it points. */
struct place_in {
	int64_t pointer, lock;
	type_id type; /* of the function's pointer, if it is a parameter */
};

/* The memory is found by a pointer in the object that the lock is in, as the two are named. */
static bool is_named_so(const struct races *r, const struct instance *x, const struct guard *g,
			struct place_in *out)
{
	const struct paths *t = &r->t->paths;
	path_id found = x->path, base, of;
	while (path_at(t, found)->kind == PATH_OFFSET || path_at(t, found)->kind == PATH_INDEX)
		found = path_at(t, found)->a;
	if (path_at(t, found)->kind != PATH_LOAD || g->kind != LOCK_MUTEX)
		return false;
	out->pointer = path_split_offset(t, path_at(t, found)->a, &base);
	out->lock = path_split_offset(t, g->lock, &of);
	return base && base == of && path_at(t, base)->kind == PATH_LOAD;
}

/* lock(&q->lock), then q->items[i], in one function: its container is *q. */
static bool has_container(const struct races *r, const struct instance *x,
			  const struct guard *g, struct place_in *out)
{
	func_id f = x->access->func;
	const struct notes *n = &summary_of(r->t, f)->notes;
	ir_val address = x->access->address;
	*out = (struct place_in){0};
	if (is_named_so(r, x, g, out))
		return true;
	if (ir_val_tag(address) != VAL_INST || g->kind != LOCK_MUTEX || g->func != f)
		return false;
	const struct lock_note *lock = notes_lock(n, g->inst);
	const struct found_note *found = notes_found(n, ir_val_index(address));
	if (!lock || !found)
		return false;
	out->pointer = found->distance;
	out->lock = lock->distance;
	if (ir_val_tag(found->base) == VAL_PARAM) {
		uint32_t formal = r->p->funcs.at[f].param_first + ir_val_index(found->base);
		out->type = type_strip(r->p, r->p->params.at[formal].type);
	}
	return found->base == lock->base || (found->cell && found->cell == lock->cell);
}

/* Is the function executed once, by the main thread? */
static bool runs_once(const struct threads *t, func_id f)
{
	for (context_id c = t->first_of_func[f]; c; c = context_at(t, c)->next_of_func)
		if (context_at(t, c)->thread != 1)
			return false;
	return !thread_at(t, 1)->many && !threads_runs_often(t, 1, f);
}

bool is_allocated_once(const struct races *r, obj_id obj)
{
	const struct pt_object *o = pointers_object(r->pt, obj);
	return o->kind == OBJ_HEAP && runs_once(r->t, o->func) &&
	       !is_in_cycle(r, o->func, o->inst, UINT32_MAX);
}

bool is_only_local(const struct races *r, obj_id obj)
{
	const struct pt_object *o = pointers_object(r->pt, obj);
	return o->kind == OBJ_LOCAL && runs_once(r->t, o->func);
}

static bool is_taken(const struct instance *x)
{
	return x->access->traits & TRAIT_TAKEN;
}

/* Has it been found in something whose lock is held? */
static bool is_in_container(const struct races *r, const struct instance *x)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	struct place_in where;
	for (uint32_t i = 0; i < n; i++)
		if (has_container(r, x, &g[i], &where))
			return true;
	return false;
}

bool are_taken(const struct races *r, const struct instance *a, const struct instance *b)
{
	return (is_taken(a) && (is_taken(b) || is_in_container(r, b))) ||
	       (is_taken(b) && is_in_container(r, a));
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
