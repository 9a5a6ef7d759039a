/* SPDX-License-Identifier: MIT */
/*
 * Does a come before b? It does if b's thread has taken an event on all ways to b, and
 * every deed that may give the event is done after a: by a's own thread, from where it
 * does not come back to a; or by a thread that can only do it after something that comes
 * after a itself: it is created there, or has taken an event that is given there. What
 * takes and what gives must synchronise: a release and an acquire, or one lock that is
 * held for both.
 *
 * The event must not be there from the beginning, and a's thread must be one that exists
 * once, and not again later: else what another of its kind has given would do.
 */
#include "race/order/asked.h"
#include "race/order/order.h"
#include "race/pair/pair.h"
#include "race/veto/veto.h"

#include <string.h>

struct events *events_of(struct races *r)
{
	if (!r->events)
		find_events(r);
	return r->events;
}

bool is_single(const struct races *r, thread_id id)
{
	for (;; id = thread_at(r->t, id)->creator) {
		const struct thread *x = thread_at(r->t, id);
		if (x->origin == ORIGIN_MAIN)
			return !x->many;
		if (x->origin != ORIGIN_FORK || x->many || x->merged || x->repeated ||
		    x->flags & (FORKF_LOOP | FORKF_MANY) || !x->creator)
			return false;
	}
}

/* ---- who synchronises with whom ---- */

static bool is_acquired(const struct instance *x)
{
	return x->flags & ACCESSF_ATOMIC && x->access->order >= ORDER_CONSUME &&
	       x->access->order != ORDER_RELEASE;
}

static bool is_released(const struct instance *x)
{
	return x->flags & ACCESSF_ATOMIC && x->access->order >= ORDER_RELEASE;
}

/* What is asked of tests and gives. */
enum validity {
	VALID,	    /* who finds what was given there comes after the giver */
	VALID_LATE, /* likewise, of those who give it when there are threads */
	LOCKED,	    /* that one lock is held for both, of these */
};

static bool synchronise(struct races *r, const struct situated *gives,
			const struct situated *tests, enum validity v)
{
	path_id names[2];
	for (uint32_t i = 0; i < gives->n; i++)
		for (uint32_t k = 0; k < tests->n; k++)
			if ((v == LOCKED ||
			     !(is_released(&gives->at[i]) && is_acquired(&tests->at[k]))) &&
			    !share_lock(r, &gives->at[i], &tests->at[k], names))
				return false;
	return true;
}

static bool find_valid(struct races *r, const struct event *e, thread_id taker, enum validity v)
{
	struct situated gives, tests;
	for (uint32_t i = 0; i < e->test_count; i++) {
		const struct event_site *x = &r->events->tests.at[e->test_first + i];
		if (!thread_runs(r, taker, x->func))
			continue;
		if (!find_situations(r, taker, x, e, &tests))
			return false;
		for (uint32_t k = 0; k < e->give_count; k++) {
			const struct event_site *g =
				&r->events->gives.at[e->give_first + k];
			for (thread_id t = 1; t < r->t->list.n; t++)
				if (thread_runs(r, t, g->func) &&
				    (!find_situations(r, t, g, e, &gives) ||
				     !synchronise(r, &gives, &tests, v)) &&
				    !(v != VALID && is_early(r, g->func, g->inst)))
					return false;
		}
	}
	return true;
}

bool event_is_valid(struct races *r, event_id id, thread_id taker)
{
	const struct event *e = &r->events->list.at[id];
	enum { NO = 1, YES };
	uint32_t known =
		e->posted ? YES : map_get(&r->events->valid, map_key2(id, taker), 0);
	if (!known) {
		known = find_valid(r, e, taker, VALID) ? YES : NO;
		map_put(&r->events->valid, map_key2(id, taker), known);
	}
	return known == YES;
}

bool event_is_valid_late(struct races *r, event_id id, thread_id taker)
{
	return event_is_valid(r, id, taker) ||
	       find_valid(r, &r->events->list.at[id], taker, VALID_LATE);
}

bool event_is_locked(struct races *r, event_id id, thread_id taker)
{
	enum { NO = 1, YES };
	uint32_t known = map_get(&r->events->locked, map_key2(id, taker), 0);
	if (!known) {
		known = find_valid(r, &r->events->list.at[id], taker, LOCKED) ? YES : NO;
		map_put(&r->events->locked, map_key2(id, taker), known);
	}
	return known == YES;
}

/* ---- what is given later ---- */

