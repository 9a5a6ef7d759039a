/* SPDX-License-Identifier: MIT */
/*
 * The rows and pairs of a race. Of two clusters one pair was kept; here the others are listed
 * that stand for something else to look at: their further places, and their other threads.
 * Each is ranked for itself: that the best of them is certain says nothing about the rest.
 */
#include "race/show/draft.h"

/* Of a race; the others are taken for as sure as they look, and no surer than the race. */
enum { MAX_ASKED = 8 };

static uint32_t row_of(struct races *r, struct draft *d, uint32_t instance,
		       context_id context, const struct access *access)
{
	const struct instance *x = &r->instances.at[instance];
	for (uint32_t i = 0; i < d->rows.n; i++) {
		const struct row *w = &d->rows.at[i];
		if (w->access->func == access->func && w->access->inst == access->inst &&
		    w->access->kind == access->kind &&
		    r->instances.at[w->instance].thread == x->thread)
			return i;
	}
	if (d->rows.n >= d->most)
		return UINT32_MAX;
	vec_push(&d->rows, ((struct row){instance, context, access}));
	return d->rows.n - 1;
}

static uint32_t first_row(struct races *r, struct draft *d, uint32_t instance)
{
	const struct instance *x = &r->instances.at[instance];
	return row_of(r, d, instance, x->point.context, x->access);
}

/* ---- pairs ---- */

/* UINT32_MAX: not listed, either way round. */
static uint32_t find_pair(const struct draft *d, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < d->pairs.n; i++) {
		const struct draft_pair *p = &d->pairs.at[i];
		if ((p->a == a && p->b == b) || (p->a == b && p->b == a))
			return i;
	}
	return UINT32_MAX;
}

/* Would the pair, if it is as sure as it looks, add anything? */
static bool is_wanted(const struct draft *d, uint32_t a, uint32_t b, const struct found *f)
{
	if (a == UINT32_MAX || b == UINT32_MAX)
		return false;
	uint32_t known = find_pair(d, a, b);
	return known == UINT32_MAX ? d->pairs.n < MAX_PAIRS_SHOWN
				   : f->confidence > d->pairs.at[known].of.confidence;
}

static void add_pair(struct draft *d, uint32_t a, uint32_t b, const struct found *f)
{
	uint32_t known = is_wanted(d, a, b, f) ? find_pair(d, a, b) : UINT32_MAX;
	if (known != UINT32_MAX)
		d->pairs.at[known].of = *f;
	else if (is_wanted(d, a, b, f))
		vec_push(&d->pairs, ((struct draft_pair){a, b, *f}));
}

static void rank_and_add(struct races *r, struct draft *d, uint32_t a, uint32_t b,
			 struct found *f)
{
	if (!f->score)
		rank_quickly(r, f);
	if (!is_wanted(d, a, b, f))
		return;
	if (f->confidence >= d->least && !f->ranked && d->ranked++ < MAX_ASKED)
		rank_order(r, f);
	if (!f->ranked && f->confidence > d->least)
		f->confidence = d->least;
	add_pair(d, a, b, f);
}

/* At other places of a cluster pairs are judged alike. */
static void add_other_sites(struct races *r, struct draft *d, const struct found *f,
			    uint32_t instance, uint32_t with)
{
	const struct instance *x = &r->instances.at[instance];
	for (uint32_t s = r->clusters.at[x->cluster].site; s; s = r->sites.at[s].next)
		add_pair(d, row_of(r, d, instance, context_of_site(r, x, &r->sites.at[s]),
				   r->sites.at[s].access), with, f);
}

/* An instance of the other one's cluster that x races with; UINT32_MAX: none. */
static uint32_t partner_of(struct races *r, const struct instance *x, uint32_t other)
{
	const struct cluster *c = &r->clusters.at[r->instances.at[other].cluster];
	if (first_veto(r, x, &r->instances.at[other], NULL) == VETO_COUNT)
		return other;
	for (uint32_t i = c->first; i < c->first + c->count; i++) {
		if (first_veto(r, x, &r->instances.at[i], NULL) == VETO_COUNT)
			return i;
	}
	return UINT32_MAX;
}

/* The other threads in which the instance's cluster races with the other one's. Where the best
 * pair of the two is not sure enough, no other is. */
static void add_other_threads(struct races *r, struct draft *d, const struct found *best,
			      uint32_t instance, uint32_t other)
{
	bool unsure = best->confidence < d->least && !rank_is_low_by_order(best);
	const struct cluster *c = &r->clusters.at[r->instances.at[instance].cluster];
	thread_id known = r->instances.at[instance].thread, last = known;
	for (uint32_t i = c->first; i < c->first + c->count && d->rows.n < d->most; i++) {
		const struct instance *x = &r->instances.at[i];
		if (x->thread == last || x->thread == known)
			continue;
		uint32_t partner = partner_of(r, x, other);
		if (partner == UINT32_MAX)
			continue;
		last = x->thread;
		struct found f = {.a = i, .b = partner, .start = best->start};
		if (unsure)
			f = *best;
		uint32_t with = first_row(r, d, partner);
		rank_and_add(r, d, first_row(r, d, i), with, &f);
		add_other_sites(r, d, &f, i, with);
	}
}

/* What leads, then those of other kinds of threads, then the rest. */
static struct found pair_at(const struct races *r, const struct location *l,
			    const struct draft *d, uint32_t i)
{
	if (i > 0 && i <= d->kinds.n)
		return d->kinds.at[i - 1];
	return r->found.at[l->found_first + (i ? i - d->kinds.n : 0)];
}

/* What leads, then a pair for each kind of threads and each level, the best: these are listed
 * whatever else there is. */
static void add_first_of_kinds(struct races *r, const struct location *l, struct draft *d)
{
	struct map known = {0};
	for (uint32_t i = 0; i < l->found_count + d->kinds.n && d->rows.n < d->most; i++) {
		struct found f = pair_at(r, l, d, i);
		uint64_t key = hash_combine(kind_of_threads(r, &f), f.confidence) & INT64_MAX;
		if (map_get(&known, key, 0))
			continue;
		map_put(&known, key, 1);
		uint32_t a = first_row(r, d, f.a), b = first_row(r, d, f.b);
		rank_and_add(r, d, a, b, &f);
	}
	map_free(&known);
}

void draft_fill(struct races *r, const struct location *l, struct draft *d, bool places)
{
	if (!places)
		add_first_of_kinds(r, l, d);
	for (uint32_t i = 0; i < l->found_count + d->kinds.n && d->rows.n < d->most; i++) {
		struct found f = pair_at(r, l, d, i);
		uint32_t a = first_row(r, d, f.a), b = first_row(r, d, f.b);
		rank_and_add(r, d, a, b, &f);
		add_other_sites(r, d, &f, f.a, b);
		add_other_sites(r, d, &f, f.b, a);
		if (places)
			continue;
		add_other_threads(r, d, &f, f.a, f.b);
		add_other_threads(r, d, &f, f.b, f.a);
	}
}

void draft_free(struct draft *d)
{
	vec_free(&d->rows);
	vec_free(&d->pairs);
	vec_free(&d->kinds);
}
