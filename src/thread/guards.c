/* SPDX-License-Identifier: MIT */
/*
 * Guards: the locks that are held at a point of a context, by every name that is
 * good for something. held is a must set: leaving a guard out is always sound,
 * so lists are cut where they grow too long. What the function may have dropped
 * since its entry is a may set: one name of a lock that may be dropped takes all
 * names of that acquisition with it.
 */
#include <string.h>

#include "thread/internal.h"

enum { FROM_BEGINNING = UINT32_MAX };

struct guard_list {
	struct guard at[MAX_GUARDS];
	uint32_t n;
	uint16_t groups;
};

const struct guard *threads_guards(const struct threads *t, guards_id g, uint32_t *n)
{
	*n = 0;
	if (!g)
		return NULL;
	*n = t->guards.entries[g].size / (uint32_t)sizeof(struct guard);
	return (const struct guard *)(const void *)t->guards.entries[g].bytes;
}

static void list_add(struct guard_list *l, struct guard g)
{
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->at[i].lock == g.lock && l->at[i].mode == g.mode)
			return;
	}
	if (g.lock && l->n < MAX_GUARDS)
		l->at[l->n++] = g;
}

static guards_id list_intern(struct threads *t, const struct guard_list *l)
{
	return intern_bytes(&t->guards, l->at, l->n * sizeof(*l->at));
}

/* The global locks among these paths of the summary of f. */
static set_id global_locks(struct threads *t, context_id c, const path_id *at, uint32_t n)
{
	uint32_t kept[LOCKSET_ACQUIRED + LOCKSET_SINCE], m = 0;
	for (uint32_t i = 0; i < n; i++) {
		path_id p = threads_close(t, c, at[i]);
		if (path_is_global(&t->paths, p))
			kept[m++] = p;
	}
	return set_of(t, kept, m);
}

static void add_held(struct threads *t, context_id c, const struct held *h,
		     struct guard_list *out)
{
	struct guard g = {.mode = h->mode, .kind = h->kind, .group = out->groups++,
			  .func = h->func, .inst = h->inst};
	g.since = global_locks(t, c, h->since, h->since_count);
	g.lock = threads_close(t, c, h->lock);
	if (path_at(&t->paths, g.lock)->kind == PATH_INT)
		return; /* null: locking is not wanted there */
	list_add(out, g);
	g.lock = close_plain(t, context_at(t, c)->func, h->lock);
	list_add(out, g);
}

static bool may_be_dropped(struct threads *t, context_id c, const struct lockset *l,
			   path_id lock)
{
	for (uint32_t i = 0; i < l->dropped_count; i++) {
		path_id d = threads_close(t, c, l->dropped[i]);
		path_id plain = close_plain(t, context_at(t, c)->func, l->dropped[i]);
		if (locks_may_alias(t, d, lock) || path_of_some(&t->paths, d) == lock ||
		    path_of_some(&t->paths, plain) == lock)
			return true;
	}
	return false;
}

static bool group_is_dropped(struct threads *t, context_id c, const struct lockset *l,
			     const struct guard *g, uint32_t n)
{
	if (g->kind == LOCK_ONCE || g->kind >= LOCK_SET ||
	    (g->kind == LOCK_STOPPED && g->inst == FROM_BEGINNING))
		return false;
	if (g->kind == LOCK_SETTING && l->dropped_count)
		return true; /* maybe the mutex that it depends on */
	if (l->dropped_any || (l->unclaimed && g->kind == LOCK_CLAIMED))
		return true;
	for (uint32_t i = 0; i < n && g[i].group == g->group; i++) {
		if (may_be_dropped(t, c, l, g[i].lock))
			return true;
	}
	return false;
}

/* What the callers held, as far as it is still held. */
static void add_entry_guards(struct threads *t, context_id c, const struct lockset *l,
			     struct guard_list *out)
{
	uint32_t n, i = 0;
	const struct guard *g = threads_guards(t, context_at(t, c)->guards, &n);
	set_id acquired = n ? global_locks(t, c, l->acquired, l->acquired_count) : 0;
	while (i < n) {
		uint32_t first = i;
		bool dropped = group_is_dropped(t, c, l, g + i, n - i);
		for (; i < n && g[i].group == g[first].group; i++) {
			struct guard copy = g[i];
			copy.group = out->groups;
			copy.since = set_union(t, copy.since, acquired);
			if (!dropped)
				list_add(out, copy);
		}
		out->groups += !dropped;
	}
}

