/* SPDX-License-Identifier: MIT */
/*
 * Bitcode of units in the cache, found by what each depends on (depends.h): as long as
 * that is the same, clang need not be run. docs/decisions/cache.md.
 */
#ifndef CHEQUER_PROJECT_UNIT_CACHE_H
#define CHEQUER_PROJECT_UNIT_CACHE_H

#include "base/digest.h"
#include "cache/store.h"
#include "project/project.h"
#include "project/words.h"

struct unit_cache;

/* What clang has made of a unit. */
struct unit_result {
	struct digest bitcode;  /* the key of its bytes in the cache */
	uint32_t dropped_count; /* flags that it does not know */
	const char *const *dropped;
};

/* NULL when it cannot be told what clang is. */
struct unit_cache *unit_cache_new(struct cache *c);
/* On one thread, before any unit is stored. Strings belong to the unit_cache. */
bool unit_cache_find(struct unit_cache *x, const struct unit *u, struct unit_result *out);
/* Is it worth having clang write down what it reads? */
bool unit_cache_takes(const struct unit *u);
/* 'list' is the file that clang has written with -MD; 'start' is from before it was run.
 * From any thread. */
void unit_cache_store(struct unit_cache *x, const struct unit *u, const char *list,
		      uint64_t start, const struct words *dropped,
		      struct digest *bitcode);
void unit_cache_free(struct unit_cache *x);

#endif
