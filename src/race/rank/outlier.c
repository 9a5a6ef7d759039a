/* SPDX-License-Identifier: MIT */
/*
 * The one place that forgot the lock. Lists, pools and containers pass their objects
 * through untyped links, and then nobody can say which object an access means: by
 * objects alone such a pair is as likely wrong as right. But the program says more: it
 * touches this field of this struct in a number of functions, nearly all of which hold
 * the same lock, by the same field of the same struct or the same global name. A place
 * that does not is worth a look, whatever the object.
 *
 * Fields and locks are named by types (field.c). A pair of a deviating access and a
 * guarded one still has to survive every veto.
 */
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/sort.h"
#include "race/pair/pair.h"
#include "race/rank/fields.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

enum {
	MIN_GUARDED = 2, /* functions */
	MIN_READING = 3, /* if none of them writes */
	MIN_FIELDS = 3, /* with one custom, so that it is that of the struct */
	MAX_DEVIATE = 2, /* functions: from that */
	MAX_CLASSES = 8, /* locks that are considered for a field */
	MAX_TRIES = 256, /* pairs of accesses of one field */
};

static struct field_use *use_at(struct races *r, uint32_t i)
{
	return &r->outlying.field_uses.at[i];
}

/* ---- collecting ---- */

struct field_use field_use_of(const struct candidate *c, uint32_t field, func_id unit)
{
	return (struct field_use){.access = c->access, .field = field, .unit = unit,
				  .func = c->func, .path = c->path,
				  .situations = c->situations, .only = c->only,
				  .guessed = c->guessed, .bound = c->bound,
				  .early = c->early, .ending = c->ending};
}

void note_field_use(struct races *r, const struct candidate *c)
{
	const uint8_t unclear = ACCESSF_ATOMIC | ACCESSF_UNKNOWN;
	const struct access *a = c->access;
	if (a->flags & unclear || a->kind == FREE || r->why)
		return;
	struct naming n = who_names(r, c);
	if (n.field)
		vec_push(&r->outlying.field_uses, field_use_of(c, n.field, n.unit));
}

/* What is done to a field. */
struct customary {
	bool writes, locks;
	uint32_t count;
};

static void count_use(const struct races *r, struct customary *c, const struct field_use *u)
{
	const struct situations *l = &r->lists.at[u->situations];
	c->locks |= r->situations.at[l->first + l->count - 1].guards != 0;
	c->writes |= u->access->kind == WRITE;
	c->count++;
}

/* Somebody writes it, and somebody holds a lock. */
static bool may_have_custom(const struct customary *c)
{
	return c->writes && c->locks && c->count > MIN_GUARDED;
}

void keep_field_uses(struct races *r)
{
	struct customary *c = xcalloc(r->members.list.n + 1, sizeof(*c));
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->outlying.field_uses.n; i++)
		count_use(r, &c[use_at(r, i)->field], use_at(r, i));
	for (uint32_t i = 0; i < r->outlying.field_uses.n; i++)
		if (may_have_custom(&c[use_at(r, i)->field]))
			*use_at(r, n++) = *use_at(r, i);
	free(c);
	r->outlying.field_uses.n = n;
	vec_trim(&r->outlying.field_uses);
}

/* ---- one access ---- */

/* Is it certain that the lock is not held? */
static bool deviates(struct races *r, struct field_use *u, uint32_t class)
{
	return !always_holds(r, u, class, false) && !is_maker(r, u, class);
}

/* The same, of a place that may be worth a report: who has the lock made and destroyed, of
 * something larger, has not all for himself that is touched in between. */
static bool forgets(struct races *r, struct field_use *u, uint32_t class)
{
	return deviates(r, u, class) ||
	       (outlives_lock(r, u, class) && !always_holds(r, u, class, false));
}

/* ---- what is shown without this ---- */

static bool is_shown(const struct races *r, const struct access *a)
{
	return map_get(&r->outlying.shown, (uintptr_t)a, 0);
}

