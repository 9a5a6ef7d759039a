/* SPDX-License-Identifier: MIT */
/*
 * Locks as the whole program names them, where they are taken, and which are taken while
 * others are held. A function's own lockset says what it has taken since its entry, and of
 * each of these what was taken later; all of it was taken after what its callers hold.
 *
 * A lock that is taken and released again without any access, call or return in between
 * is not seen.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "race/discipline/discipline.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

enum { MAX_EDGES = 24 }; /* of two locks: ways that differ in threads or in what else is held */

struct taken_place {
	uint32_t lock;
	struct report_place place;
};

struct taking {
	struct races *r;
	struct intern classes; /* lock class -> 1.. : index in locks + 1 */
	VEC(path_id) names;	/* [lock] the one certain name; 0: none yet */
	VEC(bool) several;	/* [lock] it has other names, or one that is not certain */
	struct map place_seen;
	struct map taken_at; /* function, acquisition -> 1 + index in taken */
	VEC(struct step) taken;
	VEC(struct taken_place) places;
	struct lock_edges edges;
	struct map edge_seen, edge_count;
};

/* The points of a function where it holds a lock that it has taken itself. */
struct holding {
	uint32_t lockset, ordering;
	func_id func;
	uint32_t inst, chain;
};
struct holdings {
	VEC(struct holding) list;
	struct map seen;
};

static bool is_lock(const struct guard *g)
{
	return g->kind == LOCK_MUTEX || g->kind == LOCK_SEMAPHORE;
}

/* ---- where a lock is taken, for who reads it ---- */

/* Does the function come back with what was taken there? Then it stands for the lock function,
 * and its callers take the lock. */
static bool returns_with(const struct taking *t, func_id f, const struct step *at)
{
	const struct summary *s = summary_of(t->r->t, f);
	for (uint32_t i = 0; i < s->outcomes.n; i++) {
		const struct lockset *l = &s->locksets.at[s->outcomes.at[i].lockset];
		for (uint32_t k = 0; k < l->held_count; k++)
			if (l->held[k].func == at->func && l->held[k].inst == at->inst)
				return true;
	}
	return false;
}

/* Is the lock in what the call is given? */
static bool is_given(const struct summary *s, const struct call *c, path_id lock)
{
	path_id base, other;
	path_split_offset(&s->paths, lock, &base);
	for (uint32_t i = 0; i < c->arg_count && lock; i++) {
		path_split_offset(&s->paths, s->call_args.at[c->arg_first + i], &other);
		if (base == other)
			return true;
	}
	return false;
}

/* The call in f by which the lock, as f names it, was taken. If several may be meant, that
 * which is given the lock, or the instruction itself. */
static struct step find_taken(const struct taking *t, func_id f, struct step at, path_id lock)
{
	const struct summary *s = summary_of(t->r->t, f);
	struct step found = {0, 0};
	bool several = false;
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct call *c = &s->calls.at[i];
		if (!returns_with(t, c->callee, &at))
			continue;
		if (is_given(s, c, lock))
			return (struct step){f, c->inst};
		several |= found.func && found.inst != c->inst;
		found = (struct step){f, c->inst};
	}
	return found.func && !several ? found : at;
}

static struct step taken_in(struct taking *t, func_id f, struct step at, path_id lock)
{
	uint64_t key = hash_combine(map_key2(at.func, at.inst), map_key2(f, lock)) & INT64_MAX;
	uint32_t known = at.func == f ? UINT32_MAX : map_get(&t->taken_at, key, 0);
	if (known == UINT32_MAX)
		return at;
	if (!known) {
		vec_push(&t->taken, find_taken(t, f, at, lock));
		map_put(&t->taken_at, key, known = t->taken.n);
	}
	return t->taken.at[known - 1];
}

/* As the function names it at that call, where it holds it by its own doing; 0: not known. */
static path_id own_name(const struct taking *t, func_id f, uint32_t call, const struct step *at)
{
	const struct summary *s = summary_of(t->r->t, f);
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct lockset *l = &s->locksets.at[s->calls.at[i].lockset];
		for (uint32_t k = 0; s->calls.at[i].inst == call && k < l->held_count; k++)
			if (l->held[k].func == at->func && l->held[k].inst == at->inst)
				return l->held[k].lock;
	}
	return 0;
}

