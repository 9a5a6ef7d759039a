/* SPDX-License-Identifier: MIT */
/*
 * Two ways that nothing orders. What the vetoes about order ask of two instances depends on
 * their ways alone (way_of), and the same two meet in one object after the other, with other
 * locks, in other clusters. That none of these vetoes holds, not even of the two themselves, is
 * kept in a table, in which what comes last takes the place of what was there.
 */
#include "race/order/asked.h"
#include "race/order/order.h"

enum { LOOSE = 1 << 16 };
struct loose {
	uint32_t way, other;
};

static struct loose *entry_of_ways(struct races *r, uint32_t way, uint32_t other)
{
	struct events *o = events_of(r);
	if (!o->loose)
		o->loose = xcalloc(LOOSE, sizeof(*o->loose));
	return &o->loose[hash_mix(map_key2(way, other)) % LOOSE];
}

bool are_loose(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t way = way_of(r, a), other = way_of(r, b);
	const struct loose *x = entry_of_ways(r, way, other);
	r->events->held_first = false;
	return x->way == way && x->other == other;
}

/* One that holds of these two, but not of all that are judged like them, may hold elsewhere. */
void note_loose(struct races *r, const struct instance *a, const struct instance *b)
{
	if (r->events->held_first || never_comes(r, a) || never_comes(r, b))
		return;
	uint32_t way = way_of(r, a), other = way_of(r, b);
	*entry_of_ways(r, way, other) = (struct loose){way, other};
}
