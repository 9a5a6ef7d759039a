/* SPDX-License-Identifier: MIT */
/*
 * The usual lock of a location: 'guarded by m in 17 of 18 accesses'. Counted over
 * the source places that touch it while another thread may; a place counts as
 * guarded when every instance of it holds the lock. Of two that are held as often it is
 * the one in the object itself: a lock around everything is held on the way.
 */
#include "race/show/show.h"
#include "race/veto/veto.h"

enum { MAX_PLACES = 256, MAX_KEYS = 16 };

/* A lock in terms that two accesses can share: a certain name, or a distance
 * from the accessed bytes. */
struct key {
	path_id lock;
	bool own; /* it is in the same object */
	bool relative;
	int64_t distance;
};

struct place {
	func_id func;
	uint32_t inst;
	uint32_t instance;
};

struct tally {
	struct place places[MAX_PLACES];
	struct key keys[MAX_KEYS];
	uint32_t place_count, key_count;
};

static bool key_of(struct races *r, const struct instance *x, const struct guard *g,
		   struct key *k)
{
	const struct paths *p = &r->t->paths;
	path_id base, lock_base;
	int64_t at = path_split_offset(p, x->path, &base);
	int64_t lock_at = path_split_offset(p, g->lock, &lock_base);
	*k = (struct key){.lock = g->lock, .own = base == lock_base};
	if (g->kind != LOCK_MUTEX || is_hidden_lock(r, g->lock))
		return false;
	if (is_certain(r, g->lock))
		return true;
	if (!k->own || x->offset == PT_ANY)
		return false;
	k->relative = true;
	k->distance = lock_at - at + (int64_t)x->offset;
	return true;
}

static bool same_key(const struct key *a, const struct key *b)
{
	if (a->relative != b->relative)
		return false;
	return a->relative ? a->distance == b->distance : a->lock == b->lock;
}

static bool holds(struct races *r, const struct instance *x, const struct key *k)
{
	uint32_t n;
	struct key other;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (key_of(r, x, &g[i], &other) && same_key(&other, k))
			return true;
	}
	return false;
}

static void add_keys(struct races *r, struct tally *t, const struct instance *x)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n && t->key_count < MAX_KEYS; i++) {
		struct key k;
		bool known = !key_of(r, x, &g[i], &k);
		for (uint32_t j = 0; j < t->key_count && !known; j++)
			known = same_key(&t->keys[j], &k);
		if (!known)
			t->keys[t->key_count++] = k;
	}
}

static void add_place(struct tally *t, uint32_t instance, const struct access *a)
{
	if (t->place_count < MAX_PLACES)
		t->places[t->place_count++] = (struct place){a->func, a->inst, instance};
}

static void add_instance(struct races *r, struct tally *t, uint32_t i)
{
	const struct instance *x = &r->instances.at[i];
	add_keys(r, t, x);
	add_place(t, i, x->access);
	for (uint32_t s = r->clusters.at[x->cluster].site; s; s = r->sites.at[s].next)
		add_place(t, i, r->sites.at[s].access);
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	return x->instance < y->instance ? -1 : x->instance > y->instance;
}

static struct usual count_key(struct races *r, const struct tally *t, const struct key *k)
{
	struct usual u = {.lock = k->lock,
			  .own = k->own,
			  .relative = k->relative,
			  .distance = k->distance};
	for (uint32_t i = 0; i < t->place_count;) {
		uint32_t first = i;
		bool all = true;
		for (; i < t->place_count && t->places[i].func == t->places[first].func &&
		       t->places[i].inst == t->places[first].inst; i++)
			all = all && holds(r, &r->instances.at[t->places[i].instance], k);
		u.total++;
		u.count += all;
	}
	return u;
}

bool holds_usual(struct races *r, const struct instance *x, const struct usual *u)
{
	struct key k = {u->lock, u->own, u->relative, u->distance};
	return holds(r, x, &k);
}

/* Sorted by their first byte, as those of an object are: do all that follow begin behind it? */
static bool is_behind(const struct races *r, const struct location *l, const struct cluster *c)
{
	return l->start != PT_ANY && !c->wide && c->of.obj == l->obj &&
	       c->of.offset > l->start && !r->instances.at[c->first].outlier;
}

/* Instances of a cluster lie together, and touch the same bytes. */
uint32_t next_touching(const struct races *r, const struct location *l, uint32_t i)
{
	if (i >= l->instance_end)
		return l->instance_end;
	uint32_t at = r->instances.at[i].cluster;
	if (i > r->clusters.at[at].first && i > l->instance_first)
		return i; /* the one before does */
	for (; at < r->clusters.n && r->clusters.at[at].first < l->instance_end; at++) {
		const struct cluster *c = &r->clusters.at[at];
		if (pt_loc_overlap(r->pt, (struct pt_loc){c->of.obj, c->of.offset}, c->size,
				   (struct pt_loc){l->obj, l->start}, 1))
			return c->first;
		if (is_behind(r, l, c))
			break;
	}
	return l->instance_end;
}

/* May another access of the race happen meanwhile? Not every pair was judged. */
static bool is_parallel(struct races *r, const struct instance *x, const struct location *l)
{
	bool judged = x->judged || r->runs.at[x->run].judged;
	for (uint32_t i = 0; i < l->found_count && !judged; i++) {
		const struct found *f = &r->found.at[l->found_first + i];
		if (first_veto(r, x, &r->instances.at[f->a], NULL) > VETO_PARALLEL ||
		    first_veto(r, x, &r->instances.at[f->b], NULL) > VETO_PARALLEL)
			return true;
	}
	return x->parallel;
}

struct usual usual_lock(struct races *r, const struct location *l)
{
	struct tally t = {.place_count = 0};
	struct usual best = {0};
	for (uint32_t i = next_touching(r, l, l->instance_first);
	     i < l->instance_end && t.place_count < MAX_PLACES; i = next_touching(r, l, i + 1))
		if (is_parallel(r, &r->instances.at[i], l))
			add_instance(r, &t, i);
	qsort(t.places, t.place_count, sizeof(*t.places), by_place);
	for (uint32_t i = 0; i < t.key_count; i++) {
		struct usual u = count_key(r, &t, &t.keys[i]);
		if (u.count > best.count || (u.count == best.count && u.own && !best.own))
			best = u;
	}
	return best;
}