static bool is_held_by(const struct taking *t, context_id c, const struct guard *g)
{
	uint32_t n;
	const struct guard *x = threads_guards(t->r->t, context_at(t->r->t, c)->guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (x[i].func == g->func && x[i].inst == g->inst)
			return true;
	return false;
}

/* Of a lock that is held on entry: the caller that took it. Else the function itself did. */
static struct step taken_above(struct taking *t, context_id c, const struct guard *g,
			       const struct lockset *l)
{
	struct step at = {g->func, g->inst};
	path_id lock = g->group < l->held_count ? l->held[g->group].lock : 0;
	while (context_at(t->r->t, c)->parent && is_held_by(t, c, g)) {
		uint32_t call = context_at(t->r->t, c)->call;
		c = context_at(t->r->t, c)->parent;
		lock = own_name(t, context_at(t->r->t, c)->func, call, &at);
	}
	return taken_in(t, context_at(t->r->t, c)->func, at, lock);
}

/* ---- locks ---- */

static void note_name(struct taking *t, uint32_t lock, path_id name)
{
	bool certain = is_certain(t->r, name);
	if (t->names.at[lock] && t->names.at[lock] != name)
		t->several.at[lock] = true;
	t->several.at[lock] |= !certain;
	t->names.at[lock] = name;
}

/* Its number; it has a class. */
static uint32_t lock_of(struct taking *t, const struct guard *g)
{
	uint32_t class = class_of_guard(t->r, g);
	uint32_t lock = intern_bytes(&t->classes, &class, sizeof(class)) - 1;
	if (lock == t->names.n) {
		vec_push(&t->names, 0);
		vec_push(&t->several, false);
	}
	return lock;
}

static void note_place(struct taking *t, uint32_t lock, struct step at)
{
	uint64_t key = hash_combine(map_key2(at.func, at.inst), lock) & INT64_MAX;
	if (map_add(&t->place_seen, key))
		vec_push(&t->places,
			 ((struct taken_place){lock, place_of(t->r->p, at.func, at.inst)}));
}

/* Of the names of one acquisition, one that is certain, or has a class. */
static const struct guard *best_name(struct taking *t, const struct guard *g, uint32_t n,
				     uint16_t group)
{
	const struct guard *best = NULL;
	for (uint32_t i = 0; i < n; i++) {
		if (g[i].group != group || !is_lock(&g[i]) || !class_of_guard(t->r, &g[i]))
			continue;
		if (!best || (!is_certain(t->r, best->lock) && is_certain(t->r, g[i].lock)))
			best = &g[i];
	}
	return best;
}

/* ---- edges ---- */

static bool was_taken_later(const struct held *first, const struct held *second)
{
	for (uint32_t i = 0; i < first->since_count; i++)
		if (first->since[i] == second->lock)
			return true;
	return false;
}

/* Groups of guards are numbered as thread/guards.c makes them: what the lockset holds, in
 * its order, then what was held on entry. */
static bool is_before(const struct lockset *l, uint16_t first, uint16_t second)
{
	return second < l->held_count &&
	       (first >= l->held_count || was_taken_later(&l->held[first], &l->held[second]));
}

static bool tries(const struct taking *t, func_id f, uint32_t inst)
{
	const struct model *m = pointers_called_model(t->r->pt, f, inst);
	const struct effect *e = m ? model_effect(m, EFFECT_ACQUIRE) : NULL;
	return e && e->flags & (EFFECTF_TRY | EFFECTF_TIMED);
}

static uint64_t hash_edge(const struct taking *t, const struct lock_edge *e)
{
	uint64_t h = hash_combine(map_key2(e->held, e->wanted),
				  map_key2(context_at(t->r->t, e->point.context)->thread,
					   e->tries << 2 | e->held_mode << 1 | e->wanted_mode));
	h = hash_combine(h, map_key2(e->point.running, e->gate_count));
	for (uint32_t i = 0; i < e->gate_count; i++) {
		const struct lock_gate *g = &t->edges.gates.at[e->gate_first + i];
		h = hash_combine(h, map_key2(g->lock, g->mode));
	}
	return h & INT64_MAX;
}

static void add_gates(struct taking *t, struct lock_edge *e, const struct lockset *l,
		      const struct guard *g, uint32_t n, uint16_t second)
{
	e->gate_first = t->edges.gates.n;
	for (uint32_t i = 0; i < n; i++) {
		if (!is_lock(&g[i]) || g[i].lock == e->held || !is_certain(t->r, g[i].lock) ||
		    !is_before(l, g[i].group, second))
			continue;
		vec_push(&t->edges.gates, ((struct lock_gate){g[i].lock, g[i].mode}));
	}
	e->gate_count = t->edges.gates.n - e->gate_first;
}

static void add_edge(struct taking *t, const struct lockset *l, const struct guard *g,
		     uint32_t n, const struct guard *first, const struct guard *second,
		     struct point at)
{
	struct lock_edge e = {.first = lock_of(t, first), .second = lock_of(t, second),
			      .held = first->lock, .wanted = second->lock,
			      .held_certain = is_certain(t->r, first->lock),
			      .wanted_certain = is_certain(t->r, second->lock),
			      .held_mode = first->mode, .wanted_mode = second->mode,
			      .tries = tries(t, second->func, second->inst), .point = at};
	if (first->lock == second->lock)
		return; /* once more */
	add_gates(t, &e, l, g, n, second->group);
	uint64_t pair = map_key2(e.first, e.second);
	uint32_t known = map_get(&t->edge_count, pair, 0);
	bool is_new = map_add(&t->edge_seen, hash_edge(t, &e));
	t->edges.cut |= is_new && known == MAX_EDGES;
	if (!is_new || known == MAX_EDGES) {
		t->edges.gates.n = e.gate_first;
		return;
	}
	map_put(&t->edge_count, pair, known + 1);
	func_id f = context_at(t->r->t, at.context)->func;
	e.wanted_at = taken_in(t, f, (struct step){second->func, second->inst},
			       l->held[second->group].lock);
	e.held_at = taken_above(t, at.context, first, l);
	e.number = t->edges.list.n;
	vec_push(&t->edges.list, e);
}

static void visit_holding(struct taking *t, context_id c, const struct holding *h)
{
	const struct context *x = context_at(t->r->t, c);
	const struct lockset *l = &summary_of(t->r->t, x->func)->locksets.at[h->lockset];
	uint32_t n;
	guards_id id = threads_guards_at(t->r->t, c, h->lockset);
	const struct guard *g = threads_guards(t->r->t, id, &n);
	uint16_t groups = n ? g[n - 1].group + 1 : 0;
	struct point at = {c, h->chain, h->func, h->inst,
			   threads_running_at(t->r->t, c, h->ordering)};
	for (uint16_t k = 0; k < l->held_count && k < groups; k++) {
		const struct guard *second = best_name(t, g, n, k);
		if (!second)
			continue;
		struct step taken = {second->func, second->inst};
		if (!returns_with(t, x->func, &taken))
			note_place(t, lock_of(t, second),
				   taken_in(t, x->func, taken, l->held[k].lock));
		note_name(t, lock_of(t, second), second->lock);
		for (uint16_t i = 0; i < groups; i++) {
			const struct guard *first =
				is_before(l, i, k) ? best_name(t, g, n, i) : NULL;
			if (first)
				add_edge(t, l, g, n, first, second, at);
		}
	}
}

/* ---- all functions ---- */

static void add_holding(struct holdings *h, const struct summary *s, struct holding x)
{
	uint64_t key = map_key2(x.lockset, x.ordering);
	if (s->locksets.at[x.lockset].held_count && map_add(&h->seen, key))
		vec_push(&h->list, x);
}

static void list_holdings(const struct summary *s, struct holdings *h)
{
	h->list.n = 0;
	map_clear(&h->seen);
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		add_holding(h, s, (struct holding){a->lockset, a->ordering, a->func, a->inst,
						   a->chain});
	}
	for (uint32_t i = 0; i < s->calls.n; i++)
		add_holding(h, s, (struct holding){s->calls.at[i].lockset,
						   s->calls.at[i].ordering, s->func,
						   s->calls.at[i].inst, 0});
	for (uint32_t i = 0; i < s->forks.n; i++)
		if (s->forks.at[i].entry)
			add_holding(h, s, (struct holding){s->forks.at[i].lockset,
							   s->forks.at[i].ordering,
							   s->forks.at[i].func,
							   s->forks.at[i].inst,
							   s->forks.at[i].chain});
}