static uint32_t find_way(struct races *r, const struct instance *x)
{
	const struct point *p = &x->point;
	uint32_t key[] = {x->thread, context_at(r->t, p->context)->func, p->chain, p->func,
			  p->inst};
	return intern_bytes(&events_of(r)->places, key, sizeof(key));
}

/* All of a run come there in one function; what was made for a question is in none. */
uint32_t way_of(struct races *r, const struct instance *x)
{
	if (x->way)
		return x->way;
	if (x < r->instances.at || x >= r->instances.at + r->instances.n)
		return find_way(r, x);
	uint32_t at = (uint32_t)(x - r->instances.at), number = x->run;
	const struct run *run = &r->runs.at[number];
	bool in_run = at >= run->first && at < run->end;
	uint32_t way = in_run && run->way ? run->way : find_way(r, x);
	if (in_run)
		r->runs.at[number].way = way;
	r->instances.at[at].way = way;
	return way;
}

/* Events that are only given after a. */
struct search {
	struct races *r;
	const struct instance *a;
	bool *later;  /* [event] so far: only ever becomes less */
	bool *from_a; /* [event] given by a's thread, or by one that takes such */
	struct flow *
		*missed; /* [thread] where it has taken none of them; NULL: not asked */
};

void add_takes(const struct events *o, struct flow *w, event_id id, uint64_t bits,
	       bool own)
{
	const struct event *e = &o->list.at[id];
	for (uint32_t i = 0; i < e->test_count; i++) {
		const struct event_site *x = &o->tests.at[e->test_first + i];
		reach_add(w, (struct flow_site){.func = x->func,
						.inst = x->inst,
						.signs = x->signs,
						.read = !e->posted,
						.numbers = e->numbers,
						.bits = bits});
	}
	for (uint32_t i = 0; own && i < e->give_count; i++) {
		const struct event_site *x = &o->gives.at[e->give_first + i];
		reach_add(w, (struct flow_site){.func = x->func,
						.inst = x->inst,
						.signs = SIGN_ANY,
						.bits = bits});
	}
}

struct flow **known_flow(struct races *r, const uint32_t *key, uint32_t n)
{
	struct events *o = r->events;
	uint32_t id = intern_bytes(&o->flow_keys, key, n * sizeof(*key));
	while (o->flows.n <= id)
		vec_push(&o->flows, NULL);
	return &o->flows.at[id];
}

/* Where the taker has not found any of the events: those that it tests, the others are missed in
 * any case. */
static struct flow *flow_of_missed(struct races *r, const event_id *later, uint32_t n,
				   thread_id taker)
{
	VEC(event_id) ids = {0};
	for (uint32_t i = 0; i < n; i++)
		if (event_is_tested_by(r, later[i], taker) && event_is_valid(r, later[i], taker))
			vec_push(&ids, later[i]);
	struct flow **known = known_flow(r, ids.at, ids.n);
	if (!*known) {
		struct flow *w = *known = xcalloc(1, sizeof(*w));
		w->first = 1;
		for (uint32_t i = 0; i < ids.n; i++)
			add_takes(r->events, w, ids.at[i], 1, false);
		reach_run(r, w);
	}
	vec_free(&ids);
	return *known;
}

bool is_gone_past(struct races *r, const struct instance *a, const struct instance *b)
{
	VEC(event_id) ids = {0};
	for (event_id id = 1; id < r->events->list.n; id++)
		if (!r->events->list.at[id].first && event_is_given_by(r, id, a->thread) &&
		    event_is_tested_by(r, id, b->thread) && event_is_valid(r, id, b->thread))
			vec_push(&ids, id);
	bool past = ids.n && reach_at(r, flow_of_missed(r, ids.at, ids.n, b->thread), b) & 1;
	vec_free(&ids);
	return past;
}

/* Where each of the events may have been given: a bit for each. */
static struct flow *flow_of_given(struct races *r, const event_id *ids, uint32_t n)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	for (uint32_t k = 0; k < n; k++) {
		const struct event *e = &o->list.at[ids[k]];
		for (uint32_t i = 0; i < e->give_count; i++) {
			const struct event_site *x = &o->gives.at[e->give_first + i];
			reach_add(w, (struct flow_site){.func = x->func,
							.inst = x->inst,
							.sets = true,
							.bits = UINT64_C(1) << k});
		}
	}
	reach_run(r, w);
	return w;
}

static struct flow *given_part(struct races *r, uint32_t part)
{
	struct events *o = r->events;
	event_id ids[EVENTS_AT_ONCE], base = part * EVENTS_AT_ONCE;
	uint32_t n = 0;
	while (o->given.n <= part)
		vec_push(&o->given, NULL);
	for (; n < EVENTS_AT_ONCE && base + n < o->list.n; n++)
		ids[n] = base + n;
	if (!o->given.at[part])
		o->given.at[part] = flow_of_given(r, ids, n);
	return o->given.at[part];
}

