/* SPDX-License-Identifier: MIT */
/*
 * Is it the same lock? For sure in these cases:
 *
 * - the same name, and the name means one object: a global, through pointers that
 *   nobody writes while threads run, or an object of an activation that happens
 *   once;
 * - the same way from the accessed object itself: p->n under p->lock. Since both
 *   sides touch the same bytes, p is the same, and so is the lock (existential
 *   locks, LOCKSMITH);
 * - the same index: a[i] under m[i]. Same bytes, same i, same lock; likewise where the
 *   lock's index is computed from it in the same way, m[i % 16]; or a[h % 64] under m[h % 16].
 *
 * Otherwise, when the pointer analysis says that the two may be one lock, the
 * race is reported with low confidence.
 */
#include "race/rank/rank.h"
#include "race/veto/veto.h"

/* ---- names that mean one object ---- */

/* A lock in a local or in allocated memory: one object when both sides mean that
 * of the same thread, which has it once. */
bool is_one_object(struct races *r, path_id lock, thread_id a, thread_id b)
{
	const struct paths *p = &r->t->paths;
	thread_id owner = path_owner(r, lock, a);
	const struct path *root = path_at(p, path_at(p, lock)->root);
	if (!owner || owner != path_owner(r, lock, b) || thread_at(r->t, owner)->many ||
	    path_at(p, lock)->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE))
		return false;
	if (root->kind == PATH_SYMBOL)
		return true;
	if (threads_runs_often(r->t, owner, root->a) || !follows_stable(r, lock))
		return false;
	for (int side = 0; side < 2 && root->kind == PATH_HEAP; side++) {
		const struct thread *x = thread_at(r->t, side ? b : a);
		if (x->flags & FORKF_ARG_NEW)
			return false;
	}
	return true;
}

static bool is_indexed(const struct paths *p, path_id path)
{
	while (path_at(p, path)->kind == PATH_OFFSET)
		path = path_at(p, path)->a;
	return path_at(p, path)->kind == PATH_INDEX;
}

/* The one object that the path may mean, when there is only one of it. */
static bool only_target(struct races *r, path_id path, struct pt_loc *out)
{
	const struct pt_set *s = threads_points_to(r->t, path);
	if (s->unknown || is_indexed(&r->t->paths, path) || s->locs.n != 1 ||
	    pt_loc_is_folded(r->pt, s->locs.at[0]))
		return false;
	const struct pt_object *o = pointers_object(r->pt, s->locs.at[0].obj);
	*out = s->locs.at[0];
	if (o->kind == OBJ_HEAP)
		return !o->array && is_allocated_once(r, out->obj);
	return o->kind == OBJ_VARIABLE && !o->array &&
	       !(r->p->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL);
}

static bool same_target(struct races *r, path_id x, path_id y)
{
	struct pt_loc a, b;
	return only_target(r, x, &a) && only_target(r, y, &b) && a.obj == b.obj &&
	       a.offset == b.offset;
}

static bool same_name(struct races *r, const struct instance *a, const struct instance *b,
		      path_id x, path_id y)
{
	return x == y && (is_certain(r, x) || is_one_object(r, x, a->thread, b->thread) ||
			  is_certain_for(r, x, a->thread, b->thread));
}

bool names_one_object(struct races *r, path_id x, thread_id by_x, path_id y, thread_id by_y)
{
	return (x == y && (is_certain(r, x) || is_one_object(r, x, by_x, by_y))) ||
	       same_target(r, x, y);
}

/* ---- relative to the accessed object ---- */

/* May this base be compared? A RANGE means one value only in a thread's argument. */
static bool is_one_value(const struct races *r, const struct instance *a, path_id base)
{
	uint8_t flags = path_at(&r->t->paths, base)->flags;
	return !(flags & PATHF_ANY) && (!(flags & PATHF_RANGE) || a->bound);
}

