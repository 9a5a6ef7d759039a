/* SPDX-License-Identifier: MIT */
/*
 * The end of a function: outcomes and writes from the states that return, then
 * everything into the summary with a path table of its own.
 */
#include <string.h>

#include "analysis/builder.h"
#include "analysis/state/dropped.h"
#include "analysis/exec/exec.h"
#include "analysis/result/asked.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/state/put.h"
#include "base/diag.h"

void builder_clear(struct builder *b)
{
	vec_clear(&b->locksets);
	vec_clear(&b->orders);
	vec_clear(&b->order_paths);
	vec_clear(&b->order_phases);
	vec_clear(&b->order_absent);
	vec_clear(&b->contents);
	vec_clear(&b->origins);
	vec_clear(&b->content_fork);
	vec_clear(&b->chains);
	vec_clear(&b->open);
	vec_clear(&b->closed);
	vec_clear(&b->fork_recorded);
	vec_clear(&b->calls);
	vec_clear(&b->call_args);
	vec_clear(&b->ruled_out);
	vec_clear(&b->known);
	vec_clear(&b->pointed);
	map_clear(&b->not_ruled_out);
	vec_clear(&b->outcomes);
	vec_clear(&b->facts);
	vec_clear(&b->values);
	vec_clear(&b->writes);
	vec_clear(&b->syncs);
	vec_clear(&b->returns);
	map_clear(&b->access_ids);
	map_clear(&b->chain_ids);
}

void builder_free(struct builder *b)
{
	vec_free(&b->locksets);
	vec_free(&b->orders);
	vec_free(&b->order_paths);
	vec_free(&b->order_phases);
	vec_free(&b->order_absent);
	vec_free(&b->contents);
	vec_free(&b->origins);
	vec_free(&b->content_fork);
	vec_free(&b->chains);
	vec_free(&b->open);
	vec_free(&b->closed);
	vec_free(&b->fork_recorded);
	vec_free(&b->calls);
	vec_free(&b->call_args);
	vec_free(&b->ruled_out);
	vec_free(&b->known);
	vec_free(&b->pointed);
	map_free(&b->not_ruled_out);
	vec_free(&b->outcomes);
	vec_free(&b->facts);
	vec_free(&b->values);
	vec_free(&b->writes);
	vec_free(&b->syncs);
	vec_free(&b->returns);
	map_free(&b->access_ids);
	map_free(&b->chain_ids);
}

/* ---- outcomes ---- */

struct exit {
	struct state *s;
	uint8_t signs;
	path_id values[MAX_VALUES];
	uint32_t count;
	bool unknown;
};

/* Is a lock held that is named by what is returned? Then the one name says more than what it
 * may be. */
static bool names_lock(const struct frame *fr, const struct state *s, path_id v)
{
	bool names = false;
	for (uint32_t i = 0; v && i < s->locks.held_count && !names; i++)
		names = s->locks.held[i].kind == LOCK_CLAIMED &&
			path_mentions_value_of(&fr->paths, v, fr->func) &&
			path_mentions(&fr->paths, s->locks.held[i].lock, v);
	return names;
}

static void exit_add_value(struct frame *fr, struct exit *e, path_id v, uint32_t depth)
{
	const struct alternatives *alt = frame_alternatives(fr, v);
	if (!v) {
		e->unknown = true;
		return;
	}
	if (alt && depth && !names_lock(fr, e->s, v)) {
		for (uint32_t i = 0; i < alt->count; i++)
			exit_add_value(fr, e, alt->values[i], depth - 1);
		return;
	}
	for (uint32_t i = 0; i < e->count; i++)
		if (e->values[i] == v)
			return;
	if (e->count == MAX_VALUES)
		e->unknown = true;
	else
		e->values[e->count++] = v;
}

/* Private memory given back must not have been seen by anyone else, and memory
 * of this activation is gone. */
