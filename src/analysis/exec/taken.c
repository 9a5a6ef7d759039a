/* SPDX-License-Identifier: MIT */
/*
 * Ownership: who takes an object out of shared memory while a lock is held has it to
 * himself, as far as those are concerned who find it there under that lock.
 *
 * It is taken out when the pointer to it is overwritten; when its neighbours are told of
 * each other ('*c->prev = c->next', 'c->next->prev = c->prev'); when the number of an
 * array's elements steps over it. Overwritten with null, or with anything that was not
 * found in it, the pointer takes along what is linked to it: the whole list. Null is
 * anybody's. A function that holds no lock itself does it under those of its callers:
 * lock 0 stands for them.
 */
#include "analysis/exec/taken.h"

#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/state/put.h"
#include "analysis/whole/queues.h"

static path_id base_of(const struct frame *fr, path_id p)
{
	path_id base;
	path_split_offset(&fr->paths, p, &base);
	return base;
}

static bool is_exclusive(const struct held *h)
{
	return h->mode == MODE_EXCLUSIVE && h->kind == LOCK_MUTEX;
}

static void own(struct frame *fr, struct state *s, path_id value, bool deep)
{
	struct owned o = {.value = base_of(fr, value), .deep = deep,
			  .callers = !s->locks.dropped_any};
	frame_mention(fr, o.value);
	for (uint32_t i = 0; i < s->locks.held_count; i++) {
		if (!is_exclusive(&s->locks.held[i]))
			continue;
		o.lock = s->locks.held[i].lock;
		lockset_own(&s->locks, o);
	}
	if (!o.lock && o.callers)
		lockset_own(&s->locks, o);
}

void taken_from_readers(struct frame *fr, struct state *s, path_id value, path_id lock)
{
	if (!value || !lock)
		return;
	struct owned o = {.value = base_of(fr, value), .lock = lock};
	frame_mention(fr, o.value);
	frame_mention(fr, lock);
	lockset_own(&s->locks, o);
}

/* ---- overwritten ---- */

/* Was the new value found in what the old one points to? Then that stays where it was. */
static bool is_next_of(struct frame *fr, path_id v, path_id old)
{
	path_id at = frame_loaded_from(fr, base_of(fr, v));
	return at && base_of(fr, at) == base_of(fr, old);
}

static void take_overwritten(struct frame *fr, struct state *s, path_id address,
			     uint32_t size, path_id v)
{
	struct loaded l;
	if (path_at(&fr->paths, address)->flags & PATHF_ANY)
		return;
	memory_load(fr, s, address, size, &l);
	if (l.unknown || l.count != 1 || l.values[0] == v ||
	    path_at(&fr->paths, l.values[0])->kind == PATH_INT ||
	    !frame_alias(fr, l.values[0]))
		return;
	own(fr, s, l.values[0],
	    path_at(&fr->paths, v)->kind == PATH_INT && !is_next_of(fr, v, l.values[0]));
}

/* ---- unlinked ---- */

/* A neighbour that was found in c gets another one that was found in c. */
static void take_unlinked(struct frame *fr, struct state *s, path_id address, path_id v)
{
	path_id to = frame_loaded_from(fr, base_of(fr, address)),
		from = frame_loaded_from(fr, base_of(fr, v));
	path_id c, d;
	if (!to || !from)
		return;
	int64_t k = path_split_offset(&fr->paths, to, &c);
	if (k != path_split_offset(&fr->paths, from, &d) && c == d)
		own(fr, s, c, false);
}

/* ---- stepped over ---- */

/* The number without what keeps it in the array, i % size or i & mask; by one name, if it was
 * loaded twice. */
static path_id unwrapped(const struct frame *fr, const struct state *s, path_id v, bool *round)
{
	for (;;) {
		const struct path *x = path_at(&fr->paths, v);
		path_id same = x->kind == PATH_VALUE ? facts_of(fr, s, v).same : 0;
		bool math = x->kind == PATH_MATH && (x->imm == MATH_REM || x->imm == MATH_AND);
		if (!math && (!same || same == v))
			return v;
		*round |= math;
		v = !math ? same : path_at(&fr->paths, x->a)->kind == PATH_INT ? x->b : x->a;
	}
}

/* Likewise, and without the constant that was added. */
static int64_t split(const struct frame *fr, const struct state *s, path_id v, path_id *base)
{
	bool round = false;
	int64_t add = path_split_offset(&fr->paths, unwrapped(fr, s, v, &round), base);
	*base = unwrapped(fr, s, *base, &round);
	return add;
}

/* By how much the number has gone on; 0: it is another one. */
static int64_t step_between(const struct frame *fr, const struct state *s, path_id from,
			    path_id to)
{
	path_id a, b;
	int64_t x = split(fr, s, from, &a), y = split(fr, s, to, &b);
	return a == b ? y - x : 0;
}

