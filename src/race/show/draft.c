/* SPDX-License-Identifier: MIT */
/*
 * The rows and pairs of a race. Of two clusters one pair was kept; here the others are listed
 * that stand for something else to look at: their further places, and their other threads.
 * Each is ranked for itself: that the best of them is certain says nothing about the rest. Where
 * they are too many, half of the list is for two lines once each; then come kinds of threads, two
 * lines once for each two of these, and then the rest.
 */
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/show/draft.h"
#include "race/veto/veto.h"

/* Of a race; the others are taken for as sure as they look, and no surer than the race. */
enum { MAX_ASKED = 8 };

static bool is_same_row(const struct row *x, const struct row *y)
{
	return x->inst == y->inst && x->func == y->func && x->thread == y->thread &&
	       x->kind == y->kind;
}

/* UINT32_MAX: there is no room for it. */
static uint32_t row_of(struct draft *d, const struct row *of)
{
	uint64_t key = hash_combine(map_key2(of->func, of->inst),
				    map_key2(of->thread, of->kind)) & INT64_MAX;
	uint32_t first = map_get(&d->row_at, key, UINT32_MAX);
	for (uint32_t i = first; i != UINT32_MAX; i = d->rows.at[i].next)
		if (is_same_row(&d->rows.at[i], of))
			return i;
	if (d->rows.n >= d->most)
		return UINT32_MAX;
	map_put(&d->row_at, key, d->rows.n);
	vec_push(&d->rows, *of);
	vec_last(&d->rows).next = first;
	return d->rows.n - 1;
}

static struct row row_at(const struct races *r, uint32_t instance, context_id c,
			 const struct access *a)
{
	return (struct row){.instance = instance, .context = c, .access = a, .func = a->func,
			    .inst = a->inst, .kind = a->kind,
			    .thread = r->instances.at[instance].thread};
}

static struct row first_row(const struct races *r, uint32_t instance)
{
	const struct instance *x = &r->instances.at[instance];
	return row_at(r, instance, x->point.context, x->access);
}

/* ---- pairs ---- */

/* The same either way round. */
static uint64_t key_of_pair(uint32_t a, uint32_t b)
{
	return a < b ? map_key2(a, b) : map_key2(b, a);
}

/* UINT32_MAX: not listed. */
static uint32_t find_pair(const struct draft *d, uint32_t a, uint32_t b)
{
	return map_get(&d->pair_at, key_of_pair(a, b), UINT32_MAX);
}

/* Would the pair, which is known or is not, add anything if it is as sure as it looks? */
static bool adds_to(const struct draft *d, uint32_t known, const struct found *f)
{
	uint32_t most = d->once == ONCE_OF_LINES ? MAX_PAIRS_SHOWN / 2 : MAX_PAIRS_SHOWN;
	return known == UINT32_MAX ? d->pairs.n < most
				   : f->confidence > d->pairs.at[known].of.confidence;
}

static bool is_wanted(const struct draft *d, uint32_t a, uint32_t b, const struct found *f)
{
	return a != UINT32_MAX && b != UINT32_MAX && adds_to(d, find_pair(d, a, b), f);
}

/* The line, what is done there, and, once lines are listed, by which kind of thread. */
static uint64_t key_of_side(const struct races *r, const struct draft *d, const struct row *x)
{
	const struct ir_loc *at = ir_loc_at(r->p, x->access->func, x->access->inst);
	const struct thread *t = thread_at(r->t, r->instances.at[x->instance].thread);
	uint32_t by = d->once == ONCE_OF_KINDS ? t->entry << 3 | t->origin : 0;
	return hash_combine(map_key2(at->file, at->line), map_key2(by, x->access->kind));
}

/* Are such lines, and kinds of threads, listed? They are now. */
static bool is_listed_alike(const struct races *r, struct draft *d, const struct row *a,
			    const struct row *b)
{
	if (d->once == ONCE_ALL)
		return false;
	uint64_t x = key_of_side(r, d, a), y = key_of_side(r, d, b);
	uint64_t key = (x < y ? hash_combine(x, y) : hash_combine(y, x)) & INT64_MAX;
	bool listed = map_get(&d->alike, key, 0);
	map_put(&d->alike, key, 1);
	return listed;
}

static void put_pair(struct draft *d, uint32_t a, uint32_t b, const struct found *f)
{
	if (a == UINT32_MAX || b == UINT32_MAX)
		return;
	uint32_t known = find_pair(d, a, b);
	if (!adds_to(d, known, f))
		return;
	if (known != UINT32_MAX) {
		d->pairs.at[known].of = *f;
		return;
	}
	map_put(&d->pair_at, key_of_pair(a, b), d->pairs.n);
	vec_push(&d->pairs, ((struct draft_pair){a, b, *f}));
}