static guards_id find_guards(struct threads *t, context_id c, const struct lockset *l)
{
	struct guard_list list = {.n = 0};
	for (uint32_t i = 0; i < l->held_count; i++)
		add_held(t, c, &l->held[i], &list);
	add_entry_guards(t, c, l, &list);
	return list_intern(t, &list);
}

/* Contexts of a function that are entered alike hold the same, whichever thread it is. */
guards_id threads_guards_at(struct threads *t, context_id c, uint32_t lockset)
{
	struct threads_memo *m = t->memo;
	const struct context *x = context_at(t, c);
	const struct lockset *l = &summary_of(t, x->func)->locksets.at[lockset];
	if (!l->held_count && !x->guards)
		return 0;
	if (!m->settled) {
		if (!found_last(t, &m->last_guards, c, lockset))
			note_last(t, &m->last_guards, c, lockset, find_guards(t, c, l));
		return m->last_guards.result;
	}
	uint32_t asked[] = {x->func, lockset, x->guards, x->binding};
	uint32_t id = answer_of(&m->guards_at, asked, 4);
	if (!m->guards_at.at.at[id])
		m->guards_at.at.at[id] = find_guards(t, c, l) + 1;
	return m->guards_at.at.at[id] - 1;
}

/* ---- what is lost ---- */

/* How many locks may be meant where that one may have been released? None: it has not. */
static enum pt_choice released_among(struct threads *t, context_id c, const struct lockset *l,
				     path_id lock)
{
	enum pt_choice least = l->dropped_any ? PT_MANY : PT_NONE;
	for (uint32_t i = 0; i < l->dropped_count; i++) {
		func_id f = context_at(t, c)->func;
		path_id d = threads_close(t, c, l->dropped[i]);
		if (!path_is_some(&summary_of(t, f)->paths, l->dropped[i]) &&
		    (d == lock || close_plain(t, f, l->dropped[i]) == lock))
			return PT_ONE;
		if (!locks_may_alias(t, d, lock))
			continue;
		enum pt_choice x = pt_set_choice(t->in.pointers, threads_points_to(t, d));
		if (x == PT_ONE &&
		    pt_set_choice(t->in.pointers, threads_points_to(t, lock)) != PT_ONE)
			x = PT_FEW;
		least = least == PT_NONE || x < least ? x : least;
	}
	return least;
}

static void add_own_lost(struct threads *t, context_id c, const struct lockset *l,
			 struct guard_list *out)
{
	for (uint32_t i = 0; i < l->lost_count; i++) {
		struct held h = {.lock = l->lost[i].lock, .mode = l->lost[i].mode,
				 .kind = LOCK_MUTEX, .depth = 1,
				 .func = context_at(t, c)->func};
		uint32_t first = out->n;
		add_held(t, c, &h, out);
		for (uint32_t k = first; k < out->n; k++)
			out->at[k].wide = l->lost[i].wide;
	}
}

/* The least of all names of that group. */
static enum pt_choice group_released_among(struct threads *t, context_id c,
					   const struct lockset *l, const struct guard *g,
					   uint32_t n)
{
	enum pt_choice least = PT_NONE;
	for (uint32_t i = 0; i < n && g[i].group == g->group; i++) {
		enum pt_choice x = released_among(t, c, l, g[i].lock);
		least = least == PT_NONE || (x && x < least) ? x : least;
	}
	return least;
}

/* Of what the callers held what may have been released among others; 'before': what they have
 * lost themselves, by other names. */
