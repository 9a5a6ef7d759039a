/* SPDX-License-Identifier: MIT */
/*
 * Threads that post a semaphore when they are done, and whose creator waits for it before it
 * goes on, or before it creates the next one:
 *
 *	for (...) { sem_wait(&s->free); s->buf = next(); create(work, s); }
 *	work: ...; sem_post(&s->free);
 *
 * The semaphore is no lock of anybody: one thread has waited for it, and another one posts it.
 * It need not begin as zero, if its creator has waited before it creates the thread, nor be posted
 * by the thread alone; but from the creation on nobody else posts it before the creator has waited
 * for it once more. So a search as in gone.c tells where the thread may still be at work: from its
 * creation on until its creator has waited. What the thread does behind its post is never covered.
 * If the semaphores are those of an array, a loop that waits for one after the other has most
 * likely waited for all of them.
 *
 * How many threads there are, and what posts when their creation fails, is not looked at: it ranks.
 */
#include "race/order/asked.h"
#include "race/order/order.h"
#include "race/veto/veto.h"

/* The thread may be at work; its creator has not waited for any since; it has posted; the semaphore
 * may still count what it began with. */
enum { RUNS = 1, UNWAITED = 2, POSTED = 4, FULL = 8, MAX_POSTS = 4096 };

struct semaphore_site {
	struct instance at; /* in its context; only where it is, and in which thread */
	path_id object;
	func_id caller; /* the site is in what it calls, by 'call'; 0: it is what is at 'at' */
	uint32_t call;
	bool posts;
};

struct search {
	struct pt_loc semaphore;
	thread_id by;
	bool folded; /* one of an array */
	bool alone;  /* never two of the threads at work */
	bool *ours;  /* [thread] created by that one, and posts it; only while it is made */
	struct flow *w; /* NULL: it tells nothing */
};

struct posted {
	VEC(struct semaphore_site) sites;
	VEC(struct search) searches;
	bool any; /* some thread but main posts one */
};

/* ---- which semaphore ---- */

static bool is_at(const struct pt_loc *a, const struct pt_loc *b)
{
	return a->obj == b->obj && a->offset == b->offset;
}

static bool may_mean(struct races *r, path_id object, const struct pt_loc *s)
{
	const struct pt_set *set = threads_points_to(r->t, object);
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (pt_loc_overlap(r->pt, set->locs.at[i], 1, *s, 1))
			return true;
	return set->unknown;
}

static bool is_one(struct races *r, path_id object, struct pt_loc *out)
{
	const struct pt_set *set = threads_points_to(r->t, object);
	if (set->locs.n != 1 || set->unknown)
		return false;
	*out = set->locs.at[0];
	return true;
}

static bool means(struct races *r, path_id object, const struct pt_loc *s)
{
	struct pt_loc one;
	return is_one(r, object, &one) && is_at(&one, s);
}

/* ---- where they are waited for and posted ---- */

/* What the call that led to the context passes for the formal; 0: it is not known. */
static path_id passed_to(const struct races *r, context_id c, uint32_t formal)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s =
		x->parent ? summary_of(r->t, context_at(r->t, x->parent)->func) : NULL;
	for (uint32_t i = 0; s && i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (k->inst == x->call && k->callee == x->func && formal < k->arg_count)
			return s->call_args.at[k->arg_first + formal];
	}
	return 0;
}

/* A formal is all that callers pass: here, what these do. */
static path_id close_here(struct races *r, context_id c, path_id object)
{
	enum { UP = 8 };
	for (uint32_t i = 0; i < UP; i++) {
		const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
		const struct path *x = path_at(&s->paths, object);
		path_id passed = x->kind == PATH_FORMAL ? passed_to(r, c, x->a) : 0;
		if (!passed)
			break;
		object = passed;
		c = context_at(r->t, c)->parent;
	}
	return threads_close(r->t, c, object);
}

static void find_in_context(struct races *r, struct posted *o, context_id c)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s = summary_of(r->t, x->func);
	for (uint32_t i = 0; i < s->syncs.n && o->sites.n < MAX_POSTS; i++) {
		const struct sync *y = &s->syncs.at[i];
		if (y->kind != SYNC_SEM_POST && y->kind != SYNC_SEM_WAIT)
			continue;
		struct semaphore_site at = {
			.at = {.point = {c, y->chain, y->func, y->inst, 0}, .thread = x->thread},
			.object = close_here(r, c, y->object),
			.posts = y->kind == SYNC_SEM_POST};
		o->any |= at.posts && thread_at(r->t, x->thread)->origin == ORIGIN_FORK;
		vec_push(&o->sites, at);
	}
}

