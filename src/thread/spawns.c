/* SPDX-License-Identifier: MIT */
/*
 * Spawns: what one fork starts in one creator, as a bit in an order names it. What has no
 * bit of its own, because a recursion or too many forks share one, is looked up here.
 */
#include "base/sort.h"
#include "thread/internal.h"

static spawn_id spawn_by_key(struct threads *t, uint32_t kind, thread_id creator, uint32_t a,
			     uint32_t b)
{
	uint32_t key[4] = {kind, creator, a, b};
	spawn_id id = intern_bytes(&t->memo->spawn_keys, key, sizeof(key));
	while (t->spawns.n <= id)
		vec_push(&t->spawns, ((struct spawn){.threads = {0}}));
	return id;
}

enum { SPAWN_FORK, SPAWN_SITE, SPAWN_LEFT, SPAWN_BELOW, SPAWN_SAME };

void spawns_free(struct threads *t)
{
	for (uint32_t i = 0; i < t->spawns.n; i++) {
		vec_free(&t->spawns.at[i].threads);
		vec_free(&t->spawns.at[i].ended);
	}
	vec_free(&t->spawns);
	intern_free(&t->memo->spawn_keys);
}

void spawns_forget(struct threads *t)
{
	spawns_free(t);
	vec_push(&t->spawns, ((struct spawn){0}));
	/* SPAWN_ALL, SPAWN_HERE: keys that no fork has */
	for (uint32_t i = SPAWN_ALL; i <= SPAWN_HERE; i++) {
		uint32_t key[4] = {UINT32_MAX, i};
		intern_bytes(&t->memo->spawn_keys, key, sizeof(key));
		vec_push(&t->spawns, ((struct spawn){0}));
	}
}

static bool are_crowds(const struct threads *t, const struct spawn *s)
{
	for (uint32_t i = 0; i < s->threads.n; i++)
		if (!thread_at(t, s->threads.at[i])->crowd)
			return false;
	return s->threads.n > 0 && !s->left_of;
}

/* The first that means the same: no join ends a crowd, so all that is asked is which it is. */
static spawn_id same_spawn(struct threads *t, spawn_id s)
{
	struct spawn *x = &t->spawns.at[s];
	if (x->same || s <= SPAWN_HERE || !are_crowds(t, x))
		return x->same ? x->same : s;
	uint32_t n = x->threads.n = sort_u32_set(x->threads.at, x->threads.n);
	uint32_t m = x->ended.n = sort_u32_set(x->ended.at, x->ended.n);
	set_id threads = intern_bytes(&t->sets, x->threads.at, n * sizeof(thread_id));
	set_id ended = intern_bytes(&t->sets, x->ended.at, m * sizeof(thread_id));
	spawn_id same = spawn_by_key(t, SPAWN_SAME, 0, threads, ended);
	t->spawns.at[s].same = same;
	if (t->spawns.at[same].same)
		return same;
	t->spawns.at[same].same = same;
	t->spawns.at[same].below = t->spawns.at[s].below;
	for (uint32_t i = 0; i < n; i++)
		vec_push(&t->spawns.at[same].threads, t->spawns.at[s].threads.at[i]);
	for (uint32_t i = 0; i < m; i++)
		vec_push(&t->spawns.at[same].ended, t->spawns.at[s].ended.at[i]);
	return same;
}

spawn_id spawn_of_site(struct threads *t, thread_id creator, const struct fork *k)
{
	if (runs_with_all(t, creator))
		return SPAWN_ALL;
	return spawn_by_key(t, SPAWN_SITE, creator, k->func, k->inst);
}

static bool may_leave(const struct threads *t, spawn_id s)
{
	for (uint32_t i = 0; i < t->spawns.at[s].threads.n; i++)
		if (thread_may_fork(t, t->spawns.at[s].threads.at[i]))
			return true;
	return false;
}

spawn_id spawn_left(struct threads *t, spawn_id s)
{
	if (s == SPAWN_ALL || t->spawns.at[s].left_of || !may_leave(t, s))
		return 0;
	spawn_id left = spawn_by_key(t, SPAWN_LEFT, 0, s, 0);
	t->spawns.at[left].left_of = s;
	return left;
}

