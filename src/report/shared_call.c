/* SPDX-License-Identifier: MIT */
/*
 * Fifty races with one cause are one thing to look at. A thread that gets by one call
 * into code that was written for another races on whatever is touched there: either the
 * call cannot happen, as something that we do not see forbids it, and none of them is
 * real; or it can, and then it is the call that has to go. A signal handler that calls
 * much of the program races with it everywhere. A library that guards nothing races on
 * all that it keeps, if its callers share it. Each is one race of medium confidence at
 * most, with the names and the accesses of all. A race that has another pair, as sure as the
 * one that leads, which does without the call is none of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/report.h"

/* So many are one: that need a call of a thread, of a handler, that callers make. Of these so
 * many have the same other call: half of them is enough. */
enum { MANY = 50, MANY_OF_HANDLER = 10, MANY_OF_CALLERS = 20 };

/* A call by a thread: one of the frames of an access. */
struct edge {
	const struct report_access *access;
	uint32_t frame;
	uint32_t count; /* races */
	uint32_t among; /* of these: those that the call was chosen for */
	uint32_t last;	/* 1 + the last that was counted */
	uint64_t key;
};

static const char *callee_of(const struct report_access *a, uint32_t frame)
{
	return frame + 1 < a->frame_count ? a->stack[frame + 1].function : a->function;
}

/* Static functions of several files have one name. */
static const char *file_of_callee(const struct report_access *a, uint32_t frame)
{
	const struct report_place *p =
		frame + 1 < a->frame_count ? &a->stack[frame + 1].place : &a->place;
	return p->file;
}

static const char *thread_of(const struct report *r, const struct report_access *a)
{
	return r->threads[a->thread].entry;
}

static bool is_handler(const struct report *r, const struct report_access *a)
{
	return r->threads[a->thread].kind == THREAD_SIGNAL;
}

static bool is_main(const struct report *r, const struct report_access *a)
{
	return r->threads[a->thread].kind == THREAD_MAIN;
}

/* The call, whichever thread makes it: what forbids it, or has to go, is the same. */
static uint64_t key_of(const struct report *r, const struct report_access *a, uint32_t frame)
{
	const struct report_frame *f = &a->stack[frame];
	uint64_t h = hash_combine(is_handler(r, a), hash_text(f->function));
	h = hash_combine(h, hash_combine(hash_text(f->place.file),
					 map_key2(f->place.line, f->place.column)));
	h = hash_combine(h, hash_text(file_of_callee(a, frame)));
	return (hash_combine(h, hash_text(callee_of(a, frame))) & INT64_MAX) | 1;
}

