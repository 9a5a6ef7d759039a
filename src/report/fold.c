/* SPDX-License-Identifier: MIT */
/*
 * One statement that touches a whole object, memset(c, 0, sizeof(*c)), races with every
 * member that others use. Likewise a function that is used on many variables, or on many
 * members of one object: what it does races on each; only a few are worth a report each. And
 * what one call sets, a table of functions, the options: twenty variables, or more, have one cause.
 * These are separate races, with ids of their own, for who ignores one of them; to look at
 * they are one. The first takes the accesses of the others in.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "report/report.h"

enum { MAX_PAIRS = 1000, MANY = 4, MANY_OF_CALL = 20 };

struct group {
	uint32_t first; /* race */
	VEC(struct report_access) accesses;
	struct map access_at; /* hash -> its number + 1 */
	VEC(struct report_pair) pairs;
	struct map paired; /* two accesses */
	VEC(struct report_ground) grounds;
	VEC(const char *) members, ids;
	bool folded; /* there is more than one race */
};

static bool same_place(struct report_place a, struct report_place b)
{
	return a.line == b.line && a.column == b.column &&
	       (a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0));
}

static bool same_access(const struct report_access *a, const struct report_access *b)
{
	return a->kind == b->kind && a->thread == b->thread && same_place(a->place, b->place);
}

static uint64_t hash_access(const struct report_access *a)
{
	uint64_t h = hash_combine(hash_text(a->place.file),
				  map_key2(a->place.line, a->place.column));
	return hash_combine(h, map_key2(a->kind, a->thread)) >> 1;
}

/* Two that are not the same hardly ever have the same hash: the next number, then. */
static uint32_t add_access(struct group *g, const struct report_access *a)
{
	uint64_t key = hash_access(a);
	for (uint32_t at; (at = map_get(&g->access_at, key, 0)) != 0; key++)
		if (same_access(&g->accesses.at[at - 1], a))
			return at - 1;
	if (g->accesses.n == REPORT_MAX_FOLDED)
		return UINT32_MAX;
	vec_push(&g->accesses, *a);
	map_put(&g->access_at, key, g->accesses.n);
	return g->accesses.n - 1;
}

static void add_pair(struct group *g, struct report_pair p, uint32_t grounds)
{
	if (p.a == UINT32_MAX || p.b == UINT32_MAX || g->pairs.n >= MAX_PAIRS ||
	    !map_add(&g->paired, p.a < p.b ? map_key2(p.a, p.b) : map_key2(p.b, p.a)))
		return;
	if (p.ground)
		p.ground += grounds;
	vec_push(&g->pairs, p);
}

/* Its pairs, and the accesses that are in none that is listed. */
static void add_race(struct group *g, const struct report_race *r)
{
	uint32_t grounds = g->grounds.n;
	for (uint32_t i = 0; i < r->ground_count; i++)
		vec_push(&g->grounds, r->grounds[i]);
	for (uint32_t i = 0; i < r->pair_count; i++) {
		struct report_pair p = r->pairs[i];
		p.a = add_access(g, &r->accesses[p.a]);
		p.b = add_access(g, &r->accesses[p.b]);
		add_pair(g, p, grounds);
	}
	for (uint32_t i = 0; i < r->access_count; i++)
		add_access(g, &r->accesses[i]);
}

/* What was folded into it before. */
static void add_members(struct group *g, const struct report_race *r)
{
	for (uint32_t i = 0; i < r->folded_count; i++)
		vec_push(&g->ids, r->folded[i]);
	for (uint32_t i = 0; i < r->member_count; i++)
		vec_push(&g->members, r->members[i]);
}

/* ---- what races have in common ---- */

static uint64_t hash_place(struct report_place p)
{
	return hash_combine(hash_text(p.file), map_key2(p.line, p.column));
}

static uint64_t key_of_whole(const struct report_race *r)
{
	return r->whole;
}

/* The access that comes first in the source, and what both sides call the memory. */
static uint64_t key_of_places(const struct report_race *r)
{
	const struct report_access *a = &r->accesses[r->pairs[0].a];
	const struct report_access *b = &r->accesses[r->pairs[0].b];
	bool swap = report_place_order(a->place, b->place) > 0;
	const struct report_access *first = swap ? b : a, *other = swap ? a : b;
	uint64_t h = hash_combine(hash_place(first->place), hash_text(other->place.file));
	return hash_combine(h, hash_combine(hash_text(first->expression),
					    hash_text(other->expression)));
}

