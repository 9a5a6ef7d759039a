/* SPDX-License-Identifier: MIT */
/*
 * When a recursive component has settled: its functions are summarised again until
 * what they tell each other no longer changes. That is how they come back (locks,
 * threads, results), what they store and what escapes; accesses are not copied
 * inside a component.
 *
 * A function that has changed too often is widened: one outcome that covers the
 * last one and this one, about whose result and stores nothing is known. Locks that
 * are certainly held only get fewer, those that may be dropped only more, so this
 * ends, and a lock that no round drops is still held by the callers.
 */
#include "analysis/settle.h"

#include <string.h>


/* ---- the same in two tables of paths ---- */

static bool same_path(const struct paths *s, path_id a, const struct paths *t, path_id b)
{
	while (a && b) {
		const struct path *x = path_at(s, a), *y = path_at(t, b);
		if (x->kind != y->kind || x->imm != y->imm)
			return false;
		if (x->kind < PATH_OFFSET)
			return x->a == y->a && x->b == y->b;
		if ((x->kind == PATH_INDEX || x->kind == PATH_RANGE) &&
		    !same_path(s, x->b, t, y->b))
			return false;
		a = x->a;
		b = y->a;
	}
	return a == b;
}

static bool same_paths(const struct summary *s, const path_id *a, const struct summary *t,
		       const path_id *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!same_path(&s->paths, a[i], &t->paths, b[i]))
			return false;
	return true;
}

static bool has_path(const struct summary *s, path_id a, const struct summary *t,
		     const path_id *at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (same_path(&s->paths, a, &t->paths, at[i]))
			return true;
	return false;
}

static bool has_held(const struct summary *s, const struct held *x, const struct summary *t,
		     const struct lockset *l)
{
	for (uint32_t i = 0; i < l->held_count; i++) {
		const struct held *y = &l->held[i];
		if (x->mode == y->mode && x->kind == y->kind && x->depth == y->depth &&
		    same_path(&s->paths, x->lock, &t->paths, y->lock))
			return true;
	}
	return false;
}

static bool has_owned(const struct summary *s, struct owned x, const struct summary *t,
		      const struct lockset *l)
{
	for (uint32_t i = 0; i < l->owned_count; i++)
		if (same_path(&s->paths, x.value, &t->paths, l->owned[i].value) &&
		    same_path(&s->paths, x.lock, &t->paths, l->owned[i].lock))
			return true;
	return false;
}

/* Sets: their order depends on the table. */
static bool same_lockset(const struct summary *s, const struct lockset *a,
			 const struct summary *t, const struct lockset *b)
{
	if (a->held_count != b->held_count || a->dropped_count != b->dropped_count ||
	    a->owned_count != b->owned_count || a->dropped_any != b->dropped_any)
		return false;
	for (uint32_t i = 0; i < a->dropped_count; i++)
		if (!has_path(s, a->dropped[i], t, b->dropped, b->dropped_count))
			return false;
	for (uint32_t i = 0; i < a->held_count; i++)
		if (!has_held(s, &a->held[i], t, b))
			return false;
	for (uint32_t i = 0; i < a->owned_count; i++)
		if (!has_owned(s, a->owned[i], t, b))
			return false;
	return true;
}

static bool same_order(const struct summary *s, const struct order *a,
		       const struct summary *t, const struct order *b)
{
	if (a->running != b->running || a->alone != b->alone ||
	    a->joined_count != b->joined_count || a->phase_count != b->phase_count)
		return false;
	for (uint32_t i = 0; i < a->phase_count; i++) {
		const struct phase *x = &s->order_phases.at[a->phase_first + i];
		const struct phase *y = &t->order_phases.at[b->phase_first + i];
		if (x->least != y->least || x->most != y->most ||
		    !same_path(&s->paths, x->barrier, &t->paths, y->barrier))
			return false;
	}
	return same_paths(s, s->order_paths.at + a->joined_first, t,
			  t->order_paths.at + b->joined_first, a->joined_count);
}

static bool same_facts(const struct summary *s, const struct outcome *a,
		       const struct summary *t, const struct outcome *b)
{
	if (a->fact_count != b->fact_count)
		return false;
	for (uint32_t i = 0; i < a->fact_count; i++) {
		const struct fact *x = &s->facts.at[a->fact_first + i];
		const struct fact *y = &t->facts.at[b->fact_first + i];
		if (x->signs != y->signs || x->exact != y->exact || x->value != y->value ||
		    x->target != y->target || !same_path(&s->paths, x->path, &t->paths, y->path))
			return false;
	}
	return true;
}

