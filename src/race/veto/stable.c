/* SPDX-License-Identifier: MIT */
/*
 * Does a name that goes through pointers always mean the same object? It does if nobody
 * stores such a pointer, or an index on the way, while threads run. That is asked of all threads
 * first; and then of two of them only: what their creators have stored before either of the two
 * was created is settled for these two, whoever else was there by then (a callback that an
 * unknown function was given, a thread that was started before).
 *
 * Why that is enough for a lock: for two critical sections to overlap under different locks,
 * the store would have to happen after one of them was entered and before the other was. Who
 * stores is then another thread that meets one of the two, which is what is asked; or that
 * thread itself, and whoever stores to a pointer on the name of a lock that he holds no longer
 * holds it by that name (analysis/).
 */
#include "race/veto/veto.h"

/* A slot that is filled once: an exchange changes it only if nothing was there, and so no lock that
 * was found there. */
static bool is_filled_by(const struct candidate *c, const struct races *r, struct pt_loc l)
{
	return c->access->traits & TRAIT_AT_ONCE && filled_slots_has(&r->in->summaries->filled, l);
}

static bool is_written_by(const struct candidate *c, const struct races *r, struct pt_loc l)
{
	return c->access->kind == WRITE && !is_filled_by(c, r, l) &&
	       pt_loc_overlap(r->pt, l, 1, (struct pt_loc){c->obj, c->offset}, c->access->size);
}

static bool is_written_at(const struct races *r, struct pt_loc l)
{
	for (uint32_t i = r->candidate_at[l.obj]; i < r->candidate_at[l.obj + 1]; i++) {
		const struct candidate c = nth_candidate(r, i);
		if (is_written_by(&c, r, l))
			return true;
	}
	return false;
}

bool is_stable(struct races *r, path_id address)
{
	uint32_t known = map_get(&r->memo.stable, address, 2);
	if (known != 2)
		return known;
	const struct pt_set *s = threads_points_to(r->t, address);
	bool stable = !s->unknown && s->locs.n > 0;
	for (uint32_t i = 0; i < s->locs.n && stable; i++)
		stable = !is_written_at(r, s->locs.at[i]);
	map_put(&r->memo.stable, address, stable);
	return stable;
}

/* Does it start from one object? */
static bool starts_certain(const struct races *r, path_id path)
{
	const struct paths *p = &r->t->paths;
	const struct path *root = path_at(p, path_at(p, path)->root);
	if (root->kind != PATH_SYMBOL && root->kind != PATH_NAMED)
		return false;
	if (root->kind == PATH_SYMBOL &&
	    r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL)
		return false;
	return !(path_at(p, path)->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE));
}

/* ---- for two threads ---- */

/* Is it done by one who is there once, and has created x only after that? */
static bool is_before(struct races *r, const struct candidate *c, const struct situation *s,
		      thread_id x)
{
	const struct access *a = c->access;
	struct point at = {s->context, a->chain, a->func, a->inst, s->running};
	if (thread_at(r->t, s->thread)->many)
		return false;
	return s->thread == x || (threads_is_ancestor(r->t, s->thread, x) &&
				  !threads_runs_at(r->t, &at, x));
}

static bool is_written_before(struct races *r, const struct candidate *c, thread_id x,
			      thread_id y)
{
	const struct situations *l = &r->lists.at[c->situations];
	for (uint32_t i = l->first; i < l->first + l->count; i++) {
		const struct situation *s = &r->situations.at[i];
		if (!is_before(r, c, s, x) || !is_before(r, c, s, y))
			return false;
	}
	return true;
}

static bool is_set_there_by(struct races *r, struct pt_loc at, thread_id x)
{
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1]; i++) {
		const struct candidate c = nth_candidate(r, i);
		const struct situations *l = &r->lists.at[c.situations];
		for (uint32_t k = l->first;
		     is_written_by(&c, r, at) && k < l->first + l->count; k++)
			if (r->situations.at[k].thread == x)
				return true;
	}
	return false;
}

static bool is_settled_at(struct races *r, struct pt_loc l, thread_id x, thread_id y)
{
	for (uint32_t i = r->candidate_at[l.obj]; i < r->candidate_at[l.obj + 1]; i++) {
		const struct candidate d = nth_candidate(r, i), *c = &d;
		if (is_written_by(c, r, l) && !is_written_before(r, c, x, y))
			return false;
	}
	return true;
}

