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
 *
 * Likewise of a library, whose callers may call it again while the thread of another call runs:
 * with the call that starts the next one, or with one that has nothing to do with threads.
 */
#include "race/order/order.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

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

/* Is there one for all calls, or only for the memory at hand? */
static bool is_of_all(const struct races *r, const struct event *e)
{
	return pointers_object(r->pt, e->cell.obj)->kind == OBJ_VARIABLE;
}

/* Was something found on all ways to the access that one of its functions ends? 'all': in a
 * variable. */
static bool is_asked_for(struct races *r, const struct instance *a, const struct step *way,
			 uint32_t n, bool all)
{
	const struct events *o = events_of(r);
	for (event_id e = 1; e < o->list.n; e++)
		if (ends_on_way(o, &o->list.at[e], way, n) &&
		    (!all || is_of_all(r, &o->list.at[e])) &&
		    !(events_missed(r, a, e / EVENTS_AT_ONCE, false) >> e % EVENTS_AT_ONCE & 1))
			return true;
	return false;
}

/* Is it done on the way to that creation? */
static bool leads_to_beginning(struct races *r, const struct instance *a, const struct thread *x,
			       struct step to_access[MAX_FRAMES], uint32_t *na)
{
	struct step to_creation[MAX_FRAMES];
	uint32_t n = threads_creation_steps(r->t, x, to_creation, MAX_FRAMES);
	*na = threads_steps(r->t, &a->point, to_access, MAX_FRAMES);
	return x->origin == ORIGIN_FORK && comes_before(r, to_access, *na, to_creation, n);
}

static bool is_before_beginning(struct races *r, const struct instance *a,
				const struct thread *x)
{
	struct step way[MAX_FRAMES];
	uint32_t n;
	return leads_to_beginning(r, a, x, way, &n) && is_id_kept(r, x, a->obj) &&
	       is_asked_for(r, a, way, n, false);
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

/* ---- the thread of another call ---- */

/* Is a thread joined there, in the function or below it, before it comes to that place? Or
 * behind it. */
static bool joins(const struct races *r, const struct step *at, bool before)
{
	const struct summary *s = summary_of(r->t, at->func);
	for (uint32_t i = 0; i < s->syncs.n; i++) {
		const struct sync *y = &s->syncs.at[i];
		struct step join = {.func = at->func,
				    .inst = y->chain ? s->chains.at[y->chain].inst : y->inst};
		const struct step *first = before ? &join : at, *then = before ? at : &join;
		if (y->kind == SYNC_JOIN && leads_to(r, first, then) && !leads_to(r, then, first))
			return true;
	}
	return false;
}

static bool joins_on_way(const struct races *r, const struct step *way, uint32_t n, bool before)
{
	for (uint32_t i = 0; i < n; i++)
		if (joins(r, &way[i], before))
			return true;
	return false;
}

/* Who keeps the id in a local variable has nobody else join by it. */
static bool is_id_local(struct races *r, const struct thread *x)
{
	path_id place = place_of_id(x);
	const struct pt_set *s = place ? threads_points_to(r->t, place) : NULL;
	for (uint32_t i = 0; s && i < s->locs.n; i++)
		if (pointers_object(r->pt, s->locs.at[i].obj)->kind != OBJ_LOCAL)
			return false;
	return s && s->locs.n;
}

/* Does the call that creates it go on to join it? */
static bool ends_with_call(struct races *r, const struct thread *x)
{
	struct step way[MAX_FRAMES];
	uint32_t n = threads_creation_steps(r->t, x, way, MAX_FRAMES);
	return is_id_local(r, x) && joins_on_way(r, way, n, false);
}

enum other_call call_meets(struct races *r, const struct instance *a, thread_id id)
{
	struct step way[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &a->point, way, MAX_FRAMES);
	const struct thread *x = thread_at(r->t, id);
	bool left = false, starts = false;
	if (x->origin != ORIGIN_FORK || joins_on_way(r, way, n, true))
		return CALL_AGAIN;
	for (; x && !starts; x = thread_next_beginning(r->t, x)) {
		bool ends = ends_with_call(r, x);
		left |= !ends;
		starts = !ends && leads_to_beginning(r, a, x, way, &n);
	}
	if (!left || (starts && is_asked_for(r, a, way, n, true)))
		return CALL_AGAIN;
	return starts ? CALL_STARTS : CALL_MEANWHILE;
}
