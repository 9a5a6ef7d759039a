/* SPDX-License-Identifier: MIT */
/*
 * Is it certain which object is meant?
 *
 * One place in the program allocates any number of objects. That two accesses may mean
 * one of them does not say that they ever mean the same one: each thread may have made
 * those it works on. It is likely where one of them has found the object from memory that
 * they share: a global variable, or what the thread was given at its creation.
 * Names tell (paths), notes of the functions about values that have no better name, and
 * the calls that have led there for what was passed on.
 */
#include "race/internal.h"

enum { MAX_STEPS = 12, MAX_LOOKED = 64, UNKNOWN, ANCHORED, ADRIFT };

struct search {
	struct races *r;
	thread_id by;
	uint32_t depth, looked;
};

static bool is_anchored_path(struct search *k, context_id c, path_id path);

/* What the shortest chain of calls to that context passes for the formal. */
static path_id passed_at(const struct races *r, context_id id, uint32_t formal)
{
	const struct context *c = context_at(r->t, id);
	const struct summary *s =
		c->parent ? summary_of(r->t, context_at(r->t, c->parent)->func) : NULL;
	for (uint32_t i = 0; s && i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (k->inst == c->call && k->callee == c->func && formal < k->arg_count)
			return s->call_args.at[k->arg_first + formal];
	}
	return 0;
}

/* All threads that are created there are given the same. */
static bool is_shared_argument(const struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	const struct path *p = path_at(&r->t->paths, x->argument);
	return x->argument && !(x->flags & (FORKF_ARG_FRESH | FORKF_ARG_NEW)) &&
	       !(p->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE));
}

static bool is_anchored_formal(struct search *k, context_id c, uint32_t formal)
{
	if (c && !context_at(k->r->t, c)->parent)
		return is_shared_argument(k->r, k->by);
	path_id path = c && k->depth < MAX_STEPS && k->looked++ < MAX_LOOKED
			       ? passed_at(k->r, c, formal)
			       : 0;
	context_id parent = path ? context_at(k->r->t, c)->parent : 0;
	if (!path)
		return false;
	k->depth++;
	bool anchored = is_anchored_path(k, parent, threads_close(k->r->t, parent, path));
	k->depth--;
	return anchored;
}

/* A context of that function: on the way to c if it is there, or any of the thread. */
static context_id context_of(const struct races *r, context_id c, thread_id by, func_id f)
{
	for (context_id up = c; up; up = context_at(r->t, up)->parent)
		if (context_at(r->t, up)->func == f)
			return up;
	for (context_id x = r->t->first_of_func[f]; x;
	     x = context_at(r->t, x)->next_of_func)
		if (context_at(r->t, x)->thread == by)
			return x;
	return 0;
}

static bool is_anchored_value(struct search *k, context_id c, const struct path *v)
{
	context_id here = context_of(k->r, c, k->by, v->a);
	if (v->b & VALUE_PARAM)
		return is_anchored_formal(k, here, v->b & ~VALUE_PARAM);
	const struct pointee *x = notes_pointee(&summary_of(k->r->t, v->a)->notes, v->b);
	bool anchored = x && x->shared;
	for (uint32_t i = 0; x && i < 8 && !anchored; i++)
		anchored = x->params >> i & 1 && is_anchored_formal(k, here, i);
	return anchored;
}

/* Is it one object that is there for all, though each thread has a pointer to it of its own? An
 * element of one array is not: each thread may have one. */
static bool is_single(struct races *r, path_id path)
{
	path_id pointer = 0;
	path_split_offset(&r->t->paths, path, &pointer);
	const struct pt_set *s = threads_points_to(r->t, path);
	uint8_t kind = path_at(&r->t->paths, pointer)->kind;
	if (kind != PATH_LOAD && kind != PATH_HEAP && kind != PATH_LOCAL)
		return false;
	for (uint32_t i = 0; s && i < s->locs.n; i++)
		if (s->locs.at[i].obj != s->locs.at[0].obj)
			return false;
	if (!s || !s->locs.n || s->unknown)
		return false;
	obj_id o = s->locs.at[0].obj;
	return is_allocated_once(r, o) || is_only_local(r, o);
}

static bool is_anchored_path(struct search *k, context_id c, path_id path)
{
	const struct paths *p = &k->r->t->paths;
	const struct path root = *path_at(p, path_at(p, path)->root);
	if (is_single(k->r, path))
		return true;
	if (root.kind == PATH_SYMBOL)
		return !(k->r->p->symbols.at[root.a].flags & SYMF_THREAD_LOCAL);
	return root.kind == PATH_VALUE && is_anchored_value(k, c, &root);
}

static bool is_anchored(struct races *r, const struct instance *x)
{
	uint64_t key = map_key2(x->point.context, x->path);
	uint32_t known = map_get(&r->anchored, key, UNKNOWN);
	struct search k = {.r = r, .by = x->thread};
	if (known == UNKNOWN) {
		known = is_anchored_path(&k, x->point.context, x->path) ? ANCHORED
									: ADRIFT;
		map_put(&r->anchored, key, known);
	}
	return known == ANCHORED;
}

/* The thread has it from who has created it, or from one before. */
static bool is_given_by(const struct races *r, const struct instance *x,
			const struct instance *by)
{
	return x->bound && x->thread != by->thread &&
	       threads_is_ancestor(r->t, by->thread, x->thread);
}

/* Both were given it, under one name, and not one each. */
static bool are_given_one(const struct races *r, const struct instance *a,
			  const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	return a->bound && b->bound &&
	       path_at(p, a->path)->root == path_at(p, b->path)->root &&
	       !(thread_at(r->t, a->thread)->flags & FORKF_ARG_FRESH);
}

/* Found in memory that the other was given, by its name. */
static bool is_found_in_given(struct races *r, const struct instance *x,
			      const struct instance *other)
{
	const struct paths *p = &r->t->paths;
	path_id root = path_at(p, x->path)->root, at = 0;
	for (uint32_t i = 0; i < MAX_STEPS && path_at(p, root)->kind == PATH_VALUE; i++) {
		at = loaded_from(r, x->thread, root);
		root = at ? path_at(p, at)->root : 0;
	}
	return root && x->thread != other->thread && was_given(r, other->thread, root);
}

bool may_be_apart(struct races *r, const struct instance *a, const struct instance *b)
{
	return pointers_object(r->pt, a->obj)->kind == OBJ_HEAP &&
	       !is_allocated_once(r, a->obj) && !is_given_by(r, a, b) &&
	       !is_given_by(r, b, a) && !are_given_one(r, a, b) &&
	       !is_found_in_given(r, a, b) && !is_found_in_given(r, b, a) &&
	       !is_anchored(r, a) && !is_anchored(r, b);
}
