/* SPDX-License-Identifier: MIT */
/*
 * Waited for until nobody is at work. Who works counts himself in before, and out behind it; who
 * gives the work waits until there is none and nobody is counted:
 *
 *	for (;;) { while (!p->jobs) wait(); p->busy++; unlock; run(); lock; p->busy--; }
 *	give(p, j); ... while (p->jobs || p->busy) wait();
 *
 * What was done for him is behind him then, and as nobody else gives work, nothing is begun until
 * he gives more. That he has given none since he has waited is not looked at: it ranks.
 */
#include "race/order/asked.h"
#include "race/order/order.h"

static bool has_found(struct races *r, const struct instance *x, event_id id)
{
	uint64_t missed = events_missed(r, x, id / EVENTS_AT_ONCE, false);
	return !(missed >> (id % EVENTS_AT_ONCE) & 1);
}

/* 'Nobody is counted', of a count that goes up and down. */
static bool is_of_workers(const struct events *o, const struct event *e)
{
	bool up = false, down = false;
	for (uint32_t i = 0; i < e->give_count; i++) {
		up |= o->gives.at[e->give_first + i].step > 0;
		down |= o->gives.at[e->give_first + i].step < 0;
	}
	return up && down && !e->posted && !e->numbers.open && numbers_have(&e->numbers, 0) &&
	       !numbers_have(&e->numbers, 1);
}

static const struct events *list_workers(struct races *r)
{
	struct events *o = events_of(r);
	for (event_id id = 1; !o->workers_listed && id < o->list.n; id++)
		if (is_of_workers(o, &o->list.at[id]))
			vec_push(&o->workers, id);
	o->workers_listed = true;
	return o;
}

/* Where its thread may not be counted. */
static struct flow *flow_of_uncounted(struct races *r, event_id id)
{
	const struct event *e = &r->events->list.at[id];
	uint32_t key[] = {0, 0, 0, id};
	struct flow **known = known_flow(r, key, 4);
	if (*known)
		return *known;
	struct flow *w = *known = xcalloc(1, sizeof(*w));
	w->first = 1;
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &r->events->gives.at[e->give_first + i];
		reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
						.signs = SIGN_ANY, .sets = x->step <= 0,
						.bits = 1});
	}
	reach_run(r, w);
	return w;
}

static bool is_given_by_third(struct races *r, event_id id, const struct instance *a,
			      const struct instance *b)
{
	for (thread_id t = 1; t < r->t->list.n; t++)
		if (t != a->thread && t != b->thread && event_is_given_by(r, id, t))
			return true;
	return false;
}

/* Has b found that there is none of what a has found? */
static bool finds_none(struct races *r, event_id id, const struct instance *b)
{
	const struct events *o = r->events;
	const struct event *e = &o->list.at[id];
	for (event_id other = 1; other < o->list.n; other++) {
		const struct event *x = &o->list.at[other];
		if (x->cell.obj == e->cell.obj && x->cell.offset == e->cell.offset &&
		    !x->posted && numbers_part(&x->numbers, &e->numbers) &&
		    has_found(r, b, other))
			return true;
	}
	return false;
}

/* Does a's thread begin only with what b's thread has given? */
static bool has_work_of(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct events *o = r->events;
	for (event_id id = 1; id < o->list.n; id++) {
		const struct event *e = &o->list.at[id];
		if (!e->first && !e->posted && event_is_given_by(r, id, b->thread) &&
		    !is_given_by_third(r, id, a, b) && has_found(r, a, id) &&
		    finds_none(r, id, b))
			return true;
	}
	return false;
}

bool is_work_done(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct events *o = list_workers(r);
	if (a->thread == b->thread)
		return false;
	for (uint32_t i = 0; i < o->workers.n; i++) {
		event_id id = o->workers.at[i];
		if (event_is_given_by(r, id, a->thread) && has_found(r, b, id) &&
		    !(reach_at(r, flow_of_uncounted(r, id), a) & 1) && has_work_of(r, a, b))
			return true;
	}
	return false;
}