static bool can_be_returned(const struct frame *fr, const struct state *s, path_id v)
{
	const struct path *x = path_at(&fr->paths, path_at(&fr->paths, v)->root);
	if (x->kind == PATH_LOCAL && x->a == fr->func)
		return false;
	if (x->kind == PATH_HEAP && path_at(&fr->paths, v)->loads == 0)
		return memory_is_private(fr, s, v);
	return true;
}

bool export_fact_is_useful(const struct frame *fr, const struct fact *f)
{
	const struct path *x = path_at(&fr->paths, f->path);
	const struct path *root = path_at(&fr->paths, x->root);
	return !(x->flags & (PATHF_VALUE | PATHF_ANY | PATHF_RANGE)) &&
	       (root->kind == PATH_FORMAL || (root->kind == PATH_SYMBOL && x->loads) ||
		(x->kind == PATH_MATH && x->flags & PATHF_OPEN));
}

/* Does a know something about what callers have passed, which b does not say? */
static bool exit_depends(const struct frame *fr, const struct state *a, const struct state *b)
{
	for (uint32_t i = 0; i < a->fact_count; i++) {
		const struct fact *x = &a->facts[i];
		struct fact y = facts_of(fr, b, x->path);
		bool said = !(y.signs & ~x->signs) &&
			    (!x->exact || (y.exact && y.value == x->value));
		if (!said && export_fact_is_useful(fr, x))
			return true;
	}
	return false;
}

/* Have threads been created in a that are not in b, or is one of them in a child process? And does
 * the result tell, at least sometimes, or what callers have passed? */
static bool exit_starts_others(const struct frame *fr, const struct exit *a,
			       const struct exit *b)
{
	bool more = a->s->running & ~b->s->running;
	bool told = b->signs & ~a->signs;
	return (more && (told || exit_depends(fr, a->s, b->s))) ||
	       (a->s->alone != b->s->alone && !(a->signs & b->signs));
}

/* Functions that only fail by returning less are told apart by their locks, and if there
 * is room by the threads they have joined or created; these also by what callers have passed. */
static bool exits_merge(struct frame *fr, struct exit *into, const struct exit *e, bool room)
{
	if (!state_similar_locks(fr, into->s, e->s) ||
	    (room && (!state_has_joined(into->s, e->s) || !state_has_joined(e->s, into->s) ||
		      exit_starts_others(fr, into, e) || exit_starts_others(fr, e, into))))
		return false;
	state_join(fr, into->s, e->s);
	into->signs |= e->signs;
	into->unknown |= e->unknown;
	for (uint32_t i = 0; i < e->count; i++)
		exit_add_value(fr, into, e->values[i], 0);
	return true;
}

static void push_outcome(struct frame *fr, const struct exit *e, bool alone)
{
	struct builder *b = fr->builder;
	struct outcome o = {.signs = alone ? SIGN_ANY : e->signs,
			    .lockset = export_lockset(fr, &e->s->locks),
			    .ordering = export_order(fr, e->s),
			    .fact_first = b->facts.n, .result_first = b->values.n};
	for (uint32_t i = 0; i < e->s->fact_count; i++) {
		const struct fact *f = &e->s->facts[i];
		/* who does not come back unless a condition holds has told it to all callers */
		if ((!alone || path_at(&fr->paths, f->path)->kind == PATH_FORMAL) &&
		    export_fact_is_useful(fr, f))
			vec_push(&b->facts, *f);
	}
	for (uint32_t i = 0; i < e->count && !e->unknown; i++)
		vec_push(&b->values, e->values[i]);
	o.fact_count = b->facts.n - o.fact_first;
	o.result_count = b->values.n - o.result_first;
	vec_push(&b->outcomes, o);
}

/* Does it mention a value of this activation, besides what is returned? */
static bool mentions_others(struct frame *fr, path_id lock, path_id returned)
{
	const struct path x = *path_at(&fr->paths, lock);
	if (lock == returned || !lock || !(x.flags & PATHF_VALUE))
		return false;
	if (x.kind == PATH_VALUE)
		return x.a == fr->func && !(x.b & VALUE_PARAM);
	return mentions_others(fr, x.a, returned) ||
	       (path_has_two(&x) && mentions_others(fr, x.b, returned));
}

