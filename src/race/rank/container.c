/* SPDX-License-Identifier: MIT */
/*
 * Two queues of one kind, with a lock each: what is in them was allocated by one function,
 * so it is one object to us. Each side has found the memory in a queue, and holds the lock
 * of that. In one queue they would hold the same lock, and two have hardly the same memory.
 * Who locks something else than he uses has another layout, by which it is told. Memory
 * that is allocated only once is in both.
 *
 * Likewise the container itself, which one side has found from a container by a pointer to the end
 * ('*q->tail = item', where q->tail is &q->head as long as the queue is empty).
 *
 * Likewise an object that each side has taken out, or one of them, while the other finds it in a
 * container: it is in one place at a time.
 *
 * It is seen where one function locks and finds: lock(&q->lock), then q->items[i]; or by the
 * names of the memory and of the lock.
 */
#include "ir/names.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

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

static bool runs_once(const struct races *r, func_id f);

/* Is there one such thread ever: is it main, or created in one place that is passed once? */
static bool exists_once(const struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	if (x->many || id == 1)
		return !x->many;
	if (x->origin != ORIGIN_FORK || x->creator == id)
		return false;
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	return !is_in_cycle(r, f->func, f->inst, UINT32_MAX) && runs_once(r, f->func);
}

/* Is the function executed once, by one thread that exists once? */
static bool runs_once(const struct races *r, func_id f)
{
	context_id first = r->t->first_of_func[f];
	thread_id id = first ? context_at(r->t, first)->thread : 1;
	for (context_id c = first; c; c = context_at(r->t, c)->next_of_func)
		if (context_at(r->t, c)->thread != id)
			return false;
	return exists_once(r, id) && !threads_runs_often(r->t, id, f);
}

bool is_allocated_once(const struct races *r, obj_id obj)
{
	enum { NO = 1, YES };
	const struct pt_object *o = pointers_object(r->pt, obj);
	if (o->kind != OBJ_HEAP)
		return false;
	if (!r->memo.once[obj])
		r->memo.once[obj] = runs_once(r, o->func) &&
					       !is_in_cycle(r, o->func, o->inst, UINT32_MAX)
				       ? YES
				       : NO;
	return r->memo.once[obj] == YES;
}

bool is_single_object(const struct races *r, obj_id obj)
{
	return is_allocated_once(r, obj) || pointers_object(r->pt, obj)->lazy;
}

bool is_only_local(const struct races *r, obj_id obj)
{
	const struct pt_object *o = pointers_object(r->pt, obj);
	return o->kind == OBJ_LOCAL && runs_once(r, o->func);
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
	return !pointers_object(r->pt, a->obj)->twice &&
	       ((is_taken(a) && (is_taken(b) || is_in_container(r, b))) ||
		(is_taken(b) && is_in_container(r, a)));
}

/* A function has found it from its parameter, whatever way, and has locked what that points to. */
static bool is_found_from_parameter(const struct races *r, const struct instance *x,
				    const struct guard *g, int64_t *lock)
{
	const struct paths *t = &r->t->paths;
	const struct path *root = path_at(t, path_at(t, x->path)->root);
	if (root->kind != PATH_VALUE || root->b & VALUE_PARAM || root->a != g->func)
		return false;
	const struct notes *n = &summary_of(r->t, g->func)->notes;
	const struct lock_note *l = notes_lock(n, g->inst);
	const struct pointee *p = notes_pointee(n, root->b);
	if (!l || !p || p->shared || ir_val_tag(l->base) != VAL_PARAM)
		return false;
	*lock = l->distance;
	return p->params == 1u << ir_val_index(l->base);
}

/* The memory is in the object that the lock is in, or was found through it, as they are named. */
static bool is_found_from(const struct races *r, const struct instance *x, const struct guard *g,
			  int64_t *lock, bool *through)
{
	const struct paths *t = &r->t->paths;
	struct place_in where;
	path_id of, base;
	*lock = path_split_offset(t, g->lock, &of);
	if (g->kind != LOCK_MUTEX || g->mode != MODE_EXCLUSIVE)
		return false;
	for (path_id at = x->path; of; at = path_at(t, at)->a) {
		path_split_offset(t, at, &base);
		*through = path_at(t, at)->loads < path_at(t, x->path)->loads;
		if (base == of)
			return true;
		if (!path_is_step(path_at(t, at)))
			break;
	}
	*through = true;
	if (is_found_from_parameter(r, x, g, lock))
		return true;
	bool found = has_container(r, x, g, &where);
	*lock = where.lock;
	return found;
}

static type_id type_of(const struct races *r, obj_id o)
{
	const struct pt_object *x = pointers_object(r->pt, o);
	type_id t = x->kind == OBJ_VARIABLE ? r->p->symbols.at[x->sym].type : x->type;
	return t ? type_strip(r->p, t) : 0;
}

/* Is the lock in an object of that kind? */
static bool is_lock_of_kind(struct races *r, const struct guard *g, obj_id kind)
{
	const struct pt_set *s = threads_points_to(r->t, g->lock);
	type_id type = type_of(r, kind);
	for (uint32_t i = 0; i < s->locs.n; i++)
		if (s->locs.at[i].obj == kind || (type && type_of(r, s->locs.at[i].obj) == type))
			return true;
	return false;
}

/* By a pointer to just that part of an object: not one to the next object. */
static bool is_by_end(const struct races *r, const struct instance *x, bool through)
{
	uint8_t kind = path_at(&r->t->paths, x->path)->kind;
	return through && x->offset && (kind == PATH_LOAD || kind == PATH_VALUE);
}

bool are_own_ends(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n, m;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	const struct guard *h = threads_guards(r->t, b->guards, &m);
	int64_t x, y;
	bool of_x = false, of_y = false;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m && is_found_from(r, a, &g[i], &x, &of_x); k++)
			if (is_found_from(r, b, &h[k], &y, &of_y) && x == y &&
			    (is_by_end(r, a, of_x) || is_by_end(r, b, of_y)) &&
			    is_lock_of_kind(r, &g[i], a->obj) &&
			    is_lock_of_kind(r, &h[k], b->obj))
				return true;
	return false;
}

/* The locks are so far from the start of two objects of one kind. */
static bool are_locks_of_a_kind(struct races *r, const struct guard *g, const struct guard *h)
{
	const struct pt_set *s = threads_points_to(r->t, g->lock);
	for (uint32_t i = 0; i < s->locs.n; i++)
		if (is_lock_of_kind(r, h, s->locs.at[i].obj))
			return true;
	return false;
}

/* By the same pointer of each, or by two of one kind of container: its first and its last. */
static bool are_alike(struct races *r, const struct guard *g, const struct place_in *x,
		      const struct guard *h, const struct place_in *y)
{
	return x->pointer - x->lock == y->pointer - y->lock ||
	       (x->lock == y->lock &&
		((x->type && x->type == y->type) || are_locks_of_a_kind(r, g, h)));
}

bool are_locked_containers(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n, m;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	const struct guard *h = threads_guards(r->t, b->guards, &m);
	struct place_in x, y;
	if (pointers_object(r->pt, a->obj)->kind != OBJ_HEAP)
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m && has_container(r, a, &g[i], &x); k++)
			if (has_container(r, b, &h[k], &y) && are_alike(r, &g[i], &x, &h[k], &y))
				return !is_allocated_once(r, a->obj);
	return false;
}