void note_shown_access(struct races *r, const struct access *a)
{
	if (!is_shown(r, a))
		vec_push(&r->outlying.shown_list, a);
	map_put(&r->outlying.shown, (uintptr_t)a, 1);
}

static void note_cluster(struct races *r, const struct cluster *c)
{
	note_shown_access(r, c->of.access);
	for (uint32_t s = c->site; s; s = r->sites.at[s].next)
		note_shown_access(r, r->sites.at[s].access);
}

/* As a race on that field: against another one it is most likely about another object. */
void note_shown(struct races *r, uint32_t found)
{
	for (uint32_t i = found; i < r->found.n; i++) {
		const struct found *f = &r->found.at[i];
		const struct cluster *a = &r->clusters.at[r->instances.at[f->a].cluster];
		const struct cluster *b = &r->clusters.at[r->instances.at[f->b].cluster];
		if (f->confidence == CONFIDENCE_LOW ||
		    field_of(r, a->of.path) != field_of(r, b->of.path))
			continue;
		note_cluster(r, a);
		note_cluster(r, b);
	}
}

/* ---- one field ---- */

static int by_unit(const void *a, const void *b)
{
	const struct field_use *x = a, *y = b;
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->path != y->path)
		return x->path < y->path ? -1 : 1;
	if (x->situations != y->situations)
		return x->situations < y->situations ? -1 : 1;
	return access_order(x->access, y->access);
}

/* The accesses of one field: first .. end - 1 of field_uses, by function. */
struct group {
	uint32_t first, end;
	uint32_t tally, tally_count; /* in tallies */
};

/* Of one lock that somebody takes for the field: how many functions hold it when they touch the
 * field, always, or at times because they take it for that, and how many there are about
 * which something can be said. */
struct tally {
	uint32_t class;
	path_id name;
	uint32_t count, total;
	bool writes; /* somebody who holds it writes */
};

struct tallies {
	VEC(struct tally) list;
};

/* Locks by class, and one name of each. */
struct classes {
	uint32_t at[MAX_CLASSES];
	path_id names[MAX_CLASSES];
	uint32_t n;
};

static void add_class(void *context, uint32_t class, path_id lock)
{
	struct classes *c = context;
	for (uint32_t i = 0; i < c->n; i++) {
		if (c->at[i] == class)
			return;
	}
	if (c->n == MAX_CLASSES)
		return;
	c->at[c->n] = class;
	c->names[c->n++] = lock;
}

/* One that nobody takes for the field guards something larger. */
static bool is_taken(struct races *r, const struct group *g, uint32_t class)
{
	for (uint32_t i = g->first; i < g->end; i++)
		if (takes_itself(r, use_at(r, i), class))
			return true;
	return false;
}

static struct tally count_units(struct races *r, const struct group *g, uint32_t class,
				path_id name)
{
	struct tally n = {.class = class, .name = name};
	for (uint32_t i = g->first; i < g->end;) {
		func_id unit = use_at(r, i)->unit;
		bool all = true, takes = false, other = false;
		for (; i < g->end && use_at(r, i)->unit == unit; i++) {
			bool held = always_holds(r, use_at(r, i), class, true);
			all = all && held;
			takes = takes || takes_itself(r, use_at(r, i), class);
			other = other || (!held && deviates(r, use_at(r, i), class));
			n.writes |= held && use_at(r, i)->access->kind == WRITE;
		}
		n.total += all || takes || other;
		n.count += all || takes;
	}
	return n;
}

/* For both times that the field is looked at. */
static void count_field(struct races *r, struct tallies *t, struct group *g)
{
	struct classes c = {.n = 0};
	g->tally = t->list.n;
	if (g->first == g->end || is_part_of_many(r, use_at(r, g->first)->field))
		return; /* each of the others has its own custom */
	qsort(use_at(r, g->first), g->end - g->first, sizeof(struct field_use), by_unit);
	for (uint32_t i = g->first; i < g->end; i++)
		if (i == g->first || !are_held_alike(r, use_at(r, i), use_at(r, i - 1)))
			each_class(r, use_at(r, i), add_class, &c);
	for (uint32_t i = 0; i < c.n; i++)
		if (!is_of_same_part(r, use_at(r, g->first), c.at[i]) &&
		    is_taken(r, g, c.at[i]))
			vec_push(&t->list, count_units(r, g, c.at[i], c.names[i]));
	g->tally_count = t->list.n - g->tally;
}

