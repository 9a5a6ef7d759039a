/* SPDX-License-Identifier: MIT */
/*
 * Sets of signals, and the thread's mask. A set is a number in its first eight bytes, so that
 * copies, structs and helpers are the business of memory; adding to it is arithmetic, which
 * callers compute who know more. The mask that a call hands out has the call's name: who puts it
 * back gets what was known then.
 */
#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/library/library.h"
#include "analysis/state/memory.h"

enum { SET_SIZE = 128, SIGNALS = 64, HOW_BLOCK = 0, HOW_UNBLOCK = 1, HOW_SET = 2 };

/* ---- sets ---- */

/* 1 << (number - 1) */
static path_id bit_of(struct paths *t, path_id number)
{
	const struct path *x = path_at(t, number);
	if (!number || x->kind != PATH_INT)
		return path_math(t, path_int(t, 1), path_offset(t, number, -1), MATH_SHL);
	if (x->imm < 1 || x->imm > SIGNALS)
		return 0;
	return path_int(t, (int64_t)(UINT64_C(1) << (x->imm - 1)));
}

static path_id without(struct paths *t, path_id set, path_id bit)
{
	return path_math(t, set, path_math(t, path_int(t, -1), bit, MATH_SUB), MATH_AND);
}

static path_id changed(struct library_call *c, const struct effect *e, path_id set)
{
	struct paths *t = &c->fr->paths;
	path_id number = library_argument(c, e->other), bit = number ? bit_of(t, number) : 0;
	path_id rest = bit && set ? without(t, set, bit) : 0;
	path_id v = e->kind == EFFECT_ADDS_SIGNAL ? path_math(t, rest, bit, MATH_ADD) : rest;
	return v && path_at(t, v)->steps <= MAX_STEPS ? v : 0;
}

static void make_set(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id at = library_argument(c, e->arg), values[MAX_VALUES];
	struct loaded l = {.count = 1};
	l.values[0] = path_int(&fr->paths, e->kind == EFFECT_ALL_SIGNALS ? -1 : 0);
	if (at && (e->kind == EFFECT_ADDS_SIGNAL || e->kind == EFFECT_REMOVES_SIGNAL)) {
		memory_load(fr, s, at, 8, &l);
		for (uint32_t i = 0; i < l.count; i++) {
			values[i] = changed(c, e, l.values[i]);
			l.unknown |= !values[i];
		}
	} else {
		values[0] = l.values[0];
	}
	exec_access(fr, s, c->inst, at, SET_SIZE, WRITE, ACCESSF_LIBRARY, 0);
	memory_smash(fr, s, at, SET_SIZE);
	if (at && !l.unknown && l.count)
		memory_store(fr, s, at, 8, values, l.count, false, true);
}

/* ---- masks ---- */

/* What is surely in the set, and what may be. */
struct bounds {
	uint64_t least, most;
};

static struct bounds bounds_of(const struct library_call *c, const struct loaded *l)
{
	struct bounds b = {UINT64_MAX, 0};
	for (uint32_t i = 0; i < l->count; i++) {
		const struct path *x = path_at(&c->fr->paths, l->values[i]);
		b.least &= x->kind == PATH_INT ? (uint64_t)x->imm : 0;
		b.most |= x->kind == PATH_INT ? (uint64_t)x->imm : UINT64_MAX;
	}
	return l->unknown || !l->count ? (struct bounds){0, UINT64_MAX} : b;
}

static bool is_saved(const struct library_call *c, const struct state *s, const struct loaded *l)
{
	return s->saved_at && !l->unknown && l->count == 1 &&
	       l->values[0] == frame_value_leaf(c->fr, s->saved_at - 1);
}

/* Handlers have their turn, and what was seen in memory may be another. */
static void let_in(const struct library_call *c, struct state *s, uint64_t signals)
{
	if (c->fr->recording)
		c->fr->out->opens |= signals;
	c->fr->waits = c->fr->waits_itself = true;
	stale_release(c->fr, s, 0);
}

static void put_mask(const struct library_call *c, struct state *s, struct signal_mask m)
{
	if (m.opened)
		let_in(c, s, m.opened);
	s->mask = m;
}

/* What was blocked since, and was not then, may be open again. */
static void restore(const struct library_call *c, struct state *s)
{
	uint64_t again = s->mask.blocked & ~s->saved.blocked;
	if (c->fr->recording)
		c->fr->out->restores |= again;
	if (again)
		let_in(c, s, 0);
	put_mask(c, s, s->saved);
}

static void change(const struct library_call *c, struct state *s, int64_t how,
		   const struct loaded *set)
{
	struct bounds b = bounds_of(c, set);
	if (how == HOW_BLOCK)
		s->mask = mask_then(s->mask, (struct signal_mask){b.least, 0});
	else if (how == HOW_UNBLOCK)
		put_mask(c, s, mask_then(s->mask, (struct signal_mask){0, b.most}));
	else if (how == HOW_SET && is_saved(c, s, set))
		restore(c, s);
	else
		put_mask(c, s, (struct signal_mask){how == HOW_SET ? b.least : 0,
						    how == HOW_SET ? ~b.least : UINT64_MAX});
}

static bool is_null(const struct library_call *c, path_id p)
{
	const struct path *x = path_at(&c->fr->paths, p);
	return p && x->kind == PATH_INT && !x->imm;
}

static void set_mask(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id set = library_argument(c, e->arg), old = library_argument(c, e->third);
	struct signal_mask before = s->mask;
	struct loaded l = {.unknown = true};
	int64_t how = -1;
	library_argument_int(c, e->other, &how);
	if (path_at(&c->fr->paths, library_argument(c, e->other))->kind != PATH_INT)
		how = -1;
	if (set && !is_null(c, set))
		memory_load(c->fr, s, set, 8, &l);
	if (!is_null(c, set))
		change(c, s, how, &l);
	if (!old || is_null(c, old))
		return;
	path_id name = frame_value_leaf(c->fr, c->inst);
	s->saved = before;
	s->saved_at = c->inst + 1;
	memory_store(c->fr, s, old, 8, &name, 1, false, true);
	c->fr->mentioned[c->inst] = true;
}

/* While the call lasts; a null pointer changes nothing. */
static void open_meanwhile(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id set = library_argument(c, e->arg);
	struct loaded l = {.unknown = true};
	if (set && is_null(c, set))
		return;
	if (set)
		memory_load(c->fr, s, set, 8, &l);
	uint64_t open = is_saved(c, s, &l) ? UINT64_MAX : ~bounds_of(c, &l).least;
	if (open)
		let_in(c, s, open);
}

uint64_t effect_blocked_meanwhile(struct library_call *c, struct state *s, path_id set)
{
	struct loaded l;
	if (!set || is_null(c, set))
		return 0;
	memory_load(c->fr, s, set, 8, &l);
	return bounds_of(c, &l).least;
}

bool effect_signal(struct library_call *c, struct state *s, const struct effect *e)
{
	switch ((enum effect_kind)e->kind) {
	case EFFECT_NO_SIGNALS:
	case EFFECT_ALL_SIGNALS:
	case EFFECT_ADDS_SIGNAL:
	case EFFECT_REMOVES_SIGNAL: make_set(c, s, e); break;
	case EFFECT_MASKS: set_mask(c, s, e); break;
	case EFFECT_LETS_IN: open_meanwhile(c, s, e); break;
	case EFFECT_OPENS_SIGNALS:
		put_mask(c, s, (struct signal_mask){0, UINT64_MAX});
		break;
	default: return false;
	}
	return true;
}
