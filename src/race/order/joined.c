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
#include "race/order/asked.h"
#include "race/order/order.h"
#include "race/veto/veto.h"

static bool may_point_alike(struct races *r, path_id p, path_id q)
{
	const struct pt_set *s = threads_points_to(r->t, p),
			    *t = threads_points_to(r->t, q);
	if (s->unknown || t->unknown)
		return true;
	for (uint32_t i = 0; i < s->locs.n; i++)
		for (uint32_t k = 0; k < t->locs.n; k++)
			if (pt_loc_overlap(r->pt, (struct pt_loc){s->locs.at[i].obj, PT_ANY}, 1,
					   t->locs.at[k], 1))
				return true;
	return false;
}

/* Does the loop that joins begin with a later element than the one that creates? */
static bool leaves_first(const struct paths *p, path_id joined, path_id created)
{
	path_id x, y;
	if (!path_outer_index(p, joined, &x) || !path_outer_index(p, created, &y) ||
	    path_at(p, x)->kind != PATH_RANGE || path_at(p, y)->kind != PATH_RANGE)
		return false;
	const struct path *from = path_at(p, path_at(p, x)->a);
	const struct path *first = path_at(p, path_at(p, y)->a);
	return path_at(p, x)->imm > 0 && path_at(p, y)->imm > 0 &&
	       from->kind == PATH_INT && first->kind == PATH_INT &&
	       from->imm > first->imm;
}

/* Where the pointer was read by which the id is found; 0: it is not found so. */
static path_id holder_of(const struct paths *p, path_id id)
{
	while (path_at(p, id)->kind == PATH_OFFSET || path_at(p, id)->kind == PATH_INDEX)
		id = path_at(p, id)->a;
	return path_at(p, id)->kind == PATH_LOAD ? path_at(p, id)->a : 0;
}

/* May the ids that are joined be those of the thread? If both are found by a pointer, that is one
 * and the same: the ids of one queue are not those of another, though both are allocated alike. */
static bool may_be_joined_there(struct races *r, const struct thread *x, path_id joined)
{
	path_id place = place_of_id(x), from = holder_of(&r->t->paths, joined);
	bool both = x->id_holder && from;
	if (place && (!may_point_alike(r, place, joined) ||
		      leaves_first(&r->t->paths, joined, place)))
		return false;
	return both ? may_point_alike(r, x->id_holder, from) : place != 0;
}

/* ---- the search ---- */

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

void add_exits(const struct races *r, struct flow *w, func_id f, uint32_t inst, uint64_t bits)
{
	const struct notes *n = &summary_of(r->t, f)->notes;
	bool *in = xcalloc(n->flow.n + 1u, sizeof(*in));
	mark_cycle(n, notes_block(n, inst), in);
	for (uint32_t b = 0; b < n->flow.n; b++)
		for (uint32_t i = 0; in[b] && i < n->flow.at[b].next_count; i++) {
			uint32_t to = n->flow_edges.at[n->flow.at[b].next_first + i].to;
			if (!in[to])
				reach_add(w, (struct flow_site){.func = f,
								.inst = n->flow.at[b].end - 1,
								.leaving = to + 1,
								.signs = SIGN_ANY,
								.bits = bits});
		}
	free(in);
}

/* Behind the join it is most likely that one. A call that has the threads of one queue joined is
 * left to its callee; but if it is one of a list of queues, none may be left behind that loop. */
static void add_site(const struct races *r, struct flow *w, const struct join_site *s)
{
	const struct paths *p = &r->t->paths;
	path_id index;
	bool listed = s->caller && path_outer_index(p, holder_of(p, s->object), &index) &&
		      is_in_cycle(r, s->caller, s->call, UINT32_MAX);
	if (listed)
		add_exits(r, w, s->caller, s->call, 1);
	if (s->caller)
		return;
	reach_add(w, (struct flow_site){
			     .func = s->func, .inst = s->inst, .signs = SIGN_ANY, .bits = 1});
	add_exits(r, w, s->func, s->inst, 1);
}

static bool creates(const struct races *r, thread_id by, thread_id id)
{
	uint32_t at = 0;
	thread_id one = threads_next_creator(r->t, id, &at);
	while (one && one != by)
		one = threads_next_creator(r->t, id, &at);
	return one != 0;
}

/* A call that joins the threads of another queue by the same loop ends none of these. */
static void add_others(struct races *r, struct flow *w, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->join_sites.n; i++) {
		const struct join_site *s = &o->join_sites.at[i];
		if (s->caller && creates(r, s->by, id) && !may_be_joined_there(r, x, s->object))
			reach_add(w, (struct flow_site){.func = s->caller,
							.inst = s->call,
							.keeps = true,
							.bits = 1});
	}
}

bool is_called_from(const struct races *r, func_id from, func_id to)
{
	const struct callgraph *g = r->t->in.callgraph;
	bool *seen = xcalloc(g->func_count + 1u, sizeof(*seen));
	func_id *left = xmalloc((g->func_count + 1u) * sizeof(*left));
	uint32_t n = 0;
	seen[from] = true;
	for (left[n++] = from; n && !seen[to];) {
		func_id f = left[--n];
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++) {
			if (g->edges[e].kind >= EDGE_CREATE || seen[g->edges[e].callee])
				continue;
			seen[g->edges[e].callee] = true;
			left[n++] = g->edges[e].callee;
		}
	}
	bool called = seen[to];
	free(seen);
	free(left);
	return called;
}

