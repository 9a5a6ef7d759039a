/* SPDX-License-Identifier: MIT */
/*
 * One object after the other: its accesses are paired, what is found is ranked and put in
 * the report's terms, and everything but that is forgotten. So memory follows the object
 * that has most, not the program; and what is told of an object does not depend on others.
 *
 * On several workers each is a copy of this process (base/copies.h): vetoes and reasons keep
 * what they have found out for later pairs, and so each worker has its own notes.
 */
#include <stdlib.h>

#include "base/copies.h"
#include "base/limit.h"
#include "race/discipline/discipline.h"
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/show/show.h"
#include "report/encode.h"

/* What there was before the object. */
struct mark {
	uint32_t clusters, sites, instances, runs, found, locations, orderings;
};

static struct mark mark_of(const struct races *r)
{
	return (struct mark){r->clusters.n, r->sites.n,	    r->instances.n, r->runs.n,
			     r->found.n,    r->locations.n, r->handing.orderings.n};
}

static void forget_since(struct races *r, const struct mark *m)
{
	r->clusters.n = m->clusters;
	r->sites.n = m->sites;
	r->instances.n = m->instances;
	r->runs.n = m->runs;
	r->found.n = m->found;
	r->locations.n = m->locations;
	for (uint32_t i = m->orderings; i < r->handing.orderings.n; i++)
		free(r->handing.orderings.at[i].entries);
	r->handing.orderings.n = m->orderings;
}

static void judge_object(struct races *r, struct arena *memory, obj_id obj)
{
	struct mark m = mark_of(r);
	pair_object(r, obj);
	keep_object(r, obj, m.found, m.instances);
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
	if (!recall_object(r, obj))
		pair_object(r, obj);
	r->counts = counts;
	r->discipline = known;
}

/* ---- on several workers ---- */

/* What was told of an object. */
struct heard {
	uint32_t first, count;
};

struct work {
	struct races *r;
	struct arena scratch; /* of the object at hand */
	const obj_id *objects; /* [task] */
	struct bytes out, in[MAX_WORKERS]; /* texts are said once */
	struct heard *heard; /* [task] */
	VEC(struct told) told; /* as heard */
	struct counts sum;
};

static void code_counts(struct bytes *b, struct counts *x)
{
	bytes_u64(b, &x->instances);
	bytes_u64(b, &x->found);
	bytes_u64(b, &x->reachable);
	for (uint32_t i = 0; i < VETO_COUNT; i++)
		bytes_u64(b, &x->left[i]);
	bytes_u32(b, &x->guarded);
	bytes_u32(b, &x->cut_buckets);
}

static void add_counts(struct counts *x, const struct counts *y)
{
	x->instances += y->instances;
	x->found += y->found;
	x->reachable += y->reachable;
	for (uint32_t i = 0; i < VETO_COUNT; i++)
		x->left[i] += y->left[i];
	x->guarded += y->guarded;
	x->cut_buckets += y->cut_buckets;
}

static void code_told(struct bytes *b, void *element)
{
	struct told *x = element;
	bytes_u32(b, &x->obj);
	bytes_u32(b, &x->start);
	report_code_race(b, &x->race);
}

/* Summaries are where they were in every copy. */
static void code_access(struct bytes *b, void *element)
{
	const struct access **x = element;
	uint64_t at = (uintptr_t)*x;
	bytes_u64(b, &at);
	*x = (const struct access *)(uintptr_t)at; // NOLINT
}

static void begin_copy(void *context)
{
	struct work *w = context;
	bytes_free(&w->out);
	w->out = (struct bytes){0};
	kept_free(w->r->kept);
	w->r->kept = NULL;
}

static void say_object(void *context, uint32_t task, struct str *out)
{
	struct work *w = context;
	struct races *r = w->r;
	struct bytes *b = &w->out;
	b->out = out;
	r->counts = (struct counts){0};
	r->told.n = r->outlying.shown_list.n = 0;
	arena_reset(&w->scratch);
	if (!limit_reached())
		judge_object(r, &w->scratch, w->objects[task]);
	code_counts(b, &r->counts);
	bytes_list(b, r->told.at, &r->told.n, sizeof(*r->told.at), code_told);
	bytes_list(b, r->outlying.shown_list.at, &r->outlying.shown_list.n,
		   sizeof(*r->outlying.shown_list.at), code_access);
}

