/* SPDX-License-Identifier: MIT */
/*
 * Finding threads: from the roots, follow the call records of functions that may
 * create threads; every fork that is closed where we meet it is one thread for
 * each function it may start. A thread's own forks are found in the same way, so
 * the threads form a tree.
 *
 * An open fork (its entry or argument mentions a formal) was copied into the
 * callers; it counts where it became closed, or in the entry function itself.
 * A fork that an ancestor already stands for makes that ancestor create itself,
 * and past MAX_THREADS a fork keeps one thread for all its creators: both end
 * the recursion, both only lose order, never a thread.
 */
#include <string.h>

#include "thread/internal.h"

/* ---- spawns ---- */

static spawn_id spawn_by_key(struct threads *t, uint32_t kind, thread_id creator, uint32_t a,
			     uint32_t b)
{
	uint32_t key[4] = {kind, creator, a, b};
	spawn_id id = intern_bytes(&t->memo->spawn_keys, key, sizeof(key));
	while (t->spawns.n <= id)
		vec_push(&t->spawns, ((struct spawn){.threads = {0}}));
	return id;
}

enum { SPAWN_FORK, SPAWN_SITE, SPAWN_LEFT, SPAWN_BELOW };

static spawn_id spawn_of_site(struct threads *t, thread_id creator, const struct fork *k)
{
	return spawn_by_key(t, SPAWN_SITE, creator, k->func, k->inst);
}

static bool may_leave(const struct threads *t, spawn_id s)
{
	for (uint32_t i = 0; i < t->spawns.at[s].threads.n; i++) {
		func_id entry = thread_at(t, t->spawns.at[s].threads.at[i])->entry;
		if (summary_of(t, entry)->may_fork)
			return true;
	}
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
		else if (summary_of(t, thread_at(t, id)->entry)->may_fork)
			vec_push(&t->spawns.at[into].ended, id);
	}
	for (uint32_t i = 0; i < t->spawns.at[from].ended.n; i++) {
		thread_id id = t->spawns.at[from].ended.at[i];
		vec_push(&t->spawns.at[into].ended, id);
	}
}

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
		spawn_id from = spawn_of(t, creator, f, k);
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
	return !child && summary_of(t, thread_at(t, x->thread)->entry)->may_fork;
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
		spawn_id from = spawn_of(t, creator, f, k);
		if (from == SPAWN_ALL)
			return false;
		take_over(t, into, from, true);
	}
	return true;
}

/* What runs when the recursion that f is in returns: what one of its functions leaves
 * running. Not what is joined there, or exists in a child process that goes no further.
 * If f is in none, it has more forks than can be told apart. */