static void visit_functions(struct taking *t)
{
	struct holdings h = {0};
	const struct threads *x = t->r->t;
	for (func_id f = 1; f < t->r->in->summaries->n; f++) {
		if (!x->first_of_func[f])
			continue;
		list_holdings(summary_of(x, f), &h);
		for (context_id c = h.list.n ? x->first_of_func[f] : 0; c;
		     c = context_at(x, c)->next_of_func)
			for (uint32_t i = 0; i < h.list.n; i++)
				visit_holding(t, c, &h.list.at[i]);
	}
	vec_free(&h.list);
	map_free(&h.seen);
}

/* ---- to the report ---- */

static int by_place(const void *a, const void *b)
{
	const struct report_place *x = a, *y = b;
	int c = strcmp(x->file ? x->file : "", y->file ? y->file : "");
	if (c)
		return c;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->column < y->column ? -1 : x->column > y->column;
}

static void show_places(struct taking *t, struct arena *a, uint32_t lock,
			struct report_known_lock *out)
{
	uint32_t n = 0, kept = 0;
	for (uint32_t i = 0; i < t->places.n; i++)
		n += t->places.at[i].lock == lock;
	struct report_place *list = ARENA_ARRAY(a, struct report_place, n + 1);
	n = 0;
	for (uint32_t i = 0; i < t->places.n; i++)
		if (t->places.at[i].lock == lock)
			list[n++] = t->places.at[i].place;
	qsort(list, n, sizeof(*list), by_place);
	for (uint32_t i = 0; i < n; i++)
		if (!i || by_place(&list[i], &list[i - 1]) != 0)
			list[kept++] = list[i];
	out->places = list;
	out->place_count = kept;
}

