/* SPDX-License-Identifier: MIT */
/*
 * Which functions a thread may come to, by the calls there are. What it holds, and what
 * formals are bound to, is not asked, but one thing is: behind
 *
 *	if (pthread_equal(pthread_self(), main_thread))
 *
 * only that thread goes on which has stored its id there (analysis/exec/own_id.c). If the store
 * lies where no thread but main may come, then what is called and created behind the test
 * is called and created by main alone. A logger that hands its lines over to the main loop
 * would else make every thread run all of the program. Likewise behind a library's own question
 * (is_runner), if main is the one that runs its loop.
 *
 * Handlers and callbacks are run by some thread, maybe by main. What libraries run in a loop,
 * main runs if no other thread comes to a call that runs it. Where threads of which there may be
 * several come to one, each has a loop of its own, and a callback that was asked for several times
 * is called by several of them at once.
 */
#include <string.h>

#include "thread/internal.h"

/* ---- behind the test ---- */

/* Behind the test, for who comes there and is not main, by that lockset of f? */
static bool asks_for_main(const struct threads *t, func_id f, uint32_t lockset)
{
	const struct lockset *l = &summary_of(t, f)->locksets.at[lockset];
	for (uint32_t i = 0; t->memo->others_enter && i < l->held_count; i++) {
		const struct held *h = &l->held[i];
		if (h->kind == LOCK_SELF && h->mode == MODE_EXCLUSIVE &&
		    (h->func ? !t->memo->others_enter[h->func] : t->main_runs_loop))
			return true;
	}
	return false;
}

bool is_left_to_main(const struct threads *t, thread_id id, func_id f, uint32_t lockset)
{
	return thread_at(t, id)->origin == ORIGIN_FORK && asks_for_main(t, f, lockset);
}

/* Whoever it is that makes this call, only main does. */
static bool call_is_of_main(const struct threads *t, const struct call_edge *e)
{
	const struct summary *s = summary_of(t, e->caller);
	bool any = false;
	for (uint32_t i = 0; t->memo->others_enter && i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (k->inst != e->inst || k->callee != e->callee)
			continue;
		if (!asks_for_main(t, e->caller, k->lockset))
			return false;
		any = true;
	}
	return any;
}

/* ---- where threads come ---- */

/* 'others': but for what is left to main. */
static void mark(const struct threads *t, bool *runs, func_id from, bool others)
{
	const struct callgraph *g = t->in.callgraph;
	VEC(func_id) work = {0};
	if (!runs[from])
		vec_push(&work, from);
	runs[from] = true;
	while (work.n) {
		func_id f = vec_pop(&work);
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++) {
			func_id to = g->edges[e].callee;
			if (g->edges[e].kind >= EDGE_CREATE || runs[to] ||
			    (others && call_is_of_main(t, &g->edges[e])))
				continue;
			runs[to] = true;
			vec_push(&work, to);
		}
	}
	vec_free(&work);
}

static void mark_all(const struct threads *t, bool *runs, thread_id id, bool others)
{
	const struct thread *x = thread_at(t, id);
	for (uint32_t i = 0; x->origin == ORIGIN_ENTRY && i < t->entries.n; i++)
		mark(t, runs, t->entries.at[i], others);
	for (; x; x = thread_next_beginning(t, x))
		if (x->entry)
			mark(t, runs, x->entry, others);
}

static thread_id find_same_code(struct threads *t, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	uint32_t kind = (x->origin == ORIGIN_FORK) * 2u + (x->origin == ORIGIN_ENTRY);
	if (x->more)
		return id;
	uint64_t key = map_key2(x->entry, kind);
	thread_id first = map_get(&t->memo->code_of, key, id);
	if (first == id)
		map_put(&t->memo->code_of, key, id);
	return first;
}

thread_id threads_same_code(struct threads *t, thread_id id)
{
	struct threads_memo *m = t->memo;
	while (m->same_code.n < t->list.n)
		vec_push(&m->same_code, 0);
	if (!m->same_code.at[id])
		m->same_code.at[id] = find_same_code(t, id);
	return m->same_code.at[id];
}

