/* SPDX-License-Identifier: MIT */
/*
 * From frame to summary. While the function is executed for the last time, every
 * fact is handed in here, in paths of the frame; at the end the lists move into
 * the summary and the paths they use into its own, smaller table.
 *
 * A VALUE with known alternatives is replaced by each of them in turn, in the
 * location and in the locks at once, so that p->n under p->lock stays together.
 */
#include "analysis/result/export.h"

#include <string.h>

#include "analysis/builder.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/result/range.h"
#include "analysis/result/told.h"
#include "analysis/whole/modified.h"
#include "analysis/exec/taken.h"
#include "base/diag.h"

enum { MAX_ACCESS_FACTS = 4, MAX_CONTENTS = 12 };

void export_begin(struct frame *fr)
{
	struct builder *b = fr->builder;
	builder_clear(b);
	vec_push(&b->locksets, lockset_empty());
	b->last_lockset = 0;
	vec_push(&b->orders, ((struct order){0}));
	vec_push(&b->chains, ((struct chain){0}));
}

uint32_t export_lockset(struct frame *fr, const struct lockset *l)
{
	struct builder *b = fr->builder;
	if (lockset_equal(&b->locksets.at[b->last_lockset], l))
		return b->last_lockset;
	for (uint32_t i = b->locksets.n; i-- > 0;)
		if (lockset_equal(&b->locksets.at[i], l))
			return b->last_lockset = i;
	if (l->held_count == LOCKSET_HELD)
		fr->out->limits[LIMIT_LOCKS]++; /* full: more may have been forgotten */
	vec_push(&b->locksets, *l);
	return b->last_lockset = b->locksets.n - 1;
}

static bool same_order(const struct builder *b, const struct order *o, const struct state *s)
{
	if (o->running != s->running || o->started != s->started ||
	    o->joined_count != s->joined_count ||
	    o->phase_count != s->phase_count || o->alone != s->alone ||
	    !mask_equal(o->mask, s->mask) || o->replaced != s->replaced ||
	    o->absent_count != s->absent_count)
		return false;
	for (uint32_t i = 0; i < s->absent_count; i++) {
		const struct absent *x = &b->order_absent.at[o->absent_first + i];
		if (x->inst != s->absent[i].inst || x->index != s->absent[i].index)
			return false;
	}
	for (uint32_t i = 0; i < s->joined_count; i++)
		if (b->order_paths.at[o->joined_first + i] != s->joined[i])
			return false;
	for (uint32_t i = 0; i < s->phase_count; i++) {
		const struct phase *p = &b->order_phases.at[o->phase_first + i];
		if (p->barrier != s->phases[i].barrier || p->least != s->phases[i].least ||
		    p->most != s->phases[i].most ||
		    phase_step(p) != phase_step(&s->phases[i]))
			return false;
	}
	return true;
}

uint32_t export_order(struct frame *fr, const struct state *state)
{
	struct builder *b = fr->builder;
	struct state at = *state, *s = &at;
	join_note_vacuous(fr, s);
	for (uint32_t i = b->orders.n; i-- > 0;)
		if (same_order(b, &b->orders.at[i], s))
			return i;
	struct order o = {.running = s->running, .started = s->started, .alone = s->alone,
			  .mask = s->mask, .replaced = s->replaced,
			  .absent_first = b->order_absent.n,
			  .absent_count = s->absent_count,
			  .joined_first = b->order_paths.n, .joined_count = s->joined_count,
			  .phase_first = b->order_phases.n, .phase_count = s->phase_count};
	for (uint32_t i = 0; i < s->absent_count; i++)
		vec_push(&b->order_absent, s->absent[i]);
	for (uint32_t i = 0; i < s->joined_count; i++)
		vec_push(&b->order_paths, s->joined[i]);
	for (uint32_t i = 0; i < s->phase_count; i++)
		vec_push(&b->order_phases, s->phases[i]);
	vec_push(&b->orders, o);
	return b->orders.n - 1;
}

uint32_t export_chain(struct frame *fr, func_id func, uint32_t inst, uint32_t next)
{
	struct builder *b = fr->builder;
	uint64_t key = hash_combine(map_key2(func, inst), next) >> 1;
	uint32_t found = map_get(&b->chain_ids, key, 0);
	if (found && b->chains.at[found].func == func && b->chains.at[found].inst == inst &&
	    b->chains.at[found].next == next)
		return found;
	vec_push(&b->chains, ((struct chain){func, inst, next, 0}));
	map_put(&b->chain_ids, key, b->chains.n - 1);
	return b->chains.n - 1;
}