/* Locks named by a VALUE of this activation mean nothing outside, unless that
 * VALUE is what is returned. */
static void keep_nameable_locks(struct frame *fr, struct exit *e)
{
	path_id mine = e->count == 1 && !e->unknown ? e->values[0] : 0;
	struct lockset *l = &e->s->locks;
	uint8_t kept = 0;
	for (uint32_t i = 0; i < l->held_count; i++) {
		const struct path *x = path_at(&fr->paths, l->held[i].lock);
		const struct path *root = path_at(&fr->paths, x->root);
		bool gone = root->kind == PATH_LOCAL && root->a == fr->func;
		if (path_mentions_value_of(&fr->paths, l->held[i].lock, fr->func))
			gone = !mine || mentions_others(fr, l->held[i].lock, mine);
		if (!gone)
			l->held[kept++] = l->held[i];
	}
	l->held_count = kept;
	for (uint32_t i = l->lost_count; i-- > 0;)
		if (path_mentions_value_of(&fr->paths, l->lost[i].lock, fr->func))
			lockset_forget_lost(l, l->lost[i].lock);
}

/* Who finds that there is nobody to join has done as much as those who join him. */
static void share_joins(struct frame *fr)
{
	struct builder *b = fr->builder;
	for (uint32_t i = 0; i < b->returns.n; i++) {
		for (uint32_t k = 0; k < b->returns.n; k++) {
			const struct state *other = b->returns.at[k].s;
			for (uint32_t j = 0; k != i && j < other->joined_count; j++) {
				path_id said = join_said(fr, b->returns.at[i].s, other->joined[j]);
				if (said)
					join_note(b->returns.at[i].s, said);
			}
		}
	}
}

/* Found by an exchange: no name of anything else, as a call's is that of a thread's id. */
static bool is_found(const struct frame *fr, path_id v)
{
	const struct path *x = path_at(&fr->paths, v);
	if (x->kind != PATH_VALUE || x->a != fr->func || x->b & VALUE_PARAM)
		return false;
	uint8_t op = ir_inst_at(fr->p, fr->fn, x->b)->op;
	return op == OP_RMW || op == OP_CMPXCHG;
}

/* What is returned by another name that the state knows for it; or the number that it is. */
static path_id known_value(struct frame *fr, const struct state *s, path_id v)
{
	struct fact f = v ? facts_of(fr, s, v) : (struct fact){0};
	if (f.same)
		return f.same;
	return f.exact && is_found(fr, v) ? path_int(&fr->paths, f.value) : v;
}