static bool is_stable_for(struct races *r, path_id address, thread_id x, thread_id y)
{
	uint64_t key = hash_combine(map_key2(x, y), address) >> 1;
	uint32_t known = map_get(&r->memo.stable_for, key, 2);
	if (known != 2)
		return known;
	const struct pt_set *s = threads_points_to(r->t, address);
	bool stable = !s->unknown && s->locs.n > 0;
	for (uint32_t i = 0; i < s->locs.n && stable; i++)
		stable = is_settled_at(r, s->locs.at[i], x, y);
	map_put(&r->memo.stable_for, key, stable);
	return stable;
}

bool is_set_by(struct races *r, path_id path, thread_id x)
{
	const struct paths *p = &r->t->paths;
	for (; path_is_step(path_at(p, path)); path = path_at(p, path)->a) {
		const struct pt_set *s = path_at(p, path)->kind == PATH_LOAD
						 ? threads_points_to(r->t, path_at(p, path)->a)
						 : NULL;
		for (uint32_t i = 0; s && i < s->locs.n; i++)
			if (is_set_there_by(r, s->locs.at[i], x))
				return true;
	}
	return false;
}

/* ---- locks that are made anew ---- */

/* A mutex is assigned or cleared as a block; words are also taken and given back by stores. Who
 * writes a block that may be any of many, or anywhere in it, has other memory in mind. A semaphore
 * that is made of an atomic is counted by one instruction each: a store begins it anew. */
static bool makes_anew(const struct candidate *c, enum lock_kind kind)
{
	const struct access *a = c->access;
	bool block = a->traits & TRAIT_BLOCK && c->offset != PT_ANY && c->targets <= FEW_TARGETS;
	if (kind == LOCK_ONCE)
		return !(a->flags & ACCESSF_ATOMIC);
	return block || (kind == LOCK_SEMAPHORE && a->flags & ACCESSF_ATOMIC &&
			 !(a->traits & TRAIT_AT_ONCE));
}

static bool find_renewal(struct races *r, enum lock_kind kind, path_id lock, thread_id x,
			 thread_id y)
{
	const struct pt_set *at = threads_points_to(r->t, lock);
	bool renewed = false;
	for (uint32_t i = 0; i < at->locs.n; i++) {
		obj_id o = at->locs.at[i].obj;
		for (uint32_t k = r->candidate_at[o]; k < r->candidate_at[o + 1]; k++) {
			const struct candidate d = nth_candidate(r, k), *c = &d;
			renewed |= makes_anew(c, kind) &&
				   is_written_by(c, r, at->locs.at[i]) &&
				   !is_written_before(r, c, x, y);
		}
	}
	return renewed;
}

bool is_renewed(struct races *r, enum lock_kind kind, path_id lock, thread_id x, thread_id y)
{
	const struct path *root = path_at(&r->t->paths, path_at(&r->t->paths, lock)->root);
	uint64_t key = hash_combine(map_key2(x, y), lock) >> 1;
	if ((kind != LOCK_MUTEX && kind != LOCK_ONCE && kind != LOCK_SEMAPHORE) ||
	    root->kind != PATH_SYMBOL ||
	    path_at(&r->t->paths, lock)->loads ||
	    !is_certain(r, lock))
		return false;
	uint32_t known = map_get(&r->memo.renewed, key, 2);
	if (known == 2) {
		known = find_renewal(r, kind, lock, x, y);
		map_put(&r->memo.renewed, key, known);
	}
	return known;
}

/* ---- flags that are locks ---- */

static bool holds(const struct races *r, const struct situation *s, path_id lock)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, s->guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].lock == lock)
			return true;
	return false;
}

/* Does the atomic instruction leave zero there, or in some bits? What adds and subtracts is also
 * how a lock is asked for and not had. */
