/* SPDX-License-Identifier: MIT */
/*
 * Dispatch: 'if (h->locked) { lock(); h->fn(); unlock(); } else h->fn();'. Which function is
 * called through the pointer depends on more than we follow, so each is seen to be called both
 * ways, and what is done without the lock may well be another function's. That is so if a call
 * through a pointer that may mean several functions lies on the way to the access, and its
 * thread also makes one of the calls down to there with a lock that the other side holds.
 */
#include "race/order/order.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

static bool is_dispatch(const struct races *r, const struct step *s)
{
	uint32_t n, targets = 0;
	const struct call_edge *e = calls_at(r, s->func, s->inst, &n);
	for (uint32_t i = 0; i < n; i++)
		targets += e[i].kind == EDGE_INDIRECT;
	return targets > 1;
}

static void add_guard(struct races *r, struct guarded_calls *x, const struct guard *g)
{
	for (uint32_t i = x->first; i < x->first + x->count; i++) {
		const struct guard *y = &r->calls.call_guards.at[i];
		if (y->lock == g->lock && y->kind == g->kind && y->mode == g->mode)
			return;
	}
	vec_push(&r->calls.call_guards, *g);
	x->count++;
}

static void add_guards(struct races *r, struct guarded_calls *x, guards_id guards)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, guards, &n);
	for (uint32_t i = 0; i < n; i++)
		add_guard(r, x, &g[i]);
}

/* The different guards that the thread has when it makes that call, found once. A context without
 * the lock stands for one with it, so the call records are asked. */
static struct guarded_calls guards_of_calls(struct races *r, thread_id id, func_id caller,
					    func_id callee)
{
	const struct summary *s = summary_of(r->t, caller);
	uint32_t key[] = {id, caller, callee};
	uint32_t known = intern_bytes(&r->calls.call_keys, key, sizeof(key));
	if (known <= r->calls.calls_with.n)
		return r->calls.calls_with.at[known - 1];
	struct guarded_calls x = {r->calls.call_guards.n, 0};
	for (context_id c = threads_first_context(r->t, id, caller); c;
	     c = context_at(r->t, c)->next_here)
		for (uint32_t i = 0; i < s->calls.n; i++)
			if (s->calls.at[i].callee == callee)
				add_guards(r, &x, threads_guards_at(r->t, c,
								    s->calls.at[i].lockset));
	vec_push(&r->calls.calls_with, x);
	return x;
}

/* Does the thread also make that call with a lock of the other side? */
static bool calls_locked(struct races *r, const struct instance *x, const struct instance *other,
			 func_id caller, func_id callee)
{
	struct guarded_calls calls = guards_of_calls(r, x->thread, caller, callee);
	for (uint32_t i = calls.first; i < calls.first + calls.count; i++)
		if (would_exclude(r, x, other, &r->calls.call_guards.at[i]))
			return true;
	return false;
}

bool may_be_dispatched_locked(struct races *r, const struct instance *x,
			      const struct instance *other)
{
	struct step steps[MAX_FRAMES];
	uint32_t n = other->guards ? threads_steps(r->t, &x->point, steps, MAX_FRAMES) : 0;
	uint32_t calls = n ? n - 1 : 0; /* down to the last one through a pointer */
	while (calls && !is_dispatch(r, &steps[calls - 1]))
		calls--;
	for (uint32_t i = 0; i < calls; i++)
		if (calls_locked(r, x, other, steps[i].func, steps[i + 1].func))
			return true;
	return false;
}

void dispatch_release(struct dispatch *d)
{
	intern_free(&d->call_keys);
	vec_free(&d->calls_with);
	vec_free(&d->call_guards);
}