bool is_other_creation(const struct races *r, const struct thread *x, func_id f, uint32_t fork)
{
	const struct fork *own = &summary_of(r->t, x->func)->forks.at[x->fork];
	const struct fork *k = &summary_of(r->t, f)->forks.at[fork];
	uint32_t edges;
	if (!k->via || k->flags & (FORKF_CALLEE | FORKF_REST) || k->func != own->func ||
	    k->inst != own->inst || summary_fork_is_open(summary_of(r->t, f), k) ||
	    (f == x->func && k->via == own->via))
		return false;
	const struct call_edge *e = calls_at(r, f, k->via - 1, &edges);
	for (uint32_t i = 0; i < edges; i++)
		if (e[i].kind < EDGE_CREATE && is_called_from(r, e[i].callee, x->func))
			return false;
	return edges > 0;
}

/* Where the same instruction creates the threads of others, it creates none of these. */
static void add_other_creations(struct races *r, struct flow *w, const struct thread *x)
{
	for (func_id f = 1; f < r->in->summaries->n && !x->merged; f++)
		for (uint32_t i = 0; i < summary_of(r->t, f)->forks.n; i++) {
			uint32_t via = summary_of(r->t, f)->forks.at[i].via;
			if (is_other_creation(r, x, f, i))
				reach_add(w, (struct flow_site){.func = f,
								.inst = via - 1,
								.unmade = true,
								.bits = 1});
		}
}

/* The creation, the joins, and who finds that there are none. */
static struct flow *sites_of(struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	for (uint32_t i = 0; i < o->join_sites.n; i++) {
		const struct join_site *s = &o->join_sites.at[i];
		if (s->all && creates(r, s->by, id) && may_be_joined_there(r, x, s->object))
			add_site(r, w, s);
	}
	if (!w->sites.n)
		return w;
	add_others(r, w, id);
	add_other_creations(r, w, x);
	add_modes_without(r, w, id, 1);
	add_values_without(r, w, id, 1);
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	reach_add(w, (struct flow_site){
			     .func = f->func, .inst = f->inst, .sets = true, .bits = 1});
	return w;
}

/* Where it may be running, if those loops join it; NULL: there are none. */
static struct flow *look_for(struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	find_join_sites(r);
	if (x->origin != ORIGIN_FORK || !x->creator)
		return NULL;
	struct flow *w = sites_of(r, id);
	if (!w->sites.n) {
		reach_free(w);
		return NULL;
	}
	struct flow *told = sites_of(r, id);
	reach_run(r, w);
	bool flags = add_flags_without(r, told, id, w, 1) != 0;
	if (flags)
		reach_run(r, told);
	reach_free(flags ? w : told);
	return flags ? told : w;
}

static struct flow *search_of(struct races *r, thread_id id)
{
	struct events *o = events_of(r);
	if (!o->joined_asked)
		o->joined_asked = xcalloc(r->t->list.n, sizeof(*o->joined_asked));
	while (o->joined.n < r->t->list.n)
		vec_push(&o->joined, NULL);
	if (!o->joined_asked[id])
		o->joined.at[id] = look_for(r, id);
	o->joined_asked[id] = true;
	return o->joined.at[id];
}

/* ---- the threads of threads ---- */

/* When that one ends, has it joined those of the thread that it has created? */
static bool leaves_none(struct races *r, thread_id id, thread_id creator)
{
	struct flow *w = search_of(r, id);
	const struct thread *by = thread_at(r->t, creator);
	for (; by && w; by = thread_next_beginning(r->t, by)) {
		const struct flow_state *s = by->entry ? w->states[by->entry] : NULL;
		if (!s || s->made & 1 || !s->pass)
			return false; /* or it ends somewhere below */
	}
	return w != NULL;
}

/* At a, whoever has created it, or has created that one, and so on up to a's own thread: each has
 * joined those that it has created, and has ended itself. */
static bool has_ended(struct races *r, const struct instance *a, thread_id id, bool *seen)
{
	uint32_t at = 0;
	thread_id by = threads_next_creator(r->t, id, &at);
	bool ended = by && !thread_at(r->t, id)->mixed;
	seen[id] = true;
	for (; by && ended; by = threads_next_creator(r->t, id, &at)) {
		struct flow *w = by == a->thread ? search_of(r, id) : NULL;
		if (by == a->thread)
			ended = w && !reach_at(r, w, a);
		else
			ended = leaves_none(r, id, by) &&
				(seen[by] || has_ended(r, a, by, seen));
	}
	return ended;
}

static bool has_joined_there(struct races *r, const struct instance *a, const struct instance *b)
{
	bool *seen = xcalloc(r->t->list.n, sizeof(*seen));
	bool ended = has_ended(r, a, b->thread, seen);
	free(seen);
	return ended;
}

bool has_joined_all(struct races *r, const struct instance *a, const struct instance *b)
{
	return threads_is_ancestor(r->t, a->thread, b->thread) && a->thread != b->thread &&
	       holds_wherever(r, a, b, has_joined_there);
}

/* When that thread is created, has its creator joined those of the other creation by such loops? */
static bool is_created_behind(struct races *r, thread_id id, thread_id other)
{
	const struct thread *x = thread_at(r->t, id);
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	struct flow *w = search_of(r, other);
	return w && !reach_at_inst(r, w, x->creator, f->func, f->inst);
}

static bool has_one_creator(const struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	uint32_t at = 0;
	return x->origin == ORIGIN_FORK && x->creator && !x->merged && !x->mixed &&
	       !(x->flags & FORKF_MANY) && threads_next_creator(r->t, id, &at) == x->creator &&
	       !threads_next_creator(r->t, id, &at);
}

bool are_joined_in_turn(struct races *r, const struct instance *a, const struct instance *b)
{
	thread_id x = a->thread, y = b->thread;
	return has_one_creator(r, x) && has_one_creator(r, y) &&
	       thread_at(r->t, x)->creator == thread_at(r->t, y)->creator &&
	       is_created_behind(r, y, x) && is_created_behind(r, x, y);
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