/* Are x = base_x + steps and y = base_y + the same steps, OFFSET and LOAD only,
 * through stable memory? */
static bool same_steps(struct races *r, path_id x, path_id base_x, path_id y, path_id base_y)
{
	const struct paths *p = &r->t->paths;
	while (x != base_x && y != base_y) {
		const struct path *u = path_at(p, x), *v = path_at(p, y);
		if (u->kind != v->kind || u->imm != v->imm ||
		    (u->kind != PATH_OFFSET && u->kind != PATH_LOAD))
			return false;
		if (u->kind == PATH_LOAD && (!is_stable(r, u->a) || !is_stable(r, v->a)))
			return false;
		x = u->a;
		y = v->a;
	}
	return x == base_x && y == base_y;
}

static bool has_steps_to(const struct paths *p, path_id x, path_id base)
{
	while (x != base &&
	       (path_at(p, x)->kind == PATH_OFFSET || path_at(p, x)->kind == PATH_LOAD))
		x = path_at(p, x)->a;
	return x == base;
}

/* Where in the object is the base? False when not in one place. */
static bool base_offset(struct races *r, path_id base, obj_id obj, uint32_t *offset)
{
	const struct pt_set *s = threads_points_to(r->t, base);
	bool found = false;
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (s->locs.at[i].obj != obj)
			continue;
		if (found || s->locs.at[i].offset == PT_ANY)
			return false;
		*offset = s->locs.at[i].offset;
		found = true;
	}
	return found;
}

/* base + constant: is that in the same element as the base, where an array is one element for
 * the sets? */
static bool is_in_element(const struct races *r, const struct instance *a, path_id base,
			  uint32_t offset)
{
	path_id rest;
	int64_t d = path_split_offset(&r->t->paths, a->path, &rest);
	if (a->path == base)
		d = 0;
	else if (rest != base)
		return true;
	return a->offset == PT_ANY || (int64_t)offset + d == (int64_t)a->offset;
}

/* Same bytes, then the same base? Yes when the bases are at the same place of the
 * object; or at the same distance from the bytes. */
static bool bases_agree(struct races *r, const struct instance *a, path_id base_a,
			const struct instance *b, path_id base_b)
{
	uint32_t x = 0, y = 0;
	path_id rest_a, rest_b;
	if (base_offset(r, base_a, a->obj, &x) && base_offset(r, base_b, b->obj, &y)) {
		if (x != y)
			return false;
		if (is_in_element(r, a, base_a, x) && is_in_element(r, b, base_b, y))
			return true;
	}
	int64_t da = path_split_offset(&r->t->paths, a->path, &rest_a);
	int64_t db = path_split_offset(&r->t->paths, b->path, &rest_b);
	return da == db && a->offset == b->offset && a->size && a->size == b->size &&
	       (rest_a == base_a || a->path == base_a) &&
	       (rest_b == base_b || b->path == base_b);
}

/* The first constant that the path adds to base. */
static int64_t first_offset(const struct paths *p, path_id path, path_id base)
{
	int64_t offset = 0;
	for (; path != base && path_at(p, path)->kind >= PATH_OFFSET;
	     path = path_at(p, path)->a)
		offset = path_at(p, path)->kind == PATH_OFFSET ? path_at(p, path)->imm : 0;
	return offset;
}

/*
 * May the location also be seen as a part of what its path steps on? A constant
 * offset: yes. An index: only if it walks over an array inside of the object that
 * has the lock, not over objects that each have one. So the lock must lie before
 * the array, or outside of an element too small to hold it.
 */
static bool is_base_step(const struct paths *p, path_id path, path_id lock)
{
	enum { WORD = 8 };
	const struct path *x = path_at(p, path);
	path_id base;
	if (x->kind == PATH_OFFSET)
		return true;
	if (x->kind != PATH_INDEX)
		return false;
	int64_t array = path_split_offset(p, x->a, &base);
	int64_t distance = first_offset(p, lock, base) - array;
	return distance < 0 || (x->imm <= WORD && distance >= x->imm);
}

