/* SPDX-License-Identifier: MIT */
/*
 * Names of the callee in our terms, and what it did to locks.
 */
#include "analysis/calls/bind.h"

#include "analysis/common.h"
#include "analysis/state/dropped.h"
#include "analysis/exec/exec.h"
#include "analysis/state/memory.h"
#include "analysis/exec/taken.h"
#include "base/sort.h"

void bind_begin(struct binding *b)
{
	struct frame *fr = b->fr;
	while (fr->bound.n < b->callee->paths.list.n) {
		vec_push(&fr->bound, ((struct path_bound){0}));
		vec_push(&fr->outside, ((struct path_bound){0}));
	}
	while (fr->bound_locks.n < b->callee->locksets.n) {
		vec_push(&fr->bound_locks, lockset_empty());
		vec_push(&fr->bound_locks_call, 0);
	}
	b->call = ++fr->bound_calls;
}

/* The id of the one thread that the callee creates: the call gives it its name,
 * which is another one for every call. */
static bool is_only_id(const struct binding *b, path_id leaf)
{
	const struct summary *c = b->callee;
	return c->forks.n == 1 && c->forks.at[0].id == leaf &&
	       !(c->forks.at[0].flags & FORKF_LOOP);
}

static path_id bind_leaf(void *context, struct paths *to, const struct paths *from, path_id id)
{
	struct binding *b = context;
	const struct path *x = path_at(from, id);
	if (x->kind == PATH_FORMAL)
		return x->a < b->arg_count ? b->args[x->a] : 0;
	if (x->kind == PATH_INT)
		return path_int(to, x->imm);
	if (is_only_id(b, id))
		return frame_value_leaf(b->fr, b->inst);
	if (x->kind == PATH_HEAP && x->a == b->callee->func &&
	    pointers_is_allocator(b->fr->pt, x->a) &&
	    pointers_object_at(b->fr->pt, b->fr->func, b->inst))
		return path_leaf(to, PATH_HEAP, b->fr->func, b->inst);
	return path_leaf(to, x->kind, x->a, x->b);
}

/* Null is no memory: it does not count as one of several contents. */
static path_id bind_load(void *context, struct paths *to, path_id address)
{
	struct binding *b = context;
	struct loaded l;
	path_id one = 0;
	if (!memory_load_known(b->fr, b->s, address, &l))
		return 0;
	for (uint32_t i = 0; i < l.count; i++) {
		if (path_at(to, l.values[i])->kind == PATH_INT && l.count > 1)
			continue;
		if (one && one != l.values[i])
			return 0;
		one = l.values[i];
	}
	const struct path *x = path_at(to, one);
	return x->loads <= MAX_LOADS && x->steps <= MAX_STEPS ? one : 0;
}

static path_id bind_step(struct binding *b, const struct path *x)
{
	struct paths *t = &b->fr->paths;
	path_id base = bind_path(b, x->a), other;
	if (!base)
		return 0;
	switch (x->kind) {
	case PATH_OFFSET:
		return path_offset(t, base, x->imm);
	case PATH_LOAD:
		return bind_load(b, t, base);
	case PATH_INDEX:
		return path_index(t, base, x->b ? bind_path(b, x->b) : 0, (uint64_t)x->imm);
	default:
		other = bind_path(b, x->b);
		return path_number(t, x->kind, base, other, x->imm);
	}
}

/* Every part of a path is bound once a call. The alias class of an address is
 * the same on both sides of a call: unification has merged them. */
path_id bind_path(struct binding *b, path_id id)
{
	if (!id)
		return 0;
	if (b->fr->bound.at[id].stamp == b->call)
		return b->fr->bound.at[id].path;
	const struct paths *from = &b->callee->paths;
	struct path x = *path_at(from, id);
	path_id p = id == b->result_leaf    ? frame_value_leaf(b->fr, b->inst)
		    : x.kind < PATH_OFFSET ? bind_leaf(b, &b->fr->paths, from, id)
					   : bind_step(b, &x);
	if (p && id < b->callee->aliases.n)
		frame_hint_alias(b->fr, p, b->callee->aliases.at[id]);
	b->fr->bound.at[id] = (struct path_bound){b->call, p};
	return p;
}

bool bind_is_certain(struct binding *b, path_id p)
{
	const struct path x = *path_at(&b->callee->paths, p);
	path_id at = x.kind == PATH_LOAD ? bind_path(b, x.a) : 0;
	struct loaded l;
	if (x.kind == PATH_LOAD && (!at || !memory_load_known(b->fr, b->s, at, &l)))
		return false;
	for (uint32_t i = 0; x.kind == PATH_LOAD && i < l.count; i++)
		if (path_at(&b->fr->paths, l.values[i])->kind == PATH_INT)
			return false;
	return !path_is_step(&x) || bind_is_certain(b, x.a);
}

/* The callee's path, its formals named from outside. */
path_id bind_outside(struct binding *b, path_id id)
{
	struct path_memo memo = {b->fr->outside.at, b->call};
	return path_from_outside(&b->fr->paths, &b->callee->paths, id, b->callee->func, &memo);
}

/* ---- locks ---- */

/* The lock as the callee names it. Where the functions that a call may mean find it in different
 * ways, *l in the one and *l->inner in the other, it is 'that of l' for all of them: which function
 * it is does not change, so whoever has called it with the same l has the same lock. */
static path_id name_of_lock(const struct binding *b, path_id lock)
{
	const struct paths *from = &b->callee->paths;
	path_id root = path_at(from, lock)->root;
	return b->fr->by_argument && path_at(from, root)->kind == PATH_FORMAL ? root : lock;
}

