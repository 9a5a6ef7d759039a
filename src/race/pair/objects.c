/* SPDX-License-Identifier: MIT */
/*
 * One object after the other: its accesses are paired, what is found is ranked and put in
 * the report's terms, and everything but that is forgotten. So memory follows the object
 * that has most, not the program; and what is told of an object does not depend on others.
 */
#include "base/limit.h"
#include "race/discipline/discipline.h"
#include "race/internal.h"

/* What there was before the object. */
struct mark {
	uint32_t clusters, sites, instances, found, locations, orderings;
};

static struct mark mark_of(const struct races *r)
{
	return (struct mark){r->clusters.n, r->sites.n,	    r->instances.n,
			     r->found.n,    r->locations.n, r->orderings.n};
}

static void forget_since(struct races *r, const struct mark *m)
{
	r->clusters.n = m->clusters;
	r->sites.n = m->sites;
	r->instances.n = m->instances;
	r->found.n = m->found;
	r->locations.n = m->locations;
	r->orderings.n = m->orderings;
}

static void judge_object(struct races *r, struct arena *memory, obj_id obj)
{
	struct mark m = mark_of(r);
	pair_object(r, obj);
	if (!r->why)
		note_shown(r, m.found);
	for (uint32_t i = m.locations; i < r->locations.n && !r->why; i++) {
		struct location l = r->locations.at[i];
		struct told x = {obj, l.start, show_race(r, memory, &l)};
		vec_push(&r->told, x);
		if (r->discipline)
			discipline_found(r, &l);
	}
	forget_since(r, &m);
}

void pair_again(struct races *r, obj_id obj)
{
	struct counts counts = r->counts;
	struct discipline *known = r->discipline;
	r->discipline = NULL;
	pair_object(r, obj);
	r->counts = counts;
	r->discipline = known;
}

void judge_objects(struct races *r, struct arena *memory)
{
	uint32_t objects = pointers_object_count(r->pt) + 1;
	for (obj_id obj = 0; obj < objects && !limit_reached(); obj++) {
		if (r->candidate_at[obj] < r->candidate_at[obj + 1] &&
		    (r->uses[obj].plain || r->why))
			judge_object(r, memory, obj);
	}
}