static uint32_t class_at(const struct taking *t, uint32_t lock)
{
	uint32_t class;
	memcpy(&class, intern_at(&t->classes, lock + 1), sizeof(class));
	return class;
}

struct named_lock {
	struct report_known_lock of;
	uint32_t old;
};

static int by_name(const void *a, const void *b)
{
	const struct named_lock *x = a, *y = b;
	int c = strcmp(x->of.name, y->of.name);
	return c ? c : (x->old > y->old) - (x->old < y->old);
}

/* In the order of their names; *place_of: where each has gone. */
static struct report_known_lock *show_locks(struct taking *t, struct arena *a, uint32_t *now)
{
	uint32_t n = t->names.n;
	struct named_lock *list = xcalloc(n + 1u, sizeof(*list));
	struct report_known_lock *out = ARENA_ARRAY(a, struct report_known_lock, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		struct report_known_lock *x = &list[i].of;
		list[i].old = i;
		x->one = !t->several.at[i] && t->names.at[i];
		x->name = x->one ? show_lock(t->r, a, t->names.at[i])
				 : name_lock_class(t->r, a, class_at(t, i));
		x->spot = declared_lock(t->r, a, class_at(t, i));
		show_places(t, a, i, x);
	}
	qsort(list, n, sizeof(*list), by_name);
	for (uint32_t i = 0; i < n; i++) {
		out[i] = list[i].of;
		now[list[i].old] = i;
	}
	free(list);
	return out;
}

/* Which lock guards which memory. */
static void link_memory(struct taking *t, struct arena *a, const uint32_t *now,
			struct report_known_lock *locks, struct report_memory *memory,
			uint32_t count, const uint32_t *classes)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t lock = classes[i] ? intern_find(&t->classes, &classes[i],
							 sizeof(classes[i]))
					   : 0;
		if (!classes[i])
			continue;
		memory[i].lock = lock ? locks[now[lock - 1]].name
				      : name_lock_class(t->r, a, classes[i]);
		memory[i].lock_index = lock ? now[lock - 1] + 1 : 0;
		if (lock)
			locks[now[lock - 1]].guards++;
	}
}

static int by_locks(const void *a, const void *b)
{
	const struct lock_edge *x = a, *y = b;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	if (x->gate_count != y->gate_count)
		return x->gate_count < y->gate_count ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* One of each two locks. */
static void show_orders(struct races *r, struct arena *a, const struct lock_edges *e,
			struct report_discipline *d)
{
	struct report_order *list = ARENA_ARRAY(a, struct report_order, e->list.n + 1);
	for (uint32_t i = 0; i < e->list.n; i++) {
		const struct lock_edge *x = &e->list.at[i];
		if (i && x[-1].first == x->first && x[-1].second == x->second)
			continue;
		list[d->order_count++] = show_lock_edge(r, x);
	}
	d->orders = list;
}

static void taking_free(struct taking *t)
{
	intern_free(&t->classes);
	vec_free(&t->names);
	vec_free(&t->several);
	map_free(&t->place_seen);
	vec_free(&t->places);
	map_free(&t->taken_at);
	vec_free(&t->taken);
	vec_free(&t->edges.list);
	vec_free(&t->edges.gates);
	map_free(&t->edge_seen);
	map_free(&t->edge_count);
}

void show_locks_taken(struct races *r, struct arena *a, struct report_discipline *d,
		      struct report_memory *memory, const uint32_t *classes)
{
	struct taking t = {.r = r};
	visit_functions(&t);
	uint32_t *now = xcalloc(t.names.n + 1u, sizeof(*now));
	struct report_known_lock *locks = show_locks(&t, a, now);
	link_memory(&t, a, now, locks, memory, d->memory_count, classes);
	show_holders(r, a, d, locks, classes);
	for (uint32_t i = 0; i < t.edges.list.n; i++) {
		t.edges.list.at[i].first = now[t.edges.list.at[i].first];
		t.edges.list.at[i].second = now[t.edges.list.at[i].second];
	}
	if (t.edges.list.n)
		qsort(t.edges.list.at, t.edges.list.n, sizeof(*t.edges.list.at), by_locks);
	t.edges.lock_count = t.names.n;
	d->locks = locks;
	d->lock_count = t.names.n;
	show_orders(r, a, &t.edges, d);
	find_lock_cycles(r, a, &t.edges, locks, d);
	free(now);
	taking_free(&t);
}