/* Marks the function and what it calls. */
static uint32_t mark_below(struct threads *t, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	struct threads_memo *m = t->memo;
	VEC(func_id) work = {0};
	uint32_t mark = ++m->searches;
	m->reached[f] = mark;
	vec_push(&work, f);
	while (work.n) {
		func_id from = work.at[--work.n];
		for (uint32_t i = g->edge_at[from]; i < g->edge_at[from + 1]; i++) {
			const struct call_edge *e = &g->edges[i];
			if (e->kind == EDGE_CREATE || e->kind == EDGE_LATER ||
			    m->reached[e->callee] == mark)
				continue;
			m->reached[e->callee] = mark;
			vec_push(&work, e->callee);
		}
	}
	vec_free(&work);
	return mark;
}

/* Has a creation that became closed above f come up through f, or the recursion it is in? */
static bool came_through(const struct threads *t, const struct creation *x, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	const struct summary *s = summary_of(t, x->closed_in);
	for (uint32_t c = s->forks.at[x->fork].chain; c; c = s->chains.at[c].next) {
		if (g->component[s->chains.at[c].func] == g->component[f])
			return true;
	}
	return g->component[x->func] == g->component[f];
}

static void take_over(struct threads *t, spawn_id into, spawn_id from, bool running)
{
	for (uint32_t i = 0; i < t->spawns.at[from].threads.n; i++) {
		thread_id id = t->spawns.at[from].threads.at[i];
		if (running)
			vec_push(&t->spawns.at[into].threads, id);
		else if (thread_may_fork(t, id))
			vec_push(&t->spawns.at[into].ended, id);
	}
	for (uint32_t i = 0; i < t->spawns.at[from].ended.n; i++) {
		thread_id id = t->spawns.at[from].ended.at[i];
		vec_push(&t->spawns.at[into].ended, id);
	}
}

static spawn_id find_spawn(struct threads *t, thread_id creator, func_id f, uint32_t fork);

/* What a function has running when it returns, but for what the recursion that it is in
 * has; false: that is not known. */
static bool add_left_by(struct threads *t, spawn_id into, thread_id creator, func_id f)
{
	const struct summary *s = summary_of(t, f);
	const uint32_t *component = t->in.callgraph->component;
	uint64_t running = 0, started = 0;
	for (uint32_t i = 0; i < s->outcomes.n; i++) {
		const struct order *o = &s->orders.at[s->outcomes.at[i].ordering];
		running |= o->running;
		started |= o->started;
	}
	for (uint32_t k = 0; k < s->forks.n; k++) {
		const struct fork *x = &s->forks.at[k];
		if (!((running | started) & summary_fork_bit(k)) ||
		    (x->flags & FORKF_REST && component[x->callee] == component[f]))
			continue;
		spawn_id from = find_spawn(t, creator, f, k);
		if (from == SPAWN_ALL)
			return false;
		take_over(t, into, from, running & summary_fork_bit(k));
	}
	return true;
}

/* May it be running when the function that has started it returns? */
static bool outlives_function(const struct threads *t, const struct creation *x)
{
	const struct summary *s = summary_of(t, x->closed_in);
	for (uint32_t i = 0; i < s->outcomes.n; i++)
		if (s->orders.at[s->outcomes.at[i].ordering].running & summary_fork_bit(x->fork))
			return true;
	return false;
}

/* Or if not, may one be that it has created? Not in another process. */
static bool leaves_others(const struct threads *t, const struct creation *x)
{
	const struct summary *s = summary_of(t, x->closed_in);
	bool child = s->orders.at[s->forks.at[x->fork].ordering].alone;
	return !child && thread_may_fork(t, x->thread);
}

/* Everything that the creator starts in f and below, and that outlives the function that
 * starts it. All creations are known. Of those in a function that many use, a wrapper, only
 * what came to it by a way through f. */
static void add_all_below(struct threads *t, spawn_id into, thread_id creator, func_id f)
{
	struct threads_memo *m = t->memo;
	uint32_t below = mark_below(t, f);
	vec_clear(&t->spawns.at[into].threads);
	vec_clear(&t->spawns.at[into].ended);
	for (uint32_t i = 0; i < m->creations.n; i++) {
		const struct creation *x = &m->creations.at[i];
		if (x->creator != creator || m->reached[x->func] != below ||
		    (m->reached[x->closed_in] != below && !came_through(t, x, f)))
			continue;
		if (outlives_function(t, x))
			vec_push(&t->spawns.at[into].threads, x->thread);
		else if (leaves_others(t, x))
			vec_push(&t->spawns.at[into].ended, x->thread);
	}
}