static void find_outcomes(struct frame *fr)
{
	struct builder *b = fr->builder;
	struct exit exits[MAX_STATES];
	uint32_t n = 0;
	share_joins(fr);
	for (uint32_t i = 0; i < b->returns.n; i++) {
		struct exit e = {.s = b->returns.at[i].s};
		path_id v = b->returns.at[i].value;
		e.signs = b->returns.at[i].signs;
		exit_add_value(fr, &e, known_value(fr, e.s, v), 3);
		for (uint32_t k = 0; k < e.count; k++)
			e.unknown |= !can_be_returned(fr, e.s, e.values[k]);
		keep_nameable_locks(fr, &e);
		bool merged = false;
		for (uint32_t k = 0; k < n && !merged; k++)
			merged = exits_merge(fr, &exits[k], &e, n < MAX_STATES);
		if (!merged && n < MAX_STATES) {
			exits[n++] = e;
		} else if (!merged) {
			exits[0].s->locks = e.s->locks;
			for (uint32_t k = 0; k < n; k++)
				dropped_join(fr, &exits[0].s->locks, &exits[k].s->locks);
			exits_merge(fr, &exits[0], &e, false);
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		push_outcome(fr, &exits[i], n == 1);
		b->ends[i] = exits[i].s;
	}
}

/* ---- writes ---- */

static bool write_is_nameable(const struct frame *fr, const struct cell *c)
{
	const struct path *x = path_at(&fr->paths, c->address);
	const struct path *root = path_at(&fr->paths, x->root);
	return !(x->flags & (PATHF_VALUE | PATHF_ANY)) &&
	       (root->kind == PATH_FORMAL || root->kind == PATH_SYMBOL);
}

static bool same_value(const struct frame *fr, path_id address, path_id v)
{
	const struct path *x = path_at(&fr->paths, v);
	return x->kind == PATH_LOAD && x->a == address;
}

/* A content that only names what was there on entry is no write. */
static bool is_unchanged(const struct frame *fr, const struct cell *c)
{
	return !c->unknown && c->count == 1 && same_value(fr, c->address, c->values[0]);
}

/* Does the value mean something to callers? */
static bool value_is_nameable(const struct frame *fr, path_id v)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, v)->root);
	if (root->a != fr->func || (root->kind != PATH_LOCAL && root->kind != PATH_VALUE))
		return true;
	return root->kind == PATH_VALUE && call_creates(fr, root->b);
}

/* Worth telling: pointers and ids anywhere, numbers through out-parameters. What
 * is left out counts as modified, its content unknown. */
static bool write_is_useful(const struct frame *fr, const struct cell *c)
{
	const struct path *x = path_at(&fr->paths, c->address);
	bool out = path_at(&fr->paths, x->root)->kind == PATH_FORMAL && x->loads == 0;
	if (c->unknown || !c->count)
		return false;
	for (uint32_t i = 0; i < c->count; i++) {
		const struct path *v = path_at(&fr->paths, c->values[i]);
		if (!value_is_nameable(fr, c->values[i]))
			return false;
		if (v->kind == PATH_INT && !out && c->count == 1)
			return false;
	}
	return true;
}

static bool value_is_given(const struct frame *fr, path_id v)
{
	uint32_t number = frame_private(fr, path_at(&fr->paths, v)->root);
	return number != UINT32_MAX && fr->given.at[number];
}

/* 1 + which of the cell's values is there in that state; 0: it may be another one. */
static uint8_t find_sure_value(const struct cell *c, const struct state *s)
{
	for (uint32_t i = 0; i < s->cell_count; i++) {
		const struct cell *x = &s->cells[i];
		if (x->address != c->address || x->size != c->size)
			continue;
		for (uint8_t k = 0; k < c->count; k++)
			if (!x->unknown && !x->weak && x->count == 1 &&
			    x->values[0] == c->values[k])
				return (uint8_t)(k + 1);
	}
	return 0;
}

/* What is there in some outcomes, in others not: 'if (make(&box) == 0)'. */
static void find_sure_values(struct frame *fr, const struct cell *c, struct write *w)
{
	_Static_assert((int)MAX_STATES <= (int)SURE_OUTCOMES, "of each");
	for (uint32_t i = 0; i < fr->builder->outcomes.n; i++) {
		const struct state *s = fr->builder->ends[i];
		w->surely[i] = find_sure_value(c, s);
		bool told = w->surely[i] && !(facts_of(fr, s, c->values[w->surely[i] - 1]).signs &
					      SIGN_ZERO);
		w->not_null |= (uint8_t)(told << i);
	}
}

static void push_write(struct frame *fr, const struct cell *c)
{
	struct builder *b = fr->builder;
	struct write w = {.address = c->address, .size = c->size, .must = !c->weak,
			  .value_first = b->values.n, .value_count = c->count};
	for (uint32_t i = 0; i < c->count; i++) {
		vec_push(&b->values, c->values[i]);
		w.shared |= value_is_given(fr, c->values[i]);
	}
	find_sure_values(fr, c, &w);
	vec_push(&b->writes, w);
}

