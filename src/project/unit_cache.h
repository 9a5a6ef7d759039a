/* SPDX-License-Identifier: MIT */
/*
 * Bitcode of units in the cache, found by what each depends on (depends.h): as long as
 * that is the same, clang need not be run. docs/decisions/cache.md.
 */
#ifndef CHEQUER_PROJECT_UNIT_CACHE_H
#define CHEQUER_PROJECT_UNIT_CACHE_H

#include <stdio.h>

#include "base/digest.h"
#include "cache/store.h"
#include "project/project.h"
#include "project/words.h"

struct unit_cache;

/* What clang has made of a unit. */
struct unit_result {
	struct digest bitcode;  /* the key of its bytes in the cache */
	const char *failed;     /* NULL, or why there is no bitcode */
	uint32_t dropped_count; /* flags that it does not know */
	const char *const *dropped;
};

/* NULL when it cannot be told what clang is. */
struct unit_cache *unit_cache_new(struct cache *c);
/* On one thread, before any unit is stored. Strings belong to the unit_cache. */
bool unit_cache_find(struct unit_cache *x, const struct unit *u, struct unit_result *out);
/* Is it worth having clang write down what it reads? */
bool unit_cache_takes(const struct unit *u);
struct unit_made {
	const char *list; /* the file that clang has written with -MD */
	uint64_t start;	  /* files_now() before it was run */
	const struct words *dropped;
	const char *failed; /* NULL: there is bitcode */
};
/* From any thread. *bitcode is its digest, if there is some. */
void unit_cache_store(struct unit_cache *x, const struct unit *u, const struct unit_made *m,
		      struct digest *bitcode);
/* The files that it was made from, as clang names them, each to 'visit'; false: not known. */
typedef void unit_file_visitor(void *context, const char *path);
bool unit_cache_reads(struct unit_cache *x, const struct unit *u, unit_file_visitor *visit,
		      void *context);
/* A key for what else was made of the unit and of all that it reads, together with what is
 * added to it; false: not known. */
bool unit_cache_key(struct unit_cache *x, const struct unit *u, struct digester *out);
bool unit_cache_recall(struct unit_cache *x, const struct digest *key, struct str *out);
void unit_cache_remember(struct unit_cache *x, const struct digest *key, const struct str *text);
/* All files that units were found to depend on in this run, one a line. */
void unit_cache_list(const struct unit_cache *x, FILE *out);
void unit_cache_free(struct unit_cache *x);

#endif
