/* SPDX-License-Identifier: MIT */
/* Assumptions about functions of a recursive component, and what differs between two
 * summaries of one function. Paths are compared by structure: each summary has a
 * table of its own. */
#include "analysis/assume.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/common.h"
#include "analysis/state/dropped.h"
#include "analysis/exec/frame.h"

/* The outcome's lockset and order; the others are the empty ones. */
enum { EFFECT = 1 };

static bool join_threads(struct summary *assumed, bool started, bool running);

void assume_init(struct summary *assumed, func_id f, const struct modified *m,
		 const struct expected *expected)
{
	*assumed = (struct summary){.func = f, .may_fork = m->may_fork};
	assumed->modified.at = m->at;
	assumed->modified.n = m->n;
	assumed->modified_any = m->any;
	paths_init(&assumed->paths);
	assumed->locksets.at = xcalloc(2, sizeof(struct lockset));
	assumed->orders.at = xcalloc(2, sizeof(struct order));
	assumed->outcomes.at = xcalloc(1, sizeof(struct outcome));
	assumed->order_phases.at = xcalloc(MAX_PHASES, sizeof(struct phase));
	assumed->locksets.n = assumed->orders.n = 2;
	assumed->outcomes.n = expected != NULL;
	assumed->outcomes.at[0] = (struct outcome){.signs = SIGN_ANY, .lockset = EFFECT,
						   .ordering = EFFECT};
	if (!expected)
		return;
	if (expected->drops)
		lockset_drop(&assumed->locksets.at[EFFECT], common_lock(&assumed->paths));
	join_threads(assumed, expected->starts, expected->starts);
	assumed->waits = expected->waits;
	/* most of it does get out, and to find out which takes a round for each call */
	assumed->escapes = assumed->escapes_behind = UINT64_MAX;
}

void assume_free(struct summary *assumed)
{
	assumed->modified.at = NULL;
	summary_free(assumed);
}

/* ---- growing ---- */

/* Names of what callers pass grow with every call of a recursion, a[i - 1], a[i - 1 - 1]:
 * then it is one of what they may pass. */
static path_id move_dropped(struct paths *to, const struct summary *found, path_id lock,
			    const struct common *common, bool settle)
{
	const struct paths *from = &found->paths;
	if (settle && path_is_open(from, lock))
		return path_some(to, path_from_outside(to, from, lock, found->func, NULL));
	return common && common_is_shared(common, from, lock) ? common_lock(to)
							      : path_copy(to, from, lock);
}

/* The lockset of 'found' in paths of 'to', without its history. */
static struct lockset move_lockset(struct paths *to, const struct summary *found,
				   const struct lockset *l, const struct common *common,
				   bool settle)
{
	const struct paths *from = &found->paths;
	struct lockset out = lockset_empty();
	if (l->dropped_any)
		lockset_drop_all(&out);
	out.bare = l->bare;
	out.unclaimed = l->unclaimed;
	for (uint32_t i = 0; i < l->dropped_count; i++)
		lockset_drop(&out, move_dropped(to, found, l->dropped[i], common, settle));
	for (uint32_t i = 0; i < l->held_count; i++) {
		struct held h = l->held[i];
		h.lock = path_copy(to, from, h.lock);
		h.since_count = 0;
		lockset_insert(&out, h);
	}
	for (uint32_t i = 0; i < l->lost_count; i++) {
		struct lost x = l->lost[i];
		x.lock = path_copy(to, from, x.lock);
		lockset_insert_lost(&out, x);
	}
	return out;
}

static bool join_phase(struct summary *assumed, path_id barrier)
{
	struct order *o = &assumed->orders.at[EFFECT];
	for (uint32_t i = 0; i < o->phase_count; i++)
		if (assumed->order_phases.at[i].barrier == barrier)
			return false;
	if (o->phase_count == MAX_PHASES)
		return false;
	assumed->order_phases.at[o->phase_count++] = (struct phase){barrier, 0, UINT32_MAX, 1};
	assumed->order_phases.n = o->phase_count;
	return true;
}

static bool join_threads(struct summary *assumed, bool started, bool running)
{
	struct order *o = &assumed->orders.at[EFFECT];
	if (!started || (o->started && (o->running || !running)))
		return false;
	if (!assumed->forks.n)
		assumed->forks.at = xcalloc(1, sizeof(struct fork));
	assumed->forks.at[0].flags = FORKF_REST | FORKF_CALLEE;
	assumed->forks.n = 1;
	o->started = 1;
	o->running |= running;
	return true;
}

/* What is blocked is forgotten, as locks are. */
static bool join_mask(struct summary *assumed, struct signal_mask found)
{
	struct order *o = &assumed->orders.at[EFFECT];
	bool grew = found.opened & ~o->mask.opened;
	o->mask.opened |= found.opened;
	return grew;
}

