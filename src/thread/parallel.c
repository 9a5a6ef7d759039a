/* SPDX-License-Identifier: MIT */
/*
 * May two points be executed at the same time?
 *
 * Threads form a tree. What a thread does before it creates a child comes before
 * everything in that child; once the child has certainly been joined, only what
 * the child left running (its survivors) is left of it. So all that matters is
 * which children of the lowest common ancestor may be running: at the point
 * itself, when the ancestor is one of the two threads; at the creation of the
 * other child, when neither is.
 */
#include "thread/internal.h"

/* Sets of threads are put together from many lists that have most of them in common: as
 * marks, which are read off in order. */
static void mark_all(struct threads *t, const thread_id *at, uint32_t n)
{
	enum { BITS = 64 };
	uint64_t *marks = t->memo->marks;
	for (uint32_t i = 0; i < n; i++)
		marks[at[i] / BITS] |= UINT64_C(1) << at[i] % BITS;
}

static set_id set_of_marked(struct threads *t)
{
	enum { BITS = 64 };
	uint32_t *out = set_scratch(t, t->list.n), n = 0;
	for (uint32_t i = 0; i * BITS < t->list.n; i++) {
		for (uint64_t left = t->memo->marks[i]; left; left &= left - 1)
			out[n++] = i * BITS + (uint32_t)__builtin_ctzll(left);
		t->memo->marks[i] = 0;
	}
	return intern_bytes(&t->sets, out, n * sizeof(*out));
}

/* Of what is known about each set of spawns, + 1; 0: not yet. */
static set_id *known_of(set_list *list, set_id spawns)
{
	while (list->n <= spawns)
		vec_push(list, 0);
	return &list->at[spawns];
}

set_id spawn_threads(struct threads *t, set_id spawns)
{
	uint32_t n;
	set_id known = *known_of(&t->memo->alive, spawns);
	if (known)
		return known - 1;
	const uint32_t *at = threads_set(t, spawns, &n);
	for (uint32_t i = 0; i < n; i++)
		mark_all(t, t->spawns.at[at[i]].threads.at, t->spawns.at[at[i]].threads.n);
	set_id result = set_of_marked(t);
	*known_of(&t->memo->alive, spawns) = result + 1;
	return result;
}

static bool is_running(struct threads *t, set_id spawns, thread_id id)
{
	return spawns && set_has(t, spawn_threads(t, spawns), id);
}

bool threads_is_ancestor(const struct threads *t, thread_id a, thread_id of)
{
	while (of && of != a)
		of = thread_at(t, of)->creator;
	return of == a;
}

bool is_fault_handler(const struct threads *t, const struct thread *x)
{
	const struct path *number = path_at(&t->paths, x->argument);
	return x->flags & FORKF_NUMBER && number->kind == PATH_INT && number->imm > 0 &&
	       number->imm < 64 && t->in.faults >> number->imm & 1;
}

bool threads_is_fault_handler(const struct threads *t, thread_id id)
{
	return thread_at(t, id)->faults || is_fault_handler(t, thread_at(t, id));
}

/* The child of a on the way down to d. */
static thread_id child_towards(const struct threads *t, thread_id a, thread_id d)
{
	while (thread_at(t, d)->creator != a)
		d = thread_at(t, d)->creator;
	return d;
}

/* c was joined (or is not running for another reason): may d, below it, still
 * run because c did not wait for it? */
static bool survives(struct threads *t, thread_id c, thread_id d)
{
	while (c != d) {
		set_id left = thread_at(t, c)->survivors;
		thread_id next = child_towards(t, c, d);
		if (is_running(t, left, next))
			return true;
		c = next;
	}
	return false;
}

set_id spawn_ended(struct threads *t, set_id spawns)
{
	uint32_t n;
	set_id known = *known_of(&t->memo->ended, spawns);
	if (known)
		return known - 1;
	const uint32_t *at = threads_set(t, spawns, &n);
	for (uint32_t i = 0; i < n; i++) {
		const struct spawn *s = &t->spawns.at[at[i]], *of = &t->spawns.at[s->left_of];
		mark_all(t, of->threads.at, of->threads.n);
		mark_all(t, s->ended.at, s->ended.n);
	}
	set_id result = set_of_marked(t);
	*known_of(&t->memo->ended, spawns) = result + 1;
	return result;
}