/* Which race is of which group: 0, or 1 + the number of what they share. */
struct storms {
	const struct report *r;
	uint64_t *of;
	VEC(struct report_shared_call) calls;
	struct map keys; /* of the chosen calls, and of those that the same races need -> 1 */
	bool *covered;	 /* [access] of the race at hand: it comes by one of them */
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

static struct edge *edge_of(struct edges *e, const struct report *r,
			    const struct report_access *a, uint32_t frame)
{
	uint64_t key = key_of(r, a, frame);
	uint32_t known = map_get(&e->numbers, key, 0);
	if (!known) {
		vec_push(&e->list, ((struct edge){.access = a, .frame = frame, .key = key}));
		known = e->list.n;
		map_put(&e->numbers, key, known);
	}
	return &e->list.at[known - 1];
}

/* The main thread has its calls from nobody else. 'among': of a race that was chosen. */
static void count_side(struct edges *e, const struct report *r, uint32_t race,
		       const struct report_access *a, bool among)
{
	for (uint32_t f = 0; f < a->frame_count && !is_main(r, a); f++) {
		struct edge *x = edge_of(e, r, a, f);
		if (x->last == race + 1)
			continue;
		x->last = race + 1;
		if (among)
			x->among++;
		else
			x->count++;
	}
}

/* As it is explained: the pair that leads is the best there is. */
static void count_edges(struct edges *e, const struct report *r, uint32_t race, bool among)
{
	const struct report_race *x = &r->races[race];
	count_side(e, r, race, &x->accesses[x->pairs[0].a], among);
	count_side(e, r, race, &x->accesses[x->pairs[0].b], among);
}

static uint32_t least_of(const struct report *r, const struct edge *e)
{
	return is_handler(r, e->access) ? MANY_OF_HANDLER : MANY;
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

static bool comes_by(const struct storms *s, const struct report_access *a)
{
	for (uint32_t f = 0; f < a->frame_count && !is_main(s->r, a); f++)
		if (map_get(&s->keys, key_of(s->r, a, f), 0))
			return true;
	return false;
}

static bool leads_by(const struct storms *s, const struct report_race *x)
{
	return comes_by(s, &x->accesses[x->pairs[0].a]) ||
	       comes_by(s, &x->accesses[x->pairs[0].b]);
}

static void gather(struct storms *s, struct edges *all, const struct edge *e)
{
	const struct report_frame *f = &e->access->stack[e->frame];
	struct report_shared_call c = {f->function, callee_of(e->access, e->frame),
				       thread_of(s->r, e->access), f->place, 0};
	map_put(&s->keys, e->key, 1);
	for (uint32_t i = 0; i < all->list.n; i++)
		all->list.at[i].last = 0;
	for (uint32_t i = 0; i < s->r->race_count; i++)
		if (is_looked_at(s, i) && leads_by(s, &s->r->races[i])) {
			s->of[i] = s->calls.n + 1;
			count_edges(all, s->r, i, true);
		}
	vec_push(&s->calls, c);
}

/* Calls that nearly the same races need: the way to the chosen one, or to others like it. */
static void add_same(struct storms *s, const struct edges *all, uint32_t chosen)
{
	for (uint32_t i = 0; i < all->list.n; i++) {
		const struct edge *x = &all->list.at[i];
		if (x->among >= x->count - x->count / 20 && x->among >= chosen - chosen / 20)
			map_put(&s->keys, x->key, 1);
	}
}

static bool find_call(struct storms *s)
{
	struct edges e = {0};
	for (uint32_t i = 0; i < s->r->race_count; i++)
		if (is_looked_at(s, i))
			count_edges(&e, s->r, i, false);
	const struct edge *x = choose(s->r, &e);
	if (x) {
		uint32_t chosen = x->count;
		gather(s, &e, x);
		add_same(s, &e, chosen);
	}
	vec_free(&e.list);
	map_free(&e.numbers);
	return x;
}

/* ---- what stands without ---- */

static void find_covered(struct storms *s, const struct report_race *x)
{
	for (uint32_t i = 0; i < x->access_count; i++)
		s->covered[i] = comes_by(s, &x->accesses[i]);
}

/* A pair that speaks for the race and needs none of the calls; UINT32_MAX: none. */
static uint32_t find_standing(struct storms *s, const struct report_race *x)
{
	find_covered(s, x);
	for (uint32_t i = 0; i < x->pair_count; i++)
		if (report_speaks(x, i) && !s->covered[x->pairs[i].a] &&
		    !s->covered[x->pairs[i].b])
			return i;
	return UINT32_MAX;
}

/* Every race once for each call that one of its accesses comes by. */
static void count_all_sides(struct storms *s, struct edges *e, uint32_t race)
{
	const struct report_race *x = &s->r->races[race];
	memset(s->covered, 0, x->access_count);
	for (uint32_t i = 0; i < x->pair_count; i++)
		if (report_speaks(x, i))
			s->covered[x->pairs[i].a] = s->covered[x->pairs[i].b] = true;
	for (uint32_t i = 0; i < x->access_count; i++)
		if (s->covered[i])
			count_side(e, s->r, race, &x->accesses[i], false);
}

/* Races that share a call get around it by another, and that other one again is shared by so
 * many of them: it is one more way to the same. */
static bool find_other_way(struct storms *s)
{
	struct edges e = {0};
	const struct edge *best = NULL;
	for (uint32_t i = 0; i < s->r->race_count; i++)
		if (s->of[i])
			count_all_sides(s, &e, i);
	for (uint32_t i = 0; i < e.list.n; i++)
		e.list.at[i].last = 0;
	for (uint32_t i = 0; i < s->r->race_count; i++) {
		const struct report_race *x = &s->r->races[i];
		uint32_t pair = s->of[i] ? find_standing(s, x) : UINT32_MAX;
		if (pair == UINT32_MAX)
			continue;
		count_side(&e, s->r, i, &x->accesses[x->pairs[pair].a], true);
		count_side(&e, s->r, i, &x->accesses[x->pairs[pair].b], true);
	}
	for (uint32_t i = 0; i < e.list.n; i++) {
		const struct edge *x = &e.list.at[i];
		if (x->among && x->count >= least_of(s->r, x) / 2 &&
		    (!best || x->among > best->among ||
		     (x->among == best->among && x->frame > best->frame)))
			best = x;
	}
	if (best)
		map_put(&s->keys, best->key, 1);
	vec_free(&e.list);
	map_free(&e.numbers);
	return best;
}

/* Such a race stands by itself, and that pair leads. */
static void let_stand(struct report *r, struct storms *s, struct report_race *races)
{
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint32_t pair = s->of[i] ? find_standing(s, &races[i]) : UINT32_MAX;
		if (pair != UINT32_MAX) {
			report_lead_with(&r->memory, &races[i], pair);
			s->of[i] = 0;
		}
		if (s->of[i])
			s->calls.at[s->of[i] - 1].count++;
	}
}

/* ---- a library that guards nothing ---- */

/* The pair is one only by what callers do. */
static bool is_of_callers(const struct report_race *x, uint32_t pair)
{
	uint32_t ground = x->pairs[pair].ground;
	return ground && x->grounds[ground - 1].of_callers;
}

/* A pair that speaks for it and is not theirs; UINT32_MAX: none. */
static uint32_t find_own(const struct report_race *x)
{
	for (uint32_t i = 0; i < x->pair_count; i++)
		if (report_speaks(x, i) && !is_of_callers(x, i))
			return i;
	return UINT32_MAX;
}

static bool is_unguarded(const struct report_race *x)
{
	return !x->usual_count && !x->accesses[x->pairs[0].a].lock_count &&
	       !x->accesses[x->pairs[0].b].lock_count;
}

/* What threads that the library has created do, to each other or one after the other, is another
 * race: such a pair leads. */
static void let_own_lead(struct report *r, struct storms *s, struct report_race *races)
{
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint32_t own = is_looked_at(s, i) && is_of_callers(&races[i], 0)
				       ? find_own(&races[i])
				       : UINT32_MAX;
		if (own != UINT32_MAX)
			report_lead_with(&r->memory, &races[i], own);
	}
}

