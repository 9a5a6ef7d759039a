/* SPDX-License-Identifier: MIT */
/*
 * The rule that the accesses of a row follow, from the strongest reason on: nobody writes,
 * only one thread is there, all of them are atomic, one lock is held at each place of the
 * source. A place counts once, and follows the rule when it does in every situation. Where
 * no rule covers all places but nothing races, the vetoes say what keeps them apart.
 */
#include <stdlib.h>
#include <string.h>

#include "race/discipline/discipline.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

struct tally {
	uint32_t places, atomic;
	bool writes;
	thread_id thread; /* of all */
	bool several;	  /* threads, or many of one */
	VEC(thread_id) readers, writers;
	VEC(uint32_t) classes;
};

static const struct access *access_of(const struct row_use *u)
{
	return u->of.access;
}

static bool is_same_place(const struct row_use *a, const struct row_use *b)
{
	return a->place.line == b->place.line && a->place.column == b->place.column &&
	       access_of(a)->kind == access_of(b)->kind && a->place.file == b->place.file;
}

/* ---- who is there ---- */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void add_class(void *context, uint32_t class, path_id lock)
{
	struct tally *t = context;
	(void)lock;
	for (uint32_t i = 0; i < t->classes.n; i++)
		if (t->classes.at[i] == class)
			return;
	vec_push(&t->classes, class);
}

static void add_threads(struct races *r, struct tally *t, const struct row_use *u)
{
	const struct situations *l = &r->lists.at[u->of.situations];
	for (uint32_t i = 0; i < l->count; i++) {
		const struct situation *s = &r->situations.at[l->first + i];
		thread_id id = s->thread;
		uint32_t shown = show_thread_number(r, id, s->context);
		t->several |= (t->thread && t->thread != id) || thread_at(r->t, id)->many;
		t->thread = id;
		if (access_of(u)->kind == READ && (!t->readers.n || vec_last(&t->readers) != shown))
			vec_push(&t->readers, shown);
		if (access_of(u)->kind != READ && (!t->writers.n || vec_last(&t->writers) != shown))
			vec_push(&t->writers, shown);
	}
}

static void tally_uses(struct races *r, const struct row *w, struct tally *t)
{
	struct row_use *all = r->discipline->uses.at;
	for (uint32_t i = w->first; i < w->end; i++) {
		bool again = i > w->first && is_same_place(&all[i], &all[i - 1]);
		t->places += !again;
		t->atomic += !again && access_of(&all[i])->flags & ACCESSF_ATOMIC;
		t->writes |= access_of(&all[i])->kind != READ;
		add_threads(r, t, &all[i]);
		each_class(r, &all[i].of, add_class, t);
	}
}

/* Sorted, each once, as the report counts them. */
static const uint32_t *show_threads_of(struct arena *a, uint32_t *ids, uint32_t n,
				       uint32_t *count)
{
	uint32_t *out = ARENA_ARRAY(a, uint32_t, n + 1), m = 0;
	if (n)
		qsort(ids, n, sizeof(*ids), by_number);
	for (uint32_t i = 0; i < n; i++)
		if (!i || ids[i] != ids[i - 1])
			out[m++] = ids[i];
	*count = m;
	return out;
}

/* ---- is the lock held? ---- */

/* A write needs it for writing. */
static bool holds_for_writing(struct races *r, const struct row_use *u, uint32_t class)
{
	const struct situations *l = &r->lists.at[u->of.situations];
	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t n;
		bool only_shared = false, held = false;
		const struct guard *g =
			threads_guards(r->t, r->situations.at[l->first + i].guards, &n);
		for (uint32_t k = 0; k < n; k++) {
			bool lock = g[k].kind == LOCK_MUTEX || g[k].kind == LOCK_SEMAPHORE ||
				    g[k].kind == LOCK_OWNED;
			if (!lock || class_of_guard(r, &g[k]) != class)
				continue;
			held |= g[k].mode != MODE_SHARED;
			only_shared |= g[k].mode == MODE_SHARED;
		}
		if (only_shared && !held)
			return false;
	}
	return true;
}