/* Nothing else is asked of a set of spawns here. */
static uint32_t meaning_of(struct threads *t, set_id spawns)
{
	uint64_t key = map_key2(spawn_threads(t, spawns), spawn_ended(t, spawns));
	uint32_t known = map_get(&t->memo->meanings, key, UINT32_MAX);
	if (known == UINT32_MAX)
		map_put(&t->memo->meanings, key, known = spawns);
	return known;
}

set_id threads_running_alike(struct threads *t, set_id running)
{
	struct map *alike = &t->memo->alike;
	uint32_t known = map_get(alike, running, UINT32_MAX);
	if (known == UINT32_MAX)
		map_put(alike, running, known = meaning_of(t, running));
	return known;
}

bool threads_runs_as_much(struct threads *t, set_id more, set_id running)
{
	return more == running ||
	       (set_within(t, spawn_threads(t, running), spawn_threads(t, more)) &&
		set_within(t, spawn_ended(t, running), spawn_ended(t, more)));
}

/* Is c among those that have ended and may have left something running? */
static bool has_left(struct threads *t, set_id spawns, thread_id c)
{
	return spawns && set_has(t, spawn_ended(t, spawns), c);
}

/* May d, which is c or below it, be running when its ancestor, the creator of c, has
 * these running? */
static bool runs_among(struct threads *t, set_id running, thread_id c, thread_id d)
{
	return is_running(t, running, c) || (has_left(t, running, c) && survives(t, c, d));
}

static bool runs_at(struct threads *t, const struct point *p, thread_id ancestor, thread_id d)
{
	return runs_among(t, p->running, child_towards(t, ancestor, d), d);
}

bool threads_runs_at(struct threads *t, const struct point *p, thread_id d)
{
	thread_id at = context_at(t, p->context)->thread;
	return at == d || !threads_is_ancestor(t, at, d) || runs_at(t, p, at, d);
}

bool threads_is_started(struct threads *t, context_id c, uint32_t order, thread_id d)
{
	return is_running(t, started_since_entry(t, c, order), d);
}

/* May d, under the child c1, be running when the child c2 of the same thread is
 * created? */
static bool runs_at_creation(struct threads *t, thread_id c1, thread_id d, thread_id c2)
{
	return runs_among(t, thread_at(t, c2)->running, c1, d);
}

static bool overlaps_itself(struct threads *t, thread_id d)
{
	const struct thread *x = thread_at(t, d);
	if (x->origin == ORIGIN_ENTRY || x->crowd)
		return true;
	if (x->origin == ORIGIN_LATER &&
	    (x->flags & FORKF_MANY || x->asked_twice ||
	     (x->mixed && is_running(t, x->running, d))))
		return true;
	if (x->origin == ORIGIN_MAIN || x->origin == ORIGIN_SIGNAL ||
	    (x->origin == ORIGIN_LATER && !threads_has_loops(t, x)))
		return false;
	if (x->merged || x->loop_overlap || x->flags & FORKF_MANY ||
	    (x->creates_itself && x->origin != ORIGIN_LATER && is_running(t, x->survivors, d)))
		return true;
	for (thread_id c = d; thread_at(t, c)->creator; c = thread_at(t, c)->creator) {
		if (is_running(t, thread_at(t, c)->running, c) ||
		    (c != d && thread_at(t, c)->repeated && survives(t, c, d)))
			return true;
		if (thread_at(t, thread_at(t, c)->creator)->many)
			return true;
	}
	return false;
}

static void find_overlaps_once(struct threads *t)
{
	for (thread_id i = 1; i < t->list.n; i++) {
		struct thread *x = &t->list.at[i];
		x->many = overlaps_itself(t, i);
		x->nested = x->creates_itself && !x->many;
		x->many |= x->creates_itself;
	}
}

/* A callback that is asked for several times may be run by several of them at once, if threads
 * of which there is any number run the loops. */
void find_overlaps(struct threads *t)
{
	find_overlaps_once(t);
	find_runners(t);
	if (t->many_run_loops)
		find_overlaps_once(t);
}

static thread_id common_ancestor(const struct threads *t, thread_id a, thread_id b)
{
	while (a != b && a && b) {
		if (thread_at(t, a)->depth >= thread_at(t, b)->depth)
			a = thread_at(t, a)->creator;
		else
			b = thread_at(t, b)->creator;
	}
	return a == b ? a : 0;
}

/* Those that it has left running, that these have when they end, and so on; what still runs
 * may create more. */
