/* SPDX-License-Identifier: MIT */
/*
 * All accesses to the memory of a race, those that are no part of it too: who reads the
 * report sees what the rule is, and how each of the others keeps it. Of the situations of an
 * access in a thread it is the one that comes closest to a race; threads that do it with the same
 * locks, and of which the same can be said, are told together.
 */
#include <stdlib.h>
#include <string.h>

#include "race/show/show.h"
#include "race/veto/veto.h"

struct use {
	const struct access *access;
	uint32_t instance;
	enum veto veto; /* the last stage that it gets to; VETO_COUNT: it races */
	uint32_t with;	/* the instance that this veto keeps it apart from */
};

enum { MAX_USES = 4 * REPORT_MAX_USES }; /* each thread by itself */

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
	if (u->list.n == MAX_USES) {
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

static int order_texts(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int order_locks(const struct report_access *x, const struct report_access *y)
{
	if (x->lock_count != y->lock_count)
		return x->lock_count < y->lock_count ? -1 : 1;
	for (uint32_t i = 0; i < x->lock_count; i++) {
		int c = strcmp(x->locks[i].name, y->locks[i].name);
		if (!c)
			c = x->locks[i].shared - y->locks[i].shared;
		if (c)
			return c;
	}
	return 0;
}

/* All but the thread. */
static int order_rows(const struct report_use *p, const struct report_use *q)
{
	const struct report_access *x = &p->access, *y = &q->access;
	int c = report_place_order(x->place, y->place);
	if (!c)
		c = (int)x->kind - (int)y->kind;
	if (!c)
		c = (p->veto != NULL) - (q->veto != NULL);
	if (!c)
		c = order_locks(x, y);
	if (!c)
		c = order_texts(x->expression, y->expression);
	if (!c)
		c = order_texts(p->veto, q->veto);
	return c ? c : order_texts(p->fact, q->fact);
}

static int by_row(const void *a, const void *b)
{
	const struct report_use *x = a, *y = b;
	uint32_t s = x->access.thread, t = y->access.thread;
	int c = order_rows(x, y);
	return c ? c : (s > t) - (s < t);
}

/* In a sorted list, those that differ only in the thread become one. */
static uint32_t merge_rows(struct arena *a, struct report_use *list, uint32_t n)
{
	uint32_t *threads = ARENA_ARRAY(a, uint32_t, n + 1), rows = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t thread = list[i].access.thread;
		if (!rows || order_rows(&list[rows - 1], &list[i]) != 0) {
			list[rows] = list[i];
			list[rows].threads = threads;
			list[rows++].thread_count = 0;
		} else if (threads[-1] == thread) {
			continue; /* two instructions of one place */
		}
		*threads++ = thread;
		list[rows - 1].thread_count++;
	}
	return rows;
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
	for (uint32_t i = next_touching(r, l, l->instance_first); i < l->instance_end;
	     i = next_touching(r, l, i + 1))
		add_instance(r, &u, l, i);
	struct report_use *list = ARENA_ARRAY(a, struct report_use, u.list.n + 1);
	for (uint32_t i = 0; i < u.list.n; i++)
		list[i] = show_one(r, a, &u.list.at[i]);
	qsort(list, u.list.n, sizeof(*list), by_row);
	uint32_t rows = merge_rows(a, list, u.list.n);
	out->uses = list;
	out->use_count = rows < REPORT_MAX_USES ? rows : REPORT_MAX_USES;
	out->uses_cut = u.cut || out->use_count < rows;
	vec_free(&u.list);
	map_free(&u.known);
}