/* Who makes the lock has the object for himself, unless he is seen to race. */
int follows_lock(struct races *r, struct row_use *u, uint32_t class)
{
	if (always_holds(r, &u->of, class, true) &&
	    (access_of(u)->kind == READ || holds_for_writing(r, u, class)))
		return FOLLOWS;
	bool shown = map_get(&r->outlying.shown, (uintptr_t)access_of(u), 0) != 0;
	return is_maker(r, &u->of, class) && !shown ? EXEMPT : BREAKS;
}

static int follows_once(struct races *r, struct row_use *u, uint32_t control)
{
	const struct situations *l = &r->lists.at[u->of.situations];
	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t n, k;
		const struct guard *g =
			threads_guards(r->t, r->situations.at[l->first + i].guards, &n);
		for (k = 0; k < n; k++)
			if (g[k].kind == LOCK_ONCE && g[k].lock == control &&
			    (access_of(u)->kind == READ || g[k].mode != MODE_SHARED))
				break;
		if (k == n)
			return BREAKS;
	}
	return FOLLOWS;
}

static int follows_atomic(struct races *r, struct row_use *u, uint32_t unused)
{
	(void)r;
	(void)unused;
	return access_of(u)->flags & ACCESSF_ATOMIC ? FOLLOWS : BREAKS;
}

/* ---- counting ---- */

typedef int rule_predicate(struct races *r, struct row_use *u, uint32_t what);

struct count {
	uint32_t of[FOLLOWS + 1];
};

static struct count count_places(struct races *r, const struct row *w, rule_predicate *follows,
				 uint32_t what)
{
	struct row_use *all = r->discipline->uses.at;
	struct count n = {{0}};
	for (uint32_t i = w->first; i < w->end;) {
		uint32_t first = i;
		int least = FOLLOWS;
		for (; i < w->end && is_same_place(&all[i], &all[first]); i++) {
			int f = follows(r, &all[i], what);
			least = f < least ? f : least;
		}
		n.of[least]++;
	}
	return n;
}

/* The lock that is held at most places. */
static uint32_t best_lock(struct races *r, const struct row *w, const struct tally *t,
			  struct count *most)
{
	uint32_t best = 0;
	for (uint32_t i = 0; i < t->classes.n; i++) {
		struct count n = count_places(r, w, follows_lock, t->classes.at[i]);
		if (n.of[FOLLOWS] > most->of[FOLLOWS]) {
			*most = n;
			best = t->classes.at[i];
		}
	}
	return best;
}

/* The once control that is held at the first place, if there is one. */
static path_id once_of(struct races *r, const struct row *w)
{
	const struct row_use *u = &r->discipline->uses.at[w->first];
	const struct situations *l = &r->lists.at[u->of.situations];
	uint32_t n;
	const struct guard *g = threads_guards(r->t, r->situations.at[l->first].guards, &n);
	for (uint32_t k = 0; k < n; k++)
		if (g[k].kind == LOCK_ONCE)
			return g[k].lock;
	return 0;
}

/* ---- exceptions ---- */

static struct report_exception show_exception(struct races *r, const struct row_use *u)
{
	const struct situations *l = &r->lists.at[u->of.situations];
	struct instance x = {.thread = r->situations.at[l->first].thread};
	struct access at = *access_of(u);
	at.func = u->at.func;
	at.inst = u->at.inst;
	struct report_access a = show_place(r, &x, &at);
	return (struct report_exception){a.place, a.function, a.kind, a.atomic, a.thread};
}

static void show_exceptions(struct races *r, struct arena *a, const struct row *w,
			    struct report_memory *m, rule_predicate *follows, uint32_t what)
{
	struct row_use *all = r->discipline->uses.at;
	struct report_exception *list =
		ARENA_ARRAY(a, struct report_exception, m->total - m->kept + 1);
	for (uint32_t i = w->first; i < w->end;) {
		uint32_t first = i, odd = UINT32_MAX;
		for (; i < w->end && is_same_place(&all[i], &all[first]); i++)
			if (odd == UINT32_MAX && follows(r, &all[i], what) == BREAKS)
				odd = i;
		if (odd != UINT32_MAX)
			list[m->exception_count++] = show_exception(r, &all[odd]);
	}
	m->exceptions = list;
}