/* By the names that the caller has; 0 if it does not say which one it is. */
static void find_in_call(struct races *r, struct posted *o, context_id c, const struct call *k)
{
	const struct summary *s = summary_of(r->t, k->callee);
	const struct context *x = context_at(r->t, c);
	for (uint32_t i = 0; i < s->syncs.n && o->sites.n < MAX_POSTS; i++) {
		const struct sync *y = &s->syncs.at[i];
		if (y->kind != SYNC_SEM_POST && y->kind != SYNC_SEM_WAIT)
			continue;
		path_id object =
			k->pointer ? 0 : threads_close_call(r->t, x->func, k, y->object);
		if (object || k->pointer)
			vec_push(&o->sites,
				 ((struct semaphore_site){.at = {.thread = x->thread},
							  .object = object,
							  .caller = x->func,
							  .call = k->inst,
							  .posts = y->kind == SYNC_SEM_POST}));
	}
}

static struct posted *posted_of(struct races *r)
{
	struct events *e = events_of(r);
	if (e->posted)
		return e->posted;
	struct posted *o = e->posted = xcalloc(1, sizeof(*o));
	for (context_id c = 1; c < r->t->contexts.n; c++)
		find_in_context(r, o, c);
	for (context_id c = 1; c < r->t->contexts.n && o->any; c++) {
		const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
		for (uint32_t i = 0; i < s->calls.n; i++)
			find_in_call(r, o, c, &s->calls.at[i]);
	}
	o->any &= o->sites.n < MAX_POSTS;
	return o;
}

/* ---- whose it is ---- */

static bool is_created_by(const struct races *r, thread_id id, thread_id by)
{
	uint32_t at = 0;
	thread_id one = threads_next_creator(r->t, id, &at);
	bool only = one && thread_at(r->t, id)->origin == ORIGIN_FORK;
	for (; one && only; one = threads_next_creator(r->t, id, &at))
		only = one == by;
	return only && id != by;
}

static bool posts(struct races *r, thread_id id, const struct pt_loc *s)
{
	const struct posted *o = r->events->posted;
	for (uint32_t i = 0; i < o->sites.n; i++) {
		const struct semaphore_site *x = &o->sites.at[i];
		if (x->posts && !x->caller && x->at.thread == id && may_mean(r, x->object, s))
			return true;
	}
	return false;
}

/* Nobody posts it but the creator, and threads that it creates. */
static bool is_posted_below(struct races *r, const struct pt_loc *s, thread_id by)
{
	const struct posted *o = r->events->posted;
	for (uint32_t i = 0; i < o->sites.n; i++) {
		const struct semaphore_site *x = &o->sites.at[i];
		if (x->posts && !x->caller && x->at.thread != by && may_mean(r, x->object, s) &&
		    !is_created_by(r, x->at.thread, by))
			return false;
	}
	return true;
}

/* ---- the search ---- */

static const struct fork *fork_of(const struct races *r, const struct thread *x)
{
	return &summary_of(r->t, x->func)->forks.at[x->fork];
}

/* Where one instruction creates several kinds of threads: does f have only others created there? */
static bool creates_others(struct races *r, const struct search *s, func_id f, uint32_t fork)
{
	const struct fork *k = &summary_of(r->t, f)->forks.at[fork];
	bool others = false;
	for (thread_id id = 1; id < r->t->list.n; id++) {
		const struct thread *x = thread_at(r->t, id);
		for (; x && s->ours[id]; x = thread_next_beginning(r->t, x)) {
			const struct fork *own = fork_of(r, x);
			if (own->func != k->func || own->inst != k->inst)
				continue;
			if (!is_other_creation(r, x, f, fork))
				return false;
			others = true;
		}
	}
	return others;
}

