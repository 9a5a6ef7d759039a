/* SPDX-License-Identifier: MIT */
/*
 * The row of vetoes (vetoes.def): each a short pure function of two instances
 * that touch the same bytes. When 'fact' is given, the veto that removes the pair
 * appends what it relied on, for chequer why.
 */
#include <string.h>

#include "race/order/asked.h"
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

static void say(struct str *fact, const char *text)
{
	if (fact)
		str_add(fact, text);
}

static void say_lock(struct races *r, struct str *fact, path_id lock)
{
	if (fact)
		path_print_lock(&r->t->paths, lock, r->p, r->pt, 0, fact);
}

static bool both_read(struct races *r, const struct instance *a, const struct instance *b,
		      struct str *fact)
{
	(void)r;
	(void)fact;
	return a->kind == READ && b->kind == READ;
}

/* What a once-routine does, or who sets a flag for good, lies before who began after it. */
static bool is_done_before(struct races *r, const struct instance *a, const struct instance *b,
			   struct str *fact)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		bool doing = (g[i].kind == LOCK_ONCE && g[i].mode == MODE_EXCLUSIVE) ||
			     g[i].kind == LOCK_SETTING;
		if (!doing || !threads_was_done(r->t, b->thread, g[i].lock))
			continue;
		say_lock(r, fact, g[i].lock);
		return true;
	}
	return false;
}

static bool done_before(struct races *r, const struct instance *a, const struct instance *b,
			struct str *fact)
{
	return is_done_before(r, a, b, fact) || is_done_before(r, b, a, fact);
}

static bool both_atomic(struct races *r, const struct instance *a, const struct instance *b,
			struct str *fact)
{
	(void)r;
	(void)fact;
	return a->flags & b->flags & ACCESSF_ATOMIC;
}

/* volatile sig_atomic_t: a store of at most a word is not torn by a handler. */
static bool signal_flag(struct races *r, const struct instance *a, const struct instance *b,
			struct str *fact)
{
	enum { WORD = 8 };
	bool handler = thread_at(r->t, a->thread)->origin == ORIGIN_SIGNAL ||
		       thread_at(r->t, b->thread)->origin == ORIGIN_SIGNAL;
	const uint8_t fine = ACCESSF_VOLATILE | ACCESSF_ATOMIC;
	(void)fact;
	return handler && a->flags & fine && b->flags & fine && a->size && b->size &&
	       a->size <= WORD && b->size <= WORD;
}

static bool not_parallel(struct races *r, const struct instance *a, const struct instance *b,
			 struct str *fact)
{
	if (threads_parallel(r->t, &a->point, &b->point))
		return false;
	if (a->thread == b->thread)
		say(fact, "one thread, never more than one of it at a time");
	else if (threads_is_ancestor(r->t, a->thread, b->thread) ||
		 threads_is_ancestor(r->t, b->thread, a->thread))
		say(fact, "before the thread is created or after it was joined");
	else
		say(fact, "one thread was joined before the other is created");
	return true;
}

static bool other_process(struct races *r, const struct instance *a, const struct instance *b,
			  struct str *fact)
{
	(void)fact;
	return threads_other_process(r->t, &a->point, &b->point) &&
	       !pointers_object(r->pt, a->obj)->across;
}

static bool common_lock(struct races *r, const struct instance *a, const struct instance *b,
			struct str *fact)
{
	path_id names[2] = {0};
	if (!share_lock(r, a, b, names))
		return false;
	say_lock(r, fact, names[0]);
	return true;
}

/* ---- barriers ---- */

/* A barrier as one thread knows it. */
struct barrier {
	path_id name;
	thread_id by;
};

static const struct phase *find_phase(struct races *r, phases_id p, thread_id id,
				      const struct barrier *b)
{
	uint32_t n;
	const struct phase *at = threads_phases(r->t, p, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (names_one_object(r, at[i].barrier, id, b->name, b->by))
			return &at[i];
	}
	return NULL;
}

/* Does the thread wait on that barrier anywhere? */
static bool waits_on(struct races *r, thread_id id, const struct barrier *b)
{
	uint32_t n;
	const uint32_t *at = threads_set(r->t, r->handing.barriers[id], &n);
	for (uint32_t i = 0; i < n; i++) {
		if (at[i] == b->name || names_one_object(r, at[i], id, b->name, b->by))
			return true;
	}
	return false;
}

/* How many threads wait on it, at least. Of those that loops with constant bounds make, the most
 * that one loop does: others may come later. */
static int64_t count_waiting(struct races *r, const struct barrier *barrier)
{
	int64_t single = 0, several = 0, most = 0;
	for (thread_id id = 1; id < r->t->list.n; id++) {
		const struct thread *x = thread_at(r->t, id);
		if (!waits_on(r, id, barrier))
			continue;
		int64_t made = x->many ? count_made(r, x) : 0;
		single += !x->many;
		several += x->many ? 2 : 0;
		most = made > most ? made : most;
	}
	return single + (most > several ? most : several);
}