/* ---- the rule ---- */

static enum memory_status status_of(const struct row *w, const struct report_memory *m)
{
	if (!w->races)
		return MEMORY_PROVED;
	if (m->exception_count == 1 && m->kept > 1)
		return MEMORY_ONE_EXCEPTION;
	return w->confidence == CONFIDENCE_LOW ? MEMORY_LIKELY : MEMORY_MIXED;
}

static enum memory_rule rule_by_vetoes(const struct row *w)
{
	const uint64_t order = 1ull << VETO_PARALLEL | 1ull << VETO_ENDED | 1ull << VETO_PHASES |
			       1ull << VETO_HISTORIES | 1ull << VETO_EVENT | 1ull << VETO_NEVER |
			       1ull << VETO_ONCE | 1ull << VETO_ABSENT | 1ull << VETO_JOINED;
	const uint64_t own = 1ull << VETO_OWN | 1ull << VETO_PER_THREAD | 1ull << VETO_NUMBER |
			     1ull << VETO_HOLDER | 1ull << VETO_ONLY | 1ull << VETO_SELF;
	if (w->races)
		return MEMORY_NONE;
	return w->vetoes & order && !(w->vetoes & own) ? MEMORY_ORDERED : MEMORY_OWN;
}

/* Rules that all accesses follow, without counting. */
static enum memory_rule simple_rule(const struct row *w, const struct tally *t)
{
	if (!t->writes)
		return w->set_alone ? MEMORY_SET_BEFORE : MEMORY_READ_ONLY;
	if (t->atomic == t->places)
		return MEMORY_ATOMIC;
	return t->several ? MEMORY_NONE : MEMORY_CONFINED;
}

static void choose_rule(struct races *r, struct arena *a, const struct row *w,
			const struct tally *t, struct report_memory *m, uint32_t *class)
{
	struct count n = {{0}};
	uint32_t lock = best_lock(r, w, t, &n), kept = n.of[FOLLOWS], atomic = t->atomic;
	path_id once = once_of(r, w);
	bool atomic_fits = atomic > kept;
	m->total = t->places;
	if (once && kept < m->total &&
	    count_places(r, w, follows_once, once).of[FOLLOWS] == m->total) {
		m->rule = MEMORY_ONCE;
		m->kept = m->total;
		m->lock = show_lock(r, a, once);
	} else if (atomic_fits && atomic * 2 >= m->total) {
		m->rule = MEMORY_ATOMIC;
		m->kept = atomic;
		show_exceptions(r, a, w, m, follows_atomic, 0);
	} else if (kept * 2 >= m->total) {
		m->rule = MEMORY_GUARDED;
		m->kept = kept;
		m->total -= n.of[EXEMPT];
		*class = lock;
		show_exceptions(r, a, w, m, follows_lock, lock);
	} else {
		m->rule = rule_by_vetoes(w);
		m->kept = m->rule == MEMORY_NONE ? 0 : m->total;
	}
}

bool find_rule(struct races *r, struct arena *a, const struct row *w, struct report_memory *m,
	       uint32_t *class)
{
	struct tally t = {0};
	if (w->first == w->end)
		return false; /* only where nothing else runs */
	tally_uses(r, w, &t);
	m->rule = simple_rule(w, &t);
	m->kept = m->total = t.places;
	if (m->rule == MEMORY_NONE)
		choose_rule(r, a, w, &t, m, class);
	m->status = status_of(w, m);
	m->readers = show_threads_of(a, t.readers.at, t.readers.n, &m->read_count);
	m->writers = show_threads_of(a, t.writers.at, t.writers.n, &m->write_count);
	vec_free(&t.readers);
	vec_free(&t.writers);
	vec_free(&t.classes);
	return true;
}