static void add_creations(struct races *r, struct search *s)
{
	for (thread_id id = 1; id < r->t->list.n; id++) {
		const struct thread *x = thread_at(r->t, id);
		for (; x && s->ours[id]; x = thread_next_beginning(r->t, x))
			reach_add(s->w, (struct flow_site){.func = fork_of(r, x)->func,
							   .inst = fork_of(r, x)->inst,
							   .sets = true,
							   .bits = RUNS | UNWAITED});
	}
	for (func_id f = 1; f < r->in->summaries->n; f++)
		for (uint32_t i = 0; i < summary_of(r->t, f)->forks.n; i++) {
			uint32_t via = summary_of(r->t, f)->forks.at[i].via;
			if (via && creates_others(r, s, f, i))
				reach_add(s->w, (struct flow_site){.func = f,
								   .inst = via - 1,
								   .unmade = true,
								   .bits = RUNS | UNWAITED});
		}
}

static bool leads_to(const struct notes *n, uint32_t from, uint32_t to)
{
	bool *seen = xcalloc(n->flow.n + 1u, sizeof(*seen));
	uint32_t *left = xmalloc((n->flow.n + 1u) * sizeof(*left)), count = 0;
	for (left[count++] = from; count && !seen[to];) {
		const struct flow_block *b = &n->flow.at[left[--count]];
		for (uint32_t i = 0; i < b->next_count; i++) {
			uint32_t next = n->flow_edges.at[b->next_first + i].to;
			if (!seen[next])
				left[count++] = next;
			seen[next] = true;
		}
	}
	bool found = seen[to];
	free(seen);
	free(left);
	return found;
}

/* Does the loop around that instruction create threads as well? It takes turns, then. */
static bool creates_within(const struct races *r, func_id f, uint32_t inst)
{
	const struct callgraph *g = r->t->in.callgraph;
	const struct notes *n = &summary_of(r->t, f)->notes;
	uint32_t here = notes_block(n, inst);
	for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++) {
		uint32_t block = notes_block(n, g->edges[e].inst);
		if ((g->edges[e].kind >= EDGE_CREATE ||
		     summary_of(r->t, g->edges[e].callee)->may_fork) &&
		    leads_to(n, here, block) && leads_to(n, block, here))
			return true;
	}
	return false;
}

/* One after the other of the array, from the first on. */
static bool goes_through(const struct races *r, path_id object)
{
	const struct paths *p = &r->t->paths;
	path_id index;
	if (!path_outer_index(p, object, &index))
		return path_at(p, object)->loads || path_at(p, object)->flags & PATHF_ANY;
	const struct path *i = path_at(p, index);
	const struct path *from = i->kind == PATH_RANGE ? path_at(p, i->a) : NULL;
	return i->kind != PATH_INT && !(from && from->kind == PATH_INT && from->imm > 0);
}

static void add_loop(const struct races *r, struct search *s, func_id f, uint32_t inst)
{
	if (is_in_cycle(r, f, inst, UINT32_MAX) && !creates_within(r, f, inst))
		add_exits(r, s->w, f, inst, RUNS | UNWAITED);
}

/* The creator waits for the one, or for many of that array. */
static void add_loops(struct races *r, struct search *s, const struct semaphore_site *x)
{
	if (!s->folded || x->posts || x->at.thread != s->by || !x->object ||
	    !means(r, x->object, &s->semaphore) || !goes_through(r, x->object))
		return;
	if (x->caller)
		add_loop(r, s, x->caller, x->call);
	else if (!x->at.point.chain)
		add_loop(r, s, x->at.point.func, x->at.point.inst);
}

/* What a call waits for, or posts, is another one. */
static void add_other_calls(struct races *r, struct search *s, const struct semaphore_site *x)
{
	struct flow_site call = {.func = x->caller, .inst = x->call};
	call.keeps = !x->posts && (!x->object || !means(r, x->object, &s->semaphore));
	call.unmade = x->posts && x->object && !may_mean(r, x->object, &s->semaphore);
	call.bits = x->posts ? POSTED : RUNS | UNWAITED;
	if (x->caller && (call.keeps || call.unmade))
		reach_add(s->w, call);
}

/* ---- what waits and posts ---- */

enum meaning { ANOTHER, THAT, AS_GIVEN, UNCLEAR };

/* Is it the semaphore to which the function's parameter leads? Then the calls say which. */
static bool is_given(const struct summary *s, const struct deed *x)
{
	for (uint32_t i = 0; i < s->syncs.n; i++) {
		const struct sync *y = &s->syncs.at[i];
		const struct path *root = path_at(&s->paths, path_at(&s->paths, y->object)->root);
		if (!y->chain && y->inst == x->inst && root->kind == PATH_FORMAL)
			return true;
	}
	return false;
}

