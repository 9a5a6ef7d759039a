/* SPDX-License-Identifier: MIT */
/*
 * Contexts: from each thread's entry down the call records, callers first, each with
 * a short call chain.
 *
 * Of two of the same thread and function of which one describes the other, that one
 * is kept. Past MAX_CONTEXTS_HERE a new one is merged with the one it loses least
 * with: intersection of what is held, which only gets less, union of what runs; after
 * MAX_MERGES merges everything runs, so the work ends. What is done in a child process
 * stays apart from the rest.
 */
#include "base/limit.h"
#include "thread/internal.h"

/* ---- what runs ---- */

bool threads_id_is(struct threads *t, const struct thread *x, path_id joined)
{
	if (!x->id && !x->id_address)
		return false;
	return joined == x->id || joined == x->id_address ||
	       (x->id_address && joined == path_load(&t->paths, x->id_address));
}

/* Has the join of this id certainly joined every execution of x? The one that was created
 * last; earlier ones were joined before it was, unless they pile up. */
static bool join_ends(struct threads *t, const struct thread *x, path_id joined)
{
	bool ranges = x->id_address && path_at(&t->paths, x->id_address)->flags & PATHF_RANGE;
	if (x->piles_up || (x->flags & FORKF_DETACHED))
		return false;
	if (x->flags & FORKF_LOOP && !ranges)
		return false;
	return threads_id_is(t, x, joined);
}

/* Joined there, whoever it was, or because there was somebody to join: it is found by just that
 * pointer and id. */
static bool is_ended_by(struct threads *t, context_id c, const struct thread *x,
			const struct summary *s, path_id joined)
{
	path_id id = path_usually(&s->paths, joined);
	bool none = id && path_at(&s->paths, path_at(&s->paths, joined)->b)->a == id;
	return join_ends(t, x, threads_close(t, c, id ? id : joined)) &&
	       (!none || x->flags & FORKF_ID_KEPT);
}

static bool is_joined(struct threads *t, context_id c, const struct order *o, spawn_id s)
{
	const struct summary *sum = summary_of(t, context_at(t, c)->func);
	uint32_t n = t->spawns.at[s].threads.n;
	for (uint32_t i = 0; i < n; i++) {
		thread_id of = t->spawns.at[s].threads.at[i];
		const struct thread x = *thread_at(t, of);
		bool ended = false;
		for (uint32_t j = 0; j < o->joined_count && !ended; j++)
			ended = is_ended_by(t, c, &x, sum,
					    sum->order_paths.at[o->joined_first + j]);
		t->list.at[of].was_joined |= ended;
		if (!ended)
			return false;
	}
	return n > 0;
}

/* In a child process there are no threads but this one; handlers are inherited. */
static bool is_inherited(const struct threads *t, spawn_id s)
{
	for (uint32_t i = 0; s > SPAWN_HERE && i < t->spawns.at[s].threads.n; i++)
		if (thread_at(t, t->spawns.at[s].threads.at[i])->origin == ORIGIN_SIGNAL)
			return true;
	return false;
}

/* Handlers of signals that have got others since. */
static bool is_replaced(const struct threads *t, spawn_id s, uint64_t signals)
{
	const struct spawn *x = &t->spawns.at[s];
	bool all = s > SPAWN_HERE && x->threads.n && !x->below;
	for (uint32_t i = 0; i < x->threads.n && all; i++)
		all = thread_at(t, x->threads.at[i])->origin == ORIGIN_SIGNAL &&
		      !(threads_signals(t, x->threads.at[i]) & ~signals);
	return all;
}

