/* SPDX-License-Identifier: MIT */
/*
 * What is set up behind a plain flag ('if (!ready) { size = 8; ready = 1; }', then 'use(size)')
 * races because of the flag. Who repairs the race on the flag has repaired all of them, so they
 * are one to look at: the flag takes their accesses in and names them. Not where the flag is not
 * shown, as then nothing else would tell of them; nor where a pair that is as sure does not look
 * at it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "report/report.h"

static bool is_shown(const struct report_race *x)
{
	return !x->suppressed && x->confidence != CONFIDENCE_LOW;
}

static bool is_of_callers(const struct report *r, const struct report_race *x, uint32_t pair)
{
	return r->threads[x->accesses[x->pairs[pair].a].thread].kind == THREAD_ENTRY &&
	       r->threads[x->accesses[x->pairs[pair].b].thread].kind == THREAD_ENTRY;
}

static uint64_t behind_of(const struct report_race *x, uint32_t pair)
{
	uint32_t ground = x->pairs[pair].ground;
	return ground ? x->grounds[ground - 1].behind : 0;
}

/* The flag of all pairs that speak for it; 0: one does without. What callers of a library do at
 * the same time is no reason against it, if the library never guards the memory. */
static uint64_t behind(const struct report *r, const struct report_race *x)
{
	uint64_t flag = behind_of(x, 0);
	for (uint32_t i = 1; i < x->pair_count && flag; i++)
		if (report_speaks(x, i) && behind_of(x, i) != flag &&
		    (x->usual_count || !is_of_callers(r, x, i)))
			return 0;
	return flag;
}

/* The race that tells of the i-th, over flags that are set up behind flags; itself if there is
 * none, or if they go round. */
static uint32_t find_flag(const struct report *r, const struct map *at, uint32_t i)
{
	uint32_t flag = i;
	for (uint32_t steps = 0; steps < r->race_count; steps++) {
		uint64_t number = behind(r, &r->races[flag]);
		uint32_t next = number ? map_get(at, number, 0) : 0;
		if (!next || !is_shown(&r->races[flag]))
			return flag;
		flag = next - 1;
	}
	return i;
}

static uint32_t *find_flags(const struct report *r)
{
	uint32_t *flags = xcalloc(r->race_count + 1u, sizeof(*flags));
	struct map at = {0};
	for (uint32_t i = 0; i < r->race_count; i++)
		if (r->races[i].at && is_shown(&r->races[i]))
			map_put(&at, r->races[i].at, i + 1);
	for (uint32_t i = 0; i < r->race_count; i++)
		flags[i] = find_flag(r, &at, i);
	map_free(&at);
	return flags;
}

/* The one that others go with comes first of them, and so it stays. */
static void put_first(struct report *r, const uint32_t *flags, uint64_t *keys)
{
	struct report_race *races = ARENA_ARRAY(&r->memory, struct report_race, r->race_count);
	uint32_t *at = xcalloc(r->race_count + 1u, sizeof(*at)); /* 1 + new index */
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		uint32_t both[] = {flags[i], i};
		for (uint32_t k = 0; k < 2; k++) {
			if (at[both[k]])
				continue;
			races[n] = r->races[both[k]];
			keys[n] = flags[i] + 1u;
			at[both[k]] = ++n;
		}
		races[at[flags[i]] - 1].sets_up |= flags[i] != i;
	}
	r->races = races;
	free(at);
}

void report_fold_behind(struct report *r)
{
	uint32_t *flags = find_flags(r);
	uint64_t *keys = xcalloc(r->race_count + 1u, sizeof(*keys));
	put_first(r, flags, keys);
	report_fold_by(r, keys);
	free(keys);
	free(flags);
}