static set_id find_left(struct threads *t, thread_id id)
{
	bool *in = xcalloc(t->list.n, sizeof(*in)), *seen = xcalloc(t->list.n, sizeof(*seen));
	VEC(thread_id) ended = {0};
	uint32_t n;
	vec_push(&ended, id);
	while (ended.n) {
		thread_id e = vec_pop(&ended);
		if (seen[e])
			continue;
		seen[e] = true;
		set_id left = thread_at(t, e)->survivors;
		const uint32_t *at = threads_set(t, spawn_threads(t, left), &n);
		for (uint32_t i = 0; i < n; i++)
			in[at[i]] = true;
		at = threads_set(t, spawn_ended(t, left), &n);
		for (uint32_t i = 0; i < n; i++)
			vec_push(&ended, at[i]);
	}
	set_id all = with_created(t, in);
	vec_free(&ended);
	free(seen);
	free(in);
	return all;
}

/* May d be running, of all that comes from c, when c has ended? There are several ways from the
 * one to the other. */
static bool is_left_by(struct threads *t, thread_id c, thread_id d)
{
	uint32_t known = map_get(&t->memo->left, c, UINT32_MAX);
	if (known == UINT32_MAX)
		map_put(&t->memo->left, c, known = find_left(t, c));
	return set_has(t, known, d);
}

/* May the thread, which comes from one of its tops, be running among those? */
static bool any_runs_among(struct threads *t, set_id running, thread_id id)
{
	uint32_t n;
	const uint32_t *at = threads_set(t, thread_at(t, id)->tops, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (is_running(t, running, at[i]) ||
		    (has_left(t, running, at[i]) && is_left_by(t, at[i], id)))
			return true;
	}
	return false;
}

/* Likewise when what the other comes from is created, or do both come from the same? */
static bool tops_overlap(struct threads *t, thread_id id, thread_id other)
{
	uint32_t n;
	const uint32_t *at = threads_set(t, thread_at(t, other)->tops, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (set_has(t, thread_at(t, id)->tops, at[i]) ||
		    any_runs_among(t, thread_at(t, at[i])->running, id))
			return true;
	}
	return false;
}

/* There are several ways up from one of the threads: only what the root, of which
 * there is one, has created is told apart. */
static bool wide_parallel(struct threads *t, const struct point *a, const struct point *b)
{
	thread_id x = context_at(t, a->context)->thread, y = context_at(t, b->context)->thread;
	if (!thread_at(t, x)->creator)
		return any_runs_among(t, a->running, y);
	if (!thread_at(t, y)->creator)
		return any_runs_among(t, b->running, x);
	return tops_overlap(t, x, y) || tops_overlap(t, y, x);
}

static bool has_index(const struct paths *p, path_id id)
{
	while (path_at(p, id)->kind >= PATH_OFFSET && path_at(p, id)->kind != PATH_INDEX)
		id = path_at(p, id)->a;
	return path_at(p, id)->kind == PATH_INDEX;
}

/* A variable, or what was allocated in one place? */
static bool is_one_object(const struct paths *p, path_id base)
{
	const struct path *x = path_at(p, base);
	return x->kind == PATH_SYMBOL || x->kind == PATH_HEAP;
}

/* The same place in what may be the same object under another name? */
static bool is_same_member(const struct paths *p, path_id a, path_id b)
{
	path_id x, y;
	bool same = path_split_offset(p, a, &x) == path_split_offset(p, b, &y);
	return same && (x == y || !is_one_object(p, x) || !is_one_object(p, y));
}

/* A module is looked at with one device: what runs serially for each object of it is one
 * thread, unless there are several such objects. */
static bool are_serial(const struct threads *t, const struct thread *x, const struct thread *y)
{
	const struct paths *p = &t->paths;
	if (x->crowd || y->crowd || !t->is_module || x->entry != y->entry ||
	    !(x->flags & y->flags & 3 * FORKF_SERIAL) ||
	    !x->argument || !y->argument || has_index(p, x->argument) || has_index(p, y->argument))
		return false;
	return is_same_member(p, x->argument, y->argument) ||
	       path_at(p, x->argument)->kind == PATH_VALUE ||
	       path_at(p, y->argument)->kind == PATH_VALUE;
}

/* Callbacks of the loop that main runs, or one of them and main? */
static bool are_of_loop(const struct threads *t, thread_id x, thread_id y)
{
	return t->main_runs_loop && threads_runner(t, x) == 1 && threads_runner(t, y) == 1 &&
	       (x != 1 || y != 1);
}