static void find_writes(struct frame *fr)
{
	struct builder *b = fr->builder;
	struct state *all = NULL;
	for (uint32_t i = 0; i < b->returns.n; i++) {
		if (!all)
			all = state_copy(fr, b->returns.at[i].s);
		else
			state_join(fr, all, b->returns.at[i].s);
	}
	for (uint32_t i = 0; all && i < all->cell_count; i++) {
		const struct cell *c = &all->cells[i];
		if (!write_is_nameable(fr, c) || is_unchanged(fr, c))
			continue;
		if (!write_is_useful(fr, c)) {
			formals_add(&fr->escapes, &fr->formals_stored);
			continue;
		}
		if (b->writes.n == MAX_WRITES) {
			fr->out->limits[LIMIT_WRITES]++;
			formals_add(&fr->escapes, &fr->formals_stored);
			break;
		}
		push_write(fr, c);
	}
}

/* ---- moving into the summary ---- */

struct mover {
	struct frame *fr;
	path_id *moved; /* by frame path; UINT32_MAX not yet */
	bool *named;	/* likewise: not only as a part of others */
	uint32_t paths; /* so many */
};

static path_id move_part(struct mover *m, path_id p)
{
	if (p && m->moved[p] == UINT32_MAX) {
		const struct path *x = path_at(&m->fr->paths, p);
		path_id a = path_is_step(x) ? move_part(m, x->a) : 0;
		path_id b = path_has_two(x) ? move_part(m, x->b) : 0;
		m->moved[p] = path_copy_step(&m->fr->out->paths, x, a, b);
	}
	return p ? m->moved[p] : 0;
}

static path_id move(struct mover *m, path_id p)
{
	m->named[p] = true;
	return move_part(m, p);
}

/* Sorted again: the order of ids differs between the tables. */
static void sort_paths(path_id *set, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k > 0 && set[k - 1] > set[k]; k--) {
			path_id t = set[k];
			set[k] = set[k - 1];
			set[k - 1] = t;
		}
}

static void move_lockset(struct mover *m, struct lockset *l)
{
	struct lockset out = *l;
	out.held_count = 0;
	for (uint32_t i = 0; i < l->held_count; i++) {
		struct held h = l->held[i];
		h.lock = move(m, h.lock);
		for (uint32_t k = 0; k < h.since_count; k++)
			h.since[k] = move(m, h.since[k]);
		sort_paths(h.since, h.since_count);
		lockset_insert(&out, h);
	}
	out.lost_count = 0;
	for (uint32_t i = 0; i < l->lost_count; i++) {
		struct lost x = l->lost[i];
		x.lock = move(m, x.lock);
		lockset_insert_lost(&out, x);
	}
	for (uint32_t i = 0; i < l->dropped_count; i++)
		out.dropped[i] = move(m, l->dropped[i]);
	for (uint32_t i = 0; i < l->acquired_count; i++)
		out.acquired[i] = move(m, l->acquired[i]);
	for (uint32_t i = 0; i < l->owned_count; i++)
		out.owned[i] = (struct owned){move(m, l->owned[i].value),
					      l->owned[i].lock ? move(m, l->owned[i].lock) : 0,
					      l->owned[i].deep, l->owned[i].callers,
					      l->owned[i].by_id, l->owned[i].lent};
	sort_paths(out.dropped, out.dropped_count);
	sort_paths(out.acquired, out.acquired_count);
	*l = out;
}

/* The contents of one fork next to each other, in order of forks. */
static void sort_contents(struct frame *fr)
{
	struct builder *b = fr->builder;
	uint32_t n = b->contents.n, to = 0;
	struct content *sorted = ARENA_ARRAY(fr->scratch, struct content, n + 1);
	for (uint32_t k = 0; k < fr->forks.n; k++) {
		fr->forks.at[k].content_first = to;
		for (uint32_t i = 0; i < n; i++)
			if (b->content_fork.at[i] == k)
				sorted[to++] = b->contents.at[i];
		fr->forks.at[k].content_count = to - fr->forks.at[k].content_first;
	}
	if (n)
		memcpy(b->contents.at, sorted, n * sizeof(*sorted));
}