/* The forks of f that share a bit, with all their threads; false: these are not known. */
static bool add_rest(struct threads *t, spawn_id into, thread_id creator, func_id f)
{
	for (uint32_t k = 64; k < summary_of(t, f)->forks.n; k++) {
		spawn_id from = find_spawn(t, creator, f, k);
		if (from == SPAWN_ALL)
			return false;
		take_over(t, into, from, true);
	}
	return true;
}

/* What runs when the recursion that f is in returns: what one of its functions leaves
 * running. Not what is joined there, or exists in a child process that goes no further.
 * If f is in none, it has more forks than can be told apart: these, or all that it leaves. */
static spawn_id spawn_below(struct threads *t, thread_id creator, func_id f, bool all)
{
	const struct callgraph *g = t->in.callgraph;
	uint32_t k = g->component[f];
	all &= !g->recursive[k];
	spawn_id s = spawn_by_key(t, SPAWN_BELOW, creator, f, all);
	if (t->spawns.at[s].below)
		return s;
	t->spawns.at[s].below = f;
	bool known = g->recursive[k] || add_rest(t, s, creator, f);
	for (uint32_t i = g->member_at[k]; g->recursive[k] && known && i < g->member_at[k + 1]; i++)
		known = add_left_by(t, s, creator, g->members[i]);
	if (all && known)
		known = add_left_by(t, s, creator, f);
	if (!known)
		add_all_below(t, s, creator, f);
	return s;
}

bool spawn_runs(const struct threads *t, set_id running, spawn_id s)
{
	uint32_t n;
	const uint32_t *at = threads_set(t, running, &n);
	for (uint32_t i = 0; i < n; i++) {
		const struct spawn *x = &t->spawns.at[at[i]];
		if (at[i] == s || at[i] == SPAWN_ALL)
			return true;
		for (uint32_t k = 0; x->below && k < x->threads.n; k++)
			if (t->spawns.at[s].threads.n &&
			    x->threads.at[k] == t->spawns.at[s].threads.at[0])
				return true;
	}
	return false;
}

bool is_root(const struct threads *t, thread_id id, func_id f)
{
	const struct thread *x = thread_at(t, id);
	if (x->origin == ORIGIN_ENTRY)
		return t->memo->is_entry[f];
	return x->entry == f || (x->more && map_get(&t->memo->begins_at, map_key2(id, f), 0));
}

bool fork_starts_here(const struct threads *t, thread_id creator, func_id f,
		      const struct fork *k)
{
	if (k->flags & (FORKF_CALLEE | FORKF_REST) || !k->entry ||
	    is_left_to_main(t, creator, f, k->lockset))
		return false;
	return !summary_fork_is_open(summary_of(t, f), k) || is_root(t, creator, f);
}

static spawn_id find_spawn(struct threads *t, thread_id creator, func_id f, uint32_t fork)
{
	enum { MAX_HOPS = 1000 };
	for (int hops = 0; hops < MAX_HOPS; hops++) {
		const struct summary *s = summary_of(t, f);
		if (fork >= s->forks.n)
			return SPAWN_ALL;
		const struct fork *k = &s->forks.at[fork];
		if (k->flags & FORKF_REST)
			return !k->callee ? SPAWN_ALL
					  : spawn_below(t, creator, k->callee,
							k->callee_fork == FORK_ALL);
		if (k->flags & FORKF_CALLEE) {
			f = k->callee;
			fork = k->callee_fork;
			continue;
		}
		if (fork_starts_here(t, creator, f, k))
			return spawn_by_key(t, SPAWN_FORK, creator, f, fork);
		return spawn_of_site(t, creator, k);
	}
	return SPAWN_ALL;
}

spawn_id spawn_of(struct threads *t, thread_id creator, func_id f, uint32_t fork)
{
	if (runs_with_all(t, creator))
		return SPAWN_ALL;
	spawn_id s = find_spawn(t, creator, f, fork);
	return t->memo->all_created ? same_spawn(t, s) : s;
}
