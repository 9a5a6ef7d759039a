/* SPDX-License-Identifier: MIT */
/*
 * Finding threads: from the roots, follow the call records of functions that may
 * create threads; every fork that is closed where we meet it is one thread for
 * each function it may start. A thread's own forks are found in the same way, so
 * the threads form a tree.
 *
 * An open fork (its entry or argument mentions a formal) was copied into the
 * callers; it counts where it became closed, or in the entry function itself.
 * A fork that an ancestor already stands for makes that ancestor create itself.
 * Threads that create each other are one for each thing they do, whoever of them
 * creates it (cycles.c). A fork keeps the threads of a few creators apart, and one thread for
 * all the others; past MAX_THREADS, or if threads times functions are more than MANY_NODES,
 * one for all its creators. All of these end the recursion and only lose order, never a thread.
 */
#include <string.h>

#include "thread/internal.h"

/* ---- threads ---- */

static const struct fork *fork_of(const struct threads *t, const struct thread *x)
{
	return &summary_of(t, x->func)->forks.at[x->fork];
}

static uint8_t origin_of(const struct fork *k)
{
	static const uint8_t origins[] = {ORIGIN_FORK, ORIGIN_SIGNAL, ORIGIN_LATER};
	return origins[k->kind];
}

binding_id root_binding(struct threads *t, const struct thread *x)
{
	path_id at[BINDING_SIZE] = {0};
	if (x->origin == ORIGIN_ENTRY || !x->argument || x->param >= MAX_BOUND)
		return 0;
	at[x->param] = x->argument;
	at[GIVEN_AT] = 1u << x->param;
	for (uint32_t i = 0; i < x->content_count && i < MAX_CONTENTS; i++) {
		at[CONTENT_AT + 2 * i] = t->contents.at[x->content_first + i].address;
		at[CONTENT_AT + 2 * i + 1] = t->contents.at[x->content_first + i].value;
	}
	return binding_of(t, at, BINDING_SIZE);
}

binding_id certain_binding(struct threads *t, thread_id id, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	const struct thread *x = thread_at(t, id);
	bool one = !x->more && !x->crowd;
	return is_root(t, id, f) && !g->cyclic[f] && one ? root_binding(t, x) : 0;
}

static bool is_never_joined(const struct thread *x)
{
	bool joinable = x->origin == ORIGIN_FORK &&
			!(x->flags & (FORKF_DETACHED | 3 * FORKF_SERIAL));
	return !joinable && !x->id && !x->id_address;
}

/* By one instruction, but maybe by other calls down to it: does it differ in nothing that the
 * thread can see, and does nobody wait for it? What the creating function has made is
 * another object in each call. */
static bool is_same_start(const struct threads *t, const struct thread *x,
			  const struct thread *y)
{
	const struct fork *k = fork_of(t, x), *l = fork_of(t, y);
	uint8_t root = path_at(&t->paths, path_at(&t->paths, x->argument)->root)->kind;
	return k->func == l->func && k->inst == l->inst && x->entry == y->entry &&
	       x->origin == y->origin && x->param == y->param &&
	       !((x->flags ^ y->flags) & ~FORKF_LOOP) &&
	       x->argument == y->argument && root != PATH_HEAP && root != PATH_LOCAL &&
	       is_never_joined(x) && is_never_joined(y);
}

static thread_id find_ancestor(const struct threads *t, const struct thread *more)
{
	for (thread_id a = more->creator; a; a = thread_at(t, a)->creator) {
		const struct thread *x = thread_at(t, a);
		if (x->creator && (is_same_fork(x, more) || is_same_start(t, x, more)))
			return a;
	}
	return 0;
}

/* Another creation by the same thread that is not to be told apart. */
static thread_id find_alike(const struct threads *t, const struct thread *more)
{
	for (thread_id id = t->memo->last_child.at[more->creator]; id;
	     id = t->memo->sibling.at[id])
		if (is_same_start(t, thread_at(t, id), more))
			return id;
	return 0;
}

static void note_child(struct threads *t, thread_id id)
{
	struct threads_memo *m = t->memo;
	thread_id creator = thread_at(t, id)->creator;
	while (m->last_child.n <= id) {
		vec_push(&m->last_child, 0);
		vec_push(&m->sibling, 0);
	}
	m->sibling.at[id] = m->last_child.at[creator];
	m->last_child.at[creator] = id;
}