static enum meaning meaning_of(const struct races *r, const struct search *s, func_id f,
			       const struct deed *x)
{
	struct pt_set set = {0};
	pointers_of_value(r->pt, f, x->address, &set);
	bool may = set.unknown, only = set.locs.n == 1 && !set.unknown;
	for (uint32_t i = 0; i < set.locs.n; i++)
		may |= pt_loc_overlap(r->pt, set.locs.at[i], 1, s->semaphore, 1);
	only = only && is_at(&set.locs.at[0], &s->semaphore);
	pt_set_free(&set);
	if (!may || only)
		return only ? THAT : ANOTHER;
	return is_given(summary_of(r->t, f), x) ? AS_GIVEN : UNCLEAR;
}

static void add_deed(const struct races *r, struct search *s, func_id f, const struct deed *x)
{
	enum meaning m = meaning_of(r, s, f, x);
	struct flow_site at = {.func = f, .inst = x->inst};
	if (x->kind == DEED_WAIT) {
		at.signs = x->signs;
		at.bits = FULL | (s->folded ? UNWAITED : RUNS | UNWAITED);
	} else {
		at.sets = true;
		at.bits = POSTED;
	}
	if (m == THAT || m == AS_GIVEN || (m == UNCLEAR && at.sets))
		reach_add(s->w, at);
}

static void add_deeds(const struct races *r, struct search *s)
{
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct notes *n = &summary_of(r->t, f)->notes;
		for (uint32_t i = 0; i < n->deeds.n; i++)
			if (n->deeds.at[i].kind == DEED_WAIT || n->deeds.at[i].kind == DEED_POST)
				add_deed(r, s, f, &n->deeds.at[i]);
	}
}

/* ---- what must hold ---- */

static bool is_waited_for_at(struct races *r, const struct search *s, func_id f, uint32_t inst)
{
	return !thread_runs(r, s->by, f) ||
	       !(reach_at_inst(r, s->w, s->by, f, inst) & UNWAITED);
}

/* The creator posts it only if it has waited since the last creation. */
static bool is_left_alone(struct races *r, const struct search *s)
{
	const struct posted *o = r->events->posted;
	for (uint32_t i = 0; i < o->sites.n; i++) {
		const struct semaphore_site *x = &o->sites.at[i];
		if (x->posts && x->caller && x->object &&
		    may_mean(r, x->object, &s->semaphore) &&
		    !is_waited_for_at(r, s, x->caller, x->call))
			return false;
	}
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct notes *n = &summary_of(r->t, f)->notes;
		for (uint32_t i = 0; i < n->deeds.n; i++) {
			const struct deed *x = &n->deeds.at[i];
			enum meaning m = x->kind == DEED_POST ? meaning_of(r, s, f, x) : ANOTHER;
			if ((m == THAT || m == UNCLEAR) && !is_waited_for_at(r, s, f, x->inst))
				return false;
		}
	}
	return true;
}

/* Bits that are set before any of those threads is created. */
static uint64_t before_creation(struct races *r, const struct search *s)
{
	uint64_t bits = 0;
	for (thread_id id = 1; id < r->t->list.n; id++) {
		const struct thread *x = thread_at(r->t, id);
		for (; x && s->ours[id]; x = thread_next_beginning(r->t, x)) {
			const struct fork *f = fork_of(r, x);
			for (context_id c = threads_first_context(r->t, s->by, x->func); c;
			     c = context_at(r->t, c)->next_here) {
				struct instance at = {
					.point = {c, f->chain, f->func, f->inst, 0},
					.thread = s->by};
				bits |= reach_at(r, s->w, &at);
			}
		}
	}
	return bits;
}

static bool tells(struct races *r, struct search *s)
{
	uint64_t before = before_creation(r, s);
	s->alone = !s->folded && !(before & RUNS);
	return !(before & FULL) && (s->folded ? !(before & UNWAITED) : s->alone) &&
	       is_left_alone(r, s);
}