static bool same_from_base(struct races *r, const struct instance *a, path_id base_a,
			   const struct instance *b, path_id lock_a, path_id lock_b)
{
	const struct paths *p = &r->t->paths;
	for (path_id base_b = b->path;; base_b = path_at(p, base_b)->a) {
		if (is_one_value(r, b, base_b) && has_steps_to(p, lock_b, base_b) &&
		    same_steps(r, lock_a, base_a, lock_b, base_b) &&
		    bases_agree(r, a, base_a, b, base_b))
			return true;
		if (!is_base_step(p, base_b, lock_b))
			return false;
	}
}

static bool same_relative(struct races *r, const struct instance *a, const struct instance *b,
			  path_id lock_a, path_id lock_b)
{
	const struct paths *p = &r->t->paths;
	for (path_id base = a->path;; base = path_at(p, base)->a) {
		if (is_one_value(r, a, base) && has_steps_to(p, lock_a, base) &&
		    same_from_base(r, a, base, b, lock_a, lock_b))
			return true;
		if (!is_base_step(p, base, lock_a))
			return false;
	}
}

/* The lock is at a constant distance from the accessed bytes, the same distance
 * on both sides: elements named by index on one side, by constant on the other. */
static bool same_distance(struct races *r, const struct instance *a, const struct instance *b,
			  path_id lock_a, path_id lock_b)
{
	const struct paths *p = &r->t->paths;
	path_id la, lb, xa, xb;
	int64_t da = path_split_offset(p, lock_a, &la) - path_split_offset(p, a->path, &xa);
	int64_t db = path_split_offset(p, lock_b, &lb) - path_split_offset(p, b->path, &xb);
	if (la != xa || lb != xb || !is_one_value(r, a, la) || !is_one_value(r, b, lb))
		return false;
	if (a->offset == PT_ANY || b->offset == PT_ANY)
		return da == db && a->size && a->size == b->size;
	return a->size && b->size &&
	       (int64_t)a->offset + da == (int64_t)b->offset + db;
}

/* ---- by the same index ---- */

struct element {
	path_id array, index;
	int64_t stride, offset;
};

static bool find_element(const struct paths *p, path_id path, struct element *e)
{
	path_id node;
	e->offset = path_split_offset(p, path, &node);
	const struct path *x = path_at(p, node);
	if (x->kind != PATH_INDEX || !x->b || x->imm <= 0)
		return false;
	e->array = x->a;
	e->index = x->b;
	e->stride = x->imm;
	return true;
}

/* a[i] under m[i] on this side? */
static bool find_elements(const struct races *r, const struct instance *a, path_id lock,
			  struct element *data, struct element *guard)
{
	const struct paths *p = &r->t->paths;
	return find_element(p, a->path, data) && find_element(p, lock, guard) &&
	       data->index == guard->index && is_one_value(r, a, data->index);
}

static bool same_index(struct races *r, const struct instance *a, const struct instance *b,
		       path_id lock_a, path_id lock_b)
{
	struct element da, db, ga, gb;
	if (!find_elements(r, a, lock_a, &da, &ga) || !find_elements(r, b, lock_b, &db, &gb))
		return false;
	return da.stride == db.stride && da.offset == db.offset && ga.stride == gb.stride &&
	       ga.offset == gb.offset &&
	       (da.array == db.array || bases_agree(r, a, da.array, b, db.array)) &&
	       same_name(r, a, b, ga.array, gb.array);
}

/* Is f known when i is: h % 8 when h % 64 is, h & 7 when h & 63 is? */
static bool is_remainder_of(const struct paths *p, path_id f, path_id i)
{
	const struct path *x = path_at(p, f), *y = path_at(p, i);
	if (x->kind != PATH_MATH || y->kind != PATH_MATH || x->imm != y->imm || x->a != y->a ||
	    path_at(p, x->b)->kind != PATH_INT || path_at(p, y->b)->kind != PATH_INT)
		return false;
	int64_t few = path_at(p, x->b)->imm, many = path_at(p, y->b)->imm;
	return (x->imm == MATH_REM && few > 0 && many % few == 0) ||
	       (x->imm == MATH_AND && !(few & ~many));
}

