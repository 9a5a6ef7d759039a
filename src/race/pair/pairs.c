/* SPDX-License-Identifier: MIT */
/*
 * Pairing: one object at a time, its instances sorted by offset, each paired with
 * those whose bytes may overlap (and with itself: two threads of the same code).
 * What survives is grouped into locations by the first byte that both touch, so a
 * struct copied as a whole against one field is a race on that field.
 */
#include <string.h>

#include "base/limit.h"
#include "base/stats.h"
#include "race/discipline/discipline.h"
#include "race/order/order.h"
#include "race/pair/bucket.h"
#include "race/pair/pair.h"
#include "race/rank/fields.h"
#include "race/rank/rank.h"
#include "race/show/show.h"
#include "race/show/why.h"
#include "race/veto/veto.h"

/* ---- one pair ---- */

static bool overlap(const struct races *r, const struct cluster *a, const struct cluster *b)
{
	return pt_loc_overlap(r->pt, (struct pt_loc){a->of.obj, a->of.offset}, a->size,
			      (struct pt_loc){b->of.obj, b->of.offset}, b->size);
}

/* The first byte; PT_ANY when it is not known, or not the lowest. */
static uint32_t start_of(const struct cluster *x)
{
	return x->wide && x->size ? PT_ANY : x->of.offset;
}

/* Freeing it ends all of the object: one race, not one for each of its fields. */
uint32_t common_start(const struct cluster *a, const struct cluster *b)
{
	uint32_t x = start_of(a), y = start_of(b);
	if (a->of.access->kind == FREE)
		return x;
	if (b->of.access->kind == FREE)
		return y;
	if (x == PT_ANY || y == PT_ANY)
		return x == PT_ANY ? y : x;
	return x > y ? x : y;
}

/* ---- two clusters ---- */

static bool is_vague(const struct cluster *x)
{
	return x->of.targets > FEW_TARGETS;
}

/* A race needs each place and some partners for it, not every pair; but of the bytes
 * where the cluster begins it must be known. */
static void add_partner(struct cluster *x, uint32_t start, uint32_t enough)
{
	x->partners += x->partners < ENOUGH_PARTNERS;
	x->begins |= start_of(x) == start || start_of(x) == PT_ANY;
	x->settled = x->begins && x->partners >= enough;
}

/* x is settled, and y looks only for one that touches the byte where it begins. */
static bool adds_nothing(const struct cluster *x, const struct cluster *y, uint32_t start,
			 uint32_t enough)
{
	return x->settled && y->partners >= enough && start_of(y) != start &&
	       start_of(y) != PT_ANY;
}

static void pair_clusters(struct races *r, struct bucket *k, struct cluster *a,
			  struct cluster *b)
{
	struct found best = {0};
	bool vague = is_vague(a) && is_vague(b);
	if (a->of.member && b->of.member)
		return; /* these meet where that object is looked at */
	if (r->why && !why_asks_for(r, a, b))
		return;
	/* two that may both mean many objects: for one object only */
	if (vague && !a->of.first && !b->of.first && !r->why)
		return;
	uint32_t start = common_start(a, b);
	if (!r->why && (adds_nothing(a, b, start, k->enough) ||
			adds_nothing(b, a, start, k->enough)))
		return;
	if ((a->wide || b->wide) && !overlap(r, a, b))
		return;
	if (a->flags & b->flags & ACCESSF_ATOMIC && !r->why && !r->in->disabled) {
		r->counts.reachable += (uint64_t)a->count * b->count;
		r->counts.left[VETO_READS] += (uint64_t)a->count * b->count;
		return;
	}
	if (are_of_one_thread(r, a, b) || are_each_own(r, a, b) || !find_best(r, k, a, b, &best))
		return;
	vec_push(&r->found, best);
	add_partner(a, best.start, k->enough);
	add_partner(b, best.start, k->enough);
}

/* ---- one object ---- */

/*
 * The sweep. Sorted by offset, the partners of a cluster follow it until one starts
 * behind its end. A read needs only writes; what is settled needs only what is not;
 * and in the second pass, what is known well needs only what is vague, and what is
 * vague only what is known, or has this object for its first. Where an object stands for all
 * of a type, what means one of them needs only what may mean any. Each of these has a
 * chain: next[k][i] leads to the first at or after i that is still needed, found by
 * following and shortening the links. It is made when it is asked for.
 */
enum { ONLY_WRITES = 1, ONLY_UNSETTLED = 2, ONLY_ANY = 4, ONLY_VAGUE = 8, ONLY_FIRM = 16,
       CHAINS = 24 };
