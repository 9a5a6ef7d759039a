/* SPDX-License-Identifier: MIT */
/*
 * A hundred races that all need one call. A thread that gets by one call into code that was
 * written for another races on whatever is touched there. Either the call cannot happen, as
 * something that we do not see forbids it, and none of them is real; or it can, and then it is
 * the call that has to go. Both ways there is one thing to look at: the first few are told in
 * full, and the rest is of medium confidence and a line each.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/report.h"

enum { MANY = 100, IN_FULL = 3 };

/* A call by a thread: one of the frames of an access, not that of the thread's entry. */
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

static bool is_looked_at(const struct report_race *x)
{
	return !x->suppressed && x->confidence != CONFIDENCE_LOW && !x->shared_call;
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
	for (uint32_t f = 1; f < a->frame_count; f++) {
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

/* Of those that nearly as many need as any, the farthest down; the first. */
static const struct edge *choose(const struct edges *e)
{
	const struct edge *best = NULL;
	uint32_t most = 0;
	for (uint32_t i = 0; i < e->list.n; i++)
		most = e->list.at[i].count > most ? e->list.at[i].count : most;
	for (uint32_t i = 0; i < e->list.n; i++) {
		const struct edge *x = &e->list.at[i];
		bool enough = x->count >= MANY && x->count >= most - most / 20;
		if (enough && (!best || x->frame > best->frame))
			best = x;
	}
	return best;
}

/* ---- who needs it ---- */

/* Only the accesses that a race is explained with tell how they are reached. */
static bool comes_by(const struct report *r, const struct report_access *a,
		     const struct edge *e, uint64_t key)
{
	const char *thread = thread_of(r, a), *by = thread_of(r, e->access);
	if (!thread || !by || strcmp(thread, by) != 0)
		return false;
	for (uint32_t f = 1; f < a->frame_count; f++)
		if (key_of(r, a, f) == key)
			return true;
	return !a->frame_count;
}

/* Does the pair matter? What happens when the program ends does not, where it is not the best
 * that there is. */
static bool matters(const struct report_race *x, const struct report_pair *p)
{
	return x->confidence != CONFIDENCE_HIGH ||
	       !(x->accesses[p->a].last_thing || x->accesses[p->b].last_thing);
}

static bool needs(const struct report *r, const struct report_race *x, const struct edge *e,
		  uint64_t key)
{
	for (uint32_t i = 0; i < x->pair_count; i++)
		if (matters(x, &x->pairs[i]) &&
		    !comes_by(r, &x->accesses[x->pairs[i].a], e, key) &&
		    !comes_by(r, &x->accesses[x->pairs[i].b], e, key))
			return false;
	return true;
}

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
	struct str s = {0};
	str_addf(&s, "%u other races need the same call, of '%s' in '%s' by thread '%s'",
		 c->count - 1, c->callee, c->caller, c->thread);
	const char *text = arena_memdup(&r->memory, str_cstr(&s), strlen(str_cstr(&s)) + 1);
	str_free(&s);
	return text;
}

/* All that need it but the first few. Are there so many? */
static bool mark(struct report *r, struct report_race *races, const struct edge *e,
		 struct report_shared_call *c, uint32_t number)
{
	uint64_t key = key_of(r, e->access, e->frame);
	bool *of = xcalloc(r->race_count + 1u, sizeof(*of));
	c->count = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		of[i] = is_looked_at(&races[i]) && needs(r, &races[i], e, key);
		c->count += of[i];
	}
	const char *reason = c->count >= MANY ? reason_text(r, c) : NULL;
	uint32_t seen = 0;
	for (uint32_t i = 0; i < r->race_count && reason; i++) {
		if (!of[i] || seen++ < IN_FULL)
			continue;
		races[i].shared_call = number;
		add_reason(r, &races[i], reason);
		if (races[i].confidence > CONFIDENCE_MEDIUM)
			races[i].confidence = CONFIDENCE_MEDIUM;
	}
	free(of);
	return reason;
}

/* Most confident first, as before. */
static void sort(struct report *r, struct report_race *races)
{
	struct report_race *sorted =
		arena_memdup(&r->memory, races, r->race_count * sizeof(*races));
	uint32_t n = 0;
	for (int c = CONFIDENCE_CONFIRMED; c >= CONFIDENCE_LOW; c--)
		for (uint32_t i = 0; i < r->race_count; i++)
			if (races[i].confidence == (enum confidence)c)
				sorted[n++] = races[i];
	r->races = sorted;
}

void report_share_calls(struct report *r)
{
	VEC(struct report_shared_call) calls = {0};
	struct report_race *races =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*races));
	bool more = true;
	while (more) {
		struct edges e = {0};
		for (uint32_t i = 0; i < r->race_count; i++) {
			if (!is_looked_at(&races[i]))
				continue;
			add_edges(&e, r, i, &races[i].accesses[races[i].pairs[0].a]);
			add_edges(&e, r, i, &races[i].accesses[races[i].pairs[0].b]);
		}
		const struct edge *x = choose(&e);
		more = x;
		if (x) {
			const struct report_frame *f = &x->access->stack[x->frame];
			struct report_shared_call c = {f->function, callee_of(x->access, x->frame),
						       thread_of(r, x->access), f->place, 0};
			more = mark(r, races, x, &c, calls.n + 1);
			if (more)
				vec_push(&calls, c);
		}
		vec_free(&e.list);
		map_free(&e.numbers);
	}
	if (calls.n) {
		r->shared_calls = arena_memdup(&r->memory, calls.at, calls.n * sizeof(*calls.at));
		r->shared_call_count = calls.n;
		sort(r, races);
	}
	vec_free(&calls);
}
