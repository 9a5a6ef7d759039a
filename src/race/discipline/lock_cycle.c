/* SPDX-License-Identifier: MIT */
/*
 * Threads that may wait for each other: a circle in the order of locks, where each step is
 * taken by another thread, all at the same time (Havelund's Goodlock). Steps of one thread
 * are no circle, nor are those that a common lock, held by both before, keeps apart; nor
 * where one only tries, or both only read.
 *
 * Locks are named by their struct where there may be many: then a circle of different
 * structs is likely, and one of a single struct is only possible.
 */
#include <stdlib.h>
#include <string.h>

#include "race/discipline/discipline.h"
#include "race/show/show.h"

enum { MAX_CYCLE = 4, MAX_STEPS = 200000 };

struct search {
	struct races *r;
	struct arena *a;
	const struct lock_edges *e;
	uint32_t *first_at; /* [lock] the first edge that begins there; one more */
	const struct lock_edge *way[MAX_CYCLE];
	uint32_t n, budget;
	struct map seen; /* circles, by their locks */
	const struct report_known_lock *locks;
	VEC(struct report_cycle) found;
};

struct report_order show_lock_edge(struct races *r, const struct lock_edge *e)
{
	struct access wanted = {.func = e->wanted_at.func, .inst = e->wanted_at.inst};
	struct instance x = {.thread = context_at(r->t, e->point.context)->thread,
			     .point = e->point};
	struct report_access at = show_place(r, &x, &wanted);
	return (struct report_order){.first = e->first, .second = e->second,
				     .held = place_of(r->p, e->held_at.func, e->held_at.inst),
				     .wanted = at.place, .function = at.function,
				     .thread = at.thread};
}

/* ---- may these steps be taken at the same time? ---- */

static bool have_gate(const struct search *s, const struct lock_edge *a,
		      const struct lock_edge *b)
{
	for (uint32_t i = 0; i < a->gate_count; i++) {
		const struct lock_gate *x = &s->e->gates.at[a->gate_first + i];
		for (uint32_t k = 0; k < b->gate_count; k++) {
			const struct lock_gate *y = &s->e->gates.at[b->gate_first + k];
			if (x->lock == y->lock &&
			    !(x->mode == MODE_SHARED && y->mode == MODE_SHARED))
				return true;
		}
	}
	return false;
}

static bool are_together(const struct search *s, const struct lock_edge *a,
			 const struct lock_edge *b)
{
	thread_id x = context_at(s->r->t, a->point.context)->thread;
	thread_id y = context_at(s->r->t, b->point.context)->thread;
	if (x == y && !thread_at(s->r->t, x)->many)
		return false;
	return !have_gate(s, a, b) && threads_parallel(s->r->t, &a->point, &b->point);
}

/* May what a waits for be what b holds? */
static bool waits_for(const struct lock_edge *a, const struct lock_edge *b)
{
	if (a->tries || a->second != b->first ||
	    (a->wanted_mode == MODE_SHARED && b->held_mode == MODE_SHARED))
		return false;
	return !(a->wanted_certain && b->held_certain && a->wanted != b->held);
}

static bool fits(const struct search *s, const struct lock_edge *e)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (!are_together(s, s->way[i], e))
			return false;
	return !s->n || waits_for(s->way[s->n - 1], e);
}

/* ---- one circle ---- */

static bool is_certain_step(const struct lock_edge *e, const struct lock_edge *next)
{
	return e->wanted_certain && next->held_certain && e->wanted == next->held;
}

static uint64_t hash_of(const struct search *s, bool with_places)
{
	uint64_t h = s->n;
	for (uint32_t i = 0; i < s->n; i++) {
		const char *name = s->locks[s->way[i]->first].name;
		const char *by = ir_func_name(s->r->p, s->way[i]->wanted_at.func);
		h = hash_combine(h, hash_bytes(name, strlen(name), 21));
		if (with_places)
			h = hash_combine(h, hash_bytes(by, strlen(by), 22));
	}
	return h;
}