static bool clears(const struct races *r, const struct access *a)
{
	if (!(a->traits & TRAIT_AT_ONCE))
		return true;
	const struct deed *d = notes_stored(&summary_of(r->t, a->func)->notes, a->inst);
	uint64_t all = a->size && a->size < 8 ? (UINT64_C(1) << (8 * a->size)) - 1 : UINT64_MAX;
	return d && (d->known ? d->number == 0
			      : (~(d->kept | d->loose | (uint64_t)d->number) & all) != 0);
}

/* An atomic store that gives the flag back, in some situation without having it; or so that who
 * takes it next does not see what was done before. */
static bool gives_anothers(const struct races *r, const struct candidate *c, path_id lock)
{
	const struct situations *l = &r->lists.at[c->situations];
	if (!(c->access->flags & ACCESSF_ATOMIC) || !clears(r, c->access))
		return false;
	if (c->access->order < ORDER_RELEASE)
		return true;
	for (uint32_t i = l->first; i < l->first + l->count; i++)
		if (!holds(r, &r->situations.at[i], lock))
			return true;
	return false;
}

static bool find_giver(struct races *r, path_id lock, thread_id x, thread_id y)
{
	const struct pt_set *at = threads_points_to(r->t, lock);
	for (uint32_t i = 0; i < at->locs.n; i++) {
		obj_id o = at->locs.at[i].obj;
		for (uint32_t k = r->candidate_at[o]; k < r->candidate_at[o + 1]; k++) {
			const struct candidate c = nth_candidate(r, k);
			if (gives_anothers(r, &c, lock) && is_written_by(&c, r, at->locs.at[i]) &&
			    !is_written_before(r, &c, x, y))
				return true;
		}
	}
	return false;
}

bool is_cleared_by_others(struct races *r, path_id lock, thread_id x, thread_id y)
{
	const struct path *root = path_at(&r->t->paths, path_at(&r->t->paths, lock)->root);
	uint64_t key = hash_combine(map_key2(x, y), lock) >> 1;
	if (root->kind != PATH_SYMBOL || path_at(&r->t->paths, lock)->loads || !is_certain(r, lock))
		return false;
	uint32_t known = map_get(&r->memo.given, key, 2);
	if (known == 2) {
		known = find_giver(r, lock, x, y);
		map_put(&r->memo.given, key, known);
	}
	return known;
}

/* ---- names ---- */

/* For two threads; 0: for all. */
struct asked {
	struct races *r;
	thread_id x, y;
};

static bool follows(const struct asked *a, path_id path);

/* Is an index one number, whoever asks? It is a constant, or found in a variable, or in the
 * object that the path itself begins with. That it may be any is told by a flag. */
static bool is_one_number(const struct asked *a, path_id number, path_id root)
{
	const struct paths *p = &a->r->t->paths;
	const struct path *x = path_at(p, number), *from = path_at(p, x->root);
	if (x->kind == PATH_INT || !number)
		return true;
	if (x->kind == PATH_MATH)
		return is_one_number(a, x->a, root) && is_one_number(a, x->b, root);
	if (x->kind == PATH_OFFSET)
		return is_one_number(a, x->a, root);
	bool variable = from->kind == PATH_SYMBOL &&
			!(a->r->p->symbols.at[from->a].flags & SYMF_THREAD_LOCAL);
	return x->kind == PATH_LOAD && (variable || x->root == root) && follows(a, number);
}

static bool follows(const struct asked *a, path_id path)
{
	const struct paths *p = &a->r->t->paths;
	path_id root = path_at(p, path)->root;
	for (; path_at(p, path)->kind >= PATH_OFFSET; path = path_at(p, path)->a) {
		const struct path *x = path_at(p, path);
		if (x->kind == PATH_LOAD && !(a->x ? is_stable_for(a->r, x->a, a->x, a->y)
						   : is_stable(a->r, x->a)))
			return false;
		if (x->kind == PATH_INDEX && !is_one_number(a, x->b, root))
			return false;
	}
	return true;
}

bool follows_stable(struct races *r, path_id path)
{
	return follows(&(struct asked){.r = r}, path);
}

bool is_certain(struct races *r, path_id path)
{
	return starts_certain(r, path) && follows_stable(r, path);
}

bool is_certain_for(struct races *r, path_id path, thread_id x, thread_id y)
{
	return starts_certain(r, path) && follows(&(struct asked){r, x, y}, path);
}
