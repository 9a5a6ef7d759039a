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
#include "race/internal.h"
#include "race/why.h"

/* ---- one pair ---- */

static bool is_wide(const struct instance *x)
{
	return x->offset == PT_ANY || x->size == 0;
}

static bool overlap(const struct races *r, const struct instance *a, const struct instance *b)
{
	return pt_loc_overlap(r->pt, (struct pt_loc){a->obj, a->offset}, a->size,
			      (struct pt_loc){b->obj, b->offset}, b->size);
}

static uint32_t common_start(const struct instance *a, const struct instance *b)
{
	if (a->offset == PT_ANY)
		return b->offset;
	if (b->offset == PT_ANY)
		return a->offset;
	return a->offset > b->offset ? a->offset : b->offset;
}

/* Counts the pair in the funnel; returns the veto that removes it. */
static enum veto judge(struct races *r, const struct instance *a, const struct instance *b)
{
	enum veto v = first_veto(r, a, b, NULL);
	r->reachable++;
	for (uint32_t i = 0; i < v; i++)
		r->left[i]++;
	return v;
}

struct bucket {
	struct map seen; /* first common byte -> 1: parallel, 2: a race */
	struct map partners; /* thread, place, byte -> pairs found for it */
	uint32_t judged, most;
	bool cut;
};

static void note_guarded(struct races *r, struct bucket *k, uint32_t start, bool race)
{
	uint32_t known = map_get(&k->seen, start, 0);
	if (known == 0)
		r->guarded += !race;
	if (known == 1 && race)
		r->guarded--;
	map_put(&k->seen, start, race ? 2 : known ? known : 1);
}

static uint64_t place_key(const struct instance *x, const struct access *a)
{
	uint64_t h = hash_combine(map_key2(a->func, a->inst), map_key2(x->thread, a->kind));
	return hash_combine(h, x->offset) >> 1;
}

static void add_partner(struct races *r, struct bucket *k, struct instance *x)
{
	uint64_t key = place_key(x, x->access);
	x->partners += x->partners < UINT16_MAX;
	map_put(&k->partners, key, map_get(&k->partners, key, 0) + 1);
	for (uint32_t s = x->site; s; s = r->sites.at[s].next) {
		key = place_key(x, r->sites.at[s].access);
		map_put(&k->partners, key, map_get(&k->partners, key, 0) + 1);
	}
}

/* A race needs each place and some partners for it, not every pair. */
static bool is_settled(struct races *r, const struct bucket *k, struct instance *x)
{
	if (x->settled || x->partners >= ENOUGH_PARTNERS)
		return true;
	if (map_get(&k->partners, place_key(x, x->access), 0) < ENOUGH_PARTNERS)
		return false;
	for (uint32_t s = x->site; s; s = r->sites.at[s].next) {
		uint64_t key = place_key(x, r->sites.at[s].access);
		if (map_get(&k->partners, key, 0) < ENOUGH_PARTNERS)
			return false;
	}
	x->settled = true;
	return true;
}

/* Two that may both mean many objects are looked at for one object only. */
static bool has_enough(struct races *r, const struct bucket *k, struct instance *a,
		       struct instance *b)
{
	bool vague = a->targets > FEW_TARGETS && b->targets > FEW_TARGETS;
	if (vague && ((!a->first && !b->first) || (a->partners && b->partners)))
		return true;
	return is_settled(r, k, a) && is_settled(r, k, b);
}

static void pair(struct races *r, struct bucket *k, uint32_t i, uint32_t j)
{
	struct instance *a = &r->instances.at[i], *b = &r->instances.at[j];
	if (!r->why && ((a->kind == READ && b->kind == READ) || has_enough(r, k, a, b)))
		return;
	if (!overlap(r, a, b))
		return;
	if (++k->judged > k->most) {
		k->cut = true;
		return;
	}
	enum veto v = judge(r, a, b);
	if (r->why)
		why_pair_judged(r, a, b, v);
	if (v <= VETO_PARALLEL)
		return;
	a->parallel = b->parallel = true;
	uint32_t start = common_start(a, b);
	note_guarded(r, k, start, v == VETO_COUNT);
	if (v != VETO_COUNT)
		return;
	add_partner(r, k, a);
	add_partner(r, k, b);
	vec_push(&r->found, ((struct found){.a = i, .b = j, .start = start}));
}

