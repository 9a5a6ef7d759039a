// SPDX-License-Identifier: MIT
// SOURCES: src/summary/encode.c src/summary/path.c src/summary/lockset.c src/summary/summary.c src/base/arena.c src/base/diag.c src/base/map.c src/base/progress.c src/base/str.c
// SEEDS: tests/fuzz/seeds/summary
// LIBS: -no-pie -Wl,--unresolved-symbols=ignore-in-object-files
/*
 * Any bytes as a summary: they are refused, or they are the bytes of the summary
 * they decode to, and its table of paths works. The checksum is not asked for.
 * (path_points_to, which needs a pointer analysis, is never called: it may stay
 * unresolved.)
 */
#include <stdlib.h>
#include <string.h>

#include "summary/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CHECKSUM = 4 };

static void check_paths(struct paths *t)
{
	uint32_t n = t->list.n;
	struct paths other;
	paths_init(&other);
	for (path_id p = 1; p < n; p++) {
		const struct path *x = path_at(t, p);
		if (x->root > p || x->steps > 12)
			continue; /* a walk doubles with every step, in the worst case */
		path_id q = path_copy(&other, t, p);
		if (path_compare(t, p, &other, q) != 0 || path_copy(t, &other, q) != p)
			abort();
		path_mentions(t, p, n);
	}
	if (t->list.n != n)
		abort();
	paths_free(&other);
}

static void check_chains(const struct summary *s)
{
	for (uint32_t i = 0; i < s->open.n; i++)
		for (uint32_t c = s->open.at[i].chain; c; c = s->chains.at[c].next)
			if (s->chains.at[c].next >= c)
				abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct summary s;
	struct str again = {0};
	if (!summary_decode(&s, data, size)) {
		if (s.paths.list.at || s.locksets.at || s.modified.at)
			abort();
		return 0;
	}
	check_paths(&s.paths);
	check_chains(&s);
	summary_encode(&s, &again);
	if (again.n != size || memcmp(again.at, data, size - CHECKSUM) != 0)
		abort();
	str_free(&again);
	summary_free(&s);
	return 0;
}