thread_id threads_next_creator(const struct threads *t, thread_id id, uint32_t *at)
{
	const struct thread *x = thread_at(t, id);
	const struct threads_memo *m = t->memo;
	if (!x->merged)
		return (*at)++ == 0 ? x->creator : *at == 2 && x->creates_itself ? id : 0;
	while (*at < m->creations.n)
		if (m->creations.at[(*at)++].thread == id)
			return m->creations.at[*at - 1].creator;
	return 0;
}

const bool *threads_entered(struct threads *t, thread_id id)
{
	struct threads_memo *m = t->memo;
	id = threads_same_code(t, id);
	while (m->visits.n < t->list.n)
		vec_push(&m->visits, NULL);
	if (!m->visits.at[id]) {
		m->visits.at[id] = xcalloc(t->in.summaries->n, sizeof(bool));
		mark_all(t, m->visits.at[id], id, thread_at(t, id)->origin == ORIGIN_FORK);
	}
	return m->visits.at[id];
}

bool threads_enters(struct threads *t, thread_id id, func_id f)
{
	return threads_entered(t, id)[f];
}

/* ---- who but main ---- */

static bool is_of_loop(const struct thread *x)
{
	return x->origin == ORIGIN_LATER && x->flags & FORKF_IN_LOOP;
}

thread_id threads_runner(const struct threads *t, thread_id id)
{
	return t->main_runs_loop && is_of_loop(thread_at(t, id)) ? 1 : id;
}

/* Who comes to a store only behind such a test has been there before, so there is no first time:
 * it is taken that nobody but main comes to any, until it is seen that somebody does. */
static void find_others(struct threads *t)
{
	uint32_t n = t->in.summaries->n;
	bool *enter = xcalloc(n, sizeof(*enter));
	memset(t->memo->others_enter, 0, n * sizeof(*enter));
	for (;;) {
		memset(enter, 0, n * sizeof(*enter));
		for (thread_id id = 2; id < t->list.n; id++)
			if (threads_runner(t, id) != 1)
				mark_all(t, enter, id, true);
		if (memcmp(enter, t->memo->others_enter, n * sizeof(*enter)) == 0)
			break;
		memcpy(t->memo->others_enter, enter, n * sizeof(*enter));
	}
	free(enter);
}

static bool runs_loop(const struct threads *t, func_id f)
{
	const struct summary *s = summary_of(t, f);
	for (uint32_t i = 0; i < s->syncs.n; i++)
		if (s->syncs.at[i].kind == SYNC_LOOP)
			return true;
	return false;
}

/* Does somebody else come to what runs the loop? */
static bool others_run_loop(const struct threads *t)
{
	for (func_id f = 1; f < t->in.summaries->n; f++)
		if (t->memo->others_enter[f] && runs_loop(t, f))
			return true;
	return false;
}

bool threads_has_loops(const struct threads *t, const struct thread *x)
{
	return t->many_run_loops && is_of_loop(x);
}

static bool comes_to_loop(struct threads *t, thread_id id)
{
	const bool *enters = threads_entered(t, id);
	for (func_id f = 1; f < t->in.summaries->n; f++)
		if (enters[f] && runs_loop(t, f))
			return true;
	return false;
}

void find_runners(struct threads *t)
{
	bool any = false;
	for (thread_id id = 1; id < t->list.n && !any; id++)
		any = is_of_loop(thread_at(t, id));
	for (thread_id id = 1; id < t->list.n && any && !t->main_runs_loop; id++) {
		struct thread *x = &t->list.at[id];
		x->runs_loop = x->many && x->origin == ORIGIN_FORK && comes_to_loop(t, id);
		t->many_run_loops |= x->runs_loop;
	}
}

static bool main_comes_to_loop(const struct threads *t)
{
	bool *enter = xcalloc(t->in.summaries->n, sizeof(*enter)), comes = false;
	mark_all(t, enter, 1, false);
	for (func_id f = 1; f < t->in.summaries->n && !comes; f++)
		comes = enter[f] && runs_loop(t, f);
	free(enter);
	return comes;
}

void find_left_to_main(struct threads *t)
{
	if (t->list.n < 2 || t->list.at[1].origin != ORIGIN_MAIN)
		return;
	free(t->memo->others_enter);
	t->memo->others_enter = xcalloc(t->in.summaries->n, sizeof(bool));
	t->main_runs_loop = main_comes_to_loop(t);
	find_others(t);
	if (!t->main_runs_loop || !others_run_loop(t))
		return;
	t->main_runs_loop = false;
	find_others(t);
}