/* Likewise; or it begins again at zero. */
static int64_t step_to(const struct frame *fr, const struct state *s, path_id from, path_id to)
{
	const struct alternatives *alt = frame_alternatives(fr, to);
	int64_t step = step_between(fr, s, from, to);
	for (uint32_t i = 0; alt && i < alt->count && !step; i++)
		step = step_between(fr, s, from, alt->values[i]);
	return step == 1 || step == -1 ? step : 0;
}

/* Is the element at 'address', of that index, taken for good by the step of the counter? */
static bool is_taken_by(struct frame *fr, path_id counter, path_id address, bool up, bool round)
{
	frame_points_to(fr, counter);
	const struct pt_set *element = frame_points_to(fr, address);
	return queues_take(fr->queues, frame_points_to(fr, counter), element, up, round);
}

/* It is; but others may find it in the array all the same. */
static void note_readers(struct frame *fr, path_id counter, path_id address, path_id found)
{
	frame_points_to(fr, counter);
	const struct pt_set *element = frame_points_to(fr, address);
	if (fr->recording && queues_are_read(fr->queues, frame_points_to(fr, counter), element))
		put_again(fr, found);
}

struct step {
	path_id counter, index; /* the index of the element, unwrapped */
	bool up;
};

/* What was found at that address, if it is the element that was stepped over. */
static void take_if_element(struct frame *fr, struct state *s, const struct step *t,
			    path_id address, path_id found)
{
	bool round = false;
	const struct path *x = path_at(&fr->paths, base_of(fr, address));
	if (x->kind == PATH_INDEX && x->b && unwrapped(fr, s, x->b, &round) == t->index && found &&
	    path_at(&fr->paths, found)->kind != PATH_INT && frame_alias(fr, found) &&
	    is_taken_by(fr, t->counter, address, t->up, round)) {
		own(fr, s, found, false);
		note_readers(fr, t->counter, address, found);
	}
}

/* The element of that index, as far as it was loaded. */
static void take_element(struct frame *fr, struct state *s, struct step t)
{
	bool round = false;
	t.index = unwrapped(fr, s, t.index, &round);
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (s->cells[i].count == 1 && !s->cells[i].unknown)
			take_if_element(fr, s, &t, s->cells[i].address, s->cells[i].values[0]);
	for (uint32_t k = 0; k < fr->elements.n; k++) {
		uint32_t n = fr->elements.at[k];
		if (fr->value[n])
			take_if_element(fr, s, &t,
					frame_value(fr, ir_inst_at(fr->p, fr->fn, n)->a),
					fr->value[n]);
	}
}

/* i = n++, i = --n: a counter goes on from one to the other. */
static void take_stepped(struct frame *fr, struct state *s, path_id address, uint32_t size,
			 path_id v)
{
	struct loaded l;
	uint8_t kind = path_at(&fr->paths, v)->kind;
	if (kind != PATH_OFFSET && kind != PATH_MATH && kind != PATH_VALUE)
		return;
	memory_load(fr, s, address, size, &l);
	int64_t step = l.count == 1 && !l.unknown ? step_to(fr, s, l.values[0], v) : 0;
	if (step)
		take_element(fr, s,
			     (struct step){address, step > 0 ? l.values[0] : v, step > 0});
}

/* a[i], where a counter has just gone on from i, or was set to i, one less than it had been. */
static bool is_behind_counter(struct frame *fr, const struct state *s, path_id address,
			      path_id found)
{
	const struct path *x = path_at(&fr->paths, base_of(fr, address));
	bool round = false;
	if (x->kind != PATH_INDEX || !x->b)
		return false;
	path_id index = unwrapped(fr, s, x->b, &round);
	bool less = path_at(&fr->paths, index)->kind == PATH_OFFSET &&
		    path_at(&fr->paths, index)->imm < 0;
	for (uint32_t i = 0; i < s->cell_count; i++) {
		const struct cell *c = &s->cells[i];
		if (c->count != 1 || c->unknown || c->weak)
			continue;
		bool up = !less && step_to(fr, s, index, c->values[0]) > 0;
		if ((up || (less && c->values[0] == x->b)) &&
		    !memory_is_private(fr, s, c->address) &&
		    is_taken_by(fr, c->address, address, up, round)) {
			note_readers(fr, c->address, address, found);
			return true;
		}
	}
	return false;
}

void taken_by_store(struct frame *fr, struct state *s, path_id address, uint32_t size,
		    path_id v)
{
	if (!address || !v || memory_is_private(fr, s, address))
		return;
	if (size == sizeof(int64_t)) {
		take_overwritten(fr, s, address, size, v);
		take_unlinked(fr, s, address, v);
	}
	take_stepped(fr, s, address, size, v);
}

/* ---- what is linked to it ---- */

/* May the pointer mean only what the other may mean, a node of the same kind? */
static bool is_alike(struct frame *fr, path_id a, path_id b)
{
	enum { FEW = 16 };
	frame_points_to(fr, b);
	const struct pt_set *x = frame_points_to(fr, a), *y = frame_points_to(fr, b);
	for (uint32_t i = 0; i < x->locs.n; i++) {
		bool found = false;
		for (uint32_t k = 0; k < y->locs.n && !found; k++)
			found = x->locs.at[i].obj == y->locs.at[k].obj;
		if (!found)
			return false;
	}
	return x->locs.n && x->locs.n < FEW && !x->unknown;
}