static void add_entry_lost(struct threads *t, context_id c, const struct lockset *l,
			   guards_id from, bool before, struct guard_list *out)
{
	uint32_t n, i = 0;
	const struct guard *g = threads_guards(t, from, &n);
	while (i < n) {
		uint32_t first = i;
		enum pt_choice x = g[i].kind == LOCK_MUTEX
					   ? group_released_among(t, c, l, g + i, n - i)
					   : PT_ONE;
		bool lost = before ? x != PT_ONE : x > PT_ONE;
		for (; i < n && g[i].group == g[first].group; i++) {
			struct guard copy = g[i];
			copy.group = out->groups & INT16_MAX;
			copy.since = 0;
			copy.wide = before ? copy.wide && x != PT_FEW : x == PT_MANY;
			if (lost)
				list_add(out, copy);
		}
		out->groups += lost;
	}
}

static guards_id find_lost(struct threads *t, context_id c, const struct lockset *l)
{
	struct guard_list list = {.n = 0};
	add_own_lost(t, c, l, &list);
	if (l->bare)
		return list_intern(t, &list);
	add_entry_lost(t, c, l, context_at(t, c)->lost, true, &list);
	add_entry_lost(t, c, l, context_at(t, c)->guards, false, &list);
	return list_intern(t, &list);
}

guards_id threads_lost_at(struct threads *t, context_id c, uint32_t lockset)
{
	struct answers *known = &t->memo->lost_at;
	const struct context *x = context_at(t, c);
	const struct lockset *l = &summary_of(t, x->func)->locksets.at[lockset];
	if (!l->lost_count && !x->lost && ((!l->dropped_count && !l->dropped_any) || !x->guards))
		return 0;
	if (!t->memo->settled)
		return find_lost(t, c, l);
	uint32_t asked[] = {x->func, lockset, x->guards, x->binding, x->lost};
	uint32_t id = answer_of(known, asked, 5);
	if (!known->at.at[id])
		known->at.at[id] = find_lost(t, c, l) + 1;
	return known->at.at[id] - 1;
}

/* ---- into a callee ---- */

struct actuals {
	func_id callee;
	uint32_t n;
	struct {
		path_id path;
		uint32_t formal;
	} at[16];
};

static void add_actual(struct threads *t, struct actuals *a, path_id path, uint32_t formal)
{
	if (!path || path_at(&t->paths, path)->kind == PATH_INT || a->n == 16)
		return;
	a->at[a->n].path = path;
	a->at[a->n++].formal = formal;
}

static void close_actuals(struct threads *t, context_id c, const struct call *k,
			  struct actuals *a)
{
	func_id f = context_at(t, c)->func;
	const struct summary *s = summary_of(t, f);
	a->callee = k->callee;
	a->n = 0;
	for (uint32_t j = 0; j < k->arg_count; j++) {
		path_id arg = s->call_args.at[k->arg_first + j];
		path_id plain = close_plain(t, f, arg), bound = threads_close(t, c, arg);
		add_actual(t, a, bound, j);
		if (plain != bound)
			add_actual(t, a, plain, j);
	}
}

/* The path if it is an actual plus a constant, in terms of the callee's formal. */
static path_id match_actual(struct threads *t, const struct actuals *a, path_id id)
{
	path_id base, actual_base;
	int64_t offset = path_split_offset(&t->paths, id, &base);
	for (uint32_t i = 0; i < a->n; i++) {
		int64_t k = path_split_offset(&t->paths, a->at[i].path, &actual_base);
		if (base != actual_base)
			continue;
		path_id formal = path_leaf(&t->paths, PATH_VALUE, a->callee,
					   VALUE_PARAM + a->at[i].formal);
		return path_offset(&t->paths, formal, offset - k);
	}
	return 0;
}

static path_id in_callee_terms(struct threads *t, const struct actuals *a, path_id id)
{
	struct path x = *path_at(&t->paths, id);
	path_id found = id ? match_actual(t, a, id) : 0;
	if (found || x.kind < PATH_OFFSET || path_is_number(&x))
		return found ? found : id;
	path_id base = in_callee_terms(t, a, x.a);
	switch (x.kind) {
	case PATH_OFFSET:
		return path_offset(&t->paths, base, x.imm);
	case PATH_LOAD:
		return path_load(&t->paths, base);
	default:
		return path_index(&t->paths, base, in_callee_terms(t, a, x.b),
				  (uint64_t)x.imm);
	}
}

/*
 * Of each acquisition at most two names enter the callee: one in terms of its
 * formals, and the best one that means the same outside of it. A name that
 * mentions an activation of the callee itself (recursion) would be taken for the
 * new activation's: it stays behind.
 */
