/* SPDX-License-Identifier: MIT */
/*
 * Who has found his own id in a variable is the thread that has stored it there
 * (analysis/exec/own_id.c). Where one function stores, and one thread runs that function, no
 * other thread gets to what is done behind such a test. If several may run it, as any thread
 * calls init() of a library, a thread that was created never does. What a handler or a
 * callback does may be done by any thread. If the id was stored when a thread was created, it
 * is that thread. And who has joined the id that he has found there has joined that thread.
 */
#include "race/veto/veto.h"

static bool is_thread(const struct thread *x)
{
	return x->origin == ORIGIN_MAIN || x->origin == ORIGIN_FORK;
}

/* The one thread that enters the function; 0: there is none, or there may be several. Main has
 * no contexts for what it does before others run. */
static thread_id find_visitor(const struct races *r, func_id f)
{
	thread_id found = 0;
	for (context_id c = r->t->first_of_func[f]; c; c = context_at(r->t, c)->next_of_func) {
		thread_id id = threads_runner(r->t, context_at(r->t, c)->thread);
		if (found && id != found)
			return 0;
		found = id;
	}
	if (found != 1 && threads_enters(r->t, 1, f))
		found = found ? 0 : 1;
	const struct thread *x = thread_at(r->t, found);
	return found && is_thread(x) && !x->many && !x->merged ? found : 0;
}

thread_id only_visitor(struct races *r, func_id f)
{
	uint32_t known = map_get(&r->memo.visitors, f, UINT32_MAX);
	if (known == UINT32_MAX)
		map_put(&r->memo.visitors, f, known = find_visitor(r, f));
	return known;
}

/* The one thread whose id is stored in the variable when it is created there; 0: there is none,
 * or there may be several. */
static thread_id only_created(const struct races *r, const struct guard *g)
{
	thread_id found = 0;
	for (thread_id id = 1; id < r->t->list.n; id++) {
		const struct thread *x = thread_at(r->t, id);
		const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
		if (x->origin != ORIGIN_FORK || f->func != g->func || f->inst != g->inst ||
		    (x->id_address && x->id_address != g->lock))
			continue;
		if (found || x->many || x->merged || !x->id_address)
			return 0;
		found = id;
	}
	return found;
}

static thread_id owner_of_id(struct races *r, const struct guard *g)
{
	if (!g->func)
		return r->t->main_runs_loop ? 1 : 0;
	return g->mode == MODE_SHARED ? only_created(r, g) : only_visitor(r, g->func);
}

static bool find_by_handler(const struct races *r, func_id f)
{
	for (thread_id id = 1; id < r->t->list.n; id++)
		if (!is_thread(thread_at(r->t, id)) &&
		    thread_at(r->t, id)->origin != ORIGIN_ENTRY && threads_enters(r->t, id, f))
			return true;
	return false;
}

/* Does a handler or a callback come there? */
static bool is_entered_by_handler(struct races *r, func_id f)
{
	uint32_t known = map_get(&r->memo.by_handler, f, UINT32_MAX);
	if (known == UINT32_MAX)
		map_put(&r->memo.by_handler, f, known = find_by_handler(r, f));
	return known;
}

/* Has the thread never been where the id is stored? What handlers and callbacks store may be
 * the id of any thread. */
static bool never_stored(struct races *r, const struct guard *g, thread_id by)
{
	return g->func && g->mode != MODE_SHARED &&
	       thread_at(r->t, by)->origin == ORIGIN_FORK &&
	       !threads_enters(r->t, by, g->func) && !is_entered_by_handler(r, g->func);
}

/* Would the thread have to find its id in a variable where only others store their own? */
static bool never_gets_there(struct races *r, const struct instance *a, path_id *variable)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (g[i].kind != LOCK_SELF)
			continue;
		thread_id id = owner_of_id(r, &g[i]);
		*variable = g[i].lock;
		thread_id by = threads_runner(r->t, a->thread);
		if (id ? id != by && is_thread(thread_at(r->t, by)) : never_stored(r, &g[i], by))
			return true;
	}
	return false;
}

/* Has a's thread joined that of b? */
static bool joined_that(struct races *r, const struct instance *a,
			const struct instance *b, path_id *variable)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (g[i].kind != LOCK_ENDED)
			continue;
		*variable = g[i].lock;
		if (b->thread != a->thread && only_visitor(r, g[i].func) == b->thread)
			return true;
	}
	return false;
}

bool ended_thread(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact)
{
	path_id variable = 0;
	if (!joined_that(r, a, b, &variable) && !joined_that(r, b, a, &variable))
		return false;
	if (fact)
		path_print_lock(&r->t->paths, variable, r->p, r->pt, 0, fact);
	return true;
}

bool another_thread(struct races *r, const struct instance *a, const struct instance *b,
		    struct str *fact)
{
	path_id variable = 0;
	if (!never_gets_there(r, a, &variable) && !never_gets_there(r, b, &variable))
		return false;
	if (fact)
		path_print_lock(&r->t->paths, variable, r->p, r->pt, 0, fact);
	return true;
}