static void hear_object(void *context, unsigned worker, uint32_t task, const char *at,
			size_t n)
{
	struct work *w = context;
	struct bytes *b = &w->in[worker];
	struct counts counts;
	struct heard *h = &w->heard[task];
	uint32_t shown_count;
	b->at = (const unsigned char *)at;
	b->end = b->at + n;
	code_counts(b, &counts);
	add_counts(&w->sum, &counts);
	h->first = w->told.n;
	const struct told *told = bytes_list(b, NULL, &h->count, sizeof(*told), code_told);
	for (uint32_t i = 0; i < h->count; i++)
		vec_push(&w->told, told[i]);
	const struct access *const *shown =
		bytes_list(b, NULL, &shown_count, sizeof(*shown), code_access);
	for (uint32_t i = 0; i < shown_count; i++)
		note_shown_access(w->r, shown[i]);
	if (!bytes_done(b))
		BUG("a worker says what makes no sense");
}

/* Those with most accesses first: nobody is left with one of them at the end. */
struct sized {
	uint32_t task, size;
};

static int by_size(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return x->task < y->task ? -1 : x->task > y->task;
}

static uint32_t *order_of(const struct races *r, const obj_id *objects, uint32_t n)
{
	struct sized *at = xmalloc((n + 1) * sizeof(*at));
	uint32_t *order = xmalloc((n + 1) * sizeof(*order));
	for (uint32_t i = 0; i < n; i++)
		at[i] = (struct sized){i, r->candidate_at[objects[i] + 1] -
						  r->candidate_at[objects[i]]};
	qsort(at, n, sizeof(*at), by_size);
	for (uint32_t i = 0; i < n; i++)
		order[i] = at[i].task;
	free(at);
	return order;
}

/* In the order of the objects, whoever has judged them. */
static void take_told(struct races *r, const struct work *w, uint32_t n)
{
	r->told.n = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < w->heard[i].count; k++)
			vec_push(&r->told, w->told.at[w->heard[i].first + k]);
	r->counts = w->sum;
}

/* The largest few find out most of what all will ask: that is done once. */
enum { ALONE = 4 };

static void judge_on_copies(struct races *r, struct arena *memory, const obj_id *objects,
			    uint32_t n)
{
	struct work *w = xcalloc(1, sizeof(*w));
	uint32_t *order = order_of(r, objects, n);
	*w = (struct work){.r = r, .objects = objects};
	w->heard = xcalloc(n, sizeof(*w->heard));
	for (unsigned i = 0; i < MAX_WORKERS; i++)
		w->in[i].memory = memory;
	copies_run(r->in->workers,
		   &(struct copies_work){begin_copy, say_object, hear_object, w, n, order,
					 n < ALONE ? n : ALONE});
	take_told(r, w, n);
	for (unsigned i = 0; i < MAX_WORKERS; i++)
		bytes_free(&w->in[i]);
	bytes_free(&w->out);
	vec_free(&w->told);
	arena_release(&w->scratch);
	free(w->heard);
	free(order);
	free(w);
}

/* ---- all ---- */

/* For a few accesses a copy is not worth its cost. */
#ifdef CHEQUER_STRESS
enum { MIN_FOR_COPIES = 1 };
#else
enum { MIN_FOR_COPIES = 2000 };
#endif

static bool may_use_copies(const struct races *r)
{
	return r->in->workers > 1 && !r->why && !r->discipline &&
	       r->candidates.n >= MIN_FOR_COPIES;
}

void judge_objects(struct races *r, struct arena *memory)
{
	VEC(obj_id) objects = {0};
	for (obj_id obj = 0; obj <= pointers_object_count(r->pt); obj++) {
		if (r->candidate_at[obj] < r->candidate_at[obj + 1] &&
		    (r->uses[obj].plain || r->why))
			vec_push(&objects, obj);
	}
	if (may_use_copies(r) && objects.n > 1)
		judge_on_copies(r, memory, objects.at, objects.n);
	else
		for (uint32_t i = 0; i < objects.n && !limit_reached(); i++)
			judge_object(r, memory, objects.at[i]);
	vec_free(&objects);
}