/* Is f(i) on one side what g(k) is on the other, when i == k? */
static bool same_formula(struct races *r, path_id f, path_id i, path_id g, path_id k)
{
	const struct paths *p = &r->t->paths;
	const struct path *x = path_at(p, f), *y = path_at(p, g);
	if (f == i && g == k)
		return true;
	if (is_remainder_of(p, f, i) && is_remainder_of(p, g, k) && x->imm == y->imm &&
	    x->b == y->b && path_at(p, i)->b == path_at(p, k)->b)
		return true;
	if (f == g && !(x->flags & (PATHF_VALUE | PATHF_ANY | PATHF_RANGE)))
		return x->kind == PATH_INT || is_certain(r, f);
	if (x->kind != y->kind || x->imm != y->imm)
		return false;
	return x->kind == PATH_MATH ? same_formula(r, x->a, i, y->a, k) &&
					      same_formula(r, x->b, i, y->b, k)
				    : x->kind == PATH_OFFSET &&
					      same_formula(r, x->a, i, y->a, k);
}

/* a[i] under m[i % 16]: the same i, so the same stripe. */
static bool same_stripe(struct races *r, const struct instance *a, const struct instance *b,
			path_id lock_a, path_id lock_b)
{
	const struct paths *p = &r->t->paths;
	struct element da, db, ga, gb;
	if (!find_element(p, a->path, &da) || !find_element(p, lock_a, &ga) ||
	    !find_element(p, b->path, &db) || !find_element(p, lock_b, &gb) ||
	    !is_one_value(r, a, da.index) || !is_one_value(r, b, db.index))
		return false;
	uint8_t kind = path_at(p, ga.index)->kind;
	return da.stride == db.stride && da.offset == db.offset && ga.stride == gb.stride &&
	       ga.offset == gb.offset && (kind == PATH_MATH || kind == PATH_OFFSET) &&
	       same_formula(r, ga.index, da.index, gb.index, db.index) &&
	       (da.array == db.array || bases_agree(r, a, da.array, b, db.array)) &&
	       same_name(r, a, b, ga.array, gb.array);
}

/* One side says a[3] under m[3]. */
static bool same_constant_index(struct races *r, const struct instance *a,
				const struct instance *b, path_id lock_a, path_id lock_b)
{
	const struct paths *p = &r->t->paths;
	struct element d, g;
	path_id data_base, guard_base, data_array, guard_array;
	if (!find_elements(r, a, lock_a, &d, &g))
		return false;
	int64_t at = path_split_offset(p, b->path, &data_base) - d.offset -
		     path_split_offset(p, d.array, &data_array);
	int64_t lock_at = path_split_offset(p, lock_b, &guard_base) - g.offset -
			  path_split_offset(p, g.array, &guard_array);
	return data_base == data_array && guard_base == guard_array && at >= 0 &&
	       at % d.stride == 0 && at / d.stride * g.stride == lock_at &&
	       is_certain(r, data_base) && is_certain(r, guard_base);
}

/* ---- guards ---- */

/* An object that was taken out under a lock excludes who holds that lock. */
static uint8_t excluding_kind(const struct guard *g)
{
	return g->kind == LOCK_OWNED ? LOCK_MUTEX : g->kind;
}

/* A flag that is set once: who sets it comes before who finds it set. */
static bool exclude_by_flag(const struct guard *x, const struct guard *y)
{
	return (x->kind == LOCK_SETTING && (y->kind == LOCK_SETTING || y->kind == LOCK_SET)) ||
	       (x->kind == LOCK_SET && y->kind == LOCK_SETTING);
}