static void enter_group(struct threads *t, const struct actuals *a, const struct guard *g,
			uint32_t n, struct guard_list *out)
{
	const struct guard *kept = NULL;
	path_id inside = 0;
	for (uint32_t i = 0; i < n; i++) {
		path_id p = path_is_global(&t->paths, g[i].lock)
				    ? g[i].lock
				    : in_callee_terms(t, a, g[i].lock);
		if (p != g[i].lock && !inside)
			inside = p;
		if (path_is_of(&t->paths, g[i].lock, a->callee))
			continue;
		bool better = kept && (path_at(&t->paths, kept->lock)->flags & PATHF_VALUE) &&
			      !(path_at(&t->paths, g[i].lock)->flags & PATHF_VALUE);
		if (!kept || better)
			kept = &g[i];
	}
	if (!kept && !inside)
		return;
	struct guard copy = kept ? *kept : *g;
	copy.group = out->groups++;
	if (kept)
		list_add(out, copy);
	copy.lock = inside;
	list_add(out, copy);
}

static guards_id enter(struct threads *t, context_id c, const struct call *k, guards_id at)
{
	uint32_t n;
	struct guard_list list = {.n = 0}, here = {.n = 0};
	const struct guard *g = threads_guards(t, at, &n);
	struct actuals a;
	if (n == 0)
		return 0;
	for (here.n = 0; here.n < n; here.n++)
		here.at[here.n] = g[here.n];
	close_actuals(t, c, k, &a);
	for (uint32_t i = 0; i < n;) {
		uint32_t first = i;
		while (i < n && here.at[i].group == here.at[first].group)
			i++;
		enter_group(t, &a, here.at + first, i - first, &list);
	}
	return list_intern(t, &list);
}

guards_id guards_enter(struct threads *t, context_id c, const struct call *k)
{
	return enter(t, c, k, threads_guards_at(t, c, k->lockset));
}

guards_id lost_enter(struct threads *t, context_id c, const struct call *k)
{
	return enter(t, c, k, threads_lost_at(t, c, k->lockset));
}

/* ---- as a lattice ---- */

static const struct guard *find_guard(const struct threads *t, guards_id in,
				      const struct guard *g)
{
	uint32_t n;
	const struct guard *at = threads_guards(t, in, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (at[i].lock == g->lock && at[i].kind == g->kind &&
		    at[i].mode <= g->mode)
			return &at[i];
	}
	return NULL;
}

bool guards_weaker(const struct threads *t, guards_id a, guards_id b)
{
	uint32_t n;
	const struct guard *at = threads_guards(t, a, &n);
	for (uint32_t i = 0; a != b && i < n; i++) {
		const struct guard *other = find_guard(t, b, &at[i]);
		if (!other || !set_within(t, at[i].since, other->since))
			return false;
	}
	return true;
}

static guards_id find_common(struct threads *t, guards_id a, guards_id b)
{
	uint32_t n;
	struct guard_list list = {.n = 0};
	const struct guard *at = threads_guards(t, a, &n);
	for (uint32_t i = 0; i < n; i++) {
		struct guard g = at[i];
		const struct guard *other = find_guard(t, b, &g);
		if (!other)
			other = find_guard(t, b, &(struct guard){.lock = g.lock, .kind = g.kind,
								 .mode = MODE_SHARED});
		if (!other)
			continue;
		g.mode = g.mode > other->mode ? g.mode : other->mode;
		g.since = set_intersect(t, g.since, other->since);
		list_add(&list, g);
	}
	return list_intern(t, &list);
}

guards_id guards_intersect(struct threads *t, guards_id a, guards_id b)
{
	struct map *known = &t->memo->meetings.guards;
	if (a == b || !a || !b)
		return a == b ? a : 0;
	uint32_t common = map_get(known, map_key2(a, b), 0);
	if (!common) {
		common = find_common(t, a, b) + 1;
		map_put(known, map_key2(a, b), common);
	}
	return common - 1;
}

