/* SPDX-License-Identifier: MIT */
/*
 * A hundred races with one cause are one thing to look at. A thread that gets by one call
 * into code that was written for another races on whatever is touched there: either the
 * call cannot happen, as something that we do not see forbids it, and none of them is
 * real; or it can, and then it is the call that has to go. A signal handler that calls
 * much of the program races with it everywhere. A library that guards nothing races on
 * all that it keeps, if its callers share it. Each is one race of medium confidence at
 * most, with the names and the accesses of all.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/report.h"

/* So many are one: that need a call of a thread, of a handler, that callers make. */
enum { MANY = 100, MANY_OF_HANDLER = 10, MANY_OF_CALLERS = 20 };

/* A call by a thread: one of the frames of an access. */
struct edge {
	const struct report_access *access;
	uint32_t frame;
	uint32_t count; /* races */
	uint32_t last;	/* 1 + the last of these */
};

static const char *callee_of(const struct report_access *a, uint32_t frame)
{
	return frame + 1 < a->frame_count ? a->stack[frame + 1].function : a->function;
}

static const char *thread_of(const struct report *r, const struct report_access *a)
{
	return r->threads[a->thread].entry;
}

static uint64_t key_of(const struct report *r, const struct report_access *a, uint32_t frame)
{
	const struct report_frame *f = &a->stack[frame];
	uint64_t h = hash_combine(hash_text(thread_of(r, a)), hash_text(f->function));
	h = hash_combine(h, hash_combine(hash_text(f->place.file),
					 map_key2(f->place.line, f->place.column)));
	return (hash_combine(h, hash_text(callee_of(a, frame))) & INT64_MAX) | 1;
}

/* Which race is of which group: 0, or 1 + the number of what they share. */
struct storms {
	const struct report *r;
	uint64_t *of;
	VEC(struct report_shared_call) calls;
};

static bool is_looked_at(const struct storms *s, uint32_t race)
{
	const struct report_race *x = &s->r->races[race];
	return !x->suppressed && x->confidence != CONFIDENCE_LOW && !s->of[race];
}

/* ---- the call that most have in common ---- */

struct edges {
	VEC(struct edge) list;
	struct map numbers; /* key -> 1 + index */
};

static void add_edges(struct edges *e, const struct report *r, uint32_t race,
		      const struct report_access *a)
{
	if (r->threads[a->thread].kind == THREAD_MAIN)
		return;
	for (uint32_t f = 0; f < a->frame_count; f++) {
		uint64_t key = key_of(r, a, f);
		uint32_t known = map_get(&e->numbers, key, 0);
		if (!known) {
			vec_push(&e->list, ((struct edge){a, f, 0, 0}));
			known = e->list.n;
			map_put(&e->numbers, key, known);
		}
		struct edge *x = &e->list.at[known - 1];
		x->count += x->last != race + 1;
		x->last = race + 1;
	}
}

static uint32_t least_of(const struct report *r, const struct edge *e)
{
	return r->threads[e->access->thread].kind == THREAD_SIGNAL ? MANY_OF_HANDLER
								   : MANY;
}

/* Of those that nearly as many need as any, the farthest down; the first. */
static const struct edge *choose(const struct report *r, const struct edges *e)
{
	const struct edge *best = NULL;
	uint32_t most = 0;
	for (uint32_t i = 0; i < e->list.n; i++) {
		const struct edge *x = &e->list.at[i];
		if (x->count >= least_of(r, x) && x->count > most)
			most = x->count;
	}
	for (uint32_t i = 0; i < e->list.n; i++) {
		const struct edge *x = &e->list.at[i];
		bool enough = x->count >= least_of(r, x) && x->count >= most - most / 20;
		if (enough && (!best || x->frame > best->frame))
			best = x;
	}
	return best;
}

/* ---- who needs it ---- */

static bool comes_by(const struct report *r, const struct report_access *a, uint64_t key)
{
	for (uint32_t f = 0; f < a->frame_count; f++)
		if (key_of(r, a, f) == key)
			return true;
	return false;
}

/* As it is explained: the pair that leads is the best there is. */
static bool needs(const struct report *r, const struct report_race *x, uint64_t key)
{
	return comes_by(r, &x->accesses[x->pairs[0].a], key) ||
	       comes_by(r, &x->accesses[x->pairs[0].b], key);
}