struct sweep {
	struct cluster *at;
	uint32_t n;
	bool all; /* nothing is left out */
	uint32_t *next[CHAINS];
};

static bool is_read(const struct cluster *x)
{
	return x->of.access->kind == READ;
}

static bool is_in_chain(const struct cluster *x, const struct bucket *k, uint32_t chain)
{
	return !(chain & ONLY_WRITES && is_read(x)) && !(chain & ONLY_VAGUE && !is_vague(x)) &&
	       !(chain & ONLY_FIRM && is_vague(x) && !x->of.first) &&
	       !(chain & ONLY_ANY && x->of.member) &&
	       !(chain & ONLY_UNSETTLED && x->settled) && (k->vague || !is_vague(x));
}

static uint32_t *chain_of(const struct bucket *k, struct sweep *s, uint32_t chain)
{
	uint32_t *next = s->next[chain];
	if (next)
		return next;
	next = s->next[chain] = xmalloc((s->n + 1) * sizeof(uint32_t));
	next[s->n] = s->n;
	for (uint32_t i = s->n; i-- > 0;)
		next[i] = s->all || is_in_chain(&s->at[i], k, chain) ? i : next[i + 1];
	return next;
}

static uint32_t follow(uint32_t *next, uint32_t i)
{
	uint32_t found = i;
	while (next[found] != found)
		found = next[found];
	while (next[i] != found && i != found) {
		uint32_t after = next[i];
		next[i] = found;
		i = after;
	}
	return found;
}

static uint32_t next_partner(const struct bucket *k, struct sweep *s, uint32_t i, uint32_t from)
{
	const struct cluster *a = &s->at[i];
	uint32_t chain = (is_read(a) ? ONLY_WRITES : 0) |
			 (k->vague && !is_vague(a) ? ONLY_VAGUE : 0) |
			 (k->vague && is_vague(a) && !a->of.first ? ONLY_FIRM : 0) |
			 (a->of.member ? ONLY_ANY : 0) | (a->settled ? ONLY_UNSETTLED : 0);
	uint32_t *next = chain_of(k, s, chain), j = follow(next, from);
	while (a->settled && j < s->n && s->at[j].settled) {
		next[j] = j + 1;
		j = follow(next, j + 1);
	}
	return j;
}

static void pair_one(struct races *r, struct bucket *k, struct sweep *s, uint32_t i)
{
	struct cluster *a = &s->at[i];
	uint64_t end = (uint64_t)a->of.offset + a->size;
	for (uint32_t j = next_partner(k, s, i, i); j < s->n && !k->cut;
	     j = next_partner(k, s, i, j + 1)) {
		if (!a->wide && s->at[j].of.offset >= end)
			break;
		pair_clusters(r, k, a, &s->at[j]);
	}
}

static void pair_pass(struct races *r, struct bucket *k, uint32_t first)
{
	struct sweep s = {r->clusters.at + first, r->clusters.n - first, r->why, {0}};
	for (uint32_t i = 0; i < s.n && !limit_reached(); i++) {
		if (k->vague || !is_vague(&s.at[i]) || r->why)
			pair_one(r, k, &s, i);
	}
	for (uint32_t i = 0; i < CHAINS; i++)
		free(s.next[i]);
}

/* First what is known well; then what is vague, which adds little to what is found. With what
 * stands for any object of a type all is vague, but for members, and these have met. */
static void pair_bucket(struct races *r, struct bucket *k, uint32_t first, bool class)
{
	bool vague = false;
	k->enough = ENOUGH_PARTNERS;
	if (!class || r->why)
		pair_pass(r, k, first);
	k->vague = true;
	k->enough = 1;
	for (uint32_t i = first; i < r->clusters.n; i++) {
		struct cluster *x = &r->clusters.at[i];
		vague |= is_vague(x);
		x->settled = x->begins;
	}
	if (vague && !r->why)
		pair_pass(r, k, first);
}

static int by_start(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}

void add_locations(struct races *r, uint32_t first, uint32_t instances)
{
	if (r->found.n > first)
		qsort(r->found.at + first, r->found.n - first, sizeof(*r->found.at), by_start);
	for (uint32_t i = first; i < r->found.n;) {
		obj_id obj = r->instances.at[r->found.at[i].a].obj;
		struct location x = {.obj = obj, .start = r->found.at[i].start,
				     .found_first = i, .instance_first = instances,
				     .instance_end = r->instances.n};
		while (i < r->found.n && r->found.at[i].start == x.start &&
		       r->instances.at[r->found.at[i].a].obj == obj)
			i++;
		x.found_count = i - x.found_first;
		vec_push(&r->locations, x);
	}
}