static void add_common(struct threads *t, guards_id from, const struct context *with,
		       struct guard_list *out)
{
	uint32_t n;
	const struct guard *at = threads_guards(t, from, &n);
	for (uint32_t i = 0; i < n; i++) {
		struct guard g = at[i], any = {.lock = g.lock, .kind = g.kind, .mode = MODE_SHARED};
		const struct guard *other = find_guard(t, with->guards, &any);
		if (!other) {
			other = find_guard(t, with->lost, &any);
			g.wide &= !other || other->wide;
		}
		if (!other)
			continue;
		g.mode = g.mode > other->mode ? g.mode : other->mode;
		g.group = out->groups++;
		list_add(out, g);
	}
}

guards_id lost_on_both(struct threads *t, const struct context *a, const struct context *b)
{
	struct answers *known = &t->memo->meetings.lost;
	struct guard_list list = {.n = 0};
	if (!a->lost && !b->lost)
		return 0;
	if (a->lost == b->lost && a->guards == b->guards)
		return a->lost;
	uint32_t asked[] = {a->lost, a->guards, b->lost, b->guards};
	uint32_t id = answer_of(known, asked, 4);
	if (!known->at.at[id]) {
		add_common(t, a->lost, b, &list);
		add_common(t, b->lost, a, &list);
		known->at.at[id] = list_intern(t, &list) + 1;
	}
	return known->at.at[id] - 1;
}

/* ---- what threads hold from their beginning ---- */

static path_id named_lock(struct threads *t, const char *name)
{
	str_id id = intern_find(&t->in.program->strings, name, strlen(name));
	return id ? path_leaf(&t->paths, PATH_NAMED, id, 0) : 0;
}

static bool is_held_in(struct threads *t, func_id f, path_id lock)
{
	const struct summary *s = summary_of(t, f);
	for (uint32_t i = 0; i < s->locksets.n; i++) {
		const struct lockset *l = &s->locksets.at[i];
		for (uint32_t k = 0; k < l->held_count; k++)
			if (path_at(&s->paths, l->held[k].lock)->kind == PATH_NAMED &&
			    close_plain(t, f, l->held[k].lock) == lock)
				return true;
	}
	return false;
}

static path_id if_held(struct threads *t, path_id lock)
{
	for (func_id f = 1; lock && f < t->in.summaries->n; f++)
		if (is_held_in(t, f, lock))
			return lock;
	return 0;
}

static bool has_thread(const struct threads *t, enum thread_origin origin)
{
	for (thread_id i = 1; i < t->list.n; i++)
		if (thread_at(t, i)->origin == origin)
			return true;
	return false;
}

void find_root_locks(struct threads *t)
{
	struct threads_memo *m = t->memo;
	m->interrupts = has_thread(t, ORIGIN_SIGNAL) ? if_held(t, named_lock(t, "interrupts")) : 0;
	m->scheduler = has_thread(t, ORIGIN_FORK) ? if_held(t, named_lock(t, "scheduler")) : 0;
}

/* Who has turned interrupts off is not interrupted; handlers interrupt each other. Tasks
 * run when the scheduler has been started; before that, main has it for itself. */
static path_id own_lock(struct threads *t, const struct thread *x)
{
	uint32_t serial = x->flags / FORKF_SERIAL & 3;
	return serial && x->argument && x->origin == ORIGIN_FORK
		       ? path_offset(&t->paths, x->argument, SERIAL_LOCK_AT(serial))
		       : 0;
}

guards_id root_guards(struct threads *t, const struct thread *x)
{
	struct guard_list list = {.n = 0};
	path_id lock = x->origin == ORIGIN_SIGNAL ? t->memo->interrupts
		       : x->origin == ORIGIN_FORK ? t->memo->scheduler
						  : 0;
	path_id own = own_lock(t, x);
	if (lock)
		list_add(&list, (struct guard){.lock = lock, .mode = MODE_SHARED,
					       .kind = LOCK_OWNED, .func = x->entry});
	if (own)
		list_add(&list, (struct guard){.lock = own, .mode = MODE_EXCLUSIVE,
					       .kind = LOCK_STOPPED, .func = x->entry,
					       .group = 1, .inst = FROM_BEGINNING});
	return list.n ? list_intern(t, &list) : 0;
}
