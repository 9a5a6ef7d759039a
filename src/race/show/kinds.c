/* SPDX-License-Identifier: MIT */
/*
 * A pair for each kind of two threads. Of two clusters one pair was kept, and a list is cut where
 * it grows too long: neither must hide that workers race with each other beside main with
 * workers. A kind of thread is its entry and how it is started. What is found here may also be
 * better to lead the report than what was kept: so ways to one place of which only one may be
 * repeated, or needs a call that may mean another function, are looked at each.
 */
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/show/draft.h"
#include "race/veto/veto.h"

enum { MAX_KINDS = 12, MAX_FOUNDS = 64, MAX_TRIES = 400, MAX_OF_KIND = 8, MAX_CLUSTERS = 16 };

uint64_t kind_of_threads(const struct races *r, const struct found *f)
{
	const struct thread *a = thread_at(r->t, r->instances.at[f->a].thread);
	const struct thread *b = thread_at(r->t, r->instances.at[f->b].thread);
	uint32_t x = a->entry << 3 | a->origin, y = b->entry << 3 | b->origin;
	return x < y ? map_key2(x, y) : map_key2(y, x);
}

/* An instance in each of a few threads of each kind, of a cluster. */
struct few {
	uint64_t kinds[MAX_KINDS];
	uint32_t count[MAX_KINDS], n;
	uint32_t instances[MAX_KINDS * MAX_OF_KIND], instance_count;
};

static void choose_few(struct races *r, uint32_t instance, struct few *out)
{
	const struct cluster *c = &r->clusters.at[r->instances.at[instance].cluster];
	thread_id last = 0;
	uint32_t last_class = 0;
	out->n = out->instance_count = 0;
	for (uint32_t i = c->first; i < c->first + c->count; i++) {
		const struct thread *t = thread_at(r->t, r->instances.at[i].thread);
		uint32_t class = way_class(r, i), k = 0;
		uint64_t kind = map_key2(t->entry << 3 | t->origin, class);
		if (r->instances.at[i].thread == last && class == last_class)
			continue;
		last = r->instances.at[i].thread;
		last_class = class;
		while (k < out->n && out->kinds[k] != kind)
			k++;
		if (k == MAX_KINDS)
			continue;
		if (k == out->n) {
			out->kinds[out->n++] = kind;
			out->count[k] = 0;
		}
		if (out->count[k]++ < MAX_OF_KIND)
			out->instances[out->instance_count++] = i;
	}
}

struct search {
	struct map known; /* kind and ways -> 1 + the highest confidence that was found */
	uint32_t tries;
	uint8_t least;
};

/* Of one kind those that are there more surely, and easier to believe, are asked for apart. */
static uint64_t kind_of_ways(struct races *r, const struct found *f)
{
	uint32_t a = way_class(r, f->a), b = way_class(r, f->b);
	uint64_t ways = a < b ? map_key2(a, b) : map_key2(b, a);
	return hash_combine(kind_of_threads(r, f), ways) & INT64_MAX;
}

static void try_pair(struct races *r, struct search *s, struct found f, struct draft *d)
{
	uint64_t kind = kind_of_ways(r, &f);
	if (map_get(&s->known, kind, 0) > s->least || s->tries++ >= MAX_TRIES ||
	    first_veto(r, &r->instances.at[f.a], &r->instances.at[f.b], NULL) != VETO_COUNT)
		return;
	rank_quickly(r, &f);
	if (f.confidence >= s->least)
		rank_order(r, &f);
	if (map_get(&s->known, kind, 0) > f.confidence)
		return;
	map_put(&s->known, kind, 1u + f.confidence);
	vec_push(&d->kinds, f);
}

static void try_clusters(struct races *r, struct search *s, const struct found *f,
			 struct draft *d)
{
	struct few a, b;
	choose_few(r, f->a, &a);
	choose_few(r, f->b, &b);
	for (uint32_t i = 0; i < a.instance_count; i++)
		for (uint32_t k = 0; k < b.instance_count && s->tries < MAX_TRIES; k++)
			try_pair(r, s, (struct found){.a = a.instances[i], .b = b.instances[k],
						      .start = f->start}, d);
}

/* Clusters that have enough partners are not paired with each other: here they are. */
struct list {
	uint32_t instances[MAX_CLUSTERS], n; /* one of each cluster */
};

static void list_cluster(const struct races *r, uint32_t instance, struct list *out)
{
	for (uint32_t i = 0; i < out->n; i++)
		if (r->instances.at[out->instances[i]].cluster ==
		    r->instances.at[instance].cluster)
			return;
	if (out->n < MAX_CLUSTERS)
		out->instances[out->n++] = instance;
}

static void try_others(struct races *r, struct search *s, const struct location *l,
		       struct draft *d)
{
	struct list all = {.n = 0};
	for (uint32_t i = 0; i < l->found_count; i++) {
		list_cluster(r, r->found.at[l->found_first + i].a, &all);
		list_cluster(r, r->found.at[l->found_first + i].b, &all);
	}
	for (uint32_t i = 0; i < all.n; i++) {
		for (uint32_t k = i; k < all.n; k++) {
			struct found f = {.a = all.instances[i], .b = all.instances[k],
					  .start = l->start};
			const struct cluster *a = &r->clusters.at[r->instances.at[f.a].cluster];
			const struct cluster *b = &r->clusters.at[r->instances.at[f.b].cluster];
			if ((a->of.access->kind != READ || b->of.access->kind != READ) &&
			    !(a->of.member && b->of.member) && common_start(a, b) == l->start)
				try_clusters(r, s, &f, d);
		}
	}
}

/* The best of all is the first; nothing that was found is lost. */
static void put_best_first(struct races *r, const struct location *l, struct draft *d)
{
	struct found *at = r->found.at + l->found_first;
	uint32_t best = d->kinds.n;
	for (uint32_t i = 0; i < d->kinds.n; i++)
		if (by_score(&d->kinds.at[i], best < d->kinds.n ? &d->kinds.at[best] : &at[0]) < 0)
			best = i;
	if (best == d->kinds.n)
		return;
	struct found swap = at[0];
	at[0] = d->kinds.at[best];
	d->kinds.at[best] = swap;
}

void find_kinds(struct races *r, const struct location *l, struct draft *d)
{
	const struct found *at = r->found.at + l->found_first;
	struct search s = {.least = at[0].confidence};
	for (uint32_t i = 0; i < l->found_count; i++) {
		uint64_t kind = kind_of_ways(r, &at[i]);
		if (at[i].ranked && map_get(&s.known, kind, 0) <= at[i].confidence)
			map_put(&s.known, kind, 1u + at[i].confidence);
	}
	for (uint32_t i = 0; i < l->found_count && i < MAX_FOUNDS; i++)
		try_clusters(r, &s, &r->found.at[l->found_first + i], d);
	s.tries = 0;
	try_others(r, &s, l, d);
	map_free(&s.known);
	if (d->kinds.n)
		qsort(d->kinds.at, d->kinds.n, sizeof(*d->kinds.at), by_score);
	put_best_first(r, l, d);
}
