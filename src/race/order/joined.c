/* SPDX-License-Identifier: MIT */
/*
 * The threads of a list, or of an array as far as the thread has counted, are joined one
 *after the other. That the loop joins as many as were created is not known, so it ranks:
 *behind it, the thread has most likely ended.
 *
 * The same search as in gone.c: from the creation on the thread may run, until the loop
 *is left that joins. So what comes before the next creation, in a loop around all that,
 *is behind the joins of the round before:
 *
 *	for (;;) { read_settings(); start_workers(); serve(); stop_workers(); }
 */
#include "race/order/order.h"

struct join_site {
	thread_id by;
	path_id object;
	func_id func; /* the join, or a call that leads to it: in a cycle */
	uint32_t inst;
};

/* ---- which joins may be of all ---- */

/* Does the candidate write those bytes, in another thread than that? */
static bool is_written_by_other(const struct races *r, const struct candidate *c,
				struct pt_loc l, thread_id by)
{
	const struct situations *s = &r->lists.at[c->situations];
	bool other = false;
	for (uint32_t i = s->first; i < s->first + s->count && !other; i++)
		other = r->situations.at[i].thread != by;
	return other && c->access->kind == WRITE &&
	       pt_loc_overlap(r->pt, l, 1, (struct pt_loc){c->obj, c->offset},
			      c->access->size);
}

/* A number in memory that no other thread writes. */
static bool is_own_count(struct races *r, path_id number, thread_id by)
{
	const struct path *x = path_at(&r->t->paths, number);
	const struct pt_set *s =
		x->kind == PATH_LOAD ? threads_points_to(r->t, x->a) : NULL;
	for (uint32_t i = 0; s && i < s->locs.n; i++) {
		struct pt_loc l = s->locs.at[i];
		for (uint32_t k = r->candidate_at[l.obj]; k < r->candidate_at[l.obj + 1];
		     k++)
			if (is_written_by_other(r, &r->candidates.at[k], l, by))
				return false;
	}
	return s && s->locs.n && !s->unknown;
}

/* The outermost index in the name. */
static bool has_index(const struct paths *p, path_id id, path_id *index)
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
	if (!has_index(&r->t->paths, id, &index)) /* not one variable, again and again */
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

static void find_join_sites(struct races *r)
{
	struct events *o = r->events;
	if (o->joins_found)
		return;
	o->joins_found = true;
	for (context_id c = 1; c < r->t->contexts.n; c++) {
		const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			const struct sync *y = &s->syncs.at[i];
			struct join_site x = {.by = context_at(r->t, c)->thread};
			if (y->kind != SYNC_JOIN)
				continue;
			x.object = threads_close(r->t, c, y->object);
			note_id(r, x.object);
			if (find_cycle(r, s, y, &x) && may_join_all(r, x.object, x.by))
				vec_push(&o->join_sites, x);
		}
	}
}

bool is_joined_by(struct races *r, obj_id id)
{
	events_of(r);
	find_join_sites(r);
	return map_get(&r->events->joined_ids, id, 0);
}

/* ---- one thread ---- */

static bool may_point_alike(struct races *r, path_id p, path_id q)
{
	const struct pt_set *s = threads_points_to(r->t, p),
			    *t = threads_points_to(r->t, q);
	if (s->unknown || t->unknown)
		return true;
	for (uint32_t i = 0; i < s->locs.n; i++)
		for (uint32_t k = 0; k < t->locs.n; k++)
			if (s->locs.at[i].obj == t->locs.at[k].obj)
				return true;
	return false;
}

/* Does the loop that joins begin with a later element than the one that creates? */
static bool leaves_first(const struct paths *p, path_id joined, path_id created)
{
	path_id x, y;
	if (!has_index(p, joined, &x) || !has_index(p, created, &y) ||
	    path_at(p, x)->kind != PATH_RANGE || path_at(p, y)->kind != PATH_RANGE)
		return false;
	const struct path *from = path_at(p, path_at(p, x)->a);
	const struct path *first = path_at(p, path_at(p, y)->a);
	return path_at(p, x)->imm > 0 && path_at(p, y)->imm > 0 &&
	       from->kind == PATH_INT && first->kind == PATH_INT &&
	       from->imm > first->imm;
}