/* What a's thread may have given before. */
uint64_t given_before(struct races *r, const struct instance *a, uint32_t part)
{
	return reach_at(r, given_part(r, part), a);
}

/* ---- who gives and who tests ---- */

enum { GIVES = 1, TESTS = 2 };

static bool comes_to_one(struct races *r, thread_id id, const struct event_site *at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (thread_runs(r, id, at[i].func))
			return true;
	return false;
}

/* What the thread may do to each of the events, found once for all that have its code. */
static const uint8_t *deeds_of(struct races *r, thread_id id)
{
	struct events *o = r->events;
	id = threads_same_code(r->t, id);
	while (o->deeds.n <= id)
		vec_push(&o->deeds, NULL);
	if (o->deeds.at[id])
		return o->deeds.at[id];
	uint8_t *deeds = xcalloc(o->list.n, sizeof(*deeds));
	for (event_id e = 1; e < o->list.n; e++) {
		const struct event *x = &o->list.at[e];
		if (comes_to_one(r, id, o->gives.at + x->give_first, x->give_count))
			deeds[e] |= GIVES;
		if (comes_to_one(r, id, o->tests.at + x->test_first, x->test_count))
			deeds[e] |= TESTS;
	}
	return o->deeds.at[id] = deeds;
}

bool event_is_given_by(struct races *r, event_id id, thread_id by)
{
	return deeds_of(r, by)[id] & GIVES;
}

bool event_is_tested_by(struct races *r, event_id id, thread_id by)
{
	return deeds_of(r, by)[id] & TESTS;
}

/* Does somebody who finds it come after those that have given it? */
static bool tells_somebody(struct races *r, event_id id)
{
	for (thread_id t = 1; t < r->t->list.n; t++)
		if (event_is_tested_by(r, id, t) && event_is_valid(r, id, t))
			return true;
	return false;
}

static bool is_tested(struct races *r, event_id id)
{
	for (thread_id t = 1; t < r->t->list.n; t++)
		if (event_is_tested_by(r, id, t))
			return true;
	return false;
}

/* Lists the events that somebody looks for and that have to be given first; none, if no event
 * tells anybody anything. */
static void list_askable(struct races *r)
{
	struct events *o = r->events;
	bool any = false;
	for (event_id id = 1; id < o->list.n; id++) {
		const struct event *e = &o->list.at[id];
		if (e->first || !e->give_count || !is_tested(r, id))
			continue;
		vec_push(&o->askable, id);
		any = any || tells_somebody(r, id);
	}
	if (!any)
		o->askable.n = 0;
	for (uint32_t i = 0; i < o->askable.n; i += EVENTS_AT_ONCE) {
		uint32_t n = o->askable.n - i;
		n = n < EVENTS_AT_ONCE ? n : EVENTS_AT_ONCE;
		vec_push(&o->askable_given, flow_of_given(r, o->askable.at + i, n));
	}
}

static bool has_askable(struct races *r)
{
	struct events *o = events_of(r);
	if (!o->askable_listed)
		list_askable(r);
	o->askable_listed = true;
	return o->askable.n;
}

/* ---- what comes later ---- */

/* Is the thread created by a's, itself or below, and only after a? */
static bool is_created_later(struct races *r, const struct instance *a, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	while (x->creator && x->creator != a->thread && !x->wide)
		x = thread_at(r->t, x->creator);
	if (x->creator != a->thread || x->wide || x->origin != ORIGIN_FORK)
		return false;
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	uint32_t key[] = {0, f->func, f->inst}; /* no event is 0 */
	struct flow **known = known_flow(r, key, 3);
	if (!*known) {
		*known = xcalloc(1, sizeof(**known));
		reach_add(*known, (struct flow_site){.func = f->func,
						     .inst = f->inst,
						     .sets = true,
						     .bits = 1});
		reach_run(r, *known);
	}
	return !reach_at(r, *known, a);
}

static struct flow *missed_by(struct search *q, thread_id id)
{
	VEC(event_id) ids = {0};
	for (event_id e = 1; e < q->r->events->list.n && !q->missed[id]; e++)
		if (q->later[e])
			vec_push(&ids, e);
	if (!q->missed[id])
		q->missed[id] = flow_of_missed(q->r, ids.at, ids.n, id);
	vec_free(&ids);
	return q->missed[id];
}