/* ---- one object ---- */

static int by_offset(const void *a, const void *b)
{
	const struct instance *x = a, *y = b;
	if (is_wide(x) != is_wide(y))
		return is_wide(x) ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (!x->guards != !y->guards)
		return x->guards ? 1 : -1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->point.context != y->point.context)
		return x->point.context < y->point.context ? -1 : 1;
	return access_order(x->access, y->access);
}

/*
 * The sweep. Sorted by offset, the partners of an instance follow it until one
 * starts behind its end. Reads need only the writes among them; and once an
 * instance is settled, it needs only those that are not. skip[k][i] leads to the
 * first at or after i that is still needed (0: any, 1: writes), found by following
 * and shortening the links.
 */
struct sweep {
	struct instance *at;
	uint32_t n;
	uint32_t *skip[2];
	uint32_t *write; /* the first write at or after */
};

static struct sweep sweep_new(struct races *r, uint32_t first)
{
	struct sweep s = {r->instances.at + first, r->instances.n - first, {0}, NULL};
	size_t size = (s.n + 1) * sizeof(uint32_t);
	s.skip[0] = xmalloc(size);
	s.skip[1] = xmalloc(size);
	s.write = xmalloc(size);
	s.skip[0][s.n] = s.skip[1][s.n] = s.write[s.n] = s.n;
	for (uint32_t i = s.n; i-- > 0;) {
		s.skip[0][i] = i;
		s.write[i] = s.at[i].kind == READ ? s.write[i + 1] : i;
		s.skip[1][i] = s.at[i].kind == READ ? i + 1 : i;
	}
	return s;
}

static uint32_t next_needed(uint32_t *skip, uint32_t i)
{
	uint32_t found = i;
	while (skip[found] != found)
		found = skip[found];
	while (skip[i] != found && i != found) {
		uint32_t next = skip[i];
		skip[i] = found;
		i = next;
	}
	return found;
}

static uint32_t next_partner(struct races *r, const struct bucket *k, struct sweep *s,
			     uint32_t i, uint32_t from)
{
	bool read = s->at[i].kind == READ;
	if (r->why)
		return from;
	if (!is_settled(r, k, &s->at[i]))
		return read && from <= s->n ? s->write[from] : from;
	uint32_t j = next_needed(s->skip[read], from);
	while (j < s->n && is_settled(r, k, &s->at[j])) {
		s->skip[0][j] = s->skip[1][j] = j + 1;
		j = next_needed(s->skip[read], j + 1);
	}
	return j;
}

static void pair_one(struct races *r, struct bucket *k, struct sweep *s, uint32_t first,
		     uint32_t i)
{
	const struct instance *a = &s->at[i];
	uint64_t end = (uint64_t)a->offset + a->size;
	for (uint32_t j = next_partner(r, k, s, i, i); j < s->n && !k->cut;
	     j = next_partner(r, k, s, i, j + 1)) {
		if (!is_wide(a) && s->at[j].offset >= end)
			break;
		pair(r, k, first + i, first + j);
	}
}