/* Of a few that only read, each may hold the lock for something else. */
static bool is_usual(const struct tally *n)
{
	return n->count >= (n->writes ? MIN_GUARDED : MIN_READING) &&
	       n->total - n->count <= n->count / 2;
}

/* ---- pairs ---- */

/* The object that both may mean, of the right type if there is one; 0: none. */
static struct pt_loc common_object(struct races *r, const struct field_use *a,
				   const struct field_use *b)
{
	struct pt_set of_a = {0}, of_b = {0};
	const struct pt_set *x = targets_of(r, a->access, a->path, &of_a);
	const struct pt_set *y = targets_of(r, b->access, b->path, &of_b);
	struct pt_loc best = {0};
	for (uint32_t i = 0, j = 0; i < x->locs.n && j < y->locs.n;) {
		struct pt_loc p = x->locs.at[i], q = y->locs.at[j];
		if (p.obj != q.obj || p.offset != q.offset) {
			bool next = p.obj < q.obj || (p.obj == q.obj && p.offset < q.offset);
			i += next;
			j += !next;
			continue;
		}
		bool typed = is_object_of_field(r, p.obj, a->field);
		if (may_race(r, p.obj) && (typed || !best.obj))
			best = p;
		if (typed && best.obj)
			break;
		i++;
		j++;
	}
	pt_set_free(&of_a);
	pt_set_free(&of_b);
	return best;
}

static uint32_t cluster_of(struct races *r, const struct field_use *u, struct pt_loc at,
			   bool deviates)
{
	struct candidate c = {.obj = at.obj, .offset = at.offset, .access = u->access,
			      .func = u->func, .path = u->path, .situations = u->situations,
			      .only = u->only, .targets = UINT16_MAX, .guessed = u->guessed,
			      .bound = u->bound, .early = u->early, .ending = u->ending};
	return make_cluster(r, &c, r->outlying.list.n - 1, deviates);
}

/* The best pair of the two, if any survives. */
static bool pair_uses(struct races *r, const struct field_use *a, const struct field_use *b,
		      struct found *best)
{
	bool any = false;
	struct pt_loc at = common_object(r, a, b);
	if (!at.obj || (a->access->kind == READ && b->access->kind == READ))
		return false;
	uint32_t clusters = r->clusters.n, instances = r->instances.n, runs = r->runs.n;
	uint32_t i = cluster_of(r, a, at, true), j = cluster_of(r, b, at, false);
	const struct cluster *x = &r->clusters.at[i], *y = &r->clusters.at[j];
	for (uint32_t m = x->first; m < x->first + x->count; m++) {
		for (uint32_t n = y->first; n < y->first + y->count; n++) {
			struct found f = {.a = m, .b = n, .start = at.offset};
			if (first_veto(r, &r->instances.at[m], &r->instances.at[n], NULL) !=
			    VETO_COUNT)
				continue;
			rank_quickly(r, &f);
			if (f.confidence > CONFIDENCE_LOW && (!any || f.score > best->score))
				rank_order(r, &f);
			if (any && f.score <= best->score)
				continue;
			*best = f;
			any = true;
		}
	}
	if (!any || best->confidence == CONFIDENCE_LOW) {
		r->clusters.n = clusters;
		r->instances.n = instances;
		r->runs.n = runs;
	}
	return any && best->confidence > CONFIDENCE_LOW;
}