/* How many threads a fork has with that entry, and the last of them. */
static struct forked *forked_by(struct threads *t, const struct thread *x)
{
	struct threads_memo *m = t->memo;
	uint32_t key[3] = {x->func, x->fork, x->entry};
	uint32_t id = intern_bytes(&m->forked_keys, key, sizeof(key));
	while (m->forked.n <= id)
		vec_push(&m->forked, ((struct forked){0}));
	return &m->forked.at[id];
}

static thread_id find_merged(const struct threads *t, const struct forked *of)
{
	return of->count >= t->memo->creators || t->list.n > MAX_THREADS ? of->last : 0;
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
	x->id_holder = x->id_holder == more->id_holder ? x->id_holder : 0;
	x->id_once = x->id_once == more->id_once ? x->id_once : 0;
	uint32_t own = FORKF_ARG_FRESH | FORKF_ARG_OWN | FORKF_ARG_PART;
	x->flags &= other ? ~own : more->flags | ~own;
}

static thread_id merge_thread(struct threads *t, thread_id id, const struct thread *more)
{
	struct thread *x = &t->list.at[id];
	t->merged_threads += !x->merged;
	x->merged = true;
	x->mixed |= !is_same_fork(x, more);
	x->asked_twice |= x->origin == ORIGIN_LATER && !is_created_in_cycle(t, more);
	widen_thread(t, id, more);
	return id;
}

/* While looking for cycles it does not matter who creates it. */
static thread_id add_kind(struct threads *t, struct thread x)
{
	struct forked *of = forked_by(t, &x);
	thread_id id = thread_of_kind(t, &x);
	if (!id)
		id = find_merged(t, of);
	note_thread_of_kind(t, &x, id ? id : t->list.n);
	if (id) {
		widen_thread(t, id, &x);
		return id;
	}
	id = of->last = t->list.n;
	of->count++;
	vec_push(&t->list, x);
	return id;
}

static thread_id add_thread(struct threads *t, struct thread x)
{
	if (t->memo->crowded && x.origin != ORIGIN_ENTRY)
		return add_to_crowd(t, x);
	if (t->memo->cycles.looking)
		return add_kind(t, x);
	x.cycle = cycle_of(t, &x);
	thread_id id = is_like_its_cycle(t, &x) ? thread_for_all(t, &x) : 0;
	if (id)
		return add_beginning(t, id, x);
	id = find_ancestor(t, &x);
	bool again = id;
	if (!id)
		id = find_alike(t, &x);
	if (id) {
		widen_thread(t, id, &x);
		t->list.at[id].creates_itself |= again;
		t->list.at[id].flags |= x.flags & FORKF_LOOP;
		t->list.at[id].mixed |= !is_same_fork(thread_at(t, id), &x);
		return id;
	}
	id = thread_for_all(t, &x);
	struct forked *of = forked_by(t, &x);
	if (!id)
		id = find_merged(t, of);
	if (id)
		return merge_thread(t, id, &x);
	x.depth = thread_at(t, x.creator)->depth + 1;
	id = of->last = t->list.n;
	of->count++;
	vec_push(&t->list, x);
	note_child(t, id);
	note_for_all(t, id);
	return id;
}

struct entries {
	VEC(sym_id) symbols;
	VEC(func_id) functions;
	bool unknown; /* it may be another; if not, and there is none, it is null */
};

/* The functions that the value may be. What one function sets up for several is told apart: each
 * pool has the function that it was given. */