static void forget_missed(struct search *q)
{
	for (thread_id t = 0; t < q->r->t->list.n; t++)
		q->missed[t] = NULL;
}

/* Has the thread certainly taken one of the events when it comes there? */
static bool comes_later(struct search *q, thread_id id, const struct event_site *x)
{
	return !reach_at_inst(q->r, missed_by(q, id), id, x->func, x->inst) ||
	       is_created_later(q->r, q->a, id);
}

static bool is_given_later(struct search *q, event_id id)
{
	const struct event *e = &q->r->events->list.at[id];
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &q->r->events->gives.at[e->give_first + i];
		for (thread_id t = 1; t < q->r->t->list.n; t++)
			if (t != q->a->thread && thread_runs(q->r, t, x->func) &&
			    !comes_later(q, t, x))
				return false;
	}
	return true;
}

/* ---- what is given later, and before what ---- */

/* Is there a way for a's thread to give it without having found one of the events? */
static bool gives_first(struct search *q, event_id id)
{
	const struct event *e = &q->r->events->list.at[id];
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &q->r->events->gives.at[e->give_first + i];
		if (thread_runs(q->r, q->a->thread, x->func) &&
		    reach_at_inst(q->r, missed_by(q, q->a->thread), q->a->thread, x->func,
				  x->inst))
			return true;
	}
	return false;
}

/* An event that nobody gives but who has found it himself is never there; maybe because
 * somebody gives it whom we do not see. */
static void drop_unfounded(struct search *q)
{
	struct races *r = q->r;
	uint32_t n = r->events->list.n;
	bool *takes = xcalloc(r->t->list.n, sizeof(*takes)), changed = true;
	memset(q->from_a, 0, n * sizeof(*q->from_a));
	while (changed) {
		changed = false;
		for (event_id id = 1; id < n; id++) {
			if (!q->later[id] || q->from_a[id])
				continue;
			q->from_a[id] = gives_first(q, id);
			for (thread_id t = 1; t < r->t->list.n && !q->from_a[id]; t++)
				q->from_a[id] = takes[t] && event_is_given_by(r, id, t);
			for (thread_id t = 1; t < r->t->list.n && q->from_a[id]; t++)
				takes[t] |= event_is_tested_by(r, id, t);
			changed |= q->from_a[id];
		}
	}
	for (event_id id = 1; id < n; id++)
		q->later[id] &= q->from_a[id];
	forget_missed(q);
	free(takes);
}

/*
 * The most events such that each is only given after a, provided the others are: whoever
 * would be the first to give one of them has not taken another before.
 */
static void find_later(struct search *q)
{
	struct races *r = q->r;
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->askable.n; i++) {
		struct flow *given = o->askable_given.at[i / EVENTS_AT_ONCE];
		uint64_t bits = reach_at(r, given, q->a) >> i % EVENTS_AT_ONCE;
		q->later[o->askable.at[i]] = !(bits & 1);
	}
	drop_unfounded(q);
	for (bool again = true; again;) {
		again = false;
		for (event_id id = 1; id < o->list.n; id++)
			if (q->later[id] && !is_given_later(q, id))
				q->later[id] = false, again = true;
		if (again)
			forget_missed(q);
	}
	drop_unfounded(q);
}

/* What is only given after a: a list of events. */
static struct later look_for_later(struct races *r, const struct instance *a)
{
	struct search q = {.r = r, .a = a};
	struct later x = {.first = r->events->later_ids.n};
	q.later = xcalloc(r->events->list.n, sizeof(*q.later));
	q.from_a = xcalloc(r->events->list.n, sizeof(*q.from_a));
	q.missed = xcalloc(r->t->list.n, sizeof(struct flow *));
	find_later(&q);
	for (event_id id = 1; id < r->events->list.n; id++)
		if (q.later[id])
			vec_push(&r->events->later_ids, id);
	x.count = r->events->later_ids.n - x.first;
	free(q.later);
	free(q.from_a);
	free(q.missed);
	return x;
}

/* It depends on a's thread, and on what that may have given before. Returns 1 + its number. */
static uint32_t find_later_than(struct races *r, const struct instance *a)
{
	struct events *o = r->events;
	uint64_t key = a->thread;
	for (uint32_t part = 0; part < o->askable_given.n; part++)
		key = hash_combine(key, reach_at(r, o->askable_given.at[part], a));
	uint32_t known = map_get(&o->later_at, key >> 1, 0);
	if (!known) {
		struct later x = look_for_later(r, a);
		vec_push(&o->later, x);
		known = o->later.n;
		map_put(&o->later_at, key >> 1, known);
	}
	return known;
}