static bool same_outcome(const struct summary *s, const struct outcome *a,
			 const struct summary *t, const struct outcome *b)
{
	return a->signs == b->signs && a->result_count == b->result_count &&
	       same_lockset(s, &s->locksets.at[a->lockset], t, &t->locksets.at[b->lockset]) &&
	       same_order(s, &s->orders.at[a->ordering], t, &t->orders.at[b->ordering]) &&
	       same_facts(s, a, t, b) &&
	       same_paths(s, s->values.at + a->result_first, t, t->values.at + b->result_first,
			  a->result_count);
}

static bool same_write(const struct summary *s, const struct write *a,
		       const struct summary *t, const struct write *b)
{
	return a->size == b->size && a->must == b->must && a->value_count == b->value_count &&
	       same_path(&s->paths, a->address, &t->paths, b->address) &&
	       same_paths(s, s->values.at + a->value_first, t, t->values.at + b->value_first,
			  a->value_count);
}

bool settle_same(const struct summary *s, const struct summary *t)
{
	if (s->outcomes.n != t->outcomes.n || s->writes.n != t->writes.n ||
	    s->forks.n != t->forks.n || s->escapes != t->escapes ||
	    s->waits != t->waits)
		return false;
	for (uint32_t i = 0; i < s->outcomes.n; i++)
		if (!same_outcome(s, &s->outcomes.at[i], t, &t->outcomes.at[i]))
			return false;
	for (uint32_t i = 0; i < s->writes.n; i++)
		if (!same_write(s, &s->writes.at[i], t, &t->writes.at[i]))
			return false;
	return true;
}

/* ---- widening ---- */

static struct lockset moved_lockset(struct summary *to, const struct summary *from,
				    const struct lockset *l)
{
	struct lockset m = lockset_empty();
	for (uint32_t i = 0; i < l->dropped_count; i++)
		lockset_drop(&m, path_copy(&to->paths, &from->paths, l->dropped[i]));
	if (l->dropped_any)
		lockset_drop_all(&m);
	for (uint32_t i = 0; i < l->held_count; i++) {
		struct held h = l->held[i];
		h.lock = path_copy(&to->paths, &from->paths, h.lock);
		h.since_count = 0;
		lockset_insert(&m, h);
	}
	return m;
}

/* What holds in every outcome, of this round and of the last. */
static struct lockset common_locks(struct summary *s, const struct summary *last)
{
	struct lockset all = s->locksets.at[s->outcomes.at[0].lockset];
	all.owned_count = all.acquired_count = 0;
	for (uint32_t i = 1; i < s->outcomes.n; i++)
		lockset_join(&all, &s->locksets.at[s->outcomes.at[i].lockset]);
	for (uint32_t i = 0; i < last->outcomes.n; i++) {
		struct lockset l = moved_lockset(
			s, last, &last->locksets.at[last->outcomes.at[i].lockset]);
		lockset_join(&all, &l);
	}
	for (uint32_t i = 0; i < all.held_count; i++)
		all.held[i].since_count = 0;
	return all;
}

/* Any number of its threads run, any barrier was passed any number of times. */
static struct order any_order(struct summary *s)
{
	uint32_t n = s->order_phases.n;
	struct order o = {.running = s->forks.n < 64 ? (UINT64_C(1) << s->forks.n) - 1
						     : UINT64_MAX};
	if (!n)
		return o;
	s->order_phases.at = xrealloc(s->order_phases.at, 2 * n * sizeof(struct phase));
	o.phase_first = n;
	for (uint32_t i = 0; i < n; i++) {
		path_id barrier = s->order_phases.at[i].barrier;
		bool known = false;
		for (uint32_t k = 0; k < o.phase_count; k++)
			known |= s->order_phases.at[n + k].barrier == barrier;
		if (!known)
			s->order_phases.at[n + o.phase_count++] =
				(struct phase){barrier, 0, UINT32_MAX};
	}
	s->order_phases.n = n + o.phase_count;
	return o;
}

void settle_widen(struct summary *s, const struct summary *last)
{
	s->limits[LIMIT_ROUNDS]++;
	s->escapes = UINT64_MAX;
	s->waits = true;
	s->writes.n = 0;
	if (!s->outcomes.n)
		return;
	struct lockset locks = common_locks(s, last);
	struct order order = any_order(s);
	s->locksets.at = xrealloc(s->locksets.at, (s->locksets.n + 1) * sizeof(locks));
	s->locksets.at[s->locksets.n] = locks;
	s->orders.at = xrealloc(s->orders.at, (s->orders.n + 1) * sizeof(order));
	s->orders.at[s->orders.n] = order;
	s->outcomes.n = 1;
	s->outcomes.at[0] = (struct outcome){.signs = SIGN_ANY, .lockset = s->locksets.n++,
					     .ordering = s->orders.n++};
}