/* The object and one of the two accesses. */
static uint64_t key_of_side(const struct report_race *r, uint32_t access)
{
	const struct report_access *a = &r->accesses[access];
	uint64_t h = hash_combine(hash_place(r->declared), hash_text(r->kind));
	if (!r->declared.file)
		return 0;
	return hash_combine(h, hash_combine(hash_place(a->place), a->kind));
}

static uint64_t key_of_first(const struct report_race *r)
{
	return key_of_side(r, r->pairs[0].a);
}

static uint64_t key_of_second(const struct report_race *r)
{
	return key_of_side(r, r->pairs[0].b);
}

/* The call by which a thread has come to the function that writes. */
static uint64_t key_of_call(const struct report_race *r, uint32_t access)
{
	const struct report_access *a = &r->accesses[access];
	if (!a->frame_count || a->kind != ACCESS_WRITE)
		return 0;
	uint64_t h = hash_combine(hash_text(a->function), hash_text(a->place.file));
	return hash_combine(hash_combine(h, a->thread),
			    hash_place(a->stack[a->frame_count - 1].place));
}

static uint64_t key_of_first_call(const struct report_race *r)
{
	return key_of_call(r, r->pairs[0].a);
}

static uint64_t key_of_second_call(const struct report_race *r)
{
	return key_of_call(r, r->pairs[0].b);
}

/* Only what is shown by default: what is of low confidence stays by itself. */
static bool may_fold(const struct report_race *r)
{
	return !r->suppressed && r->confidence != CONFIDENCE_LOW && !r->member_count;
}

/* What has one thing in common and the same confidence has the same key, not 0. */
static uint64_t key_of(const struct report_race *r, uint64_t (*find)(const struct report_race *))
{
	uint64_t key = may_fold(r) ? find(r) : 0;
	return key ? (hash_combine(key, r->confidence) & INT64_MAX) | 1 : 0;
}

/* ---- functions that many races have ---- */

/* How many races, of one object if that counts, have an access in it. */
struct users {
	struct map count, last; /* of a function: races; 1 + the last of them */
	bool by_object;
};

static uint64_t key_of_function(const struct users *p, const struct report_race *r,
				uint32_t access)
{
	const struct report_access *a = &r->accesses[access];
	uint64_t h = hash_combine(hash_text(a->place.file), hash_text(a->function));
	return (p->by_object ? hash_combine(hash_place(r->declared), h) : h) >> 1 | 1;
}

static void count_function(struct users *p, const struct report_race *r, uint32_t race,
			   uint32_t access)
{
	uint64_t key = key_of_function(p, r, access);
	if (map_get(&p->last, key, 0) == race + 1)
		return;
	map_put(&p->last, key, race + 1);
	map_put(&p->count, key, map_get(&p->count, key, 0) + 1);
}

static void count_functions(struct users *p, const struct report *r)
{
	for (uint32_t i = 0; i < r->race_count; i++) {
		const struct report_race *x = &r->races[i];
		for (uint32_t k = 0; k < x->pair_count && may_fold(x); k++) {
			if (!report_speaks(x, k))
				continue;
			count_function(p, x, i, x->pairs[k].a);
			count_function(p, x, i, x->pairs[k].b);
		}
	}
}

/* Has every pair that speaks for the race an access in such a function? One that has not is
 * worth a report of its own. */
static bool needs_such(const struct users *p, const struct report_race *r)
{
	for (uint32_t i = 0; i < r->pair_count; i++)
		if (report_speaks(r, i) &&
		    map_get(&p->count, key_of_function(p, r, r->pairs[i].a), 0) < MANY &&
		    map_get(&p->count, key_of_function(p, r, r->pairs[i].b), 0) < MANY)
			return false;
	return true;
}

/* ---- folding ---- */

/* Different parts may be called the same by those who use them: told once. */
static void add_member(struct group *g, const struct report_race *races, const char *name)
{
	bool known = strcmp(races[g->first].name, name) == 0;
	for (uint32_t i = 0; i < g->members.n && !known; i++)
		known = strcmp(g->members.at[i], name) == 0;
	if (!known)
		vec_push(&g->members, name);
	g->folded = true;
}

