/* SPDX-License-Identifier: MIT */
/*
 * A ring: one side fills elements and moves an index on, the other uses them and moves another
 * index on. Each has read its own index under a lock, has looked at that of the other there, and
 * has the element of its own until it moves on. That the two indices are never the same while
 * both have an element cannot be seen here, so this ranks.
 *
 * The index of an element tells which is its own: what was read from a variable, maybe without
 * what keeps it in the array. All threads that move it on hold a lock, and do not move the other.
 */
#include "race/rank/rank.h"
#include "race/veto/veto.h"

struct end {
	const struct path *step; /* the INDEX */
	struct pt_loc index;	 /* where it was read */
	struct step read;	 /* and by which instruction, if that is known */
};

/* ---- where an index was read ---- */

static path_id unwrapped(const struct paths *p, path_id index)
{
	const struct path *x = path_at(p, index);
	bool round = x->kind == PATH_MATH && (x->imm == MATH_REM || x->imm == MATH_AND);
	return round && path_at(p, x->b)->kind == PATH_INT ? x->a : index;
}

/* The load that has given the value is an access of its function. */
static bool read_by(struct races *r, func_id f, uint32_t inst, struct pt_loc *out)
{
	const struct summary *s = summary_of(r->t, f);
	bool one = false;
	for (uint32_t i = 0; i < s->open.n + s->closed.n && !one; i++) {
		const struct access *a = nth_access(s, i);
		struct pt_set set = {0};
		if (a->func != f || a->inst != inst || a->kind != READ)
			continue;
		pointers_of_value(r->pt, f, a->address, &set);
		one = set.locs.n == 1 && !set.unknown;
		*out = one ? set.locs.at[0] : *out;
		pt_set_free(&set);
	}
	return one;
}

static bool find_index(struct races *r, path_id index, struct pt_loc *out, struct step *by)
{
	const struct path *x = path_at(&r->t->paths, unwrapped(&r->t->paths, index));
	*by = x->kind == PATH_VALUE ? (struct step){x->a, x->b} : (struct step){0};
	if (!index || (x->kind == PATH_VALUE && x->b & VALUE_PARAM))
		return false;
	if (x->kind == PATH_VALUE)
		return read_by(r, x->a, x->b, out);
	if (x->kind != PATH_LOAD)
		return false;
	const struct pt_set *s = threads_points_to(r->t, x->a);
	*out = s->locs.n == 1 ? s->locs.at[0] : *out;
	return s->locs.n == 1 && !s->unknown;
}

static bool find_end(struct races *r, path_id path, struct end *e)
{
	const struct paths *p = &r->t->paths;
	for (; path_at(p, path)->kind >= PATH_OFFSET; path = path_at(p, path)->a) {
		e->step = path_at(p, path);
		if (e->step->kind == PATH_INDEX && find_index(r, e->step->b, &e->index, &e->read))
			return true;
	}
	return false;
}

/* ---- who moves it, and who looks ---- */

/* What a thread does to an index, while the thread of the other end runs. */
struct users {
	thread_id thread, other;
	bool moves, looks;
	bool alone; /* no thread that moves it moves the other, and all hold a lock */
};

static bool touches(const struct races *r, const struct candidate *c, struct pt_loc at)
{
	enum { WORD = 4 };
	/* who does not know the program stays in what it is given */
	if (c->access->flags & ACCESSF_UNKNOWN && c->offset != at.offset)
		return false;
	return pt_loc_overlap(r->pt, at, WORD, (struct pt_loc){c->obj, c->offset},
			      c->access->size);
}

/* Is it done while both ends are there? */
static bool is_meanwhile(const struct races *r, const struct situation *s, const struct users *u)
{
	struct point p = {.context = s->context, .running = s->running};
	return threads_runs_at(r->t, &p, u->thread) && threads_runs_at(r->t, &p, u->other);
}