/* How many ways there are with x; CHAIN_WAYS + 1: too many. *has: y is one of them. */
static uint32_t count_ways(const struct builder *b, uint32_t x, uint32_t y, bool *has)
{
	uint32_t n = 1;
	*has = x == y;
	for (uint32_t c = b->chains.at[x].other; c && c != x; c = b->chains.at[c].other) {
		if (c == CHAIN_ANY)
			return CHAIN_WAYS + 1;
		*has |= c == y;
		n++;
	}
	return n;
}

static void forget_ways(struct builder *b, uint32_t x)
{
	for (uint32_t c = x, next; c && c != CHAIN_ANY; c = next) {
		next = b->chains.at[c].other;
		b->chains.at[c].other = CHAIN_ANY;
	}
}

void export_any_way(struct frame *fr, uint32_t x)
{
	forget_ways(fr->builder, x);
}

void export_way(struct frame *fr, uint32_t x, uint32_t y)
{
	struct chain *at = fr->builder->chains.at;
	bool same, ignored;
	if (!x || !y)
		return;
	uint32_t n = count_ways(fr->builder, x, y, &same);
	if (same)
		return;
	if (n + count_ways(fr->builder, y, x, &ignored) > CHAIN_WAYS) {
		forget_ways(fr->builder, x);
		forget_ways(fr->builder, y);
		return;
	}
	uint32_t behind = at[x].other ? at[x].other : x;
	at[x].other = at[y].other ? at[y].other : y;
	at[y].other = behind;
}

/* ---- accesses ---- */

struct guarded {
	struct access a;
	struct lockset locks;
	struct fact facts[MAX_ACCESS_FACTS];
	uint32_t fact_count;
};

void export_substitute_locks(struct frame *fr, struct lockset *l, struct substitution x)
{
	struct lockset out = *l;
	out.held_count = 0;
	for (uint32_t i = 0; i < l->held_count; i++) {
		struct held h = l->held[i];
		h.lock = path_substitute(&fr->paths, h.lock, x.from, x.to);
		for (uint32_t k = 0; k < h.since_count; k++)
			h.since[k] = path_substitute(&fr->paths, h.since[k], x.from, x.to);
		lockset_insert(&out, h);
	}
	*l = out;
}

/* The first VALUE in the path that can be told by cases, or 0. */
path_id export_expandable(const struct frame *fr, path_id p)
{
	while (p && path_at(&fr->paths, p)->flags & PATHF_VALUE) {
		const struct path *x = path_at(&fr->paths, p);
		const struct alternatives *alt = frame_alternatives(fr, p);
		if (alt) {
			for (uint32_t i = 0; i < alt->count; i++)
				if (path_mentions(&fr->paths, alt->values[i], p))
					return 0;
			return p;
		}
		if (x->kind < PATH_OFFSET)
			return 0;
		p = x->a;
	}
	return 0;
}

static path_id expandable_in(const struct frame *fr, const struct guarded *g)
{
	path_id leaf = export_expandable(fr, g->a.path);
	for (uint32_t i = 0; i < g->locks.held_count && !leaf; i++)
		leaf = export_expandable(fr, g->locks.held[i].lock);
	return leaf;
}

static bool is_open(const struct frame *fr, const struct guarded *g, path_id path)
{
	bool open = path_is_open(&fr->paths, path);
	for (uint32_t i = 0; i < g->locks.held_count && !open; i++)
		open = path_is_open(&fr->paths, g->locks.held[i].lock);
	for (uint32_t i = 0; i < g->fact_count && !open; i++)
		open = path_is_open(&fr->paths, g->facts[i].path);
	return open;
}

path_id export_from_outside(struct frame *fr, path_id p)
{
	return p ? path_from_outside(&fr->paths, &fr->paths, p, fr->func, NULL) : 0;
}

/* Then what is known of it holds for the other way there as well. */
static bool seen_before(struct frame *fr, const struct access *a, const struct fact *facts)
{
	uint64_t key = hash_combine(map_key2(a->path, a->lockset), map_key2(a->func, a->inst));
	key = hash_combine(key, map_key2(a->ordering, (uint32_t)a->kind << 16 | a->flags));
	key = hash_combine(key, map_key2(a->size, a->except));
	key = hash_combine(key, a->traits);
	for (uint32_t i = 0; i < a->fact_count; i++) {
		const struct fact *f = &facts[i];
		key = hash_combine(key, map_key2(f->path, f->target));
		key = hash_combine(key, (uint64_t)f->value * 8 + f->signs);
	}
	uint32_t seen = map_get(&fr->builder->access_ids, key >> 1, UINT32_MAX);
	if (seen == UINT32_MAX)
		map_put(&fr->builder->access_ids, key >> 1, a->chain);
	else
		export_way(fr, seen, a->chain);
	return seen != UINT32_MAX;
}