static void add_pair(struct races *r, struct draft *d, const struct row *x,
		     const struct row *y, const struct found *f)
{
	if (is_listed_alike(r, d, x, y))
		return;
	uint32_t a = row_of(d, x), b = row_of(d, y);
	put_pair(d, a, b, f);
}

static void rank_and_list(struct races *r, struct draft *d, const struct row *x,
			 const struct row *y, struct found *f)
{
	if (!f->score && !(d->unranked && d->pairs.n))
		rank_quickly(r, f);
	uint32_t a = row_of(d, x), b = row_of(d, y);
	if (!is_wanted(d, a, b, f))
		return;
	if (f->confidence >= d->least && !f->ranked && d->ranked++ < MAX_ASKED)
		rank_order(r, f);
	if (!f->ranked && f->confidence > d->least)
		f->confidence = d->least;
	put_pair(d, a, b, f);
}

static void rank_and_add(struct races *r, struct draft *d, const struct row *x,
			 const struct row *y, struct found *f)
{
	if (!is_listed_alike(r, d, x, y))
		rank_and_list(r, d, x, y, f);
}

/* At other places of a cluster pairs are judged alike. */
static void add_other_sites(struct races *r, struct draft *d, const struct found *f,
			    uint32_t instance, const struct row *with)
{
	const struct instance *x = &r->instances.at[instance];
	for (uint32_t s = r->clusters.at[x->cluster].site; s; s = r->sites.at[s].next) {
		struct row at = row_at(r, instance, context_of_site(r, x, &r->sites.at[s]),
				       r->sites.at[s].access);
		add_pair(r, d, &at, with, f);
	}
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

static bool are_of_one_kind(const struct races *r, thread_id a, thread_id b)
{
	const struct thread *x = thread_at(r->t, a), *y = thread_at(r->t, b);
	return a && b && x->entry == y->entry && x->origin == y->origin;
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
		if (x->thread == last || x->thread == known ||
		    (d->once && are_of_one_kind(r, x->thread, last)))
			continue;
		uint32_t partner = partner_of(r, x, other);
		if (partner == UINT32_MAX)
			continue;
		last = x->thread;
		struct found f = {.a = i, .b = partner, .start = best->start};
		if (unsure)
			f = *best;
		struct row with = first_row(r, partner), here = first_row(r, i);
		rank_and_add(r, d, &here, &with, &f);
		add_other_sites(r, d, &f, i, &with);
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
		struct row a = first_row(r, f.a), b = first_row(r, f.b);
		is_listed_alike(r, d, &a, &b);
		rank_and_list(r, d, &a, &b, &f);
	}
	map_free(&known);
}

static void fill(struct races *r, const struct location *l, struct draft *d, bool places)
{
	if (!places && d->once != ONCE_OF_LINES)
		add_first_of_kinds(r, l, d);
	for (uint32_t i = 0; i < l->found_count + d->kinds.n && d->rows.n < d->most; i++) {
		struct found f = pair_at(r, l, d, i);
		struct row a = first_row(r, f.a), b = first_row(r, f.b);
		rank_and_add(r, d, &a, &b, &f);
		add_other_sites(r, d, &f, f.a, &b);
		add_other_sites(r, d, &f, f.b, &a);
		if (places || d->once == ONCE_OF_LINES)
			continue;
		add_other_threads(r, d, &f, f.a, f.b);
		add_other_threads(r, d, &f, f.b, f.a);
	}
}

void draft_fill(struct races *r, const struct location *l, struct draft *d, bool places)
{
	fill(r, l, d, places);
	if (places || d->most < REPORT_MAX_ACCESSES ||
	    (d->rows.n < d->most && d->pairs.n < MAX_PAIRS_SHOWN))
		return;
	vec_clear(&d->rows); /* cut: what would only be said once more comes last */
	vec_clear(&d->pairs);
	map_clear(&d->row_at);
	map_clear(&d->pair_at);
	d->ranked = 0;
	for (d->once = ONCE_OF_LINES; d->once != ONCE_ALL; d->once--)
		fill(r, l, d, false);
	fill(r, l, d, false);
}

void draft_free(struct draft *d)
{
	vec_free(&d->rows);
	vec_free(&d->pairs);
	vec_free(&d->kinds);
	map_free(&d->alike);
	map_free(&d->row_at);
	map_free(&d->pair_at);
}