static void report_circle(struct search *s)
{
	struct report_cycle c = {.confidence = CONFIDENCE_HIGH, .step_count = s->n};
	struct report_order *steps = ARENA_ARRAY(s->a, struct report_order, s->n);
	if (!map_add(&s->seen, hash_of(s, false) & INT64_MAX))
		return;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct lock_edge *e = s->way[i], *next = s->way[(i + 1) % s->n];
		steps[i] = show_lock_edge(s->r, e);
		if (is_certain_step(e, next))
			continue;
		c.confidence = e->first == e->second ? CONFIDENCE_LOW : CONFIDENCE_MEDIUM;
		c.reason = e->first == e->second
				   ? "two locks of one kind: an order among them may be kept"
				   : "locks of structs: which objects meet is not known";
	}
	c.steps = steps;
	c.id = arena_printf(s->a, "%016llx", (unsigned long long)hash_of(s, true));
	vec_push(&s->found, c);
}

/* ---- all ---- */

static bool is_closed(const struct search *s)
{
	const struct lock_edge *last = s->way[s->n - 1];
	return s->n > 1 && waits_for(last, s->way[0]);
}

/* A circle comes to each of its locks once. */
static bool is_on_way(const struct search *s, uint32_t lock)
{
	for (uint32_t i = 1; i < s->n; i++)
		if (s->way[i]->first == lock)
			return true;
	return false;
}

/* Circles from the lock that 'way' begins with, which has the lowest number in it. */
static void extend(struct search *s, uint32_t lock)
{
	uint32_t start = s->n ? s->way[0]->first : lock;
	for (uint32_t i = s->first_at[lock]; i < s->first_at[lock + 1]; i++) {
		const struct lock_edge *e = &s->e->list.at[i];
		if (!s->budget || e->tries || e->second < start || e->first == e->second ||
		    is_on_way(s, e->second))
			continue;
		s->budget--;
		if (!fits(s, e))
			continue;
		s->way[s->n++] = e;
		if (e->second == start && is_closed(s))
			report_circle(s);
		else if (e->second != start && s->n < MAX_CYCLE)
			extend(s, e->second);
		s->n--;
	}
}

/* Two of one kind, by two threads: each may have what the other one wants. */
static void find_pairs_of_one_kind(struct search *s, uint32_t lock)
{
	for (uint32_t i = s->first_at[lock]; i < s->first_at[lock + 1]; i++) {
		for (uint32_t k = i; k < s->first_at[lock + 1]; k++) {
			const struct lock_edge *a = &s->e->list.at[i], *b = &s->e->list.at[k];
			if (a->second != lock || b->second != lock || !waits_for(a, b) ||
			    !waits_for(b, a) || !are_together(s, a, b))
				continue;
			s->way[0] = a;
			s->way[1] = b;
			s->n = 2;
			report_circle(s);
			s->n = 0;
		}
	}
}

static int by_confidence(const void *a, const void *b)
{
	const struct report_cycle *x = a, *y = b;
	if (x->confidence != y->confidence)
		return x->confidence > y->confidence ? -1 : 1;
	return strcmp(x->id, y->id);
}

void find_lock_cycles(struct races *r, struct arena *a, const struct lock_edges *e,
		      const struct report_known_lock *locks, struct report_discipline *d)
{
	struct search s = {.r = r, .a = a, .e = e, .locks = locks, .budget = MAX_STEPS};
	s.first_at = xcalloc(e->lock_count + 2u, sizeof(*s.first_at));
	for (uint32_t i = 0; i < e->list.n; i++)
		s.first_at[e->list.at[i].first + 1]++;
	for (uint32_t i = 0; i < e->lock_count; i++)
		s.first_at[i + 1] += s.first_at[i];
	for (uint32_t i = 0; i < e->lock_count; i++) {
		extend(&s, i);
		find_pairs_of_one_kind(&s, i);
	}
	if (s.found.n)
		qsort(s.found.at, s.found.n, sizeof(*s.found.at), by_confidence);
	d->cycles = arena_memdup(a, s.found.at, s.found.n * sizeof(*s.found.at));
	d->cycle_count = s.found.n;
	d->cut = e->cut || !s.budget;
	vec_free(&s.found);
	map_free(&s.seen);
	free(s.first_at);
}