void pair_object(struct races *r, obj_id obj)
{
	bool class = pointers_object(r->pt, obj)->kind == OBJ_CLASS;
	struct bucket k = {.most = class ? MAX_CLASS_PAIRS : MAX_BUCKET_PAIRS};
	uint32_t clusters = r->clusters.n, instances = r->instances.n, found = r->found.n;
	make_clusters(r, r->candidate_at[obj], r->candidate_at[obj + 1]);
	r->counts.instances += r->instances.n - instances;
	pair_bucket(r, &k, clusters, class);
	r->counts.found += r->found.n - found;
	r->counts.cut_buckets += k.cut;
	if (k.cut && r->discipline)
		discipline_cut(r, obj);
	map_free(&k.seen);
	add_locations(r, found, instances);
}

/* ---- all ---- */

static void memos_init(struct memos *m, uint32_t threads, uint32_t objects)
{
	m->doubts = xcalloc((size_t)threads * threads + 1u, sizeof(*m->doubts));
	m->traits = xcalloc(threads + 1u, sizeof(*m->traits));
	m->once = xcalloc(objects, sizeof(*m->once));
	m->scattered = xcalloc(objects, sizeof(*m->scattered));
}

static void memos_release(struct memos *m)
{
	map_free(&m->stable);
	map_free(&m->stable_for);
	map_free(&m->renewed);
	map_free(&m->given);
	map_free(&m->binary);
	map_free(&m->claims);
	map_free(&m->counters);
	map_free(&m->own_counter);
	map_free(&m->own_place);
	map_free(&m->loaded);
	map_free(&m->visitors);
	map_free(&m->by_handler);
	map_free(&m->anchored);
	free(m->once);
	free(m->scattered);
	free(m->traits);
	free(m->doubts);
	map_free(&m->doubts_there);
}

void races_init(struct races *r, const struct race_input *in)
{
	uint32_t objects = pointers_object_count(in->pointers) + 1;
	*r = (struct races){.in = in, .t = in->threads, .p = in->program,
			    .pt = in->pointers};
	r->object_state = xcalloc(objects, sizeof(*r->object_state));
	best_init(r);
	memos_init(&r->memo, r->t->list.n, objects);
	scattered_find(r);
	r->uses = xcalloc(objects, sizeof(*r->uses));
	for (sym_id s = 1; s < r->p->symbols.n; s++)
		if (r->p->symbols.at[s].flags & SYMF_THREAD_LOCAL)
			r->has_own_variables = true;
	vec_push(&r->sites, ((struct site){0}));
	vec_push(&r->onlys, ((struct only_there){0, 0}));
}

/* Where accesses may happen, and what may touch each object. */
static void release_candidates(struct races *r)
{
	free(r->object_state);
	free(r->uses);
	free(r->has_fewest);
	vec_free(&r->open_contexts);
	vec_free(&r->situations);
	vec_free(&r->scratch);
	vec_free(&r->lists);
	intern_free(&r->shapes);
	shapes_free(r->shape_pairs);
	vec_free(&r->candidates);
	vec_free(&r->touches);
	free(r->candidate_at);
	vec_free(&r->onlys);
	intern_free(&r->only_keys);
}

static void release_found(struct races *r)
{
	vec_free(&r->clusters);
	vec_free(&r->sites);
	vec_free(&r->instances);
	vec_free(&r->runs);
	intern_free(&r->signatures);
	intern_free(&r->record_keys);
	vec_free(&r->records);
	vec_free(&r->found);
	vec_free(&r->locations);
	vec_free(&r->told);
	kept_free(r->kept);
}

void races_release(struct races *r)
{
	release_candidates(r);
	release_found(r);
	best_release(&r->best);
	handing_release(&r->handing);
	lock_classes_release(&r->classes);
	members_release(&r->members);
	outlying_release(&r->outlying);
	passed_names_release(&r->names);
	dispatch_release(&r->calls);
	own_variables_free(r);
	memos_release(&r->memo);
	events_free(r);
	discipline_free(r->discipline);
}

void find_races(const struct race_input *in, struct report *out)
{
	struct races r;
	races_init(&r, in);
	r.discipline = in->discipline ? discipline_new() : NULL;
	r.kept = kept_new();
	collect_candidates(&r);
	collect_handovers(&r);
	judge_objects(&r, &out->memory);
	find_outliers(&r);
	stats_count("accesses that may race", r.candidates.n);
	stats_count("accesses judged", r.counts.instances);
	stats_count("pairs kept", r.counts.found);
	build_report(&r, out);
	if (r.discipline)
		discipline_show(&r, out);
	races_release(&r);
}