static void find_entry_functions(struct threads *t, path_id entry, struct entries *out)
{
	const struct program *p = t->in.program;
	const struct path *x = path_at(&t->paths, entry);
	if (x->kind == PATH_SYMBOL) {
		vec_push(&out->symbols, x->a);
	} else {
		const struct pt_set *s = threads_copies_of(t, entry);
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

/* Names of values, of functions, that something waits for. */
static void list_awaited(struct threads *t)
{
	for (func_id f = 1; f < t->in.summaries->n; f++) {
		const struct summary *s = summary_of(t, f);
		for (uint32_t i = 0; i < s->orders.n; i++) {
			const struct order *o = &s->orders.at[i];
			for (uint32_t j = 0; j < o->joined_count; j++) {
				path_id id = s->order_paths.at[o->joined_first + j];
				const struct path *x =
					path_at(&s->paths, path_at(&s->paths, id)->root);
				if (x->kind == PATH_VALUE)
					map_put(&t->memo->awaited, map_key2(x->a, x->b), 1);
			}
		}
	}
}

/* The id, or 0 if it is a value that nobody waits for: then it tells nothing apart. */
static path_id useful_id(const struct threads *t, path_id id)
{
	const struct path *x = path_at(&t->paths, path_at(&t->paths, id)->root);
	bool idle = x->kind == PATH_VALUE && !(x->b & VALUE_PARAM) &&
		    !map_get(&t->memo->awaited, map_key2(x->a, x->b), 0);
	return idle ? 0 : id;
}

void start_fork(struct threads *t, thread_id creator, func_id f, uint32_t number)
{
	const struct fork *k = &summary_of(t, f)->forks.at[number];
	binding_id b = certain_binding(t, creator, f);
	struct entries entries = {.symbols = {0}};
	find_entry_functions(t, close_bound(t, f, b, k->entry), &entries);
	bool looking = t->memo->cycles.looking;
	spawn_id spawn = looking ? 0 : spawn_of(t, creator, f, number);
	spawn_id site = looking ? 0 : spawn_of_site(t, creator, k);
	t->unresolved += entries.unknown && entries.functions.n == 0;
	for (uint32_t i = 0; i < entries.functions.n; i++) {
		struct thread x = {.origin = origin_of(k),
				   .flags = k->flags & ~(uint32_t)FORKF_ID_LOST,
				   .param = k->param, .entry = entries.functions.at[i],
				   .creator = creator, .func = f, .fork = number};
		if (x.entry == t->memo->others) {
			x.origin = ORIGIN_ENTRY;
			x.entry = 0;
		}
		x.argument = close_bound(t, f, b, k->argument);
		x.id = useful_id(t, close_bound(t, f, b, k->id));
		x.id_address = close_bound(t, f, b, k->id_address);
		x.id_holder = close_bound(t, f, b, k->id_holder);
		x.id_once = close_bound(t, f, b, k->id_once);
		x.id_from_argument = k->id_from_argument;
		close_contents(t, f, b, k, &x);
		thread_id id = add_thread(t, x);
		if (looking) {
			note_creation(t, id);
			continue;
		}
		if (spawn != SPAWN_ALL)
			vec_push(&t->spawns.at[spawn].threads, id);
		if (site != SPAWN_ALL)
			vec_push(&t->spawns.at[site].threads, id);
		vec_push(&t->memo->creations, ((struct creation){creator, id, k->func, f, number,
							   x.argument}));
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
	if ((k && k->flags & CALLF_LOOP) || thread_at(t, id)->crowd)
		vec_last(&m->nodes).many = true;
}

void reach_beginning(struct threads *t, thread_id id, func_id entry)
{
	reach(t, id, entry, 0, NULL);
}

static void visit_node(struct threads *t, struct node x)
{
	const struct summary *s = summary_of(t, x.func);
	binding_id b = certain_binding(t, x.thread, x.func);
	for (uint32_t i = 0; i < s->forks.n; i++) {
		if (fork_starts_here(t, x.thread, x.func, &s->forks.at[i]) &&
		    threads_does(t, x.thread, x.func, fork_site(&s->forks.at[i])))
			start_fork(t, x.thread, x.func, i);
	}
	for (uint32_t i = 0; i < s->calls.n; i++) {
		if (summary_of(t, s->calls.at[i].callee)->may_fork &&
		    call_is_possible(t, x.func, b, &s->calls.at[i]) &&
		    !is_left_to_main(t, x.thread, x.func, s->calls.at[i].lockset) &&
		    threads_does(t, x.thread, x.func, s->calls.at[i].inst))
			reach(t, x.thread, s->calls.at[i].callee, x.func, &s->calls.at[i]);
	}
}

/* The next that is reached from there is visited later. */
static void revisit(struct threads *t, thread_id id, func_id entry)
{
	struct threads_memo *m = t->memo;
	uint32_t at = map_get(&m->node_at, map_key2(id, entry), 0);
	if (at)
		visit_node(t, m->nodes.at[at]);
	else
		reach(t, id, entry, 0, NULL);
}

static void revisit_beginnings(struct threads *t, thread_id id)
{
	revisit(t, id, thread_at(t, id)->entry);
	for (uint32_t i = thread_at(t, id)->more; i; i = t->begins.at[i].more)
		revisit(t, id, t->begins.at[i].entry);
}

/* Some of their callees and forks may only now be possible. */
static void revisit_widened(struct threads *t, thread_id last)
{
	struct threads_memo *m = t->memo;
	uint32_t kept = 0, n = m->widened.n;
	for (uint32_t i = 0; i < n; i++) {
		thread_id id = m->widened.at[i];
		if (id <= last)
			revisit_beginnings(t, id);
	}
	for (uint32_t i = n; i < m->widened.n; i++)
		m->widened.at[kept++] = m->widened.at[i];
	m->widened.n = kept;
}

static void reach_roots(struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	if (x->origin != ORIGIN_ENTRY) {
		for (; x; x = thread_next_beginning(t, x))
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
	VEC(uint32_t) work = {0};
	for (uint32_t i = 1; i < m->nodes.n; i++)
		if (m->nodes.at[i].many)
			vec_push(&work, i);
	while (work.n) {
		struct node x = m->nodes.at[vec_pop(&work)];
		const struct summary *s = summary_of(t, x.func);
		for (uint32_t j = 0; j < s->calls.n; j++) {
			uint64_t key = map_key2(x.thread, s->calls.at[j].callee);
			uint32_t to = map_get(&m->node_at, key, 0);
			if (!to || m->nodes.at[to].many)
				continue;
			m->nodes.at[to].many = true;
			vec_push(&work, to);
		}
	}
	vec_free(&work);
}

static void note_repeated(struct threads *t)
{
	t->memo->only_main_creates = t->list.n > 1 && t->list.at[1].origin == ORIGIN_MAIN;
	for (thread_id i = 1; i < t->list.n; i++) {
		struct thread *x = &t->list.at[i];
		uint32_t at = map_get(&t->memo->node_at, map_key2(x->creator, x->func), 0);
		x->repeated = x->merged || x->mixed || x->creates_itself ||
			      t->memo->nodes.at[at].many;
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

/* False: there are too many threads, for the functions they go through. */
static bool follow_all(struct threads *t, uint32_t most)
{
	uint32_t next = 1;
	for (thread_id id = 1; id < t->list.n; id++) {
		reach_roots(t, id);
		while (next < t->memo->nodes.n || t->memo->widened.n) {
			for (; next < t->memo->nodes.n; next++)
				visit_node(t, t->memo->nodes.at[next]);
			revisit_widened(t, id);
		}
		if (!t->memo->crowded && t->memo->nodes.n > most)
			return false;
	}
	return true;
}

static void forget_threads(struct threads *t, uint32_t roots)
{
	struct threads_memo *m = t->memo;
	t->list.n = roots;
	t->begins.n = 1;
	t->contents.n = 0;
	t->unresolved = 0;
	t->merged_threads = 0;
	m->nodes.n = 1;
	m->creations.n = 0;
	m->widened.n = 0;
	map_clear(&m->node_at);
	map_clear(&m->begins_at);
	for (uint32_t i = 0; i < m->forked.n; i++)
		m->forked.at[i] = (struct forked){0};
	for (uint32_t i = 0; i < m->cycles.thread_at.n; i++)
		m->cycles.thread_at.at[i] = 0;
	m->last_child.n = m->sibling.n = 0;
	for (thread_id id = 0; id < roots; id++)
		note_child(t, id);
	forget_crowd(t);
}

/* In a server whose every job may call every plug-in each thread comes to all of the program,
 * whoever has created it: where a few creators of each are too much to look at, they share it. */
static bool find_apart(struct threads *t, uint32_t roots)
{
	t->memo->creators = MAX_CREATORS;
	if (follow_all(t, MANY_NODES))
		return true;
	spawns_forget(t);
	forget_threads(t, roots);
	t->memo->creators = 1;
	return follow_all(t, MAX_NODES);
}

void find_threads(struct threads *t)
{
	find_roots(t);
	uint32_t roots = t->list.n;
	list_awaited(t);
	find_deciding(t);
	t->memo->creators = MAX_CREATORS;
	forget_threads(t, roots);
	look_for_cycles(t);
	find_left_to_main(t);
	forget_threads(t, roots);
	if (!find_apart(t, roots)) {
		spawns_forget(t);
		forget_threads(t, roots);
		t->memo->crowded = true;
		follow_all(t, MAX_NODES);
	}
	spread_many(t);
	note_repeated(t);
	find_tops(t);
	t->memo->all_created = true;
}