/* A barrier that lets fewer threads through at a time than wait on it may let the
 * wrong ones through. */
static bool is_wide_enough(struct races *r, const struct barrier *barrier)
{
	int64_t waiting = count_waiting(r, barrier);
	for (uint32_t i = 0; i < r->handing.barrier_inits.n; i++) {
		const struct semaphore_init *b = &r->handing.barrier_inits.at[i];
		if (b->value != INT64_MIN && b->value < waiting &&
		    pt_sets_overlap(r->pt, threads_points_to(r->t, b->object), 1,
				    threads_points_to(r->t, barrier->name), 1))
			return false;
	}
	return true;
}

static bool separated(struct races *r, const struct phase *x, thread_id thread,
		      phases_id other, thread_id other_thread)
{
	static const struct phase none = {0};
	const struct barrier b = {x->barrier, thread};
	const struct phase *y = find_phase(r, other, other_thread, &b);
	if (!y && (!waits_on(r, other_thread, &b) ||
		   !names_one_object(r, b.name, other_thread, b.name, thread)))
		return false;
	if (!y)
		y = &none;
	uint32_t step = phase_step_added(x, y);
	uint32_t apart = x->least > y->least ? x->least - y->least : y->least - x->least;
	return (x->most < y->least || y->most < x->least || (step && apart % step != 0)) &&
	       is_wide_enough(r, &b);
}

static bool other_phases(struct races *r, const struct instance *a, const struct instance *b,
			 struct str *fact)
{
	uint32_t n;
	for (int side = 0; side < 2; side++) {
		const struct instance *x = side ? b : a, *y = side ? a : b;
		const struct phase *at = threads_phases(r->t, x->phases, &n);
		for (uint32_t i = 0; i < n; i++) {
			if (separated(r, &at[i], x->thread, y->phases, y->thread)) {
				say_lock(r, fact, at[i].barrier);
				return true;
			}
		}
	}
	return false;
}

/* ---- acquisition histories (Kahlon et al., theorem 1) ---- */

static bool has_set(const uint32_t *at, uint32_t n, uint32_t x)
{
	for (uint32_t i = 0; i < n; i++) {
		if (at[i] == x)
			return true;
	}
	return false;
}

static bool acquired_since(const struct races *r, const struct guard *g, path_id lock)
{
	uint32_t n;
	const uint32_t *at = threads_set(r->t, g->since, &n);
	return has_set(at, n, lock);
}

static bool is_mutex(const struct guard *g)
{
	return g->kind == LOCK_MUTEX && g->mode == MODE_EXCLUSIVE;
}

/* a holds l1 and took l2 after it; b holds l2 and took l1 after it: whoever took
 * its first lock last would have had to wait for the other. */
static bool inconsistent_histories(struct races *r, const struct instance *a,
				   const struct instance *b, struct str *fact)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < m && x[i].since && is_mutex(&x[i]); j++) {
			if (!is_mutex(&y[j]) || !acquired_since(r, &x[i], y[j].lock) ||
			    !acquired_since(r, &y[j], x[i].lock))
				continue;
			say_lock(r, fact, x[i].lock);
			say(fact, " and ");
			say_lock(r, fact, y[j].lock);
			return true;
		}
	}
	return false;
}

/* ---- the row ---- */

const struct veto_row vetoes[VETO_COUNT] = {
#define VETO(id, name, stage, predicate, text) {name, stage, text, predicate},
#include "race/veto/vetoes.def"
#undef VETO
};

/* veto_of_shapes has said that it does not remove the two. */
static bool is_by_shape(enum veto v)
{
	return v == VETO_PARALLEL || v == VETO_PROCESS;
}

enum veto first_veto(struct races *r, const struct instance *a, const struct instance *b,
		     struct str *fact)
{
	uint32_t off = r->in->disabled;
	bool by_shape = !off && !fact && !r->discipline && !r->why;
	enum veto known = VETO_COUNT;
#define VETO(id, name, stage, predicate, text)                                                     \
	if (VETO_##id == VETO_PARALLEL && by_shape)                                                \
		known = veto_of_shapes(r, a, b);                                                   \
	if (VETO_##id == VETO_PARALLEL && known != VETO_COUNT)                                     \
		return known;                                                                      \
	if (VETO_##id == VETO_EVENT && !off && are_loose(r, a, b))                                 \
		return VETO_COUNT;                                                                 \
	if (!(off & 1u << VETO_##id) && !(by_shape && is_by_shape(VETO_##id)) &&                   \
	    predicate(r, a, b, fact))                                                              \
		return VETO_##id;
#include "race/veto/vetoes.def"
#undef VETO
	if (!off)
		note_loose(r, a, b);
	return VETO_COUNT;
}

uint32_t veto_bit(const char *name)
{
	for (uint32_t i = 0; i < VETO_COUNT; i++) {
		if (strcmp(vetoes[i].name, name) == 0)
			return 1u << i;
	}
	return 0;
}