/* An object that was taken out of its list under a lock is as good as guarded by
 * it, as far as it is touched through that pointer. */
static void add_owned(struct frame *fr, const struct lockset *locks, struct guarded *g)
{
	path_id p = g->a.path;
	for (; p; p = path_at(&fr->paths, p)->a) {
		for (uint32_t i = 0; i < locks->owned_count; i++) {
			const struct owned *o = &locks->owned[i];
			if (o->value != p || !o->lock || o->by_id || o->lent)
				continue;
			g->a.traits |= TRAIT_TAKEN;
			if (!lockset_find(&g->locks, o->lock))
				lockset_insert(&g->locks,
					       (struct held){.lock = o->lock, .depth = 1,
							     .kind = LOCK_OWNED,
							     .func = g->a.func,
							     .inst = g->a.inst});
		}
		const struct path *x = path_at(&fr->paths, p);
		if (x->kind != PATH_OFFSET && x->kind != PATH_INDEX)
			break;
	}
}

static void push_closed(struct frame *fr, const struct state *s, const struct guarded *g,
			struct access a)
{
	struct lockset locks;
	a.path = export_from_outside(fr, a.path);
	a.except = export_from_outside(fr, a.except);
	lockset_copy(&locks, &g->locks);
	locks.held_count = 0;
	for (uint32_t i = 0; i < g->locks.held_count; i++) {
		struct held h = g->locks.held[i];
		h.lock = export_from_outside(fr, h.lock);
		for (uint32_t k = 0; k < h.since_count; k++)
			h.since[k] = export_from_outside(fr, h.since[k]);
		lockset_insert(&locks, h);
	}
	locks.lost_count = 0;
	for (uint32_t i = 0; i < g->locks.lost_count; i++) {
		struct lost x = g->locks.lost[i];
		x.lock = export_from_outside(fr, x.lock);
		lockset_insert_lost(&locks, x);
	}
	a.lockset = export_lockset(fr, &locks);
	a.ordering = export_order(fr, s);
	a.fact_first = a.fact_count = 0;
	if (!seen_before(fr, &a, g->facts))
		vec_push(&fr->builder->closed, a);
}

static void push_access(struct frame *fr, const struct state *s, const struct guarded *g)
{
	struct builder *b = fr->builder;
	struct access a = g->a;
	uint32_t at = a.chain ? b->chains.at[a.chain].inst : a.inst;
	a.path = span_path(fr, s, &g->locks, a.path, at);
	if (!is_open(fr, g, a.path)) {
		push_closed(fr, s, g, a);
		return;
	}
	a.lockset = export_lockset(fr, &g->locks);
	a.ordering = export_order(fr, s);
	a.fact_first = b->facts.n;
	a.fact_count = g->fact_count & 15;
	if (seen_before(fr, &a, g->facts))
		return;
	for (uint32_t i = 0; i < g->fact_count; i++)
		vec_push(&b->facts, g->facts[i]);
	vec_push(&b->open, a);
}

/* Is one of the locks reached from where the memory is reached? */
static bool is_of_object(const struct frame *fr, const struct guarded *g)
{
	path_id root = path_at(&fr->paths, g->a.path)->root;
	for (uint32_t i = 0; i < g->locks.held_count; i++)
		if (path_at(&fr->paths, g->locks.held[i].lock)->root == root)
			return true;
	return false;
}

static bool is_offset_of(const struct frame *fr, path_id p, path_id base)
{
	path_id from;
	path_split_offset(&fr->paths, p, &from);
	return from == base;
}

static bool is_number(const struct frame *fr, path_id p)
{
	return path_at(&fr->paths, p)->kind == PATH_INT;
}

/* Is a lock held that would be behind null, if the pointer were? Then it is not null, or locking is
 * switched off (null_lock.c); unless it is never anything else. */