/* Neither is above the other: what may run when the one, or who has created it, is created? */
static bool siblings_meet(struct threads *t, thread_id top, thread_id x, thread_id y)
{
	thread_id cx = child_towards(t, top, x), cy = child_towards(t, top, y);
	return runs_at_creation(t, cx, x, cy) || runs_at_creation(t, cy, y, cx);
}

bool threads_may_meet(struct threads *t, thread_id x, thread_id y)
{
	const struct thread *a = thread_at(t, x), *b = thread_at(t, y);
	if (are_serial(t, a, b) || are_of_loop(t, x, y))
		return false;
	if (x == y)
		return a->many || a->nested;
	thread_id top = common_ancestor(t, x, y);
	return !top || thread_at(t, top)->many || a->wide || b->wide || top == x || top == y ||
	       siblings_meet(t, top, x, y);
}

bool threads_parallel(struct threads *t, const struct point *a, const struct point *b)
{
	thread_id x = context_at(t, a->context)->thread;
	thread_id y = context_at(t, b->context)->thread;
	if (are_serial(t, thread_at(t, x), thread_at(t, y)) || are_of_loop(t, x, y))
		return false;
	thread_id top = common_ancestor(t, x, y);
	if (x == y && thread_at(t, x)->nested)
		return is_running(t, a->running, x) || is_running(t, b->running, x);
	if (x == y)
		return thread_at(t, x)->many;
	if (!top || thread_at(t, top)->many)
		return true;
	if (thread_at(t, x)->wide || thread_at(t, y)->wide)
		return wide_parallel(t, a, b);
	if (top == x)
		return runs_at(t, a, x, y);
	return top == y ? runs_at(t, b, y, x) : siblings_meet(t, top, x, y);
}

bool threads_is_alone(const struct threads *t, thread_id id, set_id running)
{
	return t->memo->only_main_creates && id == 1 && runs_nothing(t, running);
}

static void enter(const struct threads *t, func_id from)
{
	const struct callgraph *g = t->in.callgraph;
	VEC(func_id) next = {0};
	vec_push(&next, from);
	while (next.n) {
		func_id f = vec_pop(&next);
		if (t->memo->entered[f])
			continue;
		t->memo->entered[f] = true;
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++)
			vec_push(&next, g->edges[i].callee);
	}
	vec_free(&next);
}

/* May some thread come there? Code of a library that the program does not use is not entered. */
static bool is_entered(const struct threads *t, func_id f)
{
	if (!t->memo->entered) {
		t->memo->entered = xcalloc(t->in.summaries->n, sizeof(bool));
		for (thread_id id = 1; id < t->list.n; id++)
			enter(t, thread_at(t, id)->entry);
		for (uint32_t i = 1; i < t->begins.n; i++)
			enter(t, t->begins.at[i].entry);
		for (uint32_t i = 0; i < t->entries.n; i++)
			enter(t, t->entries.at[i]);
	}
	return t->memo->entered[f];
}

/* The one call of f by a function that is entered; NULL: there is none, or several. */
static const struct call_edge *only_call(const struct threads *t, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	const struct call_edge *only = NULL;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		if (!is_entered(t, e->caller))
			continue;
		if (only)
			return NULL;
		only = e;
	}
	return only;
}

/* Is there a single call of f, and is it outside of loops? Gives its caller. */
static bool has_one_call(const struct threads *t, func_id f, func_id *caller)
{
	const struct call_edge *e = t->in.callgraph->caller_at ? only_call(t, f) : NULL;
	if (!e)
		return false;
	const struct summary *s = summary_of(t, e->caller);
	bool once = false;
	for (uint32_t i = 0; i < s->calls.n; i++) {
		if (s->calls.at[i].inst != e->inst || s->calls.at[i].callee != f)
			continue;
		if (s->calls.at[i].flags & CALLF_LOOP)
			return false;
		once = true;
	}
	*caller = e->caller;
	return once;
}

bool threads_runs_often(const struct threads *t, thread_id id, func_id f)
{
	enum { MAX_CALLS = 1000 };
	for (int i = 0; i < MAX_CALLS; i++) {
		uint32_t at = map_get(&t->memo->node_at, map_key2(id, f), 0);
		if (at)
			return t->memo->nodes.at[at].many;
		if (!has_one_call(t, f, &f))
			return true;
	}
	return true;
}
