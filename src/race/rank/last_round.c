/* SPDX-License-Identifier: MIT */
/*
 *	for (;;) { read_settings(); start_workers(); serve(); stop_workers(); }
 *
 * What is done before the creation comes after the joins of the round before. Either one call
 * creates and joins, and the access is no part of it; or there is no way back to the access but
 * by the joins. That a loop joins as many as were created is not known here, else there would
 * be no pair: it ranks.
 */
#include "race/internal.h"

static bool may_point_alike(struct races *r, path_id p, path_id q)
{
	const struct pt_set *s = threads_points_to(r->t, p), *t = threads_points_to(r->t, q);
	if (s->unknown || t->unknown)
		return true;
	for (uint32_t i = 0; i < s->locs.n; i++)
		for (uint32_t k = 0; k < t->locs.n; k++)
			if (s->locs.at[i].obj == t->locs.at[k].obj)
				return true;
	return false;
}

static uint32_t common_steps(const struct step *a, uint32_t n, const struct step *b, uint32_t m)
{
	uint32_t i = 0;
	while (i < n && i < m && a[i].func == b[i].func && a[i].inst == b[i].inst)
		i++;
	return i;
}

/* The calls that lead to something, from the root of the thread. */
struct way {
	struct step at[64];
	uint32_t n;
};

static bool is_of_next_round(const struct races *r, const struct way *here, const struct way *made,
			     const struct way *joined)
{
	uint32_t i = common_steps(made->at, made->n, here->at, here->n);
	uint32_t j = common_steps(made->at, made->n, joined->at, joined->n);
	if (threads_step_order(made->at, made->n, joined->at, joined->n) >= 0)
		return false;
	if (j != i)
		return j > i;
	return i < here->n && i < joined->n && here->at[i].func == joined->at[i].func &&
	       threads_step_order(here->at, here->n, made->at, made->n) < 0 &&
	       !is_in_cycle(r, here->at[i].func, here->at[i].inst, joined->at[i].inst);
}

bool has_joined_last(struct races *r, const struct instance *a, const struct instance *b)
{
	enum { FEW = 16 };
	const struct thread *x = thread_at(r->t, b->thread);
	path_id id = place_of_id(x);
	struct way made, here, joined;
	if (x->creator != a->thread || !id || !r->join_sites.n)
		return false;
	made.n = threads_creation_steps(r->t, b->thread, made.at, 64);
	here.n = threads_steps(r->t, &a->point, here.at, 64);
	for (uint32_t i = 0; i < r->join_sites.n && i < FEW; i++) {
		const struct handover_site *h = &r->handovers.at[r->join_sites.at[i]];
		joined.n = threads_steps(r->t, &h->point, joined.at, 64);
		if (context_at(r->t, h->point.context)->thread == a->thread &&
		    may_point_alike(r, id, h->object) &&
		    !leaves_first(&r->t->paths, h->object, id) &&
		    is_of_next_round(r, &here, &made, &joined))
			return true;
	}
	return false;
}
