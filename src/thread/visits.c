/* SPDX-License-Identifier: MIT */
/*
 * Which functions a thread may come to, by the calls there are. What it holds, and what
 * formals are bound to, is not asked, but one thing is: behind
 *
 *	if (pthread_equal(pthread_self(), main_thread))
 *
 * only that thread goes on which has stored its id there (analysis/own_id.c). If the store
 * lies where no thread but main may come, then what is called and created behind the test
 * is called and created by main alone. A logger that hands its lines over to the main loop
 * would else make every thread run all of the program.
 *
 * Handlers and callbacks are run by some thread, maybe by main.
 */
#include <string.h>

#include "thread/internal.h"

static void mark(const struct threads *t, bool *runs, thread_id id, func_id from)
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
			    call_is_of_main(t, id, &g->edges[e]))
				continue;
			runs[to] = true;
			vec_push(&work, to);
		}
	}
	vec_free(&work);
}

static void mark_all(const struct threads *t, bool *runs, thread_id id)
{
	const struct thread *x = thread_at(t, id);
	if (x->entry)
		mark(t, runs, id, x->entry);
	for (uint32_t i = 0; x->origin == ORIGIN_ENTRY && i < t->entries.n; i++)
		mark(t, runs, id, t->entries.at[i]);
}

const bool *threads_entered(struct threads *t, thread_id id)
{
	struct threads_memo *m = t->memo;
	while (m->visits.n < t->list.n)
		vec_push(&m->visits, NULL);
	if (!m->visits.at[id]) {
		m->visits.at[id] = xcalloc(t->in.summaries->n, sizeof(bool));
		mark_all(t, m->visits.at[id], id);
	}
	return m->visits.at[id];
}

bool threads_enters(struct threads *t, thread_id id, func_id f)
{
	return threads_entered(t, id)[f];
}

/* ---- behind the test ---- */

/* Who comes to a store only behind such a test has been there before, so there is no first time:
 * it is taken that nobody but main comes to any, until it is seen that somebody does. */
void find_left_to_main(struct threads *t)
{
	uint32_t n = t->in.summaries->n;
	if (t->list.n < 2 || t->list.at[1].origin != ORIGIN_MAIN)
		return;
	t->memo->others_enter = xcalloc(n, sizeof(bool));
	bool *enter = xcalloc(n, sizeof(*enter));
	for (;;) {
		for (thread_id id = 2; id < t->list.n; id++)
			mark_all(t, enter, id);
		if (memcmp(enter, t->memo->others_enter, n * sizeof(*enter)) == 0)
			break;
		memcpy(t->memo->others_enter, enter, n * sizeof(*enter));
	}
	free(enter);
}

bool is_left_to_main(const struct threads *t, thread_id id, func_id f, uint32_t lockset)
{
	const struct lockset *l = &summary_of(t, f)->locksets.at[lockset];
	if (!t->memo->others_enter || thread_at(t, id)->origin != ORIGIN_FORK)
		return false;
	for (uint32_t i = 0; i < l->held_count; i++) {
		const struct held *h = &l->held[i];
		if (h->kind == LOCK_SELF && h->mode == MODE_EXCLUSIVE &&
		    !t->memo->others_enter[h->func])
			return true;
	}
	return false;
}

bool call_is_of_main(const struct threads *t, thread_id id, const struct call_edge *e)
{
	const struct summary *s = summary_of(t, e->caller);
	bool any = false;
	for (uint32_t i = 0; t->memo->others_enter && i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (k->inst != e->inst || k->callee != e->callee)
			continue;
		if (!is_left_to_main(t, id, e->caller, k->lockset))
			return false;
		any = true;
	}
	return any;
}