static uint32_t later_than(struct races *r, const struct instance *a)
{
	struct events *o = r->events;
	uint32_t place = way_of(r, a);
	while (o->later_of.n <= place)
		vec_push(&o->later_of, 0);
	if (!o->later_of.at[place]) {
		uint32_t found = find_later_than(r, a);
		o->later_of.at[place] = found;
	}
	return o->later_of.at[place] - 1;
}

static struct flow *find_missed(struct races *r, struct later x, thread_id taker)
{
	bool tested = false;
	for (uint32_t i = 0; i < x.count && !tested; i++)
		tested = event_is_tested_by(r, r->events->later_ids.at[x.first + i], taker);
	return tested ? flow_of_missed(r, r->events->later_ids.at + x.first, x.count, taker)
		      : NULL;
}

/* Where the taker has not found anything that is only given after a; NULL: anywhere. */
static struct flow *missed_of(struct races *r, const struct instance *a, thread_id taker)
{
	struct events *o = r->events;
	uint32_t later = later_than(r, a);
	uint32_t known = map_get(&o->taken_at, map_key2(later, taker), 0);
	if (!known) {
		struct flow *w = find_missed(r, o->later.at[later], taker);
		vec_push(&o->taken, w);
		known = o->taken.n;
		map_put(&o->taken_at, map_key2(later, taker), known);
	}
	return o->taken.at[known - 1];
}

/* ---- two accesses ---- */

/* Had who has created the thread found something, or who has created that one? */
static bool is_created_behind(struct races *r, const struct instance *a, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	for (; x->origin == ORIGIN_FORK && !x->wide && x->creator && x->creator != a->thread;
	     x = thread_at(r->t, x->creator)) {
		const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
		struct flow *w = missed_of(r, a, x->creator);
		if (w && !reach_at_inst(r, w, x->creator, f->func, f->inst))
			return true;
	}
	return false;
}

static bool is_before(struct races *r, const struct instance *a, const struct instance *b)
{
	if (a->thread == b->thread || !is_single(r, a->thread) || !has_askable(r))
		return false;
	struct flow *w = missed_of(r, a, b->thread);
	return (w && !reach_at(r, w, b)) || is_created_behind(r, a, b->thread);
}

bool is_ordered_there(struct races *r, const struct instance *a, const struct instance *b)
{
	return is_before(r, a, b) || is_before(r, b, a);
}

/* The instance at the next place of its cluster; false: that was the last one. */
static bool next_place(const struct races *r, const struct instance *of, uint32_t *site,
		       struct instance *x)
{
	if (!*site)
		return false;
	const struct site *s = &r->sites.at[*site];
	const struct access *a = s->access;
	*x = *of;
	x->point = (struct point){context_of_site(r, of, s), a->chain, a->func, a->inst,
				  of->point.running};
	x->access = a;
	x->way = 0;
	*site = s->next;
	return true;
}

bool is_so_everywhere(struct races *r, const struct instance *x,
		      bool (*is_so)(struct races *, const struct instance *))
{
	struct instance at = *x;
	uint32_t site = r->clusters.at[x->cluster].site;
	at.way = way_of(r, x);
	do {
		if (!is_so(r, &at))
			return false;
		r->events->held_first = true;
	} while (next_place(r, x, &site, &at));
	return true;
}

bool holds_wherever(struct races *r, const struct instance *a, const struct instance *b,
		    bool (*holds)(struct races *, const struct instance *,
				  const struct instance *))
{
	struct instance x = *a;
	uint32_t site = r->clusters.at[a->cluster].site;
	x.way = way_of(r, a);
	do {
		if (!holds(r, &x, b))
			return false;
	} while (next_place(r, a, &site, &x));
	return true;
}

bool holds_everywhere(struct races *r, const struct instance *a, const struct instance *b,
		      bool (*holds)(struct races *, const struct instance *,
				    const struct instance *))
{
	struct instance x = *a, y;
	uint32_t site = r->clusters.at[a->cluster].site, way = way_of(r, b);
	x.way = way_of(r, a);
	do {
		uint32_t other = r->clusters.at[b->cluster].site;
		y = *b;
		y.way = way;
		do {
			if (!holds(r, &x, &y))
				return false;
			r->events->held_first = true;
		} while (next_place(r, b, &other, &y));
	} while (next_place(r, a, &site, &x));
	return true;
}

bool ordered_by_event(struct races *r, const struct instance *a, const struct instance *b,
		      struct str *fact)
{
	(void)fact;
	return holds_everywhere(r, a, b, is_ordered_there);
}
