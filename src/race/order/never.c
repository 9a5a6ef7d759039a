/* SPDX-License-Identifier: MIT */
/*
 * What never happens, because of what is found on the way there: a number that a variable
 * only has while a lock is held, and that is looked for under that lock. Whenever the lock is
 * free, and where threads begin, it has another one.
 */
#include "race/order/asked.h"
#include "race/order/order.h"

/* ---- numbers that nobody finds ---- */

/* Can it be hidden at all? */
static bool is_worth_a_look(const struct event *e)
{
	return e->end_count && e->give_count && !e->first && !e->posted;
}

/* Up to 64 events that are looked for at once, and one bit for each. */
struct batch {
	event_id ids[EVENTS_AT_ONCE];
	uint32_t n;
};

/* The next events from *id on that are worth it. */
static struct batch next_batch(const struct events *o, event_id *id,
			       bool (*is_worth)(const struct event *))
{
	struct batch b = {.n = 0};
	for (; *id < o->list.n && b.n < EVENTS_AT_ONCE; ++*id)
		if (!o->list.at[*id].numbers.open && is_worth(&o->list.at[*id]))
			b.ids[b.n++] = *id;
	return b;
}

/* Where they are so: from what gives them to what ends them. */
static struct flow *flow_while_so(struct races *r, const struct batch *b)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	for (uint32_t k = 0; k < b->n; k++) {
		const struct event *e = &o->list.at[b->ids[k]];
		uint64_t bit = UINT64_C(1) << k;
		for (uint32_t i = 0; i < e->give_count; i++) {
			const struct event_site *x = &o->gives.at[e->give_first + i];
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.sets = true, .bits = bit});
		}
		for (uint32_t i = 0; i < e->end_count; i++) {
			const struct event_site *x = &o->ends.at[e->end_first + i];
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.signs = SIGN_ANY, .bits = bit});
		}
	}
	reach_run(r, w);
	return w;
}

/* Those that are so where the thread starts another one, which finds them without a lock: what was
 * stored before there were threads. */
static uint64_t bits_at_creations(struct races *r, struct flow *w, thread_id t)
{
	uint64_t bits = 0;
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; i < s->forks.n && thread_runs(r, t, f); i++)
			if (s->forks.at[i].func == f)
				bits |= reach_at_inst(r, w, t, f, s->forks.at[i].inst);
	}
	return bits;
}

/* Those that are never so when some lock is released, or a thread begins. */
static uint64_t find_hidden(struct races *r, const struct batch *b)
{
	const struct events *o = r->events;
	uint64_t bits = b->n == EVENTS_AT_ONCE ? UINT64_MAX : (UINT64_C(1) << b->n) - 1;
	struct flow *w = flow_while_so(r, b);
	for (thread_id t = 1; t < r->t->list.n && bits; t++) {
		bits &= ~bits_at_creations(r, w, t);
		for (uint32_t i = 0; i < o->releases.n && bits; i++)
			if (thread_runs(r, t, o->releases.at[i].func))
				bits &= ~reach_at_inst(r, w, t, o->releases.at[i].func,
						       o->releases.at[i].inst);
	}
	reach_free(w);
	return bits;
}

/* Of the events 64 * part ... those that are never so when the lock is free. */
static uint64_t hidden_events(struct races *r, uint32_t part)
{
	struct events *o = r->events;
	bool asked = o->hidden.n;
	while (o->hidden.n * EVENTS_AT_ONCE < o->list.n)
		vec_push(&o->hidden, 0);
	for (event_id id = 1; !asked && id < o->list.n;) {
		struct batch b = next_batch(o, &id, is_worth_a_look);
		uint64_t bits = b.n ? find_hidden(r, &b) : 0;
		for (uint32_t k = 0; k < b.n; k++)
			o->hidden.at[b.ids[k] / EVENTS_AT_ONCE] |=
				(bits >> k & 1) << b.ids[k] % EVENTS_AT_ONCE;
	}
	return o->hidden.at[part];
}

static bool find_never(struct races *r, const struct instance *x)
{
	struct events *o = r->events;
	for (uint32_t part = 0; part * EVENTS_AT_ONCE < o->list.n; part++) {
		uint64_t bits = hidden_events(r, part);
		if (bits)
			bits &= ~events_missed(r, x, part, false);
		for (event_id id = part * EVENTS_AT_ONCE; bits; id++, bits >>= 1)
			if (bits & 1 && event_is_valid(r, id, x->thread) &&
			    event_is_locked(r, id, x->thread))
				return true;
	}
	return false;
}

bool never_comes(struct races *r, const struct instance *x)
{
	enum { NO = 1, YES };
	struct events *o = events_of(r);
	uint32_t place = way_of(r, x);
	while (o->never.n <= place)
		vec_push(&o->never, 0);
	if (!o->never.at[place]) {
		bool never = find_never(r, x);
		o->never.at[place] = never ? YES : NO;
	}
	return o->never.at[place] == YES;
}

/* The instances of a run have the same ways to the same places. */
static bool is_never(struct races *r, const struct instance *x)
{
	enum { NO = 1, YES };
	bool listed = x >= r->instances.at && x < r->instances.at + r->instances.n;
	if (!listed)
		return is_so_everywhere(r, x, never_comes);
	uint8_t *known = &r->runs.at[x->run].never;
	if (!*known)
		*known = is_so_everywhere(r, x, never_comes) ? YES : NO;
	return *known == YES;
}

bool never_happens(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	(void)fact;
	return is_never(r, a) || is_never(r, b);
}