static bool is_locked_through(const struct frame *fr, const struct guarded *g, path_id leaf,
			      const struct alternatives *alt)
{
	bool held = false, other = false;
	for (uint32_t i = 0; i < g->locks.held_count; i++)
		held |= path_at(&fr->paths, g->locks.held[i].lock)->root == leaf;
	for (uint32_t i = 0; i < alt->count; i++)
		other |= !is_number(fr, alt->values[i]);
	return held && other;
}

/* The access by each of the names. Two locks that are held under two names are two: both
 * of 'x = a < b ? a : b, y = a < b ? b : a' are locked, whichever is which. */
static void expand(struct frame *fr, const struct state *s, const struct guarded *g,
		   uint32_t *left)
{
	path_id leaf = expandable_in(fr, g);
	const struct alternatives *alt = leaf ? frame_alternatives(fr, leaf) : NULL;
	if (!alt || *left < alt->count) {
		push_access(fr, s, g);
		return;
	}
	*left -= alt->count;
	for (uint32_t i = 0; i < alt->count; i++) {
		struct substitution x = {leaf, alt->values[i]};
		struct guarded h = *g;
		if (is_number(fr, x.to) && (path_at(&fr->paths, g->a.path)->root == leaf ||
					    is_locked_through(fr, g, leaf, alt)))
			continue; /* null is no memory */
		if (g->a.except == x.to && is_offset_of(fr, g->a.path, leaf))
			continue;
		h.a.path = path_substitute(&fr->paths, h.a.path, x.from, x.to);
		if (memory_is_private(fr, s, h.a.path))
			continue;
		if (path_at(&fr->paths, h.a.path)->steps > MAX_STEPS + 4) {
			push_access(fr, s, g); /* too long a name: whatever it is */
			continue;
		}
		export_substitute_locks(fr, &h.locks, x);
		if (h.locks.held_count < g->locks.held_count && !is_of_object(fr, &h))
			continue; /* nobody locks the same mutex twice */
		add_owned(fr, &s->locks, &h);
		expand(fr, s, &h, left);
	}
}

static void add_fact(struct frame *fr, struct guarded *g, const struct fact *f)
{
	if (g->fact_count == MAX_ACCESS_FACTS || !export_fact_is_useful(fr, f) ||
	    !path_is_open(&fr->paths, f->path))
		return;
	g->facts[g->fact_count++] = *f;
}

static bool is_thread_entry(const struct frame *fr)
{
	const struct callgraph *g = fr->in->callgraph;
	for (uint32_t i = g->caller_at[fr->func]; i < g->caller_at[fr->func + 1]; i++)
		if (g->edges[g->caller_edges[i]].kind == EDGE_CREATE)
			return true;
	return false;
}

/* 'if (number == 0)', 'case 2:': maybe only one of many threads gets here. The number is an
 * argument, or in the struct that a thread is given. */
static bool is_for_one(struct frame *fr, const struct fact *f)
{
	const struct path *x = path_at(&fr->paths, f->path);
	if (x->kind == PATH_MATH && x->imm == MATH_LOW) /* it may be enough for all of them */
		x = path_at(&fr->paths, x->a);
	return f->exact && !f->target &&
	       ((x->kind == PATH_FORMAL && (!f->value || is_thread_entry(fr))) ||
		(x->kind == PATH_LOAD && x->loads == 1 && is_thread_entry(fr))) &&
	       !frame_alias(fr, f->path);
}

/* The arguments of the call that are constants. */
static uint64_t constant_arguments(const struct program *p, const struct call_edge *e)
{
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[e->caller], e->inst);
	uint64_t set = 0;
	int64_t value;
	for (uint32_t k = 0; k < i->arg_count && k < 64; k++)
		if (ir_val_int(p, p->operands.at[i->args + k], &value))
			set |= UINT64_C(1) << k;
	return set;
}

/* control(op, ...): a number that chooses what is done, where some caller has said which:
 * the formals, as bits. */
static uint64_t find_choices(const struct frame *fr)
{
	const struct callgraph *g = fr->in->callgraph;
	uint32_t first = g->caller_at[fr->func], end = g->caller_at[fr->func + 1];
	uint64_t choices = 0;
	for (uint32_t i = first; i < end; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		choices |= e->kind == EDGE_DIRECT ? constant_arguments(fr->p, e) : 0;
	}
	return choices;
}

/* 'case 4:', for callers that have said which; 'if (n)' too of what is theirs in any case. */
static bool is_choice(struct frame *fr, const struct fact *f, bool open)
{
	const struct path *x = path_at(&fr->paths, f->path);
	if ((!f->exact && !open) || f->target || x->kind != PATH_FORMAL || x->a >= 64)
		return false;
	if (!fr->choices_known)
		fr->choices = find_choices(fr);
	fr->choices_known = true;
	return fr->choices >> x->a & 1;
}