static void pair_instances(struct races *r, struct bucket *k, uint32_t first)
{
	qsort(r->instances.at + first, r->instances.n - first, sizeof(*r->instances.at),
	      by_offset);
	struct sweep s = sweep_new(r, first);
	for (uint32_t i = 0; i < s.n && !limit_reached(); i++)
		pair_one(r, k, &s, first, i);
	free(s.skip[0]);
	free(s.skip[1]);
	free(s.write);
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

static void add_locations(struct races *r, obj_id obj, uint32_t first, uint32_t instances)
{
	qsort(r->found.at + first, r->found.n - first, sizeof(*r->found.at), by_start);
	for (uint32_t i = first; i < r->found.n;) {
		struct location x = {.obj = obj, .start = r->found.at[i].start,
				     .found_first = i, .instance_first = instances,
				     .instance_end = r->instances.n};
		while (i < r->found.n && r->found.at[i].start == x.start)
			i++;
		x.found_count = i - x.found_first;
		vec_push(&r->locations, x);
	}
}

static void pair_object(struct races *r, uint32_t first, uint32_t end)
{
	obj_id obj = r->candidates.at[first].obj;
	bool class = pointers_object(r->pt, obj)->kind == OBJ_CLASS;
	struct bucket k = {.most = class ? MAX_CLASS_PAIRS : MAX_BUCKET_PAIRS};
	uint32_t instances = r->instances.n, found = r->found.n;
	make_instances(r, first, end);
	r->made += r->instances.n - instances;
	pair_instances(r, &k, instances);
	r->cut_buckets += k.cut;
	map_free(&k.seen);
	map_free(&k.partners);
	if (r->found.n > found)
		add_locations(r, obj, found, instances);
	else
		r->instances.n = instances; /* nothing refers to them */
}

/* ---- all ---- */

void pair_all(struct races *r)
{
	for (uint32_t i = 0; i < r->candidates.n && !limit_reached();) {
		uint32_t first = i;
		while (i < r->candidates.n &&
		       r->candidates.at[i].obj == r->candidates.at[first].obj)
			i++;
		pair_object(r, first, i);
	}
	for (uint32_t i = 0; i < r->found.n; i++)
		rank_pair(r, &r->found.at[i]);
}

/* A thread whose children may leave threads behind: whether these run depends on
 * where exactly it is. */
static void find_order_by_site(struct races *r)
{
	r->order_by_site = xcalloc(r->t->list.n, sizeof(bool));
	for (thread_id i = 1; i < r->t->list.n; i++) {
		thread_id a = thread_at(r->t, i)->survivors ? thread_at(r->t, i)->creator : 0;
		for (; a && !r->order_by_site[a]; a = thread_at(r->t, a)->creator)
			r->order_by_site[a] = true;
	}
}

void races_init(struct races *r, const struct race_input *in)
{
	uint32_t objects = pointers_object_count(in->pointers) + 1;
	*r = (struct races){.in = in, .t = in->threads, .p = in->program,
			    .pt = in->pointers};
	r->object_state = xcalloc(objects, sizeof(*r->object_state));
	r->uses = xcalloc(objects, sizeof(*r->uses));
	vec_push(&r->sites, ((struct site){0}));
	find_order_by_site(r);
}

void races_release(struct races *r)
{
	free(r->object_state);
	free(r->uses);
	free(r->order_by_site);
	free(r->barriers);
	vec_free(&r->candidates);
	vec_free(&r->instances);
	vec_free(&r->sites);
	vec_free(&r->found);
	vec_free(&r->locations);
	vec_free(&r->handovers);
	vec_free(&r->semaphores);
	vec_free(&r->orderings);
	free(r->handover_at);
	free(r->child_at);
	free(r->sibling);
	vec_free(&r->signature_instance);
	intern_free(&r->signatures);
	intern_free(&r->context_keys);
	vec_free(&r->context_of_key);
	map_free(&r->stable);
	map_free(&r->first_context);
}

void find_races(const struct race_input *in, struct report *out)
{
	struct races r;
	races_init(&r, in);
	collect_candidates(&r);
	collect_handovers(&r);
	pair_all(&r);
	stats_count("accesses in contexts", r.candidates.n);
	stats_count("accesses judged", r.made);
	stats_count("pairs ranked", r.found.n);
	build_report(&r, out);
	races_release(&r);
}
