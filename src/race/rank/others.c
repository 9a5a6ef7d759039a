/* SPDX-License-Identifier: MIT */
/*
 * Other pairs of a location than those that were kept: at further places of their clusters,
 * or of clusters that were not paired because each had its partners. Is one of them better
 * to show, and does the race depend on a single access?
 */
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

enum { MAX_TOGETHER = 8, MAX_OTHERS = 16, MAX_TRIES_WITHOUT = 500 };
struct together {
	uint32_t clusters[MAX_TOGETHER];
	uint32_t n, tries;
};

static void add_cluster(struct together *t, uint32_t cluster)
{
	uint32_t i = 0;
	while (i < t->n && t->clusters[i] != cluster)
		i++;
	if (i == t->n && t->n < MAX_TOGETHER)
		t->clusters[t->n++] = cluster;
}

static bool was_paired(const struct races *r, const struct location *l, uint32_t x, uint32_t y)
{
	for (uint32_t i = 0; i < l->found_count; i++) {
		const struct found *f = &r->found.at[l->found_first + i];
		uint32_t a = r->instances.at[f->a].cluster, b = r->instances.at[f->b].cluster;
		if ((a == x && b == y) || (a == y && b == x))
			return true;
	}
	return false;
}

/* The instance as it happens at another place of its cluster: what lies around that is
 * the only difference. */
static uint32_t instance_at(struct races *r, uint32_t instance, const struct site *s)
{
	struct instance x = r->instances.at[instance];
	const struct access *a = s->access;
	x.point = (struct point){context_of_site(r, &r->instances.at[instance], s), a->chain,
				 a->func, a->inst, x.point.running};
	x.access = a;
	x.ordering = x.way = 0;
	vec_push(&r->instances, x);
	return r->instances.n - 1;
}

enum { MAX_PLACES = 8 };
static uint32_t places_of(struct races *r, uint32_t instance, uint32_t *out)
{
	uint32_t n = 0;
	out[n++] = instance;
	for (uint32_t s = r->clusters.at[r->instances.at[instance].cluster].site;
	     s && n < MAX_PLACES; s = r->sites.at[s].next) {
		struct site at = r->sites.at[s];
		out[n++] = instance_at(r, instance, &at);
	}
	return n;
}

/* Takes the pair if one can be surer of it; false: enough have been tried. */
static bool try_pair(struct races *r, struct together *t, struct found f, struct found *best,
		     bool *any)
{
	if (t->tries++ >= MAX_OTHERS)
		return false;
	if (rank_is_better(r, &f, best->score) && f.confidence > best->confidence) {
		*best = f;
		*any = true;
	}
	return true;
}

/* The pair at the other places of its clusters. */
static bool try_places(struct races *r, struct together *t, const struct found *f,
		       struct found *best)
{
	uint32_t a[MAX_PLACES], b[MAX_PLACES];
	uint32_t n = places_of(r, f->a, a), m = places_of(r, f->b, b);
	bool any = false;
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = i == 0; k < m; k++) {
			struct found g = {.a = a[i], .b = b[k], .start = f->start};
			if (!try_pair(r, t, g, best, &any))
				return any;
		}
	}
	return any;
}

static bool try_clusters(struct races *r, struct together *t, const struct location *l,
			 const struct cluster *a, const struct cluster *b, struct found *best)
{
	bool any = false;
	if ((a->of.access->kind == READ && b->of.access->kind == READ) ||
	    common_start(a, b) != l->start)
		return false;
	for (uint32_t i = a->first; i < a->first + a->count; i++) {
		for (uint32_t j = a == b ? i : b->first; j < b->first + b->count; j++) {
			struct found g = {.a = i, .b = j, .start = l->start};
			if (!try_pair(r, t, g, best, &any))
				return any;
		}
	}
	return any;
}

bool rank_others(struct races *r, const struct location *l, struct found *best)
{
	struct together t = {.n = 0};
	bool any = false;
	if (!rank_is_low_by_order(best))
		return false;
	for (uint32_t i = 0; i < l->found_count; i++) {
		const struct found *f = &r->found.at[l->found_first + i];
		add_cluster(&t, r->instances.at[f->a].cluster);
		add_cluster(&t, r->instances.at[f->b].cluster);
	}
	for (uint32_t i = 0; i < l->found_count && !any; i++)
		any = try_places(r, &t, &r->found.at[l->found_first + i], best);
	t.tries = 0;
	for (uint32_t i = 0; i < t.n && !any; i++)
		for (uint32_t k = i; k < t.n; k++)
			any |= !was_paired(r, l, t.clusters[i], t.clusters[k]) &&
			       try_clusters(r, &t, l, &r->clusters.at[t.clusters[i]],
					    &r->clusters.at[t.clusters[k]], best);
	return any;
}

/* ---- without one access ---- */

static bool races_with(struct races *r, uint32_t *tries, const struct location *l,
		       const struct cluster *a, const struct cluster *b)
{
	if ((a->of.access->kind == READ && b->of.access->kind == READ) ||
	    common_start(a, b) != l->start)
		return false;
	for (uint32_t i = a->first; i < a->first + a->count; i++) {
		for (uint32_t j = a == b ? i : b->first; j < b->first + b->count; j++) {
			struct found g = {.a = i, .b = j, .start = l->start};
			if ((*tries)-- == 1)
				return true;
			if (first_veto(r, &r->instances.at[i], &r->instances.at[j], NULL) !=
			    VETO_COUNT)
				continue;
			rank_quickly(r, &g);
			if (g.confidence > CONFIDENCE_LOW)
				return true;
		}
	}
	return false;
}

static void add_cluster_but(const struct races *r, struct together *t, uint32_t instance,
			    const struct access *but)
{
	const struct instance *x = &r->instances.at[instance];
	if (x->access->func != but->func || x->access->inst != but->inst)
		add_cluster(t, x->cluster);
}

bool races_without(struct races *r, const struct location *l, const struct access *x)
{
	struct together t = {.n = 0};
	uint32_t tries = MAX_TRIES_WITHOUT;
	for (uint32_t i = 0; i < l->found_count; i++) {
		add_cluster_but(r, &t, r->found.at[l->found_first + i].a, x);
		add_cluster_but(r, &t, r->found.at[l->found_first + i].b, x);
	}
	for (uint32_t i = 0; i < t.n; i++)
		for (uint32_t k = i; k < t.n; k++)
			if (races_with(r, &tries, l, &r->clusters.at[t.clusters[i]],
				       &r->clusters.at[t.clusters[k]]))
				return true;
	return t.n == MAX_TOGETHER;
}