/* Our name for a lock that the callee holds; 0: none that is certain. */
static path_id bind_lock(struct binding *b, path_id lock)
{
	path_id p = fill_name(b->fr, b->s, bind_path(b, name_of_lock(b, lock)));
	return p && path_at(&b->fr->paths, p)->flags & PATHF_ANY ? 0 : p;
}

/* The callee may have released that lock, often. */
static void release(struct binding *b, struct lockset *held, path_id lock)
{
	struct frame *fr = b->fr;
	lock = name_of_lock(b, lock);
	path_id p = bind_path(b, lock), as;
	p = dropped_name(fr, p ? fill_name(fr, b->s, p) : bind_outside(b, lock));
	as = same_component(fr, b->callee->func) ? common_name(fr, p) : p;
	if (as && as == fr->common_lock && fr->common->locks.dropped_any)
		lockset_drop_all(held);
	exec_lock_release_as(fr, held, p, as);
	while (lockset_find(held, p))
		lockset_release(held, p);
	lockset_forget_lost(held, p);
}

bool bind_lent(struct binding *b, struct owned *o)
{
	path_id at = o->lent && o->lent <= b->arg_count ? b->args[o->lent - 1] : 0;
	if (!o->lent)
		return true;
	const struct path *x = path_at(&b->fr->paths, at);
	const struct path *root = path_at(&b->fr->paths, x->root);
	bool formal = at && !x->loads && root->kind == PATH_FORMAL && root->a < UINT8_MAX;
	bool own = at && memory_is_private(b->fr, b->s, at);
	o->lent = own ? 0 : (uint8_t)(root->a + 1);
	return own || formal;
}

/* What is claimed by flags that the callee may have stored to is so no longer. */
static void unclaim(struct binding *b, struct lockset *out)
{
	const struct summary *c = b->callee;
	out->unclaimed = true;
	for (uint32_t i = out->held_count; i-- > 0;) {
		cell_id cell = frame_alias(b->fr, out->held[i].lock);
		if (out->held[i].kind == LOCK_CLAIMED &&
		    (c->modified_any || !cell || cell == ALIAS_MIXED ||
		     same_component(b->fr, c->func) ||
		     sort_u32_has(c->modified.at, c->modified.n, cell)))
			lockset_forget(out, out->held[i].lock);
	}
}

/* The state's locks, then what the callee did to them: drops first (through any
 * may-alias), then what it holds (only by a certain name; for what happens inside the
 * callee that may be its own). */
static void compose(struct binding *b, const struct lockset *l, bool inside,
		    struct lockset *out)
{
	lockset_copy(out, &b->s->locks);
	if (l->bare)
		lockset_make_bare(out);
	else if (l->dropped_any)
		lockset_drop_all(out);
	for (uint32_t i = 0; i < l->dropped_count; i++)
		release(b, out, l->dropped[i]);
	if (l->unclaimed)
		unclaim(b, out);
	for (uint32_t i = 0; i < l->acquired_count; i++) {
		path_id p = bind_path(b, name_of_lock(b, l->acquired[i]));
		if (p)
			lockset_note_acquired(out, p);
	}
	for (uint32_t i = 0; i < l->owned_count; i++) {
		struct owned o = l->owned[i];
		o.value = bind_path(b, o.value);
		o.lock = o.lock ? bind_path(b, o.lock) : 0;
		if (o.value && bind_lent(b, &o) &&
		    !path_mentions_value_of(&b->fr->paths, o.value, b->callee->func))
			taken_for_caller(b->fr, &b->s->locks, l, o, out);
		frame_mention(b->fr, o.value);
	}
	for (uint32_t i = 0; i < l->held_count; i++) {
		struct held h = l->held[i];
		h.lock = bind_lock(b, h.lock);
		if (!h.lock && inside)
			h.lock = bind_outside(b, l->held[i].lock);
		if (!h.lock)
			continue;
		uint8_t kept = 0;
		for (uint32_t k = 0; k < h.since_count; k++)
			if ((h.since[kept] = bind_path(b, name_of_lock(b, h.since[k]))))
				kept++;
		h.since_count = kept;
		if (b->fr->by_setting && h.kind == LOCK_MUTEX) {
			h.func = b->fr->func;
			h.inst = b->inst;
		}
		frame_mention(b->fr, h.lock);
		lockset_acquire(out, h, true);
	}
	for (uint32_t i = 0; i < l->lost_count; i++) {
		struct lost x = l->lost[i];
		x.lock = bind_lock(b, x.lock);
		frame_mention(b->fr, x.lock);
		lockset_insert_lost(out, x);
	}
}

const struct lockset *bind_locks(struct binding *b, uint32_t index)
{
	struct frame *fr = b->fr;
	if (fr->bound_locks_call.at[index] != b->call) {
		compose(b, &b->callee->locksets.at[index], false, &fr->bound_locks.at[index]);
		fr->bound_locks_call.at[index] = b->call;
	}
	return &fr->bound_locks.at[index];
}

bool bind_loses_lock(struct binding *b, uint32_t index)
{
	const struct lockset *l = &b->callee->locksets.at[index];
	for (uint32_t i = 0; i < l->held_count; i++)
		if (!bind_lock(b, l->held[i].lock))
			return true;
	return false;
}

void bind_locks_inside(struct binding *b, uint32_t index, struct lockset *out)
{
	compose(b, &b->callee->locksets.at[index], true, out);
}
