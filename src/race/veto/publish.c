/* SPDX-License-Identifier: MIT */
/*
 * An object that is filled in first and then put into a list under the lock of the
 * list: whoever takes it from there under that lock comes later. Summaries do not
 * say which object a store publishes, only where it goes, so this is a reason for
 * low confidence, no veto.
 */
#include "race/veto/veto.h"

static bool may_hold(struct races *r, path_id cell, obj_id obj)
{
	const struct pt_set *s = threads_points_to(r->t, path_load(&r->t->paths, cell));
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (s->locs.at[i].obj == obj)
			return true;
	}
	return false;
}

static bool guards_meet(struct races *r, guards_id a, guards_id b)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a, &n), *y = threads_guards(r->t, b, &m);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < m; j++) {
			if (x[i].kind == LOCK_MUTEX && y[j].kind == LOCK_MUTEX &&
			    (x[i].lock == y[j].lock ||
			     pt_sets_overlap(r->pt, threads_points_to(r->t, x[i].lock), 1,
					     threads_points_to(r->t, y[j].lock), 1)))
				return true;
		}
	}
	return false;
}

/* Does y's thread look at that cell under such a lock before it comes to y, or is y
 * itself under the lock? */
static bool takes_under(struct races *r, const struct instance *y, path_id cell, guards_id g)
{
	context_id c = y->point.context;
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	if (guards_meet(r, y->guards, g))
		return true;
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		struct point at = {c, a->chain, a->func, a->inst, 0};
		struct step x[MAX_FRAMES], z[MAX_FRAMES];
		if (a->kind != READ || !guards_meet(r, threads_guards_at(r->t, c, a->lockset), g))
			continue;
		path_id path = threads_close(r->t, c, a->path);
		uint32_t n = threads_steps(r->t, &at, x, MAX_FRAMES);
		uint32_t m = threads_steps(r->t, &y->point, z, MAX_FRAMES);
		if (threads_step_order(x, n, z, m) < 0 &&
		    pt_sets_overlap(r->pt, threads_points_to(r->t, path), 1,
				    threads_points_to(r->t, cell), 1))
			return true;
	}
	return false;
}

/* Made by the function that makes x. Not necessarily by the same call of it: an
 * access that is the same for all calls is listed once. */
static bool is_beside(const struct access *a, const struct instance *x)
{
	return a->func == x->access->func && a->inst != x->access->inst;
}

/* The object was there before: x has it from that cell itself. */
static bool reads_before(struct races *r, const struct instance *x, path_id cell)
{
	context_id c = x->point.context;
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		if (a->kind == READ && is_beside(a, x) && a->inst < x->access->inst &&
		    threads_close(r->t, c, a->path) == cell)
			return true;
	}
	return false;
}

bool is_published_later(struct races *r, const struct instance *x, const struct instance *y)
{
	context_id c = x->point.context;
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	const uint8_t counts = TRAIT_UP | TRAIT_DOWN; /* what is stored is a number */
	bool later = false;
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		if (a->kind != WRITE || a->traits & counts || !is_beside(a, x))
			continue;
		path_id cell = threads_close(r->t, c, a->path);
		guards_id g = threads_guards_at(r->t, c, a->lockset);
		if (cell == x->path || !may_hold(r, cell, x->obj))
			continue; /* the accessed memory itself, or no way to the object */
		if (a->inst < x->access->inst)
			return false;
		later |= g && takes_under(r, y, cell, g) && !reads_before(r, x, cell);
	}
	return later;
}
