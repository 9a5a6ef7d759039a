/* SPDX-License-Identifier: MIT */
/* Counters for --stats. */
#include "base/stats.h"

#include "pointer/andersen.h"

static void count_classes(const struct pointers *pt)
{
	uint32_t largest = 0, classes = 0;
	for (uint32_t c = 1; c < pt->classes.n; c++) {
		uint32_t n = pt->classes.at[c].count;
		largest = n > largest ? n : largest;
		classes += n > 0;
	}
	stats_count("alias classes", classes);
	stats_count("largest alias class (objects)", largest);
	stats_count("collapsed layouts", pt->collapsed);
}

static void count_sets(const struct pointers *pt)
{
	const struct andersen *a = pt->solver;
	uint64_t members = 0, sets = 0, most = 0;
	for (uint32_t i = 1; i < a->nodes.n; i++) {
		uint32_t n = a->nodes.at[i].n;
		members += n;
		sets += n > 0;
		most = n > most ? n : most;
	}
	stats_count("points-to sets", sets);
	stats_count("points-to set size, mean x 100", sets ? members * 100 / sets : 0);
	stats_count("points-to set size, largest", most);
	stats_count("saturated sets", a->saturated);
}

uint32_t pointers_saturated(const struct pointers *pt)
{
	const struct andersen *a = pt->solver;
	uint32_t count = 0;
	for (uint32_t i = 1; i < a->nodes.n; i++) {
		const struct set_node *n = &a->nodes.at[i];
		count += n->level == 2 && n->n == 1 && set_items(n)[0] == a->anything;
	}
	return count;
}

void pointers_count_stats(const struct pointers *pt)
{
	uint32_t allocators = 0, shared = 0;
	for (func_id f = 1; f < pt->p->funcs.n; f++)
		allocators += pt->allocators[f].kind != ALLOC_NONE;
	for (obj_id o = 1; o < pt->real_objects; o++)
		shared += pt->shared[o];
	stats_count("objects", pt->real_objects - 1);
	stats_count("objects that may be shared", shared);
	stats_count("memory locations with contents", pt->solver->locs.n - 1);
	stats_count("allocation wrappers", allocators);
	count_classes(pt);
	count_sets(pt);
	stats_count("indirect calls", pt->indirect_calls);
	stats_count("indirect calls without target", pt->unresolved);
	stats_count("pointers dropped by type", pt->dropped_types);
	stats_count("targets dropped by argument count", pt->dropped_targets);
}