/* Not those who have waited until nobody reads it (grace), nor what the scheduler keeps away. */
static bool are_takers(const struct guard *x, const struct guard *y)
{
	return x->mode == MODE_EXCLUSIVE && y->mode == MODE_EXCLUSIVE;
}

static bool exclude_if(struct races *r, const struct instance *a, const struct instance *b,
		       const struct guard *x, const struct guard *y, bool leniently)
{
	if (is_processor_lock(r, x->lock))
		return false;
	if (x->kind == LOCK_OWNED || y->kind == LOCK_OWNED) {
		if (pointers_object(r->pt, a->obj)->twice)
			return false;
		if (is_scattered(r, a->obj) && !leniently && are_takers(x, y))
			return false;
	}
	if (x->kind == LOCK_CLAIMED && y->kind == LOCK_CLAIMED)
		return is_claim(r, a, x->lock) && is_claim(r, b, y->lock);
	if (x->kind >= LOCK_SETTING || y->kind >= LOCK_SETTING)
		return exclude_by_flag(x, y);
	if (excluding_kind(x) != excluding_kind(y) ||
	    (x->mode != MODE_EXCLUSIVE && y->mode != MODE_EXCLUSIVE) ||
	    is_renewed(r, x->kind, x->lock, a->thread, b->thread))
		return false;
	if (!leniently && x->kind == LOCK_MUTEX && y->kind == LOCK_MUTEX &&
	    is_cleared_by_others(r, x->lock, a->thread, b->thread))
		return false;
	return x->kind != LOCK_SEMAPHORE ||
	       (is_binary_semaphore(r, x->lock) && is_binary_semaphore(r, y->lock));
}

static bool exclude(struct races *r, const struct instance *a, const struct instance *b,
		    const struct guard *x, const struct guard *y)
{
	return exclude_if(r, a, b, x, y, false);
}

/* Do both begin with the same? Nothing is relative to something else. */
static bool has_root_of(const struct paths *p, path_id x, path_id y)
{
	return path_at(p, x)->root == path_at(p, y)->root;
}

/* a[i] and m[k], whatever these are? */
static bool are_elements(const struct paths *p, path_id data, path_id lock)
{
	return is_indexed(p, data) && is_indexed(p, lock);
}

static bool is_same_lock(struct races *r, const struct instance *a, const struct instance *b,
			 path_id x, path_id y)
{
	const struct paths *p = &r->t->paths;
	if (same_name(r, a, b, x, y) || same_target(r, x, y))
		return true;
	if (has_root_of(p, a->path, x) && has_root_of(p, b->path, y) &&
	    (same_relative(r, a, b, x, y) || same_distance(r, a, b, x, y)))
		return true;
	bool at_a = are_elements(p, a->path, x), at_b = are_elements(p, b->path, y);
	return (at_a && at_b && (same_index(r, a, b, x, y) || same_stripe(r, a, b, x, y))) ||
	       (at_a && same_constant_index(r, a, b, x, y)) ||
	       (at_b && same_constant_index(r, b, a, y, x));
}

/* The pointer analysis cannot tell them apart, and neither can the names. */
static bool may_be_same(struct races *r, const struct instance *a, const struct instance *b,
			path_id x, path_id y)
{
	const struct paths *p = &r->t->paths;
	thread_id own_x = path_owner(r, x, a->thread), own_y = path_owner(r, y, b->thread);
	if (own_x && own_y && (own_x != own_y || (own_x == a->thread && own_x == b->thread)))
		return false;
	if (a->thread == b->thread && are_per_thread(r, a->thread, x, 1, y, 1))
		return false;
	if (is_certain(r, x) && is_certain(r, y) && path_at(p, x)->loads == 0 &&
	    path_at(p, y)->loads == 0)
		return x == y;
	return pt_sets_overlap(r->pt, threads_points_to(r->t, x), 1,
			       threads_points_to(r->t, y), 1) &&
	       !threads_are_copies_apart(r->t, x, y);
}