static void finish(struct report *out, struct group *g, struct report_race *races)
{
	struct report_race *r = &races[g->first];
	struct arena *a = &out->memory;
	if (g->folded) {
		r->accesses = arena_memdup(a, g->accesses.at,
					   g->accesses.n * sizeof(*g->accesses.at));
		r->access_count = g->accesses.n;
		r->pairs = arena_memdup(a, g->pairs.at, g->pairs.n * sizeof(*g->pairs.at));
		r->pair_count = g->pairs.n;
		r->grounds = arena_memdup(a, g->grounds.at,
					  g->grounds.n * sizeof(*g->grounds.at));
		r->ground_count = g->grounds.n;
		r->members = arena_memdup(a, g->members.at,
					  g->members.n * sizeof(*g->members.at));
		r->member_count = g->members.n;
		r->folded = arena_memdup(a, g->ids.at, g->ids.n * sizeof(*g->ids.at));
		r->folded_count = g->ids.n;
	}
	vec_free(&g->accesses);
	map_free(&g->access_at);
	vec_free(&g->pairs);
	map_free(&g->paired);
	vec_free(&g->grounds);
	vec_free(&g->members);
	vec_free(&g->ids);
}

/* The keys of those that are at least so many. */
static uint64_t *find_keys(const struct report *r, uint32_t least,
			   uint64_t (*find)(const struct report_race *))
{
	uint64_t *keys = xcalloc(r->race_count + 1u, sizeof(*keys));
	struct map count = {0};
	for (uint32_t i = 0; i < r->race_count; i++) {
		keys[i] = key_of(&r->races[i], find);
		if (keys[i])
			map_put(&count, keys[i], map_get(&count, keys[i], 0) + 1);
	}
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (keys[i] && map_get(&count, keys[i], 0) < least)
			keys[i] = 0;
	}
	map_free(&count);
	return keys;
}

void report_fold_by(struct report *r, const uint64_t *keys)
{
	struct report_race *races =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*races));
	VEC(struct group) groups = {0};
	struct map seen = {0};
	uint32_t kept = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint32_t known = keys[i] ? map_get(&seen, keys[i], 0) : 0;
		if (known) {
			add_race(&groups.at[known - 1], &races[i]);
			add_member(&groups.at[known - 1], races, races[i].name);
			vec_push(&groups.at[known - 1].ids, races[i].id);
			add_members(&groups.at[known - 1], &races[i]);
			continue;
		}
		races[kept] = races[i];
		if (keys[i]) {
			vec_push(&groups, ((struct group){.first = kept}));
			add_race(&vec_last(&groups), &races[kept]);
			add_members(&vec_last(&groups), &races[kept]);
			map_put(&seen, keys[i], groups.n);
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

static void fold_by(struct report *r, bool by_object, uint32_t least,
		    uint64_t (*find)(const struct report_race *))
{
	struct users p = {.by_object = by_object};
	struct map first = {0}; /* 1 + race, by key */
	uint64_t *keys = find_keys(r, least, find);
	count_functions(&p, r);
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint32_t known = keys[i] ? map_get(&first, keys[i], 0) : 0;
		if (keys[i] && !known)
			map_put(&first, keys[i], i + 1);
		else if (keys[i] && strcmp(r->races[known - 1].name, r->races[i].name) != 0 &&
			 !needs_such(&p, &r->races[i]))
			keys[i] = 0; /* nothing else would be called so */
	}
	report_fold_by(r, keys);
	map_free(&first);
	free(keys);
	map_free(&p.count);
	map_free(&p.last);
}

/* That no other pair is there was asked when all of them were known. */
static void fold_whole(struct report *r)
{
	uint64_t *keys = find_keys(r, 2, key_of_whole);
	report_fold_by(r, keys);
	free(keys);
}

void report_fold(struct report *r)
{
	fold_whole(r);
	fold_by(r, false, MANY, key_of_places);
	fold_by(r, true, MANY, key_of_first);
	fold_by(r, true, MANY, key_of_second);
}

void report_fold_calls(struct report *r)
{
	fold_by(r, false, MANY_OF_CALL, key_of_first_call);
	fold_by(r, false, MANY_OF_CALL, key_of_second_call);
}
