/* SPDX-License-Identifier: MIT */
#include "summary/sole.h"

#include <stdlib.h>

enum { MAX_DEPTH = 6 };

/* What an allocator of the program stores in its memory is known by the object of its
 * body. */
static bool is_sole(const struct sole_words *w, struct pt_loc at, uint32_t depth)
{
	uint32_t other = w->other[at.obj];
	obj_id inner[MAX_INNER_OBJECTS];
	if ((other && other - 1 < at.offset + SOLE_WORD) || w->filled[at.obj] ||
	    map_get(&w->mixed, map_key2(at.obj, at.offset / SOLE_WORD), 0) ||
	    map_get(&w->mixed, map_key2(at.obj, PT_ANY), 0) || depth == MAX_DEPTH)
		return false;
	uint32_t n = pointers_inner_objects(w->pt, at.obj, inner);
	for (uint32_t i = 0; i < n; i++)
		if (!is_sole(w, (struct pt_loc){inner[i], at.offset}, depth + 1))
			return false;
	return true;
}

bool sole_words_has(const struct sole_words *w, struct pt_loc at)
{
	return w->pt && at.offset <= INT32_MAX && at.offset % SOLE_WORD == 0 &&
	       is_sole(w, at, 0);
}

static bool has_all(const struct sole_words *w, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (!sole_words_has(w, set->locs.at[i]))
			return false;
	return set->locs.n && !set->unknown;
}

bool sole_words_apart(const struct sole_words *w, const struct pt_set *a, const struct pt_set *b)
{
	return has_all(w, a) && has_all(w, b) &&
	       !pt_sets_overlap(w->pt, a, SOLE_WORD, b, SOLE_WORD);
}

void sole_words_free(struct sole_words *w)
{
	map_free(&w->mixed);
	free(w->other);
	free(w->filled);
	*w = (struct sole_words){0};
}