static spawn_id spawn_below(struct threads *t, thread_id creator, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	spawn_id s = spawn_by_key(t, SPAWN_BELOW, creator, f, 0);
	uint32_t k = g->component[f];
	if (t->spawns.at[s].below)
		return s;
	t->spawns.at[s].below = f;
	bool known = g->recursive[k] || add_rest(t, s, creator, f);
	for (uint32_t i = g->member_at[k]; g->recursive[k] && known && i < g->member_at[k + 1]; i++)
		known = add_left_by(t, s, creator, g->members[i]);
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

static bool is_root(const struct threads *t, thread_id id, func_id f)
{
	const struct thread *x = thread_at(t, id);
	return x->origin == ORIGIN_ENTRY ? t->memo->is_entry[f] : x->entry == f;
}

bool fork_starts_here(const struct threads *t, thread_id creator, func_id f,
		      const struct fork *k)
{
	if (k->flags & (FORKF_CALLEE | FORKF_REST) || !k->entry)
		return false;
	return !summary_fork_is_open(summary_of(t, f), k) || is_root(t, creator, f);
}

spawn_id spawn_of(struct threads *t, thread_id creator, func_id f, uint32_t fork)
{
	enum { MAX_HOPS = 1000 };
	for (int hops = 0; hops < MAX_HOPS; hops++) {
		const struct summary *s = summary_of(t, f);
		if (fork >= s->forks.n)
			return SPAWN_ALL;
		const struct fork *k = &s->forks.at[fork];
		if (k->flags & FORKF_REST)
			return k->callee ? spawn_below(t, creator, k->callee) : SPAWN_ALL;
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

/* ---- threads ---- */

static uint8_t origin_of(const struct fork *k)
{
	static const uint8_t origins[] = {ORIGIN_FORK, ORIGIN_SIGNAL, ORIGIN_LATER};
	return origins[k->kind];
}

binding_id root_binding(struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	path_id at[CONTENT_AT + 2 * MAX_CONTENTS] = {0};
	if (x->origin == ORIGIN_ENTRY || !x->argument || x->param >= CONTENT_AT)
		return 0;
	at[x->param] = x->argument;
	for (uint32_t i = 0; i < x->content_count && i < MAX_CONTENTS; i++) {
		at[CONTENT_AT + 2 * i] = t->contents.at[x->content_first + i].address;
		at[CONTENT_AT + 2 * i + 1] = t->contents.at[x->content_first + i].value;
	}
	return binding_of(t, at, CONTENT_AT + 2 * MAX_CONTENTS);
}

/* What f, of which a thread executes any number of activations, may rely on. */
static binding_id certain_binding(struct threads *t, thread_id id, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	return is_root(t, id, f) && !g->cyclic[f] ? root_binding(t, id) : 0;
}

static thread_id find_ancestor(const struct threads *t, thread_id creator, func_id f,
			       uint32_t fork, func_id entry)
{
	for (thread_id a = creator; a; a = thread_at(t, a)->creator) {
		const struct thread *x = thread_at(t, a);
		if (x->creator && x->func == f && x->fork == fork && x->entry == entry)
			return a;
	}
	return 0;
}

static thread_id find_merged(const struct threads *t, func_id f, uint32_t fork, func_id entry)
{
	thread_id found = 0;
	uint32_t n = 0;
	for (thread_id i = 1; i < t->list.n; i++) {
		const struct thread *x = thread_at(t, i);
		if (!x->creator || x->func != f || x->fork != fork || x->entry != entry)
			continue;
		found = i;
		n++;
	}
	return n >= MAX_CREATORS || t->list.n > MAX_THREADS ? found : 0;
}

static bool has_content(const struct threads *t, const struct thread *x, struct content c)
{
	for (uint32_t i = 0; i < x->content_count; i++) {
		const struct content *y = &t->contents.at[x->content_first + i];
		if (y->address == c.address && y->value == c.value)
			return true;
	}
	return false;
}

/* What the arguments of all its creations hold: the trampoline of one kind of thread still
 * runs its one function. Has something been lost? */
static bool keep_common_contents(struct threads *t, struct thread *x, const struct thread *more)
{
	uint32_t first = t->contents.n;
	for (uint32_t i = 0; i < x->content_count; i++) {
		struct content c = t->contents.at[x->content_first + i];
		if (has_content(t, more, c))
			vec_push(&t->contents, c);
	}
	bool lost = t->contents.n - first < x->content_count;
	if (lost) {
		x->content_first = first;
		x->content_count = t->contents.n - first;
	}
	return lost;
}

/* The existing thread now stands for one more creation. */
static void widen_thread(struct threads *t, thread_id id, const struct thread *more)
{
	struct thread *x = &t->list.at[id];
	path_id any = path_leaf(&t->paths, PATH_VALUE, x->entry, VALUE_PARAM + x->param);
	bool other = x->argument != more->argument && x->argument != any;
	if (keep_common_contents(t, x, more) || other)
		vec_push(&t->memo->widened, id);
	if (other)
		x->argument = any;
	x->id = x->id_address = 0;
	if (other)
		x->flags &= (uint16_t)~(FORKF_ARG_FRESH | FORKF_ARG_OWN);
	else
		x->flags &= (uint16_t)(more->flags | ~(FORKF_ARG_FRESH | FORKF_ARG_OWN));
}

static thread_id add_thread(struct threads *t, struct thread x)
{
	thread_id id = find_ancestor(t, x.creator, x.func, x.fork, x.entry);
	if (id) {
		widen_thread(t, id, &x);
		t->list.at[id].creates_itself = true;
		return id;
	}
	id = find_merged(t, x.func, x.fork, x.entry);
	if (id) {
		widen_thread(t, id, &x);
		t->merged_threads += !t->list.at[id].merged;
		t->list.at[id].merged = true;
		return id;
	}
	x.depth = thread_at(t, x.creator)->depth + 1;
	vec_push(&t->list, x);
	return t->list.n - 1;
}

struct entries {
	VEC(sym_id) symbols;
	VEC(func_id) functions;
	bool unknown; /* it may be another; if not, and there is none, it is null */
};

/* The functions that the value may be. */
static void find_entry_functions(struct threads *t, path_id entry, struct entries *out)
{
	const struct program *p = t->in.program;
	const struct path *x = path_at(&t->paths, entry);
	if (x->kind == PATH_SYMBOL) {
		vec_push(&out->symbols, x->a);
	} else {
		const struct pt_set *s = threads_points_to(t, entry);
		out->symbols.n = pointers_functions(t->in.pointers, s, NULL, 0);
		vec_reserve(&out->symbols, out->symbols.n);
		pointers_functions(t->in.pointers, s, out->symbols.at, out->symbols.n);
	}
	out->unknown = out->symbols.n || x->kind == PATH_SYMBOL ||
		       threads_points_to(t, entry)->unknown;
	for (uint32_t i = 0; i < out->symbols.n; i++) {
		func_id f = p->symbols.at[ir_resolve_alias(p, out->symbols.at[i])].func;
		if (f)
			vec_push(&out->functions, f);
	}
}

/* What its argument's memory holds when it is created, in our terms. */
static void close_contents(struct threads *t, func_id f, binding_id b, const struct fork *k,
			   struct thread *x)
{
	const struct summary *s = summary_of(t, f);
	x->content_first = t->contents.n;
	for (uint32_t i = 0; i < k->content_count; i++) {
		const struct content *c = &s->contents.at[k->content_first + i];
		path_id address = close_bound(t, f, b, c->address);
		path_id value = close_bound(t, f, b, c->value);
		if (address && value)
			vec_push(&t->contents, ((struct content){address, value}));
	}
	x->content_count = t->contents.n - x->content_first;
}

static void start_fork(struct threads *t, thread_id creator, func_id f, uint32_t number)
{
	const struct fork *k = &summary_of(t, f)->forks.at[number];
	binding_id b = certain_binding(t, creator, f);
	struct entries entries = {.symbols = {0}};
	find_entry_functions(t, close_bound(t, f, b, k->entry), &entries);
	spawn_id spawn = spawn_of(t, creator, f, number);
	spawn_id site = spawn_of_site(t, creator, k);
	t->unresolved += entries.unknown && entries.functions.n == 0;
	for (uint32_t i = 0; i < entries.functions.n; i++) {
		struct thread x = {.origin = origin_of(k), .flags = k->flags,
				   .param = k->param, .entry = entries.functions.at[i],
				   .creator = creator, .func = f, .fork = number};
		if (x.entry == t->memo->others) {
			x.origin = ORIGIN_ENTRY;
			x.entry = 0;
		}
		x.argument = close_bound(t, f, b, k->argument);
		x.id = close_bound(t, f, b, k->id);
		x.id_address = close_bound(t, f, b, k->id_address);
		x.id_from_argument = k->id_from_argument;
		close_contents(t, f, b, k, &x);
		thread_id id = add_thread(t, x);
		vec_push(&t->spawns.at[spawn].threads, id);
		vec_push(&t->spawns.at[site].threads, id);
		vec_push(&t->memo->creations, ((struct creation){creator, id, k->func, f, number}));
	}
	vec_free(&entries.symbols);
	vec_free(&entries.functions);
}

/* ---- the functions a thread reaches ---- */

static void reach(struct threads *t, thread_id id, func_id f, func_id parent,
		  const struct call *k)
{
	struct threads_memo *m = t->memo;
	uint64_t key = map_key2(id, f);
	uint32_t known = map_get(&m->node_at, key, 0);
	uint32_t inst = k ? k->inst : 0;
	if (known) {
		struct node *x = &m->nodes.at[known];
		x->many |= x->parent != parent || x->call != inst;
		return;
	}
	map_put(&m->node_at, key, m->nodes.n);
	vec_push(&m->nodes, ((struct node){.thread = id, .func = f, .parent = parent,
					   .call = inst}));
	if (k && k->flags & CALLF_LOOP)
		vec_last(&m->nodes).many = true;
}

static void visit_node(struct threads *t, struct node x)
{
	const struct summary *s = summary_of(t, x.func);
	binding_id b = certain_binding(t, x.thread, x.func);
	for (uint32_t i = 0; i < s->forks.n; i++) {
		if (fork_starts_here(t, x.thread, x.func, &s->forks.at[i]))
			start_fork(t, x.thread, x.func, i);
	}
	for (uint32_t i = 0; i < s->calls.n; i++) {
		if (summary_of(t, s->calls.at[i].callee)->may_fork &&
		    call_is_possible(t, x.func, b, &s->calls.at[i]))
			reach(t, x.thread, s->calls.at[i].callee, x.func, &s->calls.at[i]);
	}
}

/* Some of their callees and forks may only now be possible. */
static void revisit_widened(struct threads *t, thread_id last)
{
	struct threads_memo *m = t->memo;
	uint32_t kept = 0, n = m->widened.n;
	for (uint32_t i = 0; i < n; i++) {
		thread_id id = m->widened.at[i];
		uint64_t key = map_key2(id, thread_at(t, id)->entry);
		if (id <= last)
			visit_node(t, m->nodes.at[map_get(&m->node_at, key, 0)]);
	}
	for (uint32_t i = n; i < m->widened.n; i++)
		m->widened.at[kept++] = m->widened.at[i];
	m->widened.n = kept;
}

static void reach_roots(struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	if (x->origin != ORIGIN_ENTRY) {
		reach(t, id, x->entry, 0, NULL);
		return;
	}
	for (uint32_t i = 0; i < t->entries.n; i++)
		reach(t, id, t->entries.at[i], 0, NULL);
}

/* What a function that runs many times calls, runs many times. */
static void spread_many(struct threads *t)
{
	struct threads_memo *m = t->memo;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 1; i < m->nodes.n; i++) {
			struct node x = m->nodes.at[i];
			const struct summary *s = summary_of(t, x.func);
			for (uint32_t j = 0; x.many && j < s->calls.n; j++) {
				uint32_t to = map_get(
					&m->node_at,
					map_key2(x.thread, s->calls.at[j].callee), 0);
				changed |= to && !m->nodes.at[to].many;
				m->nodes.at[to].many = true;
			}
		}
	}
}

static void note_repeated(struct threads *t)
{
	t->memo->only_main_creates = t->list.n > 1 && t->list.at[1].origin == ORIGIN_MAIN;
	for (thread_id i = 1; i < t->list.n; i++) {
		struct thread *x = &t->list.at[i];
		uint32_t at = map_get(&t->memo->node_at, map_key2(x->creator, x->func), 0);
		x->repeated = x->merged || x->creates_itself || t->memo->nodes.at[at].many;
		x->piles_up = x->merged || x->creates_itself ||
			      (x->repeated && !x->id && !x->id_address);
		if (x->creator > 1 || (x->creator == 0 && i > 1))
			t->memo->only_main_creates = false;
		vec_push(&t->spawns.at[SPAWN_ALL].threads, i);
	}
}

/* Where each thread comes from, by all the ways up. */
static void find_tops(struct threads *t)
{
	const struct threads_memo *m = t->memo;
	for (thread_id i = 1; i < t->list.n; i++)
		t->list.at[i].wide = t->list.at[i].merged;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < m->creations.n; i++) {
			const struct thread *by = thread_at(t, m->creations.at[i].creator);
			struct thread *x = &t->list.at[m->creations.at[i].thread];
			set_id tops = by->creator ? set_union(t, x->tops, by->tops)
						  : threads_add(t, x->tops,
								m->creations.at[i].thread);
			changed |= tops != x->tops || (by->wide && !x->wide);
			x->tops = tops;
			x->wide |= by->wide;
		}
	}
}

/* ---- all ---- */

void find_threads(struct threads *t)
{
	uint32_t next = 1;
	find_roots(t);
	for (thread_id id = 1; id < t->list.n; id++) {
		reach_roots(t, id);
		while (next < t->memo->nodes.n || t->memo->widened.n) {
			for (; next < t->memo->nodes.n; next++)
				visit_node(t, t->memo->nodes.at[next]);
			revisit_widened(t, id);
		}
	}
	spread_many(t);
	note_repeated(t);
	find_tops(t);
}