static bool join_outcome(struct summary *assumed, const struct summary *s,
			 const struct outcome *o, const struct pointers *pt,
			 const struct common *common, bool settle)
{
	const struct order *order = &s->orders.at[o->ordering];
	struct lockset l = move_lockset(&assumed->paths, s, &s->locksets.at[o->lockset],
					common, settle);
	bool grew = assumed->outcomes.n == 0;
	if (grew) {
		assumed->locksets.at[EFFECT] = l;
		assumed->outcomes.n = 1;
	} else {
		grew = dropped_join_in(&assumed->paths, pt, &assumed->locksets.at[EFFECT], &l);
	}
	for (uint32_t i = 0; i < order->phase_count; i++) {
		path_id b = s->order_phases.at[order->phase_first + i].barrier;
		grew |= join_phase(assumed, path_copy(&assumed->paths, &s->paths, b));
	}
	grew |= join_mask(assumed, order->mask);
	return grew | join_threads(assumed, order->started, order->running);
}

bool assume_join(struct summary *assumed, const struct summary *found,
		 const struct pointers *pt, const struct common *common, bool settle)
{
	bool grew = (found->waits && !assumed->waits) || found->escapes & ~assumed->escapes ||
		    found->escapes_behind & ~assumed->escapes_behind;
	assumed->waits |= found->waits;
	assumed->escapes |= found->escapes;
	assumed->escapes_behind |= found->escapes_behind;
	for (uint32_t i = 0; i < found->outcomes.n; i++)
		grew |= join_outcome(assumed, found, &found->outcomes.at[i], pt, common, settle);
	return grew;
}

void assume_anything(struct summary *assumed)
{
	assumed->escapes = assumed->escapes_behind = UINT64_MAX;
	assumed->waits = true;
	assumed->outcomes.n = 1;
	lockset_drop_all(&assumed->locksets.at[EFFECT]);
	assumed->orders.at[EFFECT].mask.opened = UINT64_MAX;
	if (assumed->may_fork)
		join_threads(assumed, true, true);
}

bool assume_forgets_locks(const struct summary *s)
{
	for (uint32_t i = 0; i < s->outcomes.n; i++) {
		const struct lockset *l = &s->locksets.at[s->outcomes.at[i].lockset];
		const struct order *o = &s->orders.at[s->outcomes.at[i].ordering];
		if (l->held_count || l->owned_count || o->joined_count || o->alone ||
		    o->mask.blocked || o->replaced)
			return true;
	}
	return s->outcomes.n == 0;
}

bool assume_forgets(const struct summary *s)
{
	return assume_forgets_locks(s) || s->outcomes.n != 1 || s->writes.n ||
	       s->outcomes.at[0].result_count;
}

/* ---- comparing ---- */

static bool same_path(const struct summary *a, path_id p, const struct summary *b, path_id q)
{
	return path_compare(&a->paths, p, &b->paths, q) == 0;
}

static bool same_paths(const struct summary *a, const path_id *p, uint32_t n,
		       const struct summary *b, const path_id *q, uint32_t m)
{
	for (uint32_t i = 0; i < n && n == m; i++) {
		bool found = false;
		for (uint32_t k = 0; k < m && !found; k++)
			found = same_path(a, p[i], b, q[k]);
		if (!found)
			return false;
	}
	return n == m;
}

static const struct held *find_held(const struct summary *a, const struct held *h,
				    const struct summary *b, const struct lockset *l)
{
	for (uint32_t i = 0; i < l->held_count; i++)
		if (same_path(a, h->lock, b, l->held[i].lock))
			return &l->held[i];
	return NULL;
}

static bool same_held(const struct summary *a, const struct held *x, const struct summary *b,
		      const struct held *y)
{
	return y && x->mode == y->mode && x->kind == y->kind && x->depth == y->depth &&
	       same_paths(a, x->since, x->since_count, b, y->since, y->since_count);
}

static bool same_lost(const struct summary *a, const struct lockset *l, const struct summary *b,
		      const struct lockset *m)
{
	for (uint32_t i = 0; i < l->lost_count && l->lost_count == m->lost_count; i++) {
		bool found = false;
		for (uint32_t k = 0; k < m->lost_count && !found; k++)
			found = same_path(a, l->lost[i].lock, b, m->lost[k].lock) &&
				l->lost[i].mode == m->lost[k].mode &&
				l->lost[i].depth == m->lost[k].depth &&
				l->lost[i].wide == m->lost[k].wide;
		if (!found)
			return false;
	}
	return l->lost_count == m->lost_count;
}