static bool is_moved_by(struct races *r, struct pt_loc at, thread_id id, const struct users *u)
{
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1]; i++) {
		const struct candidate x = nth_candidate(r, i), *c = &x;
		const struct situations *l = &r->lists.at[c->situations];
		if (c->access->kind == READ || !touches(r, c, at))
			continue;
		for (uint32_t k = l->first; k < l->first + l->count; k++)
			if (r->situations.at[k].thread == id &&
			    is_meanwhile(r, &r->situations.at[k], u))
				return true;
	}
	return false;
}

static void note_use(struct races *r, const struct candidate *c, struct pt_loc other,
		     struct users *u)
{
	const struct situations *l = &r->lists.at[c->situations];
	bool writes = c->access->kind != READ;
	for (uint32_t k = l->first; k < l->first + l->count; k++) {
		const struct situation *s = &r->situations.at[k];
		bool locked = is_exclusive(r, s->guards);
		if (!is_meanwhile(r, s, u))
			continue;
		u->looks |= !writes && locked && s->thread == u->thread;
		u->moves |= writes && s->thread == u->thread;
		u->alone &= !writes || (locked && !is_moved_by(r, other, s->thread, u));
	}
}

static struct users users_of(struct races *r, struct pt_loc at, struct pt_loc other,
			     thread_id by, thread_id meets)
{
	struct users u = {by, meets, false, false, !pt_loc_is_folded(r->pt, at)};
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1] && u.alone;
	     i++) {
		const struct candidate c = nth_candidate(r, i);
		if (touches(r, &c, at))
			note_use(r, &c, other, &u);
	}
	return u;
}

/* ---- what is done with an element that was passed on ---- */

/* Is the index moved there between where it was read and the access? */
static bool is_between(const struct races *r, const struct point *moved, const struct end *own,
		       const struct instance *x)
{
	struct step there[MAX_FRAMES], here[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &x->point, here, MAX_FRAMES);
	uint32_t m = threads_steps(r->t, moved, there, MAX_FRAMES);
	bool before = threads_step_order(there, m, here, n) < 0;
	for (uint32_t i = 0; i < n; i++)
		if (here[i].func == own->read.func) {
			here[i] = own->read;
			return before && threads_step_order(there, m, here, i + 1) > 0;
		}
	return before;
}

static bool is_moved_before(struct races *r, const struct candidate *c, const struct end *own,
			    const struct instance *x)
{
	const struct situations *l = &r->lists.at[c->situations];
	for (uint32_t k = l->first; k < l->first + l->count; k++) {
		const struct situation *s = &r->situations.at[k];
		struct point p = {s->context, c->access->chain, c->access->func,
				  c->access->inst, s->running};
		if (s->thread == x->thread && is_between(r, &p, own, x))
			return true;
	}
	return false;
}

/* It touches the element when it has moved its index on: that is another one's by then. */
static bool has_passed_on(struct races *r, const struct instance *x, const struct end *own)
{
	obj_id o = own->index.obj;
	for (uint32_t i = r->candidate_at[o]; i < r->candidate_at[o + 1]; i++) {
		const struct candidate y = nth_candidate(r, i), *c = &y;
		if (c->access->kind != READ && touches(r, c, own->index) &&
		    is_moved_before(r, c, own, x))
			return true;
	}
	return false;
}

/* Does the thread move its own index, look at the other one, and touch the element before? */
static bool is_end_of(struct races *r, const struct instance *x, const struct end *own,
		      const struct end *other, thread_id meets)
{
	struct users u = users_of(r, own->index, other->index, x->thread, meets);
	return u.alone && u.moves &&
	       users_of(r, other->index, own->index, x->thread, meets).looks &&
	       !has_passed_on(r, x, own);
}

bool are_ends_of_ring(struct races *r, const struct instance *a, const struct instance *b)
{
	struct end x, y;
	if (!find_end(r, a->path, &x) || !find_end(r, b->path, &y) || x.step->a != y.step->a ||
	    x.step->imm != y.step->imm)
		return false;
	if (x.index.obj == y.index.obj && x.index.offset == y.index.offset)
		return false;
	return is_end_of(r, a, &x, &y, b->thread) && is_end_of(r, b, &y, &x, a->thread);
}
