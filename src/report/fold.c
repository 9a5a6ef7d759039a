/* SPDX-License-Identifier: MIT */
/*
 * One statement that touches a whole object, memset(c, 0, sizeof(*c)), races with every
 * member that others use. These are separate races, with ids of their own, for who ignores
 * one of them; to look at they are one. The first takes the accesses of the others in.
 */
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "report/report.h"

enum { MAX_ACCESSES = 400, MAX_PAIRS = 1000 };

struct group {
	uint32_t first; /* race */
	VEC(struct report_access) accesses;
	VEC(struct report_pair) pairs;
	VEC(const char *) members;
};

static bool same_place(struct report_place a, struct report_place b)
{
	return a.line == b.line && a.column == b.column &&
	       (a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0));
}

static uint32_t add_access(struct group *g, const struct report_access *a)
{
	for (uint32_t i = 0; i < g->accesses.n; i++) {
		const struct report_access *x = &g->accesses.at[i];
		if (x->kind == a->kind && x->thread == a->thread &&
		    same_place(x->place, a->place))
			return i;
	}
	if (g->accesses.n == MAX_ACCESSES)
		return UINT32_MAX;
	vec_push(&g->accesses, *a);
	return g->accesses.n - 1;
}

static void add_pair(struct group *g, uint32_t a, uint32_t b)
{
	if (a == UINT32_MAX || b == UINT32_MAX || g->pairs.n == MAX_PAIRS)
		return;
	for (uint32_t i = 0; i < g->pairs.n; i++) {
		struct report_pair p = g->pairs.at[i];
		if ((p.a == a && p.b == b) || (p.a == b && p.b == a))
			return;
	}
	vec_push(&g->pairs, ((struct report_pair){a, b}));
}

static void add_race(struct group *g, const struct report_race *r)
{
	for (uint32_t i = 0; i < r->pair_count; i++) {
		uint32_t a = add_access(g, &r->accesses[r->pairs[i].a]);
		add_pair(g, a, add_access(g, &r->accesses[r->pairs[i].b]));
	}
}

/* Only what is shown by default: what is of low confidence stays by itself. */
static bool may_fold(const struct report_race *r)
{
	return r->whole && !r->suppressed && r->confidence > CONFIDENCE_LOW;
}

static void finish(struct report *out, struct group *g, struct report_race *races)
{
	struct report_race *r = &races[g->first];
	struct arena *a = &out->memory;
	if (g->members.n) {
		r->accesses = arena_memdup(a, g->accesses.at,
					   g->accesses.n * sizeof(*g->accesses.at));
		r->access_count = g->accesses.n;
		r->pairs = arena_memdup(a, g->pairs.at, g->pairs.n * sizeof(*g->pairs.at));
		r->pair_count = g->pairs.n;
		r->members = arena_memdup(a, g->members.at,
					  g->members.n * sizeof(*g->members.at));
		r->member_count = g->members.n;
	}
	vec_free(&g->accesses);
	vec_free(&g->pairs);
	vec_free(&g->members);
}

void report_fold(struct report *r)
{
	struct report_race *races =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*races));
	VEC(struct group) groups = {0};
	struct map seen = {0};
	uint32_t kept = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint32_t known = may_fold(&races[i])
					 ? map_get(&seen, races[i].whole, 0)
					 : 0;
		if (known) {
			add_race(&groups.at[known - 1], &races[i]);
			vec_push(&groups.at[known - 1].members, races[i].name);
			continue;
		}
		races[kept] = races[i];
		if (may_fold(&races[kept])) {
			vec_push(&groups, ((struct group){.first = kept}));
			add_race(&vec_last(&groups), &races[kept]);
			map_put(&seen, races[kept].whole, groups.n);
		}
		kept++;
	}
	for (uint32_t i = 0; i < groups.n; i++)
		finish(r, &groups.at[i], races);
	vec_free(&groups);
	map_free(&seen);
	r->races = races;
	r->race_count = kept;
}
