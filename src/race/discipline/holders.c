/* SPDX-License-Identifier: MIT */
/*
 * Functions that are only called with a lock held, while other threads run. Where
 * contexts reach a function they say so themselves. Where they do not, as all that it
 * touches is told to its callers, the accesses to guarded memory that go through it do:
 * each has the lock, and it was taken by a function further up.
 */
#include <stdlib.h>
#include <string.h>

#include "race/discipline/discipline.h"

enum verdict_of_holder { ASKED = 1, DENIED = 2 };

struct holding {
	struct races *r;
	struct map seen;       /* function, class -> bits of the above */
	VEC(uint32_t) classes; /* that guard something, and */
	VEC(uint32_t) locks;   /* where they are in the report */
};

static bool is_wanted(const struct holding *h, uint32_t class)
{
	for (uint32_t i = 0; i < h->classes.n; i++)
		if (h->classes.at[i] == class)
			return true;
	return false;
}

static void say(struct holding *h, func_id f, uint32_t class, uint32_t bits)
{
	uint64_t key = map_key2(f, class);
	map_put(&h->seen, key, map_get(&h->seen, key, 0) | bits);
}

/* ---- contexts ---- */

static bool holds(struct races *r, guards_id guards, uint32_t class)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (class_of_guard(r, &g[i]) == class)
			return true;
	return false;
}

static bool has_company(const struct races *r, const struct context *c)
{
	return !threads_is_alone(r->t, c->thread, c->running);
}

/* The locks of one context are asked for in all others of the function. */
static void ask_contexts(struct holding *h, func_id f, context_id first)
{
	struct races *r = h->r;
	uint32_t n;
	const struct guard *g = threads_guards(r->t, context_at(r->t, first)->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t class = class_of_guard(r, &g[i]);
		bool all = is_wanted(h, class);
		for (context_id c = r->t->first_of_func[f]; c && all;
		     c = context_at(r->t, c)->next_of_func)
			all = !has_company(r, context_at(r->t, c)) ||
			      holds(r, context_at(r->t, c)->guards, class);
		if (all)
			say(h, f, class, ASKED);
	}
}

static void look_at_contexts(struct holding *h)
{
	const struct threads *t = h->r->t;
	for (func_id f = 1; f < h->r->p->funcs.n; f++) {
		context_id c = t->first_of_func[f];
		while (c && !has_company(h->r, context_at(t, c)))
			c = context_at(t, c)->next_of_func;
		if (c)
			ask_contexts(h, f, c);
	}
}

/* ---- accesses ---- */

enum { MAX_CHAIN = 64 };

/* The functions on the way, from the context's own to that of the access. */
static uint32_t list_way(const struct races *r, const struct field_use *c, func_id *out)
{
	const struct summary *s = summary_of(r->t, c->func);
	uint32_t n = 0;
	for (uint32_t i = c->access->chain; i && n < MAX_CHAIN; i = s->chains.at[i].next)
		out[n++] = s->chains.at[i].func;
	out[n++] = c->access->func;
	return n;
}

static uint32_t taken_in(struct holding *h, guards_id guards, uint32_t class,
			 const func_id *way, uint32_t n)
{
	uint32_t count, depth = 0;
	const struct guard *g = threads_guards(h->r->t, guards, &count);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < n; k++)
			if (class_of_guard(h->r, &g[i]) == class && g[i].func == way[k] &&
			    k + 1 > depth)
				depth = k + 1;
	return depth;
}

static void look_at_use(struct holding *h, struct row_use *u, uint32_t class)
{
	func_id way[MAX_CHAIN + 1];
	const struct field_use *c = &u->of;
	const struct situations *l = &h->r->lists.at[c->situations];
	uint32_t n = list_way(h->r, c, way);
	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t depth = taken_in(h, h->r->situations.at[l->first + i].guards,
					  class, way, n);
		if (takes_itself(h->r, &u->of, class))
			depth = n;
		for (uint32_t k = 0; k < n; k++)
			if (!h->r->t->first_of_func[way[k]])
				say(h, way[k], class, k < depth ? DENIED : ASKED);
	}
}

static void look_at_accesses(struct holding *h)
{
	struct discipline *d = h->r->discipline;
	for (uint32_t i = 0; i < d->uses.n; i++) {
		struct row_use *u = &d->uses.at[i];
		for (uint32_t k = 0; k < h->classes.n && !d->rows.at[u->row].races; k++)
			if (follows_lock(h->r, u, h->classes.at[k]) == FOLLOWS)
				look_at_use(h, u, h->classes.at[k]);
	}
}

/* ---- to the report ---- */

static int by_function(const void *a, const void *b)
{
	const struct report_holder *x = a, *y = b;
	int c = strcmp(x->function, y->function);
	return c ? c : report_place_order(x->place, y->place);
}

static void show_holders_of(struct holding *h, struct arena *a, uint32_t class,
			    struct report_known_lock *lock)
{
	const struct program *p = h->r->p;
	uint32_t n = 0;
	for (func_id f = 1; f < p->funcs.n; f++)
		n += map_get(&h->seen, map_key2(f, class), 0) == ASKED;
	struct report_holder *list = ARENA_ARRAY(a, struct report_holder, n + 1);
	n = 0;
	for (func_id f = 1; f < p->funcs.n; f++)
		if (map_get(&h->seen, map_key2(f, class), 0) == ASKED)
			list[n++] = (struct report_holder){
				arena_strdup(
					a,
					ir_str(p,
					       p->symbols.at[p->funcs.at[f].sym].name)),
				place_of_loc(p, p->funcs.at[f].loc)};
	if (n)
		qsort(list, n, sizeof(*list), by_function);
	lock->holders = list;
	lock->holder_count = n;
}

void show_holders(struct races *r, struct arena *a, struct report_discipline *d,
		  struct report_known_lock *locks, const uint32_t *classes)
{
	struct holding h = {.r = r};
	for (uint32_t i = 0; i < d->memory_count; i++) {
		const struct report_memory *m = &d->memory[i];
		if (m->rule != MEMORY_GUARDED || m->status != MEMORY_PROVED ||
		    !m->lock_index || is_wanted(&h, classes[i]))
			continue;
		vec_push(&h.classes, classes[i]);
		vec_push(&h.locks, m->lock_index - 1);
	}
	look_at_contexts(&h);
	look_at_accesses(&h);
	for (uint32_t i = 0; i < h.classes.n; i++)
		show_holders_of(&h, a, h.classes.at[i], &locks[h.locks.at[i]]);
	map_free(&h.seen);
	vec_free(&h.classes);
	vec_free(&h.locks);
}