void export_access(struct frame *fr, const struct state *s, struct access a)
{
	if (fr->in->escape && escape_is_private(fr->in->escape, a.node))
		return; /* whoever calls this function */
	struct guarded g;
	a.path = facts_locked_name(fr, s, a.path);
	g.a = a;
	g.fact_count = 0;
	lockset_copy(&g.locks, &s->locks);
	bool open = path_is_open(&fr->paths, a.path);
	for (uint32_t i = 0; i < fr->extra_count; i++)
		add_fact(fr, &g, &fr->extra[i]);
	for (uint32_t i = 0; i < s->fact_count; i++)
		if (fr->several || is_for_one(fr, &s->facts[i]) ||
		    is_choice(fr, &s->facts[i], open) || told_by_callers(fr, &s->facts[i]))
			add_fact(fr, &g, &s->facts[i]);
	if (memory_has_got_out(fr, s, a.path))
		g.a.flags |= ACCESSF_ESCAPED;
	path_id pointer;
	path_split_offset(&fr->paths, a.path, &pointer);
	if (!a.except)
		g.a.except = facts_excepted(fr, s, pointer);
	uint32_t left = MAX_EXPANSIONS;
	g.locks.owned_count = 0;
	add_owned(fr, &s->locks, &g);
	expand(fr, s, &g, &left);
}

/* ---- the rest ---- */

bool export_has_room(struct frame *fr, uint32_t accesses)
{
	bool room = accesses <= MAX_IMPORTED &&
		    (!fr->recording || fr->builder->open.n + accesses <= MAX_OPEN);
	if (fr->recording && !room)
		fr->out->limits[LIMIT_OPEN_ACCESSES]++;
	return room;
}

/* The instruction of this function that does it, or that calls who does. */
static uint32_t inst_of_sync(const struct frame *fr, const struct sync *y)
{
	return y->chain ? fr->builder->chains.at[y->chain].inst : y->inst;
}

/* Which call posts or waits is kept, all of it where the semaphore has a name. */
static bool is_known_sync(const struct frame *fr, const struct sync *x, const struct sync *y)
{
	bool semaphore = y->kind == SYNC_SEM_POST || y->kind == SYNC_SEM_WAIT;
	if (x->kind != y->kind || x->object != y->object || x->value != y->value)
		return false;
	if (semaphore && !path_is_open(&fr->paths, y->object))
		return x->chain == y->chain && x->func == y->func && x->inst == y->inst;
	if (semaphore)
		return !x->chain == !y->chain && inst_of_sync(fr, x) == inst_of_sync(fr, y);
	return (y->kind != SYNC_OWN && y->kind != SYNC_JOIN) ||
	       (x->func == y->func && x->inst == y->inst);
}

void export_sync(struct frame *fr, struct sync y)
{
	struct builder *b = fr->builder;
	bool as_it_is = y.kind == SYNC_JOIN || y.kind == SYNC_OWN || !y.object;
	path_id leaf = as_it_is ? 0 : export_expandable(fr, y.object);
	if (leaf && frame_alternatives(fr, leaf)->count) {
		const struct alternatives *alt = frame_alternatives(fr, leaf);
		for (uint32_t i = 0; i < alt->count; i++) {
			struct sync z = y;
			z.object = path_substitute(&fr->paths, y.object, leaf,
						   alt->values[i]);
			if (z.object && path_at(&fr->paths, z.object)->kind != PATH_INT &&
			    !export_expandable(fr, z.object))
				export_sync(fr, z);
		}
		return;
	}
	for (uint32_t i = 0; i < b->syncs.n; i++)
		if (is_known_sync(fr, &b->syncs.at[i], &y))
			return;
	if (path_is_open(&fr->paths, y.object) && b->syncs.n >= MAX_SYNCS)
		y.object = export_from_outside(fr, y.object);
	vec_push(&b->syncs, y);
}

void export_content(struct frame *fr, uint32_t number, struct content c)
{
	struct builder *b = fr->builder;
	uint32_t same = 0;
	for (uint32_t i = 0; i < b->contents.n; i++) {
		if (b->content_fork.at[i] != number)
			continue;
		same++;
		if (b->contents.at[i].address == c.address) {
			if (b->contents.at[i].value != c.value)
				b->contents.at[i].value = 0; /* differs: not known */
			return;
		}
	}
	if (same == MAX_CONTENTS || !c.address || !c.value)
		return;
	vec_push(&b->contents, c);
	vec_push(&b->content_fork, number);
}