/* A guarded access that it races with, one that writes if there is any. */
static void pair_deviant(struct races *r, const struct group *g, uint32_t class,
			 const struct field_use *a, uint32_t *tries)
{
	for (uint32_t kind = WRITE + 1; kind-- > READ;) {
		for (uint32_t j = g->first; j < g->end && *tries < MAX_TRIES; j++) {
			struct field_use *b = use_at(r, j);
			struct found f = {0};
			if (b->access->kind != kind || !always_holds(r, b, class, true))
				continue;
			++*tries;
			if (!pair_uses(r, a, b, &f))
				continue;
			vec_push(&r->found, f);
			return;
		}
	}
}

static void pair_group(struct races *r, const struct group *g, uint32_t class)
{
	uint32_t tries = 0, found = r->found.n, instances = r->instances.n;
	for (uint32_t i = g->first; i < g->end; i++) {
		struct field_use *a = use_at(r, i);
		uint64_t key = map_key2(a->unit, class);
		if (map_get(&r->outlying.known_deviants, key, 0) || is_shown(r, a->access) ||
		    !forgets(r, a, class))
			continue;
		pair_deviant(r, g, class, a, &tries);
	}
	for (uint32_t i = g->first; i < g->end && r->found.n > found; i++) {
		if (forgets(r, use_at(r, i), class))
			map_put(&r->outlying.known_deviants,
				map_key2(use_at(r, i)->unit, class), 1);
	}
	add_locations(r, found, instances);
}

/* The lock of the struct itself, which other fields of it have for their custom: then one
 * function that takes it for this field says enough against one that does not. */
static bool is_custom_of_struct(struct races *r, const struct group *g, const struct tally *n)
{
	uint32_t record = record_of_field(r, use_at(r, g->first)->field);
	uint32_t others = map_get(&r->outlying.customs, n->class, 0);
	uint32_t deviate = n->total - n->count;
	if (record_of_class(r, n->class) != record || !n->count)
		return false;
	return others >= MIN_FIELDS ? deviate <= n->count && deviate <= MAX_DEVIATE
				    : others && deviate == 1;
}

static struct usual find_custom(struct races *r, const struct tallies *t, const struct group *g,
				bool of_struct)
{
	struct usual most = {0};
	for (uint32_t i = 0; i < g->tally_count; i++) {
		const struct tally *n = &t->list.at[g->tally + i];
		if (n->count <= most.count ||
		    !(of_struct ? is_custom_of_struct(r, g, n) : is_usual(n)))
			continue;
		most = (struct usual){.lock = n->name, .class = n->class,
				      .count = n->count, .total = n->total};
	}
	return most;
}

/* Returns whether there is a custom. */
static bool judge_field(struct races *r, const struct tallies *t, const struct group *g,
			bool of_struct)
{
	struct usual most = find_custom(r, t, g, of_struct);
	if (!most.count)
		return false;
	if (!of_struct)
		map_put(&r->outlying.customs, most.class,
			map_get(&r->outlying.customs, most.class, 0) + 1);
	vec_push(&r->outlying.list, most);
	pair_group(r, g, most.class);
	return true;
}

/* ---- all ---- */

/* By field; returns where each begins. */
static uint32_t *sort_by_field(struct races *r)
{
	uint32_t *at = xcalloc(r->members.list.n + 2, sizeof(*at));
	uint32_t *place = xmalloc((r->outlying.field_uses.n + 1) * sizeof(*place));
	for (uint32_t i = 0; i < r->outlying.field_uses.n; i++)
		at[use_at(r, i)->field + 1]++;
	for (uint32_t i = 1; i < r->members.list.n + 2; i++)
		at[i] += at[i - 1];
	for (uint32_t i = 0; i < r->outlying.field_uses.n; i++)
		place[i] = at[use_at(r, i)->field]++;
	memmove(at + 1, at, (r->members.list.n + 1) * sizeof(*at));
	at[0] = 0;
	put_in_place(r->outlying.field_uses.at, sizeof(*r->outlying.field_uses.at), place,
		     r->outlying.field_uses.n);
	free(place);
	return at;
}