static void gather(struct storms *s, const struct edge *e)
{
	const struct report_frame *f = &e->access->stack[e->frame];
	struct report_shared_call c = {f->function, callee_of(e->access, e->frame),
				       thread_of(s->r, e->access), f->place, 0};
	uint64_t key = key_of(s->r, e->access, e->frame);
	for (uint32_t i = 0; i < s->r->race_count; i++)
		if (is_looked_at(s, i) && needs(s->r, &s->r->races[i], key)) {
			s->of[i] = s->calls.n + 1;
			c.count++;
		}
	vec_push(&s->calls, c);
}

static bool find_call(struct storms *s)
{
	struct edges e = {0};
	for (uint32_t i = 0; i < s->r->race_count; i++) {
		const struct report_race *x = &s->r->races[i];
		if (!is_looked_at(s, i))
			continue;
		add_edges(&e, s->r, i, &x->accesses[x->pairs[0].a]);
		add_edges(&e, s->r, i, &x->accesses[x->pairs[0].b]);
	}
	const struct edge *x = choose(s->r, &e);
	if (x)
		gather(s, x);
	vec_free(&e.list);
	map_free(&e.numbers);
	return x;
}

/* ---- a library that guards nothing ---- */

static bool is_unguarded(const struct report *r, const struct report_access *a)
{
	return r->threads[a->thread].kind == THREAD_ENTRY && !a->lock_count;
}

static void find_callers(struct storms *s)
{
	struct report_shared_call c = {0};
	uint64_t number = s->calls.n + 1;
	for (uint32_t i = 0; i < s->r->race_count; i++) {
		const struct report_race *x = &s->r->races[i];
		if (is_looked_at(s, i) && !x->usual_count &&
		    is_unguarded(s->r, &x->accesses[x->pairs[0].a]) &&
		    is_unguarded(s->r, &x->accesses[x->pairs[0].b])) {
			s->of[i] = number;
			c.count++;
		}
	}
	if (c.count >= MANY_OF_CALLERS) {
		vec_push(&s->calls, c);
		return;
	}
	for (uint32_t i = 0; i < s->r->race_count; i++)
		s->of[i] = s->of[i] == number ? 0 : s->of[i];
}

/* ---- one race of them ---- */

static void add_reason(struct report *r, struct report_race *x, const char *reason)
{
	const char **reasons =
		arena_alloc(&r->memory, (x->reason_count + 1u) * sizeof(*reasons));
	if (x->reason_count)
		memcpy(reasons, x->reasons, x->reason_count * sizeof(*reasons));
	reasons[x->reason_count] = reason;
	x->reasons = reasons;
	x->reason_count++;
}

static const char *reason_text(struct report *r, const struct report_shared_call *c)
{
	if (!c->callee)
		return arena_printf(&r->memory,
				    "%u other variables are not guarded either",
				    c->count - 1);
	return arena_printf(
		&r->memory,
		"%u other races need the same call, of '%s' in '%s' by thread '%s'",
		c->count - 1, c->callee, c->caller, c->thread);
}

/* The first of each. */
static void mark(struct report *r, const struct storms *s, struct report_race *races)
{
	bool *seen = xcalloc(s->calls.n + 1u, sizeof(*seen));
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint64_t number = s->of[i];
		if (!number)
			continue;
		if (!seen[number])
			add_reason(r, &races[i],
				   reason_text(r, &s->calls.at[number - 1]));
		seen[number] = true;
		races[i].shared_call = (uint32_t)number;
		if (races[i].confidence > CONFIDENCE_MEDIUM)
			races[i].confidence = CONFIDENCE_MEDIUM;
	}
	free(seen);
}

/* Most confident first, as before. */
static void sort(struct report *r)
{
	struct report_race *sorted =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*sorted));
	uint32_t n = 0;
	for (int c = CONFIDENCE_CONFIRMED; c >= CONFIDENCE_LOW; c--)
		for (uint32_t i = 0; i < r->race_count; i++)
			if (r->races[i].confidence == (enum confidence)c)
				sorted[n++] = r->races[i];
	r->races = sorted;
}

void report_share_calls(struct report *r)
{
	struct storms s = {.r = r, .of = xcalloc(r->race_count + 1u, sizeof(*s.of))};
	while (find_call(&s))
		;
	find_callers(&s);
	if (s.calls.n) {
		struct report_race *races = arena_memdup(&r->memory, r->races,
							 r->race_count * sizeof(*races));
		mark(r, &s, races);
		r->races = races;
		r->shared_calls = arena_memdup(&r->memory, s.calls.at,
					       s.calls.n * sizeof(*s.calls.at));
		r->shared_call_count = s.calls.n;
		report_fold_by(r, s.of);
		sort(r);
	}
	vec_free(&s.calls);
	free(s.of);
}
