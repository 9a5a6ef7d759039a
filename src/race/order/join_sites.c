/* SPDX-License-Identifier: MIT */
/*
 * Joins that may be of all threads of a list, or of an array as far as the thread has counted; and
 * the calls that lead to them, where it is said which list that is:
 *
 *	destroy(&first);	destroy(&second);
 *
 * Both come to the one loop, but each joins the threads of its own queue. So the call is
 * listed as well, in a function that has no need to be told by others which queue it is.
 */
#include "race/order/order.h"
#include "race/veto/veto.h"

/* ---- which joins may be of all ---- */

static bool is_own(struct races *r, path_id address, thread_id by, bool bound)
{
	struct instance x = {.path = address, .thread = by, .bound = bound};
	note_owner(r, &x);
	return x.owner == by + 1;
}

/* Does the candidate write those bytes, in another thread than that? If they are of the
 * one's own, those that the other one has made for itself are others. */
static bool is_written_by_other(struct races *r, const struct candidate *c, struct pt_loc l,
				thread_id by, bool own)
{
	const struct situations *s = &r->lists.at[c->situations];
	bool other = false;
	if (c->access->kind != WRITE ||
	    !pt_loc_overlap(r->pt, l, 1, (struct pt_loc){c->obj, c->offset}, c->access->size))
		return false;
	for (uint32_t i = s->first; i < s->first + s->count && !other; i++) {
		thread_id t = r->situations.at[i].thread;
		other = t != by && !(own && is_own(r, c->path, t, c->bound));
	}
	return other;
}

/* A number in memory that no other thread writes. */
static bool is_own_count(struct races *r, path_id number, thread_id by)
{
	const struct path *x = path_at(&r->t->paths, number);
	const struct pt_set *s =
		x->kind == PATH_LOAD ? threads_points_to(r->t, x->a) : NULL;
	bool own = s && is_own(r, x->a, by, true);
	for (uint32_t i = 0; s && i < s->locs.n; i++) {
		struct pt_loc l = s->locs.at[i];
		for (uint32_t k = r->candidate_at[l.obj]; k < r->candidate_at[l.obj + 1];
		     k++) {
			const struct candidate c = nth_candidate(r, k);
			if (is_written_by_other(r, &c, l, by, own))
				return false;
		}
	}
	return s && s->locs.n && !s->unknown;
}

/* The outermost index in the name. */
bool path_outer_index(const struct paths *p, path_id id, path_id *index)
{
	while (path_at(p, id)->kind >= PATH_OFFSET && path_at(p, id)->kind != PATH_INDEX)
		id = path_at(p, id)->a;
	*index = path_at(p, id)->b;
	return path_at(p, id)->kind == PATH_INDEX;
}

/* The ids of a list are joined one after the other; or those of an array, as many as the
 * thread has counted somewhere in memory. Other indices tell what is joined. */
static bool may_join_all(struct races *r, path_id id, thread_id by)
{
	const struct path *x = path_at(&r->t->paths, id);
	path_id index;
	if (!path_outer_index(&r->t->paths, id, &index)) /* not one variable, again and again */
		return x->loads || x->flags & (PATHF_ANY | PATHF_VALUE);
	const struct path *i = path_at(&r->t->paths, index);
	return i->kind == PATH_RANGE && is_own_count(r, i->b, by);
}

/* The innermost of the calls that lead to the join, or itself, which is in a cycle. */
static bool find_cycle(const struct races *r, const struct summary *s,
		       const struct sync *y, struct join_site *out)
{
	bool found = false;
	for (uint32_t c = y->chain; c; c = s->chains.at[c].next) {
		if (!is_in_cycle(r, s->chains.at[c].func, s->chains.at[c].inst,
				 UINT32_MAX))
			continue;
		out->func = s->chains.at[c].func;
		out->inst = s->chains.at[c].inst;
		found = true;
	}
	if (is_in_cycle(r, y->func, y->inst, UINT32_MAX)) {
		out->func = y->func;
		out->inst = y->inst;
		found = true;
	}
	return found;
}

static void note_id(struct races *r, path_id id)
{
	const struct pt_set *s = threads_points_to(r->t, id);
	for (uint32_t i = 0; i < s->locs.n; i++)
		map_put(&r->events->joined_ids, s->locs.at[i].obj, 1);
}

/* ---- where they are ---- */

static bool is_listed(const struct events *o, const struct join_site *x)
{
	for (uint32_t i = 0; i < o->join_sites.n; i++) {
		const struct join_site *y = &o->join_sites.at[i];
		if (x->by == y->by && x->object == y->object && x->func == y->func &&
		    x->inst == y->inst && x->caller == y->caller && x->call == y->call)
			return true;
	}
	return false;
}

static void add_site(struct races *r, const struct summary *s, const struct sync *y,
		     struct join_site x)
{
	if (!find_cycle(r, s, y, &x) || is_listed(r->events, &x))
		return;
	x.all = may_join_all(r, x.object, x.by);
	vec_push(&r->events->join_sites, x);
}

static void find_in_context(struct races *r, context_id c)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	for (uint32_t i = 0; i < s->syncs.n; i++) {
		const struct sync *y = &s->syncs.at[i];
		if (y->kind != SYNC_JOIN)
			continue;
		path_id object = threads_close(r->t, c, y->object);
		note_id(r, object);
		add_site(r, s, y,
			 (struct join_site){.by = context_at(r->t, c)->thread,
					    .object = object});
	}
}

/* Joins that the callee makes of what it is given, by the names that the caller has. */
static void find_in_call(struct races *r, context_id c, const struct call *k)
{
	const struct summary *s = summary_of(r->t, k->callee);
	func_id f = context_at(r->t, c)->func;
	for (uint32_t i = 0; i < s->syncs.n && !k->pointer; i++) {
		const struct sync *y = &s->syncs.at[i];
		path_id object = y->kind == SYNC_JOIN
					 ? threads_close_call(r->t, f, k, y->object)
					 : 0;
		if (object)
			add_site(r, s, y,
				 (struct join_site){.by = context_at(r->t, c)->thread,
						    .object = object,
						    .caller = f,
						    .call = k->inst});
	}
}

void find_join_sites(struct races *r)
{
	struct events *o = r->events;
	if (o->joins_found)
		return;
	o->joins_found = true;
	for (context_id c = 1; c < r->t->contexts.n; c++) {
		const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
		find_in_context(r, c);
		for (uint32_t i = 0; i < s->calls.n; i++)
			find_in_call(r, c, &s->calls.at[i]);
	}
}

bool is_joined_by(struct races *r, obj_id id)
{
	events_of(r);
	find_join_sites(r);
	return map_get(&r->events->joined_ids, id, 0);
}