static bool same_lockset(const struct summary *a, const struct lockset *l,
			 const struct summary *b, const struct lockset *m)
{
	if (l->held_count != m->held_count || l->dropped_any != m->dropped_any ||
	    l->bare != m->bare ||
	    l->unclaimed != m->unclaimed || l->owned_count != m->owned_count ||
	    !same_lost(a, l, b, m))
		return false;
	for (uint32_t i = 0; i < l->held_count; i++)
		if (!same_held(a, &l->held[i], b, find_held(a, &l->held[i], b, m)))
			return false;
	for (uint32_t i = 0; i < l->owned_count; i++)
		if (!same_path(a, l->owned[i].value, b, m->owned[i].value) ||
		    !same_path(a, l->owned[i].lock, b, m->owned[i].lock) ||
		    l->owned[i].deep != m->owned[i].deep ||
		    l->owned[i].callers != m->owned[i].callers ||
		    l->owned[i].by_id != m->owned[i].by_id)
			return false;
	return same_paths(a, l->dropped, l->dropped_count, b, m->dropped, m->dropped_count) &&
	       same_paths(a, l->acquired, l->acquired_count, b, m->acquired,
			  m->acquired_count);
}

static bool same_order(const struct summary *a, const struct order *o,
		       const struct summary *b, const struct order *p)
{
	if (o->running != p->running || o->started != p->started || o->alone != p->alone ||
	    !mask_equal(o->mask, p->mask) || o->replaced != p->replaced ||
	    o->phase_count != p->phase_count || o->joined_count != p->joined_count)
		return false;
	for (uint32_t i = 0; i < o->phase_count; i++) {
		const struct phase *x = &a->order_phases.at[o->phase_first + i];
		const struct phase *y = &b->order_phases.at[p->phase_first + i];
		if (!same_path(a, x->barrier, b, y->barrier) || x->least != y->least ||
		    x->most != y->most || phase_step(x) != phase_step(y))
			return false;
	}
	for (uint32_t i = 0; i < o->joined_count; i++)
		if (!same_path(a, a->order_paths.at[o->joined_first + i], b,
			       b->order_paths.at[p->joined_first + i]))
			return false;
	return true;
}

static bool same_fact(const struct summary *a, const struct fact *f, const struct summary *b,
		      const struct fact *g)
{
	return same_path(a, f->path, b, g->path) && f->signs == g->signs &&
	       f->exact == g->exact && f->value == g->value && f->target == g->target;
}

static bool same_values(const struct summary *a, uint32_t first, uint32_t n,
			const struct summary *b, uint32_t other, uint32_t m)
{
	for (uint32_t i = 0; i < n && n == m; i++)
		if (!same_path(a, a->values.at[first + i], b, b->values.at[other + i]))
			return false;
	return n == m;
}

static bool same_outcome(const struct summary *a, const struct outcome *x,
			 const struct summary *b, const struct outcome *y)
{
	if (x->signs != y->signs || x->fact_count != y->fact_count)
		return false;
	for (uint32_t i = 0; i < x->fact_count; i++)
		if (!same_fact(a, &a->facts.at[x->fact_first + i], b,
			       &b->facts.at[y->fact_first + i]))
			return false;
	return same_values(a, x->result_first, x->result_count, b, y->result_first,
			   y->result_count) &&
	       same_lockset(a, &a->locksets.at[x->lockset], b, &b->locksets.at[y->lockset]) &&
	       same_order(a, &a->orders.at[x->ordering], b, &b->orders.at[y->ordering]);
}

static bool same_write(const struct summary *a, const struct write *x,
		       const struct summary *b, const struct write *y)
{
	return x->size == y->size && x->must == y->must && x->shared == y->shared &&
	       memcmp(x->surely, y->surely, sizeof(x->surely)) == 0 &&
	       x->not_null == y->not_null && same_path(a, x->address, b, y->address) &&
	       same_values(a, x->value_first, x->value_count, b, y->value_first,
			   y->value_count);
}

bool assume_same(const struct summary *a, const struct summary *b)
{
	if (a->outcomes.n != b->outcomes.n || a->writes.n != b->writes.n ||
	    a->forks.n != b->forks.n || a->waits != b->waits || a->escapes != b->escapes ||
	    a->escapes_behind != b->escapes_behind)
		return false;
	for (uint32_t i = 0; i < a->outcomes.n; i++)
		if (!same_outcome(a, &a->outcomes.at[i], b, &b->outcomes.at[i]))
			return false;
	for (uint32_t i = 0; i < a->writes.n; i++)
		if (!same_write(a, &a->writes.at[i], b, &b->writes.at[i]))
			return false;
	return true;
}