static void move_forks(struct mover *m)
{
	struct frame *fr = m->fr;
	struct builder *b = fr->builder;
	for (uint32_t i = 0; i < fr->forks.n; i++) {
		struct fork *f = &fr->forks.at[i];
		bool recorded = i < b->fork_recorded.n && b->fork_recorded.at[i];
		f->entry = recorded ? move(m, f->entry) : 0;
		f->argument = recorded ? move(m, f->argument) : 0;
		f->id = move(m, f->id);
		f->id_address = move(m, f->id_address);
		f->id_holder = move(m, f->id_holder);
		f->id_once = move(m, f->id_once);
		f->id_place = move(m, f->id_place);
		if (!recorded)
			f->chain = f->lockset = f->ordering = 0;
	}
}

static void move_access(struct mover *m, struct access *a)
{
	a->path = move(m, a->path);
	a->except = a->except ? move(m, a->except) : 0;
}

static void move_paths(struct mover *m)
{
	struct builder *b = m->fr->builder;
	for (uint32_t i = 0; i < b->locksets.n; i++)
		move_lockset(m, &b->locksets.at[i]);
	for (uint32_t i = 0; i < b->order_paths.n; i++)
		b->order_paths.at[i] = move(m, b->order_paths.at[i]);
	for (uint32_t i = 0; i < b->order_phases.n; i++)
		b->order_phases.at[i].barrier = move(m, b->order_phases.at[i].barrier);
	for (uint32_t i = 0; i < b->order_absent.n; i++)
		b->order_absent.at[i].index = move(m, b->order_absent.at[i].index);
	for (uint32_t i = 0; i < b->contents.n; i++) {
		b->contents.at[i].address = move(m, b->contents.at[i].address);
		b->contents.at[i].value = move(m, b->contents.at[i].value);
	}
	for (uint32_t i = 0; i < b->open.n; i++)
		move_access(m, &b->open.at[i]);
	for (uint32_t i = 0; i < b->closed.n; i++)
		move_access(m, &b->closed.at[i]);
	for (uint32_t i = 0; i < b->calls.n; i++)
		b->calls.at[i].pointer = move(m, b->calls.at[i].pointer);
	for (uint32_t i = 0; i < b->call_args.n; i++)
		b->call_args.at[i] = move(m, b->call_args.at[i]);
	for (uint32_t i = 0; i < b->known.n; i++) {
		b->known.at[i].address = move(m, b->known.at[i].address);
		b->known.at[i].value = move(m, b->known.at[i].value);
	}
	for (uint32_t i = 0; i < b->pointed.n; i++)
		b->pointed.at[i].pointer = move(m, b->pointed.at[i].pointer);
	for (uint32_t i = 0; i < b->facts.n; i++) {
		b->facts.at[i].path = move(m, b->facts.at[i].path);
		b->facts.at[i].same = 0;
	}
	for (uint32_t i = 0; i < b->values.n; i++)
		b->values.at[i] = move(m, b->values.at[i]);
	for (uint32_t i = 0; i < b->writes.n; i++)
		b->writes.at[i].address = move(m, b->writes.at[i].address);
	for (uint32_t i = 0; i < b->syncs.n; i++)
		b->syncs.at[i].object = move(m, b->syncs.at[i].object);
	move_forks(m);
}

/* Where values come from that the summary speaks of by name. */
static void move_origins(struct mover *m)
{
	struct frame *fr = m->fr;
	for (uint32_t n = 0; n < fr->fn->inst_count; n++) {
		path_id leaf = fr->leaf[n], at = export_origin(fr, leaf);
		if (at && leaf < m->paths && m->moved[leaf] != UINT32_MAX)
			vec_push(&fr->builder->origins,
				 ((struct content){path_copy(&fr->out->paths, &fr->paths, at),
						   m->moved[leaf]}));
	}
}