/* May another thread change it while the new one runs? Not in memory that was made for that
 * one; those that write such memory have their own. */
static bool is_changed_later(const struct frame *fr, const struct fork *f, cell_id c)
{
	return !(f->flags & (FORKF_ARG_FRESH | FORKF_ARG_NEW)) && c && c != ALIAS_MIXED &&
	       modified_has(fr->by_threads, c);
}

/* The cells of the memory that the argument points to. */
static void export_contents(struct frame *fr, uint32_t number, const struct state *s)
{
	const struct fork *f = &fr->forks.at[number];
	uint32_t inst = f->via ? f->via - 1 : f->inst;
	path_id base, other;
	path_split_offset(&fr->paths, f->argument, &base);
	for (uint32_t i = 0; i < s->cell_count && f->argument; i++) {
		const struct cell *c = &s->cells[i];
		path_id at = range_around(fr, c->address, inst);
		path_split_offset(&fr->paths, at, &other);
		if (other != base || c->unknown || c->weak || c->count != 1 ||
		    is_changed_later(fr, f, c->alias))
			continue;
		path_id v = range_around(fr, span_choice(fr, c->values[0]), inst);
		if (!range_has_other(fr, v, inst)) /* of a loop further out */
			export_content(fr, number, (struct content){at, v});
	}
}

path_id export_origin(struct frame *fr, path_id p)
{
	path_id base;
	path_split_offset(&fr->paths, p, &base);
	const struct path *x = path_at(&fr->paths, base);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM)
		return 0;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, x->b);
	path_id at = i->op == OP_LOAD && i->size == SOLE_WORD ? frame_value(fr, i->a) : 0;
	return at ? range_around(fr, at, x->b) : 0;
}

static bool fork_has_range(struct frame *fr, uint32_t number,
			   bool (*has)(struct frame *, path_id, uint32_t))
{
	const struct fork *f = &fr->forks.at[number];
	const struct builder *b = fr->builder;
	uint32_t inst = f->via ? f->via - 1 : f->inst;
	path_id from = export_origin(fr, f->argument);
	bool found = has(fr, f->argument, inst) || (from && has(fr, from, inst));
	for (uint32_t i = 0; i < b->contents.n && !found; i++)
		found = b->content_fork.at[i] == number &&
			has(fr, b->contents.at[i].value, inst);
	return found;
}

void export_fork_rounds(struct frame *fr, uint32_t number, bool in_loop, bool running)
{
	struct fork *f = &fr->forks.at[number];
	uint32_t inst = f->via ? f->via - 1 : f->inst;
	bool own = fork_has_range(fr, number, range_has_own);
	bool other = fork_has_range(fr, number, range_has_other);
	if ((own && (other || in_loop || flow_entered_with(fr, inst, number))) ||
	    (other && (!f->via || running)))
		f->flags |= FORKF_ROUNDS;
}

void export_fork(struct frame *fr, uint32_t number, const struct state *s)
{
	struct builder *b = fr->builder;
	struct fork *f = &fr->forks.at[number];
	struct state at = *s;
	while (b->fork_recorded.n <= number)
		vec_push(&b->fork_recorded, 0);
	if (b->fork_recorded.at[number]) {
		const struct order *o = &b->orders.at[f->ordering];
		lockset_join(&at.locks, &b->locksets.at[f->lockset]);
		at.running |= o->running;
		at.started |= o->started;
		at.mask = mask_join(at.mask, o->mask);
		at.replaced &= o->replaced;
		if (o->joined_count != at.joined_count)
			at.joined_count = 0;
	}
	b->fork_recorded.at[number] = 1;
	f->lockset = export_lockset(fr, &at.locks);
	f->ordering = export_order(fr, &at);
	export_contents(fr, number, s);
	if (!f->via)
		export_fork_rounds(fr, number, false, false);
}

void export_return(struct frame *fr, struct state *s, ir_val value)
{
	path_id p = frame_value(fr, value);
	uint8_t signs = p ? facts_of_value(fr, s, value).signs : SIGN_ANY;
	struct arena *scratch = fr->scratch;
	taken_returned(fr, s, p);
	fr->scratch = fr->lasting;
	vec_push(&fr->builder->returns, ((struct returned){state_keep(fr, s), p, signs}));
	fr->scratch = scratch;
}
