/* SPDX-License-Identifier: MIT */
/*
 * All accesses to the memory of a race, those that are no part of it too: who reads the
 * report sees what the rule is, and how each of the others keeps it. An access is told once
 * for each thread; of its situations, the one that comes closest to a race.
 */
#include <stdlib.h>
#include <string.h>

#include "race/internal.h"

struct use {
	const struct access *access;
	uint32_t instance;
	enum veto veto; /* the last stage that it gets to; VETO_COUNT: it races */
	uint32_t with;	/* the instance that this veto keeps it apart from */
};

struct uses {
	VEC(struct use) list;
	struct map known; /* access and thread -> 1 + index */
	bool cut;
};

static void judge(struct races *r, const struct location *l, struct use *u)
{
	const struct found *f = &r->found.at[l->found_first];
	const struct instance *x = &r->instances.at[u->instance];
	enum veto a = first_veto(r, x, &r->instances.at[f->a], NULL);
	enum veto b = first_veto(r, x, &r->instances.at[f->b], NULL);
	u->veto = a > b ? a : b;
	u->with = a > b ? f->a : f->b;
}

static void add_use(struct races *r, struct uses *u, struct use x)
{
	uint64_t key = hash_combine(map_key2(x.access->func, x.access->inst),
				    map_key2(x.access->kind,
					     r->instances.at[x.instance].thread)) &
		       INT64_MAX;
	uint32_t known = map_get(&u->known, key, 0);
	if (known && u->list.at[known - 1].veto < x.veto)
		u->list.at[known - 1] = x;
	if (known)
		return;
	if (u->list.n == REPORT_MAX_USES) {
		u->cut = true;
		return;
	}
	vec_push(&u->list, x);
	map_put(&u->known, key, u->list.n);
}

static void add_instance(struct races *r, struct uses *u, const struct location *l,
			 uint32_t instance)
{
	const struct instance *x = &r->instances.at[instance];
	struct use use = {.access = x->access, .instance = instance};
	judge(r, l, &use);
	add_use(r, u, use);
	for (uint32_t s = r->clusters.at[x->cluster].site; s; s = r->sites.at[s].next) {
		use.access = r->sites.at[s].access;
		add_use(r, u, use);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct report_access *x = &((const struct report_use *)a)->access;
	const struct report_access *y = &((const struct report_use *)b)->access;
	int c = report_place_order(x->place, y->place);
	if (c)
		return c;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->thread > y->thread) - (x->thread < y->thread);
}

static struct report_use show_one(struct races *r, struct arena *a, const struct use *u)
{
	const struct instance *x = &r->instances.at[u->instance];
	struct report_use out = {.access = show_use(r, a, x, u->access)};
	if (u->veto == VETO_COUNT)
		return out;
	struct str fact = {0};
	first_veto(r, x, &r->instances.at[u->with], &fact);
	out.veto = vetoes[u->veto].name;
	out.fact = arena_strdup(a, str_cstr(&fact));
	str_free(&fact);
	return out;
}

void show_uses(struct races *r, struct arena *a, const struct location *l,
	       struct report_race *out)
{
	struct uses u = {0};
	for (uint32_t i = l->instance_first; i < l->instance_end; i++)
		if (touches_location(r, &r->instances.at[i], l))
			add_instance(r, &u, l, i);
	struct report_use *list = ARENA_ARRAY(a, struct report_use, u.list.n + 1);
	for (uint32_t i = 0; i < u.list.n; i++)
		list[i] = show_one(r, a, &u.list.at[i]);
	qsort(list, u.list.n, sizeof(*list), by_place);
	out->uses = list;
	out->use_count = u.list.n;
	out->uses_cut = u.cut;
	vec_free(&u.list);
	map_free(&u.known);
}
