/* SPDX-License-Identifier: MIT */
/*
 * What was found about an object, in case that it is asked for again (outlier.c): clusters
 * and instances are made anew, as they were; which pairs survived is kept, as two numbers of
 * instances, and not judged twice. A copy of the process keeps nothing: who asks is not there.
 */
#include "race/pair/pair.h"

struct kept_pair {
	uint32_t a, b, start; /* instances, counted from the object's first */
};
struct kept_object {
	uint32_t pair_first, pair_count;
	uint32_t flag_first; /* of its instances */
};
struct kept {
	struct map at; /* object -> 1 + in: */
	VEC(struct kept_object) objects;
	VEC(struct kept_pair) pairs;
	VEC(uint8_t) flags;
};

enum { WAS_JUDGED = 1, WAS_PARALLEL = 2 };

struct kept *kept_new(void)
{
	return xcalloc(1, sizeof(struct kept));
}

void kept_free(struct kept *k)
{
	if (!k)
		return;
	map_free(&k->at);
	vec_free(&k->objects);
	vec_free(&k->pairs);
	vec_free(&k->flags);
	free(k);
}

static uint8_t flags_of(const struct races *r, const struct instance *x)
{
	bool judged = x->judged || r->runs.at[x->run].judged;
	return (uint8_t)((judged ? WAS_JUDGED : 0) | (x->parallel ? WAS_PARALLEL : 0));
}

void keep_object(struct races *r, obj_id obj, uint32_t found, uint32_t instances)
{
	struct kept *k = r->kept;
	if (!k || found == r->found.n)
		return;
	vec_push(&k->objects,
		 ((struct kept_object){k->pairs.n, r->found.n - found, k->flags.n}));
	map_put(&k->at, obj, k->objects.n);
	for (uint32_t i = found; i < r->found.n; i++) {
		const struct found *f = &r->found.at[i];
		vec_push(&k->pairs,
			 ((struct kept_pair){f->a - instances, f->b - instances, f->start}));
	}
	for (uint32_t i = instances; i < r->instances.n; i++)
		vec_push(&k->flags, flags_of(r, &r->instances.at[i]));
}

bool recall_object(struct races *r, obj_id obj)
{
	const struct kept *k = r->kept;
	uint32_t known = k ? map_get(&k->at, obj, 0) : 0;
	uint32_t instances = r->instances.n, found = r->found.n;
	if (!known)
		return false;
	const struct kept_object *x = &k->objects.at[known - 1];
	make_clusters(r, r->candidate_at[obj], r->candidate_at[obj + 1]);
	for (uint32_t i = instances; i < r->instances.n; i++) {
		uint8_t flags = k->flags.at[x->flag_first + i - instances];
		r->instances.at[i].judged = flags & WAS_JUDGED;
		r->instances.at[i].parallel = flags & WAS_PARALLEL;
	}
	for (uint32_t i = 0; i < x->pair_count; i++) {
		const struct kept_pair *p = &k->pairs.at[x->pair_first + i];
		vec_push(&r->found, ((struct found){.a = instances + p->a,
						    .b = instances + p->b,
						    .start = p->start}));
	}
	add_locations(r, found, instances);
	return true;
}