/* Marks the blocks of the shortest cycle around the instruction. */
static void mark_cycle(const struct notes *n, uint32_t start, bool *in)
{
	uint32_t first = 0, count = 0, at = UINT32_MAX;
	uint32_t *from = xmalloc((n->flow.n + 1u) * sizeof(*from));
	uint32_t *work = xmalloc((n->flow.n + 1u) * sizeof(*work));
	for (uint32_t b = 0; b < n->flow.n; b++)
		from[b] = UINT32_MAX;
	for (work[count++] = start; first < count && at == UINT32_MAX; first++) {
		const struct flow_block *b = &n->flow.at[work[first]];
		for (uint32_t i = 0; i < b->next_count; i++) {
			uint32_t to = n->flow_edges.at[b->next_first + i].to;
			if (to == start && at == UINT32_MAX)
				at = work[first];
			if (to == start || from[to] != UINT32_MAX)
				continue;
			from[to] = work[first];
			work[count++] = to;
		}
	}
	for (; at != UINT32_MAX; at = at == start ? UINT32_MAX : from[at])
		in[at] = true;
	free(from);
	free(work);
}

/* Behind the join it is most likely that one. And whoever comes to a block to which only
 * the loop leads has been in it, or there was nothing to join. */
static void add_cycle(const struct races *r, struct flow *w, const struct join_site *x)
{
	const struct notes *n = &summary_of(r->t, x->func)->notes;
	bool *in = xcalloc(n->flow.n + 1u, sizeof(*in));
	bool *inside = xcalloc(n->flow.n + 1u, sizeof(*inside));
	bool *outside = xcalloc(n->flow.n + 1u, sizeof(*outside));
	mark_cycle(n, notes_block(n, x->inst), in);
	reach_add(w, (struct flow_site){.func = x->func,
					.inst = x->inst,
					.signs = SIGN_ANY,
					.bits = 1});
	for (uint32_t b = 0; b < n->flow.n; b++)
		for (uint32_t i = 0; i < n->flow.at[b].next_count; i++) {
			uint32_t to = n->flow_edges.at[n->flow.at[b].next_first + i].to;
			(in[b] ? inside : outside)[to] = true;
		}
	for (uint32_t b = 0; b < n->flow.n; b++)
		if (inside[b] && !outside[b] && !in[b])
			reach_add(w, (struct flow_site){.func = x->func,
							.inst = n->flow.at[b].first,
							.signs = SIGN_ANY,
							.early = true,
							.bits = 1});
	free(in);
	free(inside);
	free(outside);
}

/* Where it may be running, if those loops join it; NULL: there are none. */
static struct flow *look_for(struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	struct events *o = r->events;
	path_id place = x->origin == ORIGIN_FORK && x->creator ? place_of_id(x) : 0;
	struct flow *w = NULL;
	find_join_sites(r);
	for (uint32_t i = 0; place && i < o->join_sites.n; i++) {
		const struct join_site *s = &o->join_sites.at[i];
		if (s->by != x->creator || !may_point_alike(r, place, s->object) ||
		    leaves_first(&r->t->paths, s->object, place))
			continue;
		if (!w)
			w = xcalloc(1, sizeof(*w));
		add_cycle(r, w, s);
	}
	if (!w)
		return NULL;
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	reach_add(w, (struct flow_site){
			     .func = f->func, .inst = f->inst, .sets = true, .bits = 1});
	reach_run(r, w);
	return w;
}

bool has_joined_all(struct races *r, const struct instance *a, const struct instance *b)
{
	struct events *o = events_of(r);
	if (thread_at(r->t, b->thread)->creator != a->thread)
		return false;
	if (!o->joined_asked)
		o->joined_asked = xcalloc(r->t->list.n, sizeof(*o->joined_asked));
	while (o->joined.n < r->t->list.n)
		vec_push(&o->joined, NULL);
	if (!o->joined_asked[b->thread])
		o->joined.at[b->thread] = look_for(r, b->thread);
	o->joined_asked[b->thread] = true;
	struct flow *w = o->joined.at[b->thread];
	return w && !reach_at(r, w, a);
}

void joined_free(struct events *o)
{
	for (uint32_t i = 0; i < o->joined.n; i++)
		reach_free(o->joined.at[i]);
	vec_free(&o->joined);
	vec_free(&o->join_sites);
	map_free(&o->joined_ids);
	free(o->joined_asked);
}
