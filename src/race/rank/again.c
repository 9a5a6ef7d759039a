/* SPDX-License-Identifier: MIT */
/*
 * Done before the thread is created, by the function that creates it:
 *
 *	int start(struct server *s) { s->port = port(); return create(&s->id, serve, s); }
 *
 * While serve() runs, that happens only if the function is executed once more. Most likely it
 * is not, where two things come together. The id is kept in a variable, or in the memory
 * itself, and somebody joins by it: the id of the one that runs would be lost. And on all
 * ways to the access something was found that one of the functions there ends ('not running
 * yet'; then 'running'). It is not proved, so it ranks.
 */
#include "race/order/order.h"

static bool leads_to(const struct races *r, const struct step *from, const struct step *to)
{
	const struct notes *n = &summary_of(r->t, from->func)->notes;
	return notes_leads_to(n, from->inst, to->inst);
}

/* The innermost function of the access that is also on the way to the creation: it has not
 * come past the creation there. */
static bool comes_before(const struct races *r, const struct step *a, uint32_t na,
			 const struct step *creation, uint32_t n)
{
	for (uint32_t i = na; i-- > 0;)
		for (uint32_t k = n; k-- > 0;)
			if (a[i].func == creation[k].func)
				return leads_to(r, &a[i], &creation[k]) &&
				       !leads_to(r, &creation[k], &a[i]);
	return false;
}

/* Is the id kept where the next one would be put, and is it needed? */
static bool is_id_kept(struct races *r, const struct thread *x, obj_id memory)
{
	path_id place = place_of_id(x);
	const struct pt_set *s = place ? threads_points_to(r->t, place) : NULL;
	for (uint32_t i = 0; s && i < s->locs.n; i++) {
		obj_id o = s->locs.at[i].obj;
		bool variable = pointers_object(r->pt, o)->kind == OBJ_VARIABLE;
		if (!(variable || o == memory) || !is_joined_by(r, o))
			return false;
	}
	return s && s->locs.n && !s->unknown;
}

/* ---- not running yet ---- */

static bool ends_on_way(const struct events *o, const struct event *e, const struct step *way,
			uint32_t n)
{
	for (uint32_t i = 0; i < e->end_count; i++)
		for (uint32_t k = 0; k < n; k++)
			if (o->ends.at[e->end_first + i].func == way[k].func)
				return true;
	return false;
}

/* Was something found on all ways to the access that one of its functions ends? */
static bool is_asked_for(struct races *r, const struct instance *a, const struct step *way,
			 uint32_t n)
{
	const struct events *o = events_of(r);
	for (event_id e = 1; e < o->list.n; e++)
		if (ends_on_way(o, &o->list.at[e], way, n) &&
		    !(events_missed(r, a, e / EVENTS_AT_ONCE, false) >> e % EVENTS_AT_ONCE & 1))
			return true;
	return false;
}

static bool is_before_beginning(struct races *r, const struct instance *a,
				const struct thread *x)
{
	struct step to_access[MAX_FRAMES], to_creation[MAX_FRAMES];
	uint32_t na = threads_steps(r->t, &a->point, to_access, MAX_FRAMES);
	uint32_t n = threads_creation_steps(r->t, x, to_creation, MAX_FRAMES);
	return x->origin == ORIGIN_FORK && comes_before(r, to_access, na, to_creation, n) &&
	       is_id_kept(r, x, a->obj) && is_asked_for(r, a, to_access, na);
}

bool is_before_creation(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct thread *x = thread_at(r->t, b->thread);
	if (!is_before_beginning(r, a, x))
		return false;
	for (uint32_t i = x->more; i; i = r->t->begins.at[i].more)
		if (!is_before_beginning(r, a, &r->t->begins.at[i]))
			return false;
	return true;
}