static void find_callers(struct report *r, struct storms *s, struct report_race *races)
{
	struct report_shared_call c = {0};
	uint64_t number = s->calls.n + 1;
	for (uint32_t i = 0; i < r->race_count; i++) {
		const struct report_race *x = &races[i];
		if (is_looked_at(s, i) && is_unguarded(x) && find_own(x) == UINT32_MAX) {
			s->of[i] = number;
			c.count++;
		}
	}
	if (c.count >= MANY_OF_CALLERS) {
		vec_push(&s->calls, c);
		let_own_lead(r, s, races);
		return;
	}
	for (uint32_t i = 0; i < r->race_count; i++)
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
	struct report_race *races =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*races));
	s.covered = xcalloc(REPORT_MAX_FOLDED + 1u, sizeof(*s.covered));
	while (find_call(&s))
		;
	while (find_other_way(&s))
		;
	let_stand(r, &s, races);
	r->races = races;
	find_callers(r, &s, races);
	if (s.calls.n) {
		mark(r, &s, races);
		r->shared_calls = arena_memdup(&r->memory, s.calls.at,
					       s.calls.n * sizeof(*s.calls.at));
		r->shared_call_count = s.calls.n;
		report_fold_by(r, s.of);
		sort(r);
	}
	vec_free(&s.calls);
	map_free(&s.keys);
	free(s.covered);
	free(s.of);
}