static void look(struct races *r, struct search *s)
{
	const struct posted *o = r->events->posted;
	if (!is_single(r, s->by) || !is_posted_below(r, &s->semaphore, s->by))
		return;
	s->w = xcalloc(1, sizeof(*s->w));
	s->w->first = semaphore_begins_above(r, s->semaphore, 0) ? FULL : 0;
	s->ours = xcalloc(r->t->list.n, sizeof(*s->ours));
	for (thread_id id = 1; id < r->t->list.n; id++)
		s->ours[id] = is_created_by(r, id, s->by) && posts(r, id, &s->semaphore);
	add_creations(r, s);
	add_deeds(r, s);
	for (uint32_t i = 0; i < o->sites.n; i++) {
		add_loops(r, s, &o->sites.at[i]);
		add_other_calls(r, s, &o->sites.at[i]);
	}
	reach_run(r, s->w);
	if (!tells(r, s)) {
		reach_free(s->w);
		s->w = NULL;
	}
	free(s->ours);
	s->ours = NULL;
}

static const struct search *search_of(struct races *r, struct pt_loc semaphore, thread_id by)
{
	struct posted *o = r->events->posted;
	for (uint32_t i = 0; i < o->searches.n; i++)
		if (o->searches.at[i].by == by && is_at(&o->searches.at[i].semaphore, &semaphore))
			return &o->searches.at[i];
	struct search s = {.semaphore = semaphore,
			   .by = by,
			   .folded = pt_loc_is_folded(r->pt, semaphore)};
	look(r, &s);
	vec_push(&o->searches, s);
	return &vec_last(&o->searches);
}

/* ---- between two accesses ---- */

/* Is a where the creator has waited for b's thread, or in a thread that was created there? */
static bool has_waited(struct races *r, const struct search *s, const struct instance *a,
		       const struct instance *b)
{
	if (!s->w || reach_at(r, s->w, b) & POSTED)
		return false;
	if (a->thread == s->by)
		return !(reach_at(r, s->w, a) & RUNS);
	return s->alone && is_created_by(r, a->thread, s->by) &&
	       posts(r, a->thread, &s->semaphore) && !(reach_at(r, s->w, a) & POSTED);
}

static bool is_done(struct races *r, const struct instance *a, const struct instance *b)
{
	struct posted *o = r->events->posted;
	uint32_t at = 0;
	thread_id by = threads_next_creator(r->t, b->thread, &at);
	struct pt_loc semaphore;
	for (uint32_t i = 0; i < o->sites.n; i++) {
		const struct semaphore_site *x = &o->sites.at[i];
		if (x->posts && !x->caller && x->at.thread == b->thread &&
		    is_one(r, x->object, &semaphore) &&
		    has_waited(r, search_of(r, semaphore, by), a, b))
			return true;
	}
	return false;
}

static bool may_be_done(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t at = 0;
	thread_id by = threads_next_creator(r->t, b->thread, &at);
	return by && is_created_by(r, b->thread, by) &&
	       (a->thread == by || is_created_by(r, a->thread, by)) &&
	       holds_everywhere(r, a, b, is_done);
}

bool has_posted(struct races *r, const struct instance *a, const struct instance *b)
{
	return posted_of(r)->any && (may_be_done(r, a, b) || may_be_done(r, b, a));
}

/* A variable that is no element of an array: that may be what belongs to the one waited for. */
static bool is_of_all(const struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	path_id at = x->path;
	while (path_is_step(path_at(p, at)) && path_at(p, at)->kind != PATH_INDEX)
		at = path_at(p, at)->a;
	return pointers_object(r->pt, x->obj)->kind == OBJ_VARIABLE &&
	       path_at(p, at)->kind != PATH_INDEX &&
	       !(path_at(p, x->path)->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE));
}

bool is_posted_by_others(struct races *r, struct pt_loc semaphore, const struct instance *a,
			 const struct instance *b)
{
	if (!posted_of(r)->any || !is_created_by(r, a->thread, b->thread) ||
	    !posts(r, a->thread, &semaphore))
		return false;
	const struct search *s = search_of(r, semaphore, b->thread);
	return s->w && s->folded && is_of_all(r, b) && reach_at(r, s->w, b) & RUNS;
}

void posted_free(struct events *o)
{
	for (uint32_t i = 0; o->posted && i < o->posted->searches.n; i++)
		reach_free(o->posted->searches.at[i].w);
	if (o->posted) {
		vec_free(&o->posted->searches);
		vec_free(&o->posted->sites);
	}
	free(o->posted);
}
