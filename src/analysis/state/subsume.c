/* SPDX-License-Identifier: MIT */
/*
 * States that need not be told apart. Of two states with the same locks held, one may
 * promise less: more locks of the callers' dropped, more threads running. When it
 * knows nothing that the other does not know as well, no branch can rule it out and
 * keep the other. So wherever the other one goes it goes too, with the weaker promise,
 * which is the one that counts; following both is twice the work for nothing.
 */
#include "analysis/exec/frame.h"

/* Locks that have no name here (dropped.h) do not count. */
static bool drops_no_more(const struct frame *fr, const struct lockset *a,
			  const struct lockset *b)
{
	uint32_t k = 0;
	if (b->dropped_any)
		return true;
	for (uint32_t i = 0; i < a->dropped_count; i++) {
		if (path_is_some(&fr->paths, a->dropped[i]))
			continue;
		while (k < b->dropped_count && b->dropped[k] < a->dropped[i])
			k++;
		if (k == b->dropped_count || b->dropped[k] != a->dropped[i])
			return false;
	}
	return !a->dropped_any;
}

static bool same_held(const struct lockset *a, const struct lockset *b)
{
	if (a->held_count != b->held_count || a->owned_count != b->owned_count)
		return false;
	for (uint32_t i = 0; i < a->held_count; i++)
		if (a->held[i].lock != b->held[i].lock || a->held[i].mode != b->held[i].mode ||
		    a->held[i].kind != b->held[i].kind || a->held[i].depth != b->held[i].depth)
			return false;
	return true;
}

static const struct fact *fact_on(const struct state *s, path_id p)
{
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (s->facts[i].path == p)
			return &s->facts[i];
	return NULL;
}

/* Is everything that b knows known to a? */
static bool knows_all_of(const struct frame *fr, const struct state *a, const struct state *b)
{
	for (uint32_t i = 0; i < b->fact_count; i++) {
		const struct fact *y = &b->facts[i], *x = fact_on(a, y->path);
		if (!x || x->signs & ~y->signs ||
		    (y->exact && (!x->exact || x->value != y->value)))
			return false;
	}
	for (uint32_t i = 0; i < b->cell_count && a->cells != b->cells; i++) {
		const struct cell *y = &b->cells[i];
		if (y->unknown || y->count != 1 ||
		    path_at(&fr->paths, y->values[0])->kind != PATH_INT)
			continue;
		bool same = false;
		for (uint32_t k = 0; k < a->cell_count && !same; k++)
			same = a->cells[k].address == y->address &&
			       a->cells[k].size == y->size && !a->cells[k].unknown &&
			       a->cells[k].count == 1 && a->cells[k].values[0] == y->values[0];
		if (!same)
			return false;
	}
	return true;
}

bool state_is_covered(const struct frame *fr, const struct state *a, const struct state *b)
{
	return a->alone == b->alone && !(a->running & ~b->running) &&
	       b->absent_count <= a->absent_count && state_has_joined(a, b) &&
	       same_held(&a->locks, &b->locks) &&
	       drops_no_more(fr, &a->locks, &b->locks) && knows_all_of(fr, a, b);
}