bool names_one_lock(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < m && x[i].kind != LOCK_CLAIMED; j++) {
			if (exclude(r, a, b, &x[i], &y[j]) &&
			    (same_name(r, a, b, x[i].lock, y[j].lock) ||
			     same_target(r, x[i].lock, y[j].lock)))
				return true;
		}
	}
	return false;
}

/* The first name of the acquisition that this is a name of. */
static uint32_t first_of_group(const struct guard *g, uint32_t i)
{
	while (i > 0 && g[i - 1].group == g[i].group)
		i--;
	return i;
}

/* By none of the names that each has are they certainly two: in a function that callers give
 * the lock, 'm1' is also whatever any of them gives. */
static bool may_be_same_by_all(struct races *r, const struct instance *a,
			       const struct instance *b, uint32_t i, uint32_t j)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t u = first_of_group(x, i); u < n && x[u].group == x[i].group; u++)
		for (uint32_t v = first_of_group(y, j); v < m && y[v].group == y[j].group; v++)
			if (!may_be_same(r, a, b, x[u].lock, y[v].lock))
				return false;
	return true;
}

bool guards_exclude(struct races *r, const struct instance *a, const struct guard *x,
		    const struct instance *b, const struct guard *y)
{
	return exclude(r, a, b, x, y) && is_same_lock(r, a, b, x->lock, y->lock);
}

bool excludes_taker(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	if (!is_scattered(r, a->obj))
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < m; j++)
			if ((x[i].kind == LOCK_OWNED || y[j].kind == LOCK_OWNED) &&
			    exclude_if(r, a, b, &x[i], &y[j], true) &&
			    is_same_lock(r, a, b, x[i].lock, y[j].lock))
				return true;
	return false;
}

bool excludes_by_flag(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < m; j++)
			if (x[i].kind == LOCK_MUTEX && y[j].kind == LOCK_MUTEX &&
			    exclude_if(r, a, b, &x[i], &y[j], true) &&
			    is_same_lock(r, a, b, x[i].lock, y[j].lock) &&
			    is_cleared_by_others(r, x[i].lock, a->thread, b->thread))
				return true;
	return false;
}

bool kinds_exclude(struct races *r, const struct instance *a, const struct guard *x,
		   const struct instance *b, const struct guard *y)
{
	return exclude(r, a, b, x, y);
}

bool would_exclude(struct races *r, const struct instance *a, const struct instance *b,
		const struct guard *g)
{
	uint32_t m;
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t j = 0; j < m; j++)
		if (guards_exclude(r, a, g, b, &y[j]))
			return true;
	return false;
}

/* 'certainly': only those that are the same count. */
static enum lock_relation relation_of(struct races *r, const struct instance *a,
				      const struct instance *b, bool certainly,
				      path_id names[2])
{
	uint32_t n, m;
	enum lock_relation best = LOCKS_DIFFER;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < m; j++) {
			if (!exclude(r, a, b, &x[i], &y[j]))
				continue;
			if (is_same_lock(r, a, b, x[i].lock, y[j].lock)) {
				names[0] = x[i].lock;
				names[1] = y[j].lock;
				return LOCKS_SAME;
			}
			if (!certainly && best == LOCKS_DIFFER &&
			    may_be_same_by_all(r, a, b, i, j)) {
				best = LOCKS_MAY_BE_SAME;
				names[0] = x[i].lock;
				names[1] = y[j].lock;
			}
		}
	}
	return best;
}

enum lock_relation shared_lock(struct races *r, const struct instance *a,
			       const struct instance *b, path_id names[2])
{
	return relation_of(r, a, b, false, names);
}

bool share_lock(struct races *r, const struct instance *a, const struct instance *b,
		path_id names[2])
{
	return relation_of(r, a, b, true, names) == LOCKS_SAME;
}
