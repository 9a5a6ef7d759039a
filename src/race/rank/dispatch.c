/* SPDX-License-Identifier: MIT */
/*
 * Dispatch: 'if (h->locked) { lock(); h->fn(); unlock(); } else h->fn();'. Which function is
 * called through the pointer depends on more than we follow, so each is seen to be called both
 * ways, and what is done without the lock may well be another function's. That is so if a call
 * through a pointer that may mean several functions lies on the way to the access, and its
 * thread also comes to that call with a lock that the other side holds.
 */
#include "race/order/order.h"

static bool is_dispatch(const struct races *r, const struct step *s)
{
	uint32_t n, targets = 0;
	const struct call_edge *e = calls_at(r, s->func, s->inst, &n);
	for (uint32_t i = 0; i < n; i++)
		targets += e[i].kind == EDGE_INDIRECT;
	return targets > 1;
}

/* Does the thread come to the function in a context in which it has a lock of the other side? */
static bool comes_locked(struct races *r, const struct instance *x, const struct instance *other,
			 func_id f)
{
	path_id names[2];
	for (context_id c = r->t->first_of_func[f]; c; c = context_at(r->t, c)->next_of_func) {
		const struct context *k = context_at(r->t, c);
		struct instance so = *x;
		so.guards = k->guards;
		if (k->thread == x->thread && k->guards &&
		    shared_lock(r, &so, other, names) == LOCKS_SAME)
			return true;
	}
	return false;
}

bool may_be_dispatched_locked(struct races *r, const struct instance *x,
			      const struct instance *other)
{
	struct step steps[MAX_FRAMES];
	uint32_t n = other->guards ? threads_steps(r->t, &x->point, steps, MAX_FRAMES) : 0;
	for (uint32_t i = 0; i + 1 < n; i++)
		if (is_dispatch(r, &steps[i]) && comes_locked(r, x, other, steps[i].func))
			return true;
	return false;
}