static set_id find_running(struct threads *t, context_id c, const struct order *o)
{
	const struct context x = *context_at(t, c);
	VEC(uint32_t) now = {0};
	uint32_t n;
	const uint32_t *at = threads_set(t, x.running, &n);
	for (uint32_t i = 0; i < n; i++) {
		if ((o->alone && !is_inherited(t, at[i])) ||
		    (o->replaced && is_replaced(t, at[i], o->replaced)))
			continue;
		bool joined = at[i] != SPAWN_ALL && !t->spawns.at[at[i]].below &&
			      is_joined(t, c, o, at[i]);
		spawn_id s = joined ? spawn_left(t, at[i]) : at[i];
		if (s)
			vec_push(&now, s);
	}
	for (uint32_t i = 0; i < 64 && o->started; i++) {
		bool runs = o->running & UINT64_C(1) << i;
		if (!(o->started & UINT64_C(1) << i))
			continue;
		spawn_id s = spawn_of(t, x.thread, x.func, i);
		s = runs ? s : spawn_left(t, s);
		if (s)
			vec_push(&now, s);
	}
	set_id s = set_of(t, now.at, now.n);
	vec_free(&now);
	return s;
}

set_id started_since_entry(struct threads *t, context_id c, uint32_t order)
{
	const struct context x = *context_at(t, c);
	uint64_t started = summary_of(t, x.func)->orders.at[order].started;
	uint32_t spawns[64], n = 0;
	for (uint32_t i = 0; i < 64; i++) {
		if (started & UINT64_C(1) << i)
			spawns[n++] = spawn_of(t, x.thread, x.func, i);
	}
	return set_of(t, spawns, n);
}

/* Joins end what the ids mean that are bound in the context; all else is the same in all
 * contexts of the thread that are entered while the same runs. */
static set_id find_running_joined(struct threads *t, context_id c, uint32_t order)
{
	struct threads_memo *m = t->memo;
	const struct order *o = &summary_of(t, context_at(t, c)->func)->orders.at[order];
	uint64_t key = map_key2(c, order);
	uint32_t known = m->settled ? map_get(&m->joined_at, key, 0) : 0;
	if (known)
		return known - 1;
	if (!found_last(t, &m->last_running, c, order))
		note_last(t, &m->last_running, c, order, find_running(t, c, o));
	set_id s = m->last_running.result;
	if (m->settled)
		map_put(&m->joined_at, key, s + 1);
	return s;
}

set_id threads_running_at(struct threads *t, context_id c, uint32_t order)
{
	struct answers *known = &t->memo->running_at;
	const struct context *x = context_at(t, c);
	const struct order *o = &summary_of(t, x->func)->orders.at[order];
	if ((!o->joined_count && !o->started && !o->alone && !o->replaced) ||
	    runs_with_all(t, x->thread))
		return x->running;
	if (o->joined_count)
		return find_running_joined(t, c, order);
	uint32_t asked[] = {x->thread, x->func, order, x->running};
	uint32_t id = answer_of(known, asked, 4);
	if (!known->at.at[id])
		known->at.at[id] = find_running(t, c, o) + 1;
	return known->at.at[id] - 1;
}

/* ---- phases ---- */

enum { MAX_PHASES_HERE = 16 };
struct phase_list {
	struct phase at[MAX_PHASES_HERE];
	uint32_t n;
};

const struct phase *threads_phases(const struct threads *t, phases_id p, uint32_t *n)
{
	*n = 0;
	if (!p)
		return NULL;
	*n = t->phases.entries[p].size / (uint32_t)sizeof(struct phase);
	return (const struct phase *)(const void *)t->phases.entries[p].bytes;
}

static struct phase *find_phase(struct phase_list *l, path_id barrier)
{
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->at[i].barrier == barrier)
			return &l->at[i];
	}
	if (l->n == MAX_PHASES_HERE)
		return NULL;
	l->at[l->n] = (struct phase){.barrier = barrier};
	return &l->at[l->n++];
}