#define TAKE(list, source)                                                              \
	do {                                                                            \
		(list).n = (source).n;                                                  \
		(list).at = (source).n ? xmalloc((source).n * sizeof(*(source).at))     \
				       : NULL;                                          \
		if ((source).n)                                                         \
			memcpy((list).at, (source).at, (source).n * sizeof(*(source).at)); \
	} while (0)

static void take_lists(struct frame *fr)
{
	struct builder *b = fr->builder;
	struct summary *s = fr->out;
	TAKE(s->locksets, b->locksets);
	TAKE(s->orders, b->orders);
	TAKE(s->order_paths, b->order_paths);
	TAKE(s->order_phases, b->order_phases);
	TAKE(s->order_absent, b->order_absent);
	TAKE(s->contents, b->contents);
	TAKE(s->origins, b->origins);
	TAKE(s->chains, b->chains);
	TAKE(s->open, b->open);
	TAKE(s->closed, b->closed);
	TAKE(s->forks, fr->forks);
	TAKE(s->calls, b->calls);
	TAKE(s->call_args, b->call_args);
	TAKE(s->ruled_out, b->ruled_out);
	TAKE(s->known, b->known);
	TAKE(s->pointed, b->pointed);
	TAKE(s->outcomes, b->outcomes);
	TAKE(s->facts, b->facts);
	TAKE(s->values, b->values);
	TAKE(s->writes, b->writes);
	TAKE(s->syncs, b->syncs);
	TAKE(s->puts, fr->puts);
}

/* In a recursive component callers do not take over forks: they are closed. Likewise those
 * that have no bit of their own. */
static void close_forks(struct frame *fr, uint32_t first)
{
	struct builder *b = fr->builder;
	for (uint32_t i = first; i < fr->forks.n; i++) {
		fr->forks.at[i].entry = export_from_outside(fr, fr->forks.at[i].entry);
		fr->forks.at[i].argument = export_from_outside(fr, fr->forks.at[i].argument);
		fr->forks.at[i].flags &= ~(uint32_t)FORKF_ID_RETURNED;
	}
	for (uint32_t i = 0; i < b->contents.n; i++)
		if (b->content_fork.at[i] >= first)
			b->contents.at[i].value =
				export_from_outside(fr, b->contents.at[i].value);
}

static void move_aliases(struct mover *m)
{
	struct frame *fr = m->fr;
	struct summary *s = fr->out;
	s->aliases.n = s->paths.list.n;
	s->aliases.at = xcalloc(s->aliases.n, sizeof(cell_id));
	for (path_id p = 1; p < fr->alias_of.n && p < fr->paths.list.n; p++)
		if (fr->alias_of.at[p] < ALIAS_MIXED && p && m->named[p])
			s->aliases.at[m->moved[p]] = fr->alias_of.at[p];
}

void export_end(struct frame *fr)
{
	struct mover m = {.fr = fr};
	export_handles(fr);
	find_outcomes(fr);
	find_writes(fr);
	put_end(fr);
	close_forks(fr, fr->in->callgraph->recursive[fr->component] ? 0 : MAX_FORKS);
	sort_contents(fr);
	m.paths = fr->paths.list.n;
	m.named = ARENA_ARRAY(fr->scratch, bool, fr->paths.list.n);
	m.moved = arena_alloc(fr->scratch, fr->paths.list.n * sizeof(path_id));
	memset(m.moved, 0xff, fr->paths.list.n * sizeof(path_id));
	paths_init(&fr->out->paths);
	move_paths(&m);
	move_origins(&m);
	take_lists(fr);
	find_asked(fr);
	move_aliases(&m);
	fr->out->escapes = fr->escapes.direct;
	fr->out->escapes_behind = fr->escapes.behind;
	fr->out->waits = fr->waits;
	fr->out->returns = fr->builder->outcomes.n > 0;
	fr->out->may_fork |= fr->forks.n > 0;
}
