/* SPDX-License-Identifier: MIT */
/*
 * Semaphores that are locks. One excludes like a lock if it starts at one and never counts to
 * two. It may if somebody posts it who has not waited:
 *
 * - a thread that never waits for it, unless it is for those who only wait;
 * - or one that does, where it has posted it already and there is no way from that post on
 *   which it waits for it before it posts it again, also in a function that is told which
 *   semaphore it is. Where it may have waited nothing is said: the
 *   first reader waits, and the last one posts.
 */
#include "race/order/order.h"
#include "race/veto/veto.h"

enum { MOST_POSTS = 63 };
#define WAITED (UINT64_C(1) << MOST_POSTS)

static bool is_use_of(struct races *r, const struct semaphore_use *u, const struct pt_set *x)
{
	return pt_sets_overlap(r->pt, x, 1, threads_points_to(r->t, u->object), 1);
}

/* Does the thread ever post it, or wait for it? */
static bool uses(struct races *r, thread_id thread, const struct pt_set *x, bool posts)
{
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (u->posts == posts && u->thread == thread && is_use_of(r, u, x))
			return true;
	}
	return false;
}

/* Uses of one semaphore by one thread, all in places where it is the same one for certain. */
struct uses {
	thread_id thread;
	const struct pt_set *semaphore;
	const struct semaphore_use *helper; /* in that function, by that name; NULL: where it has
					     * a name of its own */
};

static bool is_among(struct races *r, const struct uses *all, const struct semaphore_use *u)
{
	const struct semaphore_use *h = all->helper;
	return u->thread == all->thread && u->path == (h ? h->path : 0) &&
	       (!h || u->func == h->func) && is_use_of(r, u, all->semaphore);
}

/* Each call of the helper may be for another one. */
static void add_calls(struct races *r, struct flow *w, func_id helper)
{
	const struct callgraph *g = r->t->in.callgraph;
	for (func_id f = 1; f < r->in->summaries->n; f++)
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			if (g->edges[e].callee == helper)
				reach_add(w, (struct flow_site){.func = f,
								.inst = g->edges[e].inst,
								.signs = SIGN_ANY,
								.bits = UINT64_MAX});
}

/* A bit for each post, set from there to the next post or wait; and one from a wait to a post.
 * False: there are more posts than bits. */
static bool add_uses(struct races *r, struct flow *w, const struct uses *all)
{
	uint64_t bit = 1;
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (!is_among(r, all, u))
			continue;
		if (u->posts && bit == WAITED)
			return false;
		uint64_t set = u->posts ? bit : WAITED;
		struct flow_site site = {.func = u->func, .inst = u->inst,
					 .signs = SIGN_ANY, .bits = ~set};
		reach_add(w, site);
		site.sets = true;
		site.bits = set & (u->posts ? ~WAITED : UINT64_MAX);
		reach_add(w, site);
		bit <<= u->posts;
	}
	return true;
}

/* The same call may wait for it first. */
static bool waits_too(struct races *r, const struct uses *all, const struct semaphore_use *post)
{
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (!u->posts && u->func == post->func && u->inst == post->inst &&
		    is_among(r, all, u))
			return true;
	}
	return false;
}

/* On no way does the thread wait between two posts, or before one; maybe, if there are many. */
static bool is_posted_twice(struct races *r, const struct uses *all)
{
	struct flow *w = xcalloc(1, sizeof(*w));
	uint64_t posted = 0, waited = 0;
	bool first = false;
	events_of(r);
	w->brief = true;
	if (!add_uses(r, w, all)) {
		reach_free(w);
		return true;
	}
	if (all->helper)
		add_calls(r, w, all->helper->func);
	reach_run(r, w);
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (!is_among(r, all, u))
			continue;
		uint64_t before = reach_at_inst(r, w, all->thread, u->func, u->inst);
		if (u->posts)
			posted |= before;
		else
			waited |= before;
		first |= u->extra && !all->helper && !(before & WAITED) &&
			 !waits_too(r, all, u);
	}
	reach_free(w);
	return first || (posted & ~waited & ~WAITED);
}

/* Does a helper, which is told which semaphore it is, post it twice? One that may be any of an
 * array is another one each time. */
static bool is_helper_for_two(struct races *r, const struct semaphore_use *u,
			      const struct pt_set *x)
{
	const struct path *p = u->path ? path_at(&summary_of(r->t, u->func)->paths, u->path) : NULL;
	struct uses all = {u->thread, x, u};
	return u->posts && p && !(p->flags & PATHF_ANY) && is_posted_twice(r, &all);
}

static bool counts_to_two(struct races *r, const struct pt_set *x)
{
	bool extra = false;
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (!is_use_of(r, u, x))
			continue;
		if (!u->posts && !uses(r, u->thread, x, true))
			return false;
		struct uses named = {.thread = u->thread, .semaphore = x};
		extra = extra || is_helper_for_two(r, u, x) ||
			(u->extra &&
			 (!uses(r, u->thread, x, false) || is_posted_twice(r, &named)));
	}
	return extra;
}

static bool is_binary(struct races *r, const struct pt_set *x)
{
	bool one = false;
	for (uint32_t i = 0; i < r->handing.semaphores.n; i++) {
		const struct semaphore_init *s = &r->handing.semaphores.at[i];
		if (!pt_sets_overlap(r->pt, x, 1, threads_points_to(r->t, s->object), 1))
			continue;
		if (s->value != 1)
			return false;
		one = true;
	}
	return one && !counts_to_two(r, x);
}

bool is_binary_semaphore(struct races *r, path_id semaphore)
{
	uint32_t known = map_get(&r->memo.binary, semaphore, 2);
	if (known == 2) {
		known = is_binary(r, threads_points_to(r->t, semaphore));
		map_put(&r->memo.binary, semaphore, known);
	}
	return known;
}