static uint32_t add_saturating(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static int by_barrier(const void *a, const void *b)
{
	path_id x = ((const struct phase *)a)->barrier, y = ((const struct phase *)b)->barrier;
	return x < y ? -1 : x > y;
}

static phases_id phases_intern(struct threads *t, struct phase_list *l)
{
	qsort(l->at, l->n, sizeof(*l->at), by_barrier);
	return intern_bytes(&t->phases, l->at, l->n * sizeof(*l->at));
}

static void load_phases(const struct threads *t, phases_id p, struct phase_list *l)
{
	const struct phase *at = threads_phases(t, p, &l->n);
	for (uint32_t i = 0; i < l->n; i++)
		l->at[i] = at[i];
}

phases_id threads_phases_at(struct threads *t, context_id c, uint32_t order)
{
	const struct summary *s = summary_of(t, context_at(t, c)->func);
	const struct order *o = &s->orders.at[order];
	struct phase_list list;
	if (o->phase_count == 0)
		return context_at(t, c)->phases;
	load_phases(t, context_at(t, c)->phases, &list);
	for (uint32_t i = 0; i < o->phase_count; i++) {
		const struct phase *more = &s->order_phases.at[o->phase_first + i];
		struct phase *p = find_phase(&list, threads_close(t, c, more->barrier));
		if (!p)
			continue;
		p->every = phase_step_added(p, more);
		p->least = add_saturating(p->least, more->least);
		p->most = add_saturating(p->most, more->most);
	}
	return phases_intern(t, &list);
}

/* The weakest that describes both; a barrier that only one has passed was passed
 * no time by the other. */
static phases_id phases_join(struct threads *t, phases_id a, phases_id b, bool widen)
{
	struct phase_list x, y;
	if (a == b)
		return a;
	load_phases(t, a, &x);
	load_phases(t, b, &y);
	for (uint32_t i = 0; i < y.n; i++)
		find_phase(&x, y.at[i].barrier);
	for (uint32_t i = 0; i < x.n; i++) {
		struct phase *p = &x.at[i], *q = find_phase(&y, p->barrier);
		uint32_t least = q ? q->least : 0, most = q ? q->most : UINT32_MAX;
		p->every = q && !widen ? phase_step_joined(p, q) : 1;
		p->least = widen ? 0 : p->least < least ? p->least : least;
		p->most = widen ? UINT32_MAX : p->most > most ? p->most : most;
	}
	return phases_intern(t, &x);
}

/* ---- contexts ---- */

context_id threads_first_context(const struct threads *t, thread_id id, func_id f)
{
	return map_get(&t->memo->context_at, map_key2(id, f), 0);
}

/* Callers first: then all that comes from them has come together. What a recursion, or a call
 * that does not return, brings to a caller has to wait until all below it has had its turn,
 * so that all of it comes together as well. */
static void enqueue(struct threads *t, context_id c)
{
	struct threads_memo *m = t->memo;
	const struct callgraph *g = t->in.callgraph;
	uint32_t at = g->position[t->contexts.at[c].func];
	if (!t->contexts.at[c].queued)
		vec_push(&m->waiting[at].list, c);
	t->contexts.at[c].queued = true;
	if (at <= m->waiting_at)
		return;
	uint32_t *above = at < g->member_at[g->component[g->members[m->waiting_at]] + 1]
				  ? &m->waiting_here
				  : &m->waiting_above;
	if (at > *above)
		*above = at;
}

/* Where to look when nothing waits at waiting_at any more; false: nowhere. */
static bool go_on(struct threads *t)
{
	struct threads_memo *m = t->memo;
	const struct callgraph *g = t->in.callgraph;
	uint32_t at = m->waiting_at;
	bool last_here = at == g->member_at[g->component[g->members[at]]];
	if (last_here && m->waiting_here) {
		m->waiting_at = m->waiting_here;
		m->waiting_here = 0;
	} else if (at > 0) {
		m->waiting_at--;
	} else {
		m->waiting_at = m->waiting_above;
		m->waiting_above = 0;
		return m->waiting_at > 0;
	}
	return true;
}

static context_id dequeue(struct threads *t)
{
	struct threads_memo *m = t->memo;
	do {
		struct waiting *w = &m->waiting[m->waiting_at];
		if (w->first < w->list.n)
			return w->list.at[w->first++];
		vec_clear(&w->list);
		w->first = 0;
	} while (go_on(t));
	return 0;
}

enum { LOSES_NUMBERS = 8, LOSES_CALLS = 16 };

static struct met met_of(context_id c, const struct context *x)
{
	return (struct met){c, x->binding, x->phases, x->guards, x->running, x->ruled_out,
			    x->mask, x->child, x->parent != 0};
}

/* May one of them describe the other? */
static bool are_comparable(const struct met *a, const struct met *b)
{
	return a->binding == b->binding && a->phases == b->phases && a->called == b->called;
}

static bool describes(const struct threads *t, const struct met *a, const struct met *b)
{
	return mask_covers(a->mask, b->mask) && guards_weaker(t, a->guards, b->guards) &&
	       set_within(t, b->running, a->running) &&
	       set_within(t, a->ruled_out, b->ruled_out);
}

static uint32_t doubt(const struct context *x)
{
	return x->guessed * 2u + x->ending;
}

static bool comes_from(const struct threads *t, context_id c, context_id above)
{
	while (c && c != above)
		c = t->contexts.at[c].parent;
	return c;
}

static void take_way(struct context *c, const struct context *x)
{
	c->parent = x->parent;
	c->call = x->call;
	c->depth = x->depth;
	c->unclear = x->unclear;
	c->again = x->again;
}

/* Fewer calls that may mean another function; then what main does again and again, which is
 * neither set-up nor the end; then fewer calls. */
static bool is_easier(const struct context *x, const struct context *than)
{
	if (x->unclear != than->unclear)
		return x->unclear < than->unclear;
	return x->again != than->again ? x->again : x->depth < than->depth;
}

/* The same, or what was taken together with others: an easier way is easier to believe. */
static void shorten(struct threads *t, context_id c, const struct context *x)
{
	struct context *old = &t->contexts.at[c];
	bool same = old->merges || (old->guards == x->guards && old->running == x->running);
	if (same && is_easier(x, old) && doubt(old) == doubt(x) &&
	    !comes_from(t, x->parent, c))
		take_way(old, x);
}

/* There is also a way without a guess, or with one that is not as wild, or one on which the
 * program does not end: that is the way to show. Doubts only grow on the way down, so this
 * one does not come from below c. */
static void trust(struct threads *t, context_id c, const struct context *x)
{
	struct context *old = &t->contexts.at[c];
	if (doubt(old) <= doubt(x))
		return;
	old->guessed = x->guessed;
	old->ending = x->ending;
	if (old->parent && x->parent)
		take_way(old, x);
	enqueue(t, c);
}

/* The old one stands for the new one as well, which has lost less. */
static void lose_less(struct threads *t, context_id c, const struct context *x)
{
	struct context *old = &t->contexts.at[c];
	guards_id lost = old->lost ? lost_on_both(t, old, x) : 0;
	if (lost == old->lost)
		return;
	old->lost = lost;
	enqueue(t, c);
}

static void merge(struct threads *t, context_id into, const struct context *x)
{
	struct context *c = &t->contexts.at[into];
	bool widen = c->merges >= MAX_MERGES;
	struct context old = *c;
	trust(t, into, x);
	c->open |= x->open;
	c->lost = lost_on_both(t, c, x);
	c->guards = guards_intersect(t, c->guards, x->guards);
	c->running = set_union_again(t, c->running, x->running);
	if (widen)
		c->running = running_anything(t, c->running);
	c->child = is_child(t, c->running);
	c->phases = phases_join(t, c->phases, x->phases, widen);
	c->mask = mask_join(c->mask, x->mask);
	c->binding = binding_common(t, c->binding, x->binding);
	c->ruled_out = set_intersect(t, c->ruled_out, x->ruled_out);
	bool same = old.guards == c->guards && old.running == c->running &&
		    old.lost == c->lost && old.phases == c->phases &&
		    mask_equal(old.mask, c->mask) && old.ruled_out == c->ruled_out;
	c->lossy |= x->lossy || old.guards != c->guards || old.binding != c->binding ||
		    x->guards != c->guards || x->binding != c->binding;
	bool known = same && old.binding == c->binding;
	c->merges += !same && c->merges < UINT8_MAX; /* bindings only get less, and soon end */
	t->merged_contexts += !known;
	if (!known)
		enqueue(t, into);
	shorten(t, into, x);
}

static void append(struct threads *t, struct context x, uint32_t list)
{
	context_id id = t->contexts.n;
	struct threads_memo *m = t->memo;
	if (list) {
		t->contexts.at[vec_last(&m->met.at[list - 1]).id].next_here = id;
	} else {
		map_put(&m->context_at, map_key2(x.thread, x.func), id);
		vec_push(&m->met, ((met_list){0}));
		list = m->met.n;
		map_put(&m->met_at, map_key2(x.thread, x.func), list);
	}
	vec_push(&t->contexts, x);
	vec_push(&m->met.at[list - 1], met_of(id, &x));
	m->in_children += x.child;
	enqueue(t, id);
}

static void forget_met(struct threads_memo *m)
{
	for (uint32_t i = 0; i < m->met.n; i++)
		vec_free(&m->met.at[i]);
	vec_free(&m->met);
	map_free(&m->met_at);
}

/* Fewer when there are many already: cost stays near-linear. */
static uint32_t contexts_here(const struct threads *t, bool child)
{
	uint32_t children = t->memo->in_children;
	uint64_t each = (child ? children : t->contexts.n - children) /
			(t->in.summaries->n + 1000u);
	return each < 4 ? MAX_CONTEXTS_HERE : each < 8 ? MAX_CONTEXTS_HERE / 3 + 1 : 1;
}

/* The new one describes the old one: it takes its place, a few times; else the many ways to
 * get weaker by one thread each are all gone, through all that is called. A way that comes
 * from the old one itself is no way to it. */
static void replace(struct threads *t, context_id c, const struct context *x)
{
	struct context *old = &t->contexts.at[c];
	old->lost = lost_on_both(t, old, x);
	old->guards = x->guards;
	old->running = x->running;
	old->child = x->child;
	old->mask = x->mask;
	old->ruled_out = x->ruled_out;
	old->in_loop |= x->in_loop;
	old->open |= x->open;
	old->lossy |= x->lossy;
	old->replaced++;
	if (!comes_from(t, x->parent, c)) {
		old->guessed = x->guessed;
		old->ending = x->ending;
		take_way(old, x);
	}
	enqueue(t, c);
}

static bool are_given_same(const struct threads *t, const struct met *a, const struct met *b,
			   uint64_t formals)
{
	return a->binding == b->binding ||
	       binding_is_same_for(t, a->binding, b->binding, formals);
}

/* How much of it is lost when the two are taken together: what runs is what may run by one
 * or the other, so nothing; objects; locks, which make a race; numbers that say what is done;
 * functions that are called: then each comes to what the others are given. */
static uint32_t loss(const struct threads *t, func_id f, const struct met *a,
		     const struct met *b)
{
	const struct threads_memo *m = t->memo;
	uint64_t decides = m->decided.own[f] | m->decided.passed[f];
	return !are_given_same(t, a, b, m->called[f]) * LOSES_CALLS +
	       !are_given_same(t, a, b, decides) * LOSES_NUMBERS +
	       (a->guards != b->guards || a->ruled_out != b->ruled_out) * 4u +
	       (a->phases != b->phases || !mask_equal(a->mask, b->mask)) * 2u +
	       (a->binding != b->binding);
}

/* The one with which least is lost; the last of several. */
static struct met *find_nearest(const struct threads *t, const met_list *l,
				const struct context *x, uint32_t *least)
{
	const struct met new = met_of(0, x);
	struct met *nearest = NULL;
	for (uint32_t i = 0; i < l->n; i++) {
		struct met *y = &l->at[i];
		if (!y->called || y->child != x->child)
			continue;
		uint32_t lost = loss(t, x->func, y, &new);
		if (nearest && lost > *least)
			continue;
		nearest = y;
		*least = lost;
	}
	return nearest;
}

/* One of the two describes the other: one is enough. */
static bool is_one_with(struct threads *t, struct met *y, const struct context *x,
			const struct met *new)
{
	struct context *old = &t->contexts.at[y->id];
	if (!are_comparable(y, new))
		return false;
	if (describes(t, y, new)) {
		old->in_loop |= x->in_loop;
		old->open |= x->open;
		trust(t, y->id, x);
		lose_less(t, y->id, x);
		shorten(t, y->id, x);
		return true;
	}
	bool better = old->replaced < MAX_MERGES && doubt(x) <= doubt(old) &&
		      describes(t, new, y);
	if (better)
		replace(t, y->id, x);
	return better;
}

static void add_context(struct threads *t, struct context x)
{
	struct threads_memo *m = t->memo;
	uint32_t list = map_get(&m->met_at, map_key2(x.thread, x.func), 0), least = 0, n = 0;
	met_list *l = list ? &m->met.at[list - 1] : &(met_list){0};
	struct met *alike = NULL;
	x.child = is_child(t, x.running);
	const struct met new = met_of(0, &x);
	for (struct met *y = l->at; y < l->at + l->n; y++) {
		if (is_one_with(t, y, &x, &new)) {
			*y = met_of(y->id, &t->contexts.at[y->id]);
			return;
		}
		n += y->child == x.child;
		if (y->child == x.child && y->called && y->binding == x.binding)
			alike = y;
	}
	bool choosing = m->choosing[x.func];
	uint32_t few = contexts_here(t, x.child);
	struct met *into = choosing && n >= few ? alike : NULL;
	if (!into && n >= few) {
		/* what does different things for different numbers, or functions, is worth a
		 * few more */
		into = find_nearest(t, l, &x, &least);
		uint32_t bound = least >= LOSES_CALLS		      ? MAX_GIVEN_HERE
				 : choosing || least >= LOSES_NUMBERS ? MAX_CONTEXTS_HERE
								      : few;
		into = n >= bound ? into : NULL;
	}
	if (!into) {
		append(t, x, list);
		return;
	}
	merge(t, into->id, &x);
	*into = met_of(into->id, &t->contexts.at[into->id]);
}

/* ---- following the calls ---- */

static void follow_call(struct threads *t, context_id c, const struct move *m)
{
	const struct context *x = context_at(t, c);
	const struct call *k = &summary_of(t, x->func)->calls.at[m->call];
	struct context y = {.thread = x->thread, .func = k->callee, .parent = c,
			    .call = k->inst, .depth = x->depth + 1,
			    .open = k->flags & CALLF_OPEN,
			    .in_loop = x->in_loop || k->flags & CALLF_LOOP,
			    .again = x->again || (k->flags & CALLF_LOOP &&
						  thread_at(t, x->thread)->origin == ORIGIN_MAIN),
			    .lossy = x->lossy,
			    .guards = m->guards, .lost = m->lost, .phases = m->phases,
			    .binding = m->binding, .ruled_out = m->ruled_out,
			    .guessed = m->guess > x->guessed ? m->guess : x->guessed,
			    .ending = x->ending || t->in.callgraph->ends[k->callee],
			    .unclear = x->unclear + (m->unclear && x->unclear < UINT8_MAX)};
	y.running = threads_running_at(t, c, k->ordering);
	y.mask = threads_mask_at(t, c, k->ordering);
	if (((t->memo->only_main_creates && y.thread == 1 && runs_nothing(t, y.running)) ||
	     is_by_itself(t, y.thread, y.running)) &&
	    !summary_of(t, k->callee)->may_fork)
		return; /* nothing else runs now, nor starts below */
	add_context(t, y);
}

/* The thread is created while these run: does it get the id variable of one of them? */
static void note_pile(struct threads *t, thread_id id, set_id running)
{
	const struct thread *x = thread_at(t, id);
	uint32_t n;
	set_id alive = spawn_threads(t, running);
	const uint32_t *at = threads_set(t, alive, &n);
	for (uint32_t i = 0; i < n && (x->id_address || x->id); i++) {
		struct thread *y = &t->list.at[at[i]];
		bool one = at[i] == id || (x->id_address && y->id_address == x->id_address);
		if (x->flags & FORKF_MEMBER || y->piles_up || !one || y->creator != x->creator)
			continue;
		y->piles_up = true;
		t->memo->refuted |= y->was_joined;
	}
}

/* Where the ids of threads that still run are stored, others are. */
static void note_lost_ids(struct threads *t, const struct context *x, uint32_t fork)
{
	uint32_t flags = summary_of(t, x->func)->forks.at[fork].flags;
	if (!(flags & FORKF_ID_LOST) || fork >= 63)
		return;
	spawn_id s = spawn_of(t, x->thread, x->func, fork);
	for (uint32_t i = 0; i < t->spawns.at[s].threads.n; i++) {
		struct thread *y = &t->list.at[t->spawns.at[s].threads.at[i]];
		t->memo->refuted |= !y->piles_up && y->was_joined;
		y->piles_up = true;
	}
}

/* What runs when this context's function creates threads. */
static void note_forks(struct threads *t, context_id c)
{
	const struct context x = *context_at(t, c);
	const struct summary *s = summary_of(t, x.func);
	for (uint32_t i = 0; i < s->forks.n && !runs_with_all(t, x.thread); i++) {
		const struct fork *k = &s->forks.at[i];
		note_lost_ids(t, &x, i);
		if (!fork_starts_here(t, x.thread, x.func, k))
			continue;
		spawn_id spawn = spawn_of(t, x.thread, x.func, i);
		set_id running = threads_running_at(t, c, k->ordering);
		bool loop = k->flags & FORKF_LOOP, shared = i >= 63; /* its bit */
		bool again = s->orders.at[k->ordering].running & summary_fork_bit(i) &&
			     (loop || !shared);
		for (uint32_t j = 0; j < t->spawns.at[spawn].threads.n; j++) {
			struct thread *y = &t->list.at[t->spawns.at[spawn].threads.at[j]];
			y->running = set_union_again(t, y->running, running);
			y->loop_overlap |= again || fork_is_of_several(k);
			y->outer_overlap |= spawn_runs(t, x.running, spawn);
			note_pile(t, t->spawns.at[spawn].threads.at[j],
				  loop || shared ? x.running : running);
		}
	}
}

/* What a thread leaves running when its entry returns. */
static void note_survivors(struct threads *t, context_id c)
{
	const struct context x = *context_at(t, c);
	const struct summary *s = summary_of(t, x.func);
	struct thread *y = &t->list.at[x.thread];
	set_id left = y->survivors;
	for (uint32_t i = 0; i < s->outcomes.n; i++)
		left = set_union(t, left,
				 threads_running_at(t, c, s->outcomes.at[i].ordering));
	uint32_t all = SPAWN_ALL;
	if (s->outcomes.n == 0 && s->may_fork)
		left = set_of(t, &all, 1); /* it ends somewhere below */
	y->survivors = left;
}

static void visit(struct threads *t, context_id c)
{
	t->contexts.at[c].queued = false;
	note_forks(t, c);
	if (!context_at(t, c)->parent)
		note_survivors(t, c);
	struct moves all = moves_of(t, c);
	for (uint32_t i = 0; i < all.count; i++)
		follow_call(t, c, &t->memo->moves.at[all.first + i]);
}

static void add_root(struct threads *t, thread_id id, uint32_t begins, func_id f)
{
	const struct thread *x = begins ? &t->begins.at[begins] : thread_at(t, id);
	set_id running = t->memo->here;
	if (runs_with_all(t, id))
		running = running_anything(t, running);
	add_context(t, (struct context){.thread = id, .func = f, .running = running,
					.guards = root_guards(t, x), .call = begins,
					.binding = root_binding(t, x)});
}

static void add_roots_of(struct threads *t, thread_id id)
{
	if (thread_at(t, id)->origin != ORIGIN_ENTRY) {
		add_root(t, id, 0, thread_at(t, id)->entry);
		for (uint32_t i = thread_at(t, id)->more; i; i = t->begins.at[i].more)
			add_root(t, id, i, t->begins.at[i].entry);
		return;
	}
	for (uint32_t i = 0; i < t->entries.n; i++)
		add_root(t, id, 0, t->entries.at[i]);
}

static void list_by_function(struct threads *t)
{
	for (context_id c = t->contexts.n; c-- > 1;) {
		func_id f = t->contexts.at[c].func;
		t->contexts.at[c].next_of_func = t->first_of_func[f];
		t->first_of_func[f] = c;
	}
}

/* ---- all ---- */

void meetings_free(struct meetings *j)
{
	map_free(&j->bindings);
	map_free(&j->guards);
	answers_free(&j->lost);
}

static void forget_contexts(struct threads *t)
{
	struct threads_memo *m = t->memo;
	t->contexts.n = 1;
	m->in_children = 0;
	t->merged_contexts = 0;
	map_clear(&m->context_at);
	forget_met(m);
	m->last_guards = m->last_running = (struct last_found){0};
	answers_free(&m->running_at);
	for (thread_id id = 1; id < t->list.n; id++) {
		struct thread *x = &t->list.at[id];
		x->running = x->survivors = 0;
		x->loop_overlap = x->outer_overlap = false;
	}
}

static void visit_all(struct threads *t)
{
	struct threads_memo *m = t->memo;
	const struct callgraph *g = t->in.callgraph;
	uint32_t functions = g->member_at[g->component_count];
	m->waiting = xcalloc(functions + 1u, sizeof(*m->waiting));
	m->waiting_at = functions ? functions - 1 : 0;
	m->waiting_here = m->waiting_above = 0;
	note_created_in_crowd(t);
	for (thread_id id = 1; id < t->list.n; id++)
		add_roots_of(t, id);
	for (context_id c; !limit_reached() && (c = dequeue(t)) != 0;)
		visit(t, c);
	for (uint32_t i = 0; i < functions; i++)
		vec_free(&m->waiting[i].list);
	free(m->waiting);
	m->waiting = NULL;
}

/*
 * A function that creates a thread and is executed several times: first it is taken that
 * each thread has been joined before the next is created, so that a join of its id joins
 * all there are. Up to the first creation that is true, and from one to the next when no
 * such thread may be running then, as found with that assumption. Where one may be, the
 * assumption is dropped, and all is looked at again.
 */
void find_contexts(struct threads *t)
{
	struct threads_memo *m = t->memo;
	find_deciding(t);
	for (int round = 0;; round++) {
		m->refuted = false;
		visit_all(t);
		if (!m->refuted || limit_reached())
			break;
		for (thread_id id = 1; round >= MAX_ROUNDS && id < t->list.n; id++)
			t->list.at[id].piles_up |= t->list.at[id].repeated;
		forget_contexts(t);
	}
	moves_free(m);
	forget_met(m);
	meetings_free(&m->meetings);
	answers_free(&m->running_at);
	list_by_function(t);
	m->settled = true;
}
