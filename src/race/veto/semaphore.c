/* SPDX-License-Identifier: MIT */
/*
 * Semaphores that are locks. One excludes like a lock if it starts at one and never counts to
 * two. It may if somebody posts it who has not waited:
 *
 * - a thread that never waits for it, unless it is for those who only wait;
 * - or one that does, where it has posted it already and there is no way from that post on
 *   which it waits for it before it posts it again. Where it may have waited nothing is said: the
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

/* A bit for each post, set from there to the next post or wait; and one from a wait to a post.
 * False: there are more posts than bits. */
static bool add_uses(struct races *r, struct flow *w, thread_id thread, const struct pt_set *x)
{
	uint64_t bit = 1;
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (u->thread != thread || !u->named || !is_use_of(r, u, x))
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

/* On no way does the thread wait between two posts, or before one; maybe, if there are many. */
static bool is_posted_twice(struct races *r, thread_id thread, const struct pt_set *x)
{
	struct flow *w = xcalloc(1, sizeof(*w));
	uint64_t posted = 0, waited = 0;
	bool first = false;
	events_of(r);
	w->brief = true;
	if (!add_uses(r, w, thread, x)) {
		reach_free(w);
		return true;
	}
	reach_run(r, w);
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (u->thread != thread || !u->named || !is_use_of(r, u, x))
			continue;
		uint64_t before = reach_at_inst(r, w, thread, u->func, u->inst);
		if (u->posts)
			posted |= before;
		else
			waited |= before;
		first |= u->extra && !(before & WAITED);
	}
	reach_free(w);
	return first || (posted & ~waited & ~WAITED);
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
		extra = extra || (u->extra && (!uses(r, u->thread, x, false) ||
					       is_posted_twice(r, u->thread, x)));
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