void taken_by_load(struct frame *fr, struct state *s, path_id address, path_id name,
		   path_id value)
{
	path_id base = base_of(fr, address);
	if (value && value != name && base_of(fr, value) == value)
		taken_renamed(fr, &s->locks, value, &s->locks, name);
	if (is_behind_counter(fr, s, address, name))
		own(fr, s, name, false);
	for (uint32_t i = 0; i < s->locks.owned_count; i++) {
		struct owned o = s->locks.owned[i];
		if (o.deep && o.value == base && is_alike(fr, name, o.value))
			lockset_own(&s->locks,
				    (struct owned){name, o.lock, true, o.callers, o.by_id, o.lent});
	}
}

/* ---- found by one's own id ---- */

/* The function that has told the id of this thread, which the value is; 0: it is something else. */
static sym_id teller_of(const struct frame *fr, path_id id)
{
	const struct path *x = path_at(&fr->paths, id);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM)
		return 0;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, x->b);
	const struct model *m =
		i->op == OP_CALL ? pointers_called_model(fr->pt, fr->func, x->b) : NULL;
	return m && model_effect(m, EFFECT_OWN_ID) ? ir_val_symbol(fr->p, i->a) : 0;
}

/* By our name for the id: is it ours, or that of our caller? */
static bool resolve_id(struct frame *fr, struct owned *o)
{
	sym_id teller = teller_of(fr, o->lock);
	if (teller) {
		o->lock = path_leaf(&fr->paths, PATH_SYMBOL, teller, 0);
		o->by_id = false;
	}
	return teller || path_at(&fr->paths, o->lock)->kind == PATH_FORMAL;
}

static void take_by_id(struct frame *fr, struct state *s, path_id member, path_id id)
{
	path_id at = frame_loaded_from(fr, member);
	struct owned o = {.lock = id, .by_id = true};
	if (!at || !resolve_id(fr, &o) || memory_is_private(fr, s, at))
		return;
	o.value = base_of(fr, at);
	if (path_at(&fr->paths, o.value)->kind == PATH_SYMBOL)
		return; /* one variable for all */
	frame_mention(fr, o.value);
	lockset_own(&s->locks, o);
}

void taken_by_equality(struct frame *fr, struct state *s, path_id a, path_id b)
{
	take_by_id(fr, s, a, b);
	take_by_id(fr, s, b, a);
}

/* ---- other names ---- */

void taken_renamed(struct frame *fr, const struct lockset *from, path_id value,
		   struct lockset *to, path_id name)
{
	value = base_of(fr, value);
	for (uint32_t i = 0; i < from->owned_count; i++) {
		struct owned o = from->owned[i];
		if (o.value != value)
			continue;
		o.value = name;
		lockset_own(to, o);
		frame_mention(fr, name);
	}
}

static void rename_to_cases(struct frame *fr, struct state *s, path_id value,
			    uint32_t depth)
{
	const struct alternatives *alt =
		value && depth ? frame_alternatives(fr, value) : NULL;
	for (uint32_t i = 0; alt && i < alt->count; i++) {
		if (path_at(&fr->paths, alt->values[i])->kind == PATH_INT)
			continue;
		taken_renamed(fr, &s->locks, value, &s->locks, alt->values[i]);
		rename_to_cases(fr, s, alt->values[i], depth - 1);
	}
}

void taken_returned(struct frame *fr, struct state *s, path_id value)
{
	if (s->locks.owned_count)
		rename_to_cases(fr, s, value, 3);
}

static bool is_null_there(const struct frame *fr, const struct state *s, path_id value)
{
	return facts_of(fr, s, value).signs == SIGN_ZERO;
}

void taken_agree(struct frame *fr, struct state *into, const struct state *s,
		 struct lockset *other)
{
	for (uint32_t i = 0; i < into->locks.owned_count; i++) {
		const struct owned *o = &into->locks.owned[i];
		if (is_null_there(fr, s, o->value))
			lockset_own(other, *o);
	}
	for (uint32_t i = 0; i < s->locks.owned_count; i++) {
		const struct owned *o = &s->locks.owned[i];
		if (is_null_there(fr, into, o->value))
			lockset_own(&into->locks, *o);
	}
}

void taken_for_caller(struct frame *fr, const struct lockset *held, const struct lockset *callee,
		      struct owned o, struct lockset *out)
{
	bool own_lock = o.lock;
	if (o.by_id && (!own_lock || !resolve_id(fr, &o)))
		return;
	o.callers &= !callee->dropped_any;
	if (own_lock)
		lockset_own(out, o);
	for (uint32_t i = 0; i < held->held_count && o.callers; i++) {
		if (!is_exclusive(&held->held[i]) || callee->dropped_count)
			continue;
		o.lock = held->held[i].lock;
		lockset_own(out, o);
	}
	if (!o.lock && o.callers)
		lockset_own(out, o);
}