/* Adds the pairs of another location of the same memory. */
static void add_found(struct races *r, uint32_t to, const struct location *from)
{
	struct location *x = &r->locations.at[to];
	uint32_t first = r->found.n;
	for (uint32_t i = 0; i < x->found_count + from->found_count; i++) {
		struct found f = r->found.at[i < x->found_count
						     ? x->found_first + i
						     : from->found_first + i - x->found_count];
		vec_push(&r->found, f);
	}
	x->found_first = first;
	x->found_count += from->found_count;
}

/* Locations that were told, with their pairs once more. */
struct told_again {
	struct map at; /* object -> 1: it was paired again */
	VEC(struct location) list;
};

static void pair_told(struct races *r, struct told_again *t, obj_id obj)
{
	uint32_t n = r->locations.n;
	if (map_get(&t->at, obj, 0))
		return;
	map_put(&t->at, obj, 1);
	pair_again(r, obj);
	for (uint32_t i = n; i < r->locations.n; i++)
		vec_push(&t->list, r->locations.at[i]);
	r->locations.n = n;
}

/* The pairs of that location, as they were before they were told. */
static void add_told(struct races *r, struct told_again *t, uint32_t to)
{
	obj_id obj = r->locations.at[to].obj;
	uint32_t start = r->locations.at[to].start;
	pair_told(r, t, obj);
	for (uint32_t i = 0; i < t->list.n; i++) {
		const struct location *l = &t->list.at[i];
		if (l->obj != obj || l->start != start)
			continue;
		for (uint32_t k = 0; k < l->found_count; k++)
			rank_quickly(r, &r->found.at[l->found_first + k]);
		add_found(r, to, l);
	}
}

/* The location may be known already, by pairs that are worth less: these go with it. */
static void absorb(struct races *r)
{
	struct map at = {0}, told_at = {0};
	struct told_again again = {0};
	uint32_t kept = 0;
	for (uint32_t i = 0; i < r->told.n; i++)
		map_put(&told_at, map_key2(r->told.at[i].obj, r->told.at[i].start), i + 1);
	for (uint32_t i = 0; i < r->locations.n; i++) {
		uint64_t key = map_key2(r->locations.at[i].obj, r->locations.at[i].start);
		uint32_t before = map_get(&at, key, 0), told = map_get(&told_at, key, 0);
		map_put(&at, key, i + 1);
		if (before) {
			add_found(r, i, &r->locations.at[before - 1]);
			r->locations.at[before - 1].found_count = 0;
		} else if (told) {
			add_told(r, &again, i);
			r->told.at[told - 1].obj = 0;
		}
	}
	for (uint32_t i = 0; i < r->locations.n; i++) {
		if (r->locations.at[i].found_count)
			r->locations.at[kept++] = r->locations.at[i];
	}
	r->locations.n = kept;
	map_free(&at);
	map_free(&told_at);
	map_free(&again.at);
	vec_free(&again.list);
}

void find_outliers(struct races *r)
{
	vec_push(&r->outlying.list, ((struct usual){0}));
	find_lock_classes(r);
	uint32_t *at = sort_by_field(r), fields = r->members.list.n;
	struct group *groups = xcalloc(fields + 1, sizeof(*groups));
	bool *judged = xcalloc(fields + 1, sizeof(*judged));
	struct tallies tallies = {0};
	for (uint32_t i = 1; i < fields && !limit_reached(); i++) {
		groups[i] = (struct group){.first = at[i], .end = at[i + 1]};
		count_field(r, &tallies, &groups[i]);
		judged[i] = judge_field(r, &tallies, &groups[i], false);
	}
	for (uint32_t i = 1; i < fields && !limit_reached(); i++)
		if (!judged[i])
			judge_field(r, &tallies, &groups[i], true);
	vec_free(&tallies.list);
	free(groups);
	free(judged);
	free(at);
	absorb(r);
}

void outlying_release(struct outlying *o)
{
	vec_free(&o->field_uses);
	map_free(&o->customs);
	map_free(&o->known_deviants);
	map_free(&o->shown);
	vec_free(&o->shown_list);
	vec_free(&o->list);
}
