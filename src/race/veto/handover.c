/* SPDX-License-Identifier: MIT */
/*
 * Hand-over: one thread writes and then posts a semaphore, signals a condition,
 * stores an atomic flag; the other waits, and then reads. Where both accesses are
 * on the right side of it in the order of the source, it may order them. In loops
 * the next round's write races with this round's read, unless there is also a
 * hand-over back.
 *
 * For each access that is ranked, what lies around it is looked at once: the
 * function it is in, its callers two calls up, and what these call. What is
 * farther away says little. Two accesses are then compared by these short lists.
 */
#include "race/order/asked.h"
#include "race/veto/veto.h"

#include <string.h>

enum { CALLS_UP = 2, MAX_NEAR_CONTEXTS = 200, MAX_NEAR_SITES = 1000, NEAR_STEPS = 16 };

/* ---- where threads hand over ---- */

static void add_handover(struct races *r, context_id c, struct handover_site h)
{
	if (!h.gives && !h.takes && !h.counts && !h.changes)
		return;
	h.object = threads_close(r->t, c, h.object);
	h.point.context = c;
	h.next = r->handing.handover_at[c];
	r->handing.handover_at[c] = r->handing.handovers.n;
	vec_push(&r->handing.handovers, h);
}

const struct access *nth_access(const struct summary *s, uint32_t i)
{
	return i < s->open.n ? &s->open.at[i] : &s->closed.at[i - s->open.n];
}

/* Is the instruction in a loop? The nearest access before it tells. */
static bool is_in_loop(const struct summary *s, func_id func, uint32_t inst)
{
	bool loop = false;
	uint32_t best = 0;
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		if (a->func != func || a->inst > inst || a->inst < best)
			continue;
		best = a->inst;
		loop = a->flags & ACCESSF_LOOP;
	}
	return loop;
}

/* Is the semaphore held where the function is called? */
static bool is_held_here(struct races *r, context_id c, path_id semaphore)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, context_at(r->t, c)->guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].kind == LOCK_SEMAPHORE &&
		    pt_sets_overlap(r->pt, threads_points_to(r->t, g[i].lock), 1,
				    threads_points_to(r->t, semaphore), 1))
			return true;
	return false;
}

static void add_semaphore_use(struct races *r, context_id c, const struct sync *y)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	const struct chain *call = &s->chains.at[y->chain];
	struct semaphore_use x = {.thread = context_at(r->t, c)->thread,
				  .object = threads_close(r->t, c, y->object),
				  .func = y->chain ? call->func : y->func,
				  .inst = y->chain ? call->inst : y->inst,
				  .posts = y->kind == SYNC_SEM_POST};
	if (path_is_open(&s->paths, y->object) && context_at(r->t, c)->parent)
		x.path = y->object;
	if (y->kind != SYNC_SEM_POST && y->kind != SYNC_SEM_WAIT)
		return;
	x.extra = x.posts && y->value == SYNC_NOT_HELD && !is_held_here(r, c, x.object);
	for (uint32_t i = 0; i < r->handing.semaphore_uses.n; i++) {
		const struct semaphore_use *u = &r->handing.semaphore_uses.at[i];
		if (u->object == x.object && u->thread == x.thread && u->posts == x.posts &&
		    u->extra == x.extra && u->path == x.path && u->func == x.func &&
		    u->inst == x.inst)
			return;
	}
	vec_push(&r->handing.semaphore_uses, x);
}

/* Waiting on a condition orders only when the condition is tested again. */
static void add_sync(struct races *r, context_id c, const struct sync *y)
{
	struct handover_site h = {.object = y->object,
				  .point = {0, y->chain, y->func, y->inst, 0}};
	bool loop = is_in_loop(&r->in->summaries->at[y->func], y->func, y->inst);
	h.repeated = loop || context_at(r->t, c)->in_loop;
	h.gives = y->kind == SYNC_SEM_POST || y->kind == SYNC_COND_SIGNAL;
	h.takes = y->kind == SYNC_SEM_WAIT || (y->kind == SYNC_COND_WAIT && loop);
	h.kind = y->kind == SYNC_SEM_POST || y->kind == SYNC_SEM_WAIT ? HANDOVER_SEMAPHORE
								      : HANDOVER_CONDITION;
	add_handover(r, c, h);
}

/* Between a handler and what it interrupts, that is as good as an atomic flag. */
static void add_volatile(struct races *r, context_id c, const struct access *a)
{
	struct handover_site h = {.kind = HANDOVER_VOLATILE, .object = a->path,
				  .point = {0, a->chain, a->func, a->inst, 0}};
	if (!(a->flags & ACCESSF_VOLATILE))
		return;
	h.repeated = a->flags & ACCESSF_LOOP || context_at(r->t, c)->in_loop;
	h.gives = a->kind == WRITE;
	h.takes = a->kind == READ && a->traits & TRAIT_TESTED;
	add_handover(r, c, h);
}

static void add_atomic(struct races *r, context_id c, const struct access *a)
{
	bool strong = a->order == ORDER_ACQ_REL || a->order == ORDER_SEQ_CST;
	struct handover_site h = {.kind = HANDOVER_FLAG, .object = a->path,
				  .point = {0, a->chain, a->func, a->inst, 0}};
	h.repeated = a->flags & ACCESSF_LOOP || context_at(r->t, c)->in_loop;
	if (!(a->flags & ACCESSF_ATOMIC))
		return;
	h.changes = a->kind == WRITE;
	h.consistent = a->order == ORDER_SEQ_CST;
	h.gives = a->kind == WRITE && (strong || a->order == ORDER_RELEASE);
	h.takes = a->kind == READ &&
		  (strong || a->order == ORDER_ACQUIRE || a->order == ORDER_CONSUME) &&
		  a->traits & TRAIT_TESTED;
	h.counts = a->kind == WRITE && a->order != ORDER_RELAXED;
	h.counting = a->traits & TRAIT_COUNTS;
	h.tested = a->traits & TRAIT_TESTED;
	add_handover(r, c, h);
}

static bool is_guarded(struct races *r, context_id c, const struct access *a)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	return s->locksets.at[a->lockset].held_count || context_at(r->t, c)->guards;
}

/* Who counts down under a lock, and looks what is left, may be the last one to use an object. */
static void add_count(struct races *r, context_id c, const struct access *a)
{
	struct handover_site h = {.kind = HANDOVER_LOCKED, .object = a->path, .counts = true,
				  .point = {0, a->chain, a->func, a->inst, 0}};
	uint32_t wanted = TRAIT_DOWN | TRAIT_TESTED;
	if (a->kind == WRITE && !(a->flags & ACCESSF_ATOMIC) &&
	    (a->traits & wanted) == wanted && is_guarded(r, c, a))
		add_handover(r, c, h);
}

static void collect_barriers(struct races *r, context_id c)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s = summary_of(r->t, x->func);
	for (uint32_t i = 0; i < s->orders.n; i++) {
		uint32_t n = 0;
		const struct phase *p = NULL;
		if (s->orders.at[i].phase_count)
			p = threads_phases(r->t, threads_phases_at(r->t, c, i), &n);
		for (uint32_t j = 0; j < n; j++)
			r->handing.barriers[x->thread] =
				threads_add(r->t, r->handing.barriers[x->thread], p[j].barrier);
	}
}

/* Few contexts are near what is ranked. */
static uint32_t first_handover(struct races *r, context_id c)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	if (r->handing.is_listed[c])
		return r->handing.handover_at[c];
	r->handing.is_listed[c] = true;
	/* the last ones are looked at first, and there may be too many */
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++)
		add_volatile(r, c, nth_access(s, i));
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++)
		add_atomic(r, c, nth_access(s, i));
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++)
		add_count(r, c, nth_access(s, i));
	/* also those that were copied up: a caller lists only one of a kind */
	for (uint32_t i = 0; i < s->syncs.n; i++)
		add_sync(r, c, &s->syncs.at[i]);
	return r->handing.handover_at[c];
}

static void collect_context(struct races *r, context_id c)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s = summary_of(r->t, x->func);
	for (uint32_t i = 0; i < s->syncs.n; i++)
		add_semaphore_use(r, c, &s->syncs.at[i]);
	collect_barriers(r, c);
	r->handing.sibling[c] = r->handing.child_at[x->parent];
	r->handing.child_at[x->parent] = c;
}

/* Wherever it happens, also before any thread exists. */
static void collect_inits(struct races *r)
{
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = &r->in->summaries->at[f];
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			const struct sync *y = &s->syncs.at[i];
			if (y->kind != SYNC_SEM_INIT && y->kind != SYNC_BARRIER_INIT)
				continue;
			path_id object = threads_close_outside(r->t, f, y->object);
			struct semaphore_init init = {object, y->value};
			if (y->kind == SYNC_SEM_INIT)
				vec_push(&r->handing.semaphores, init);
			else
				vec_push(&r->handing.barrier_inits, init);
		}
	}
}

void collect_handovers(struct races *r)
{
	r->handing.handover_at = xcalloc(r->t->contexts.n, sizeof(uint32_t));
	r->handing.is_listed = xcalloc(r->t->contexts.n, sizeof(bool));
	r->handing.child_at = xcalloc(r->t->contexts.n, sizeof(context_id));
	r->handing.sibling = xcalloc(r->t->contexts.n, sizeof(context_id));
	r->handing.barriers = xcalloc(r->t->list.n, sizeof(set_id));
	vec_push(&r->handing.handovers, ((struct handover_site){0}));
	vec_push(&r->handing.orderings, ((struct ordering){0}));
	for (context_id c = r->t->contexts.n; c-- > 1;)
		collect_context(r, c);
	collect_inits(r);
}

/* ---- what is around an access ---- */

static bool points_at(struct races *r, path_id path, struct pt_loc at)
{
	const struct pt_set *s = threads_points_to(r->t, path);
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (s->locs.at[i].obj == at.obj && s->locs.at[i].offset == at.offset)
			return true;
	}
	return false;
}

bool may_be_of(struct races *r, path_id path, obj_id obj)
{
	const struct pt_set *s = threads_points_to(r->t, path);
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (s->locs.at[i].obj == obj)
			return true;
	}
	return false;
}

/* The thread waits for a semaphore and posts it itself: it is used as a lock. */
static bool holds_semaphore(struct races *r, const struct instance *a, struct pt_loc at)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (g[i].kind == LOCK_SEMAPHORE && points_at(r, g[i].lock, at))
			return true;
	}
	return false;
}

bool semaphore_begins_above(struct races *r, struct pt_loc at, int64_t number)
{
	for (uint32_t i = 0; i < r->handing.semaphores.n; i++) {
		const struct semaphore_init *s = &r->handing.semaphores.at[i];
		if (s->value > number && points_at(r, s->object, at))
			return true;
	}
	return false;
}

/* The elements of an array are one place for the pointers; names tell them apart. */
static path_id certain_name(const struct races *r, path_id object)
{
	path_id base;
	path_split_offset(&r->t->paths, object, &base);
	return path_at(&r->t->paths, base)->kind == PATH_SYMBOL ? object : 0;
}

/* Several contexts of one function say the same. */
static void add_once(const struct races *r, struct ordering *o, const struct ordering_entry *new)
{
	const struct handover_site *h = r->handing.handovers.at;
	for (uint32_t i = 0; i < o->n; i++) {
		const struct ordering_entry *e = &o->entries[i];
		const struct handover_site *x = &h[e->site], *y = &h[new->site];
		if (e->kind == new->kind && e->role == new->role && e->at.obj == new->at.obj &&
		    e->at.offset == new->at.offset && x->point.func == y->point.func &&
		    x->point.inst == y->point.inst && x->object == y->object)
			return;
	}
	o->entries[o->n++] = *new;
}

static void add_entry(struct races *r, struct ordering *o, const struct instance *x,
		      const struct handover_site *h, enum ordering_role role)
{
	const struct pt_set *s = threads_points_to(r->t, h->object);
	enum { FEW = 4 };
	for (uint32_t i = 0; i < s->locs.n && i < FEW && o->n < MAX_ORDERING; i++) {
		struct ordering_entry e = {.kind = h->kind, .role = (uint8_t)role,
					   .repeated = h->repeated, .at = s->locs.at[i],
					   .name = certain_name(r, h->object),
					   .site = (uint32_t)(h - r->handing.handovers.at)};
		if (h->kind == HANDOVER_SEMAPHORE && h->gives) {
			if (holds_semaphore(r, x, e.at))
				continue;
			e.early = semaphore_begins_above(r, e.at, 0);
			e.several = semaphore_begins_above(r, e.at, 1);
		}
		add_once(r, o, &e);
	}
}

/* Is the site, where 'there' leads, repeated in a loop that 'here' is no part of? */
static bool is_waiting(const struct races *r, const struct step *there, uint32_t m,
		       const struct step *here, uint32_t n)
{
	uint32_t i = 0;
	while (i < m && i < n && there[i].func == here[i].func && there[i].inst == here[i].inst)
		i++;
	if (i == m || i == n)
		return false;
	if (i + 1 < m) /* in a function that returns first */
		return is_in_cycle(r, there[m - 1].func, there[m - 1].inst, UINT32_MAX);
	return is_in_cycle(r, there[i].func, there[i].inst, here[i].inst);
}

/* The site is on this side of x: -1 before, 0 not known or at the same place. */
static void note_site(struct races *r, struct ordering *o, const struct instance *x,
		      const struct handover_site *h, int side)
{
	bool here = h->point.func == x->point.func && h->point.inst == x->point.inst;
	if (h->counts && (here || side < 0))
		add_entry(r, o, x, h, COUNTS_BEFORE);
	if (h->counts && (here || side > 0))
		add_entry(r, o, x, h, COUNTS_AFTER);
	if (here)
		return;
	if ((h->gives && side) || (h->changes && side < 0))
		add_entry(r, o, x, h, side < 0 ? GIVES_BEFORE : GIVES_AFTER);
	if (h->takes && side < 0)
		add_entry(r, o, x, h, TAKES_BEFORE);
}

/* Calls from the context 'top', at most CALLS_UP above, down to the point. */
static uint32_t near_steps(const struct races *r, context_id top, const struct point *p,
			   struct step *out)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, p->context)->func);
	context_id way[CALLS_UP + 2];
	uint32_t up = 0, n = 0;
	for (context_id c = p->context; c != top; c = context_at(r->t, c)->parent)
		way[up++] = c;
	while (up-- > 0)
		out[n++] = (struct step){
			context_at(r->t, context_at(r->t, way[up])->parent)->func,
			context_at(r->t, way[up])->call};
	for (uint32_t c = p->chain; c && n < NEAR_STEPS - 1; c = s->chains.at[c].next)
		out[n++] = (struct step){s->chains.at[c].func, s->chains.at[c].inst};
	out[n++] = (struct step){p->func, p->inst};
	return n;
}

static void note_sites(struct races *r, struct ordering *o, const struct instance *x,
		       context_id top, context_id c, uint32_t *left)
{
	struct step here[NEAR_STEPS], there[NEAR_STEPS];
	uint32_t n = near_steps(r, top, &x->point, here);
	const struct handings *all = &r->handing;
	for (uint32_t i = first_handover(r, c); i && *left > 0; i = all->handovers.at[i].next) {
		const struct handover_site *h = &all->handovers.at[i];
		uint32_t m = near_steps(r, top, &h->point, there);
		int side = threads_step_order(there, m, here, n);
		note_site(r, o, x, h, side);
		if (h->kind == HANDOVER_FLAG && h->takes && side < 0 &&
		    is_waiting(r, there, m, here, n))
			add_entry(r, o, x, h, WAITS_BEFORE);
		--*left;
	}
}

static uint32_t look_around(struct races *r, const struct instance *x)
{
	struct ordering_entry found[MAX_ORDERING];
	struct ordering o = {.entries = found};
	context_id top = x->point.context, below = 0;
	uint32_t left = MAX_NEAR_SITES;
	for (uint32_t up = 0; top && up <= CALLS_UP; up++) {
		uint32_t contexts = MAX_NEAR_CONTEXTS;
		note_sites(r, &o, x, top, top, &left);
		for (context_id c = r->handing.child_at[top]; c && contexts > 0;
		     c = r->handing.sibling[c]) {
			if (c != below)
				note_sites(r, &o, x, top, c, &left);
			contexts--;
		}
		below = top;
		top = context_at(r->t, top)->parent;
	}
	o.entries = xcalloc(o.n ? o.n : 1, sizeof(*found));
	memcpy(o.entries, found, o.n * sizeof(*found));
	vec_push(&r->handing.orderings, o);
	return r->handing.orderings.n - 1;
}

struct ordering *ordering_of(struct races *r, struct instance *x)
{
	if (!x->ordering)
		x->ordering = look_around(r, x);
	return &r->handing.orderings.at[x->ordering];
}

/* ---- between two accesses ---- */

bool are_about_same(const struct ordering_entry *a, const struct ordering_entry *b)
{
	return a->kind == b->kind && a->at.obj == b->at.obj && a->at.offset == b->at.offset &&
	       (!a->name || !b->name || a->name == b->name);
}

/* Is there one that does that with what the other entry is about? */
bool has_entry(const struct ordering *o, const struct ordering_entry *like,
		      enum ordering_role role)
{
	for (uint32_t i = 0; i < o->n; i++) {
		if (o->entries[i].role == role && are_about_same(&o->entries[i], like))
			return true;
	}
	return false;
}

bool is_change_of(const struct races *r, const struct ordering_entry *change,
		  const struct ordering_entry *like)
{
	const struct handover_site *h = r->handing.handovers.at;
	return are_about_same(change, like) &&
	       (!pt_loc_is_folded(r->pt, change->at) ||
		h[change->site].object == h[like->site].object);
}

static bool changes_before(const struct races *r, const struct ordering *o,
			   const struct ordering_entry *like)
{
	for (uint32_t i = 0; i < o->n; i++)
		if (o->entries[i].role == GIVES_BEFORE && is_change_of(r, &o->entries[i], like))
			return true;
	return false;
}

struct handing {
	bool found;
	bool again; /* it may happen round after round */
	bool early; /* the first one to take it need not wait */
	bool several; /* nor the second */
	struct pt_loc at;
};

/* After a, and not before it, its thread gives leave; before b, its thread takes it. */
static struct handing hands_over(struct races *r, const struct instance *x,
				 const struct instance *y, enum handover kind)
{
	const struct ordering *a = &r->handing.orderings.at[x->ordering];
	const struct ordering *b = &r->handing.orderings.at[y->ordering];
	for (uint32_t i = 0; i < a->n; i++) {
		const struct ordering_entry *e = &a->entries[i];
		if (e->kind == kind && e->role == GIVES_AFTER &&
		    !changes_before(r, a, e) && has_entry(b, e, TAKES_BEFORE) &&
		    !(kind == HANDOVER_CONDITION ? is_made_true_otherwise(r, x, y)
						 : is_handed_otherwise(r, e->at, x, y)) &&
		    !(kind == HANDOVER_SEMAPHORE && is_posted_by_others(r, e->at, x, y)))
			return (struct handing){true, e->repeated, e->early, e->several, e->at};
	}
	return (struct handing){0};
}

bool in_loop(const struct races *r, const struct instance *a)
{
	return a->flags & ACCESSF_LOOP || context_at(r->t, a->point.context)->in_loop;
}

/* Memory that each activation of the function has anew is not that of the next call. */
static bool is_anew(const struct races *r, const struct instance *a)
{
	const struct path *x = path_at(&r->t->paths, a->path);
	const struct path *root = path_at(&r->t->paths, x->root);
	return (root->kind == PATH_LOCAL || root->kind == PATH_HEAP) && !x->loads &&
	       root->a == context_at(r->t, a->point.context)->func;
}

/* Does its thread come to the same memory there once more? */
static bool comes_again(const struct races *r, const struct instance *a)
{
	return is_anew(r, a) ? a->flags & ACCESSF_LOOP : in_loop(r, a);
}

/* One of several, as the places of a ring are: the next round has another one. */
static bool is_element(const struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	path_id id = x->path;
	while (path_at(p, id)->kind == PATH_OFFSET)
		id = path_at(p, id)->a;
	return path_at(p, id)->kind == PATH_INDEX;
}

/* The first reader waits for the semaphore, and the last one posts it; the writer has it. */
static bool read_together(struct races *r, const struct instance *reader,
			  const struct ordering *o, const struct instance *writer)
{
	for (uint32_t i = 0; i < o->n && reader->kind == READ; i++) {
		const struct ordering_entry *e = &o->entries[i];
		if (e->kind == HANDOVER_SEMAPHORE && e->role == TAKES_BEFORE &&
		    has_entry(o, e, GIVES_AFTER) && holds_semaphore(r, writer, e->at) &&
		    is_binary_semaphore(r, r->handing.handovers.at[e->site].object))
			return true;
	}
	return false;
}

bool may_be_handed_over(struct races *r, struct instance *a, struct instance *b,
			enum handover kind)
{
	ordering_of(r, a);
	const struct ordering *y = ordering_of(r, b), *x = ordering_of(r, a);
	if (kind == HANDOVER_FLAG && is_lock_by_hand(r, a, b))
		return true;
	if (kind == HANDOVER_SEMAPHORE &&
	    (read_together(r, a, x, b) || read_together(r, b, y, a)))
		return true;
	if (a->thread == b->thread)
		return false;
	struct handing there = hands_over(r, a, b, kind), back = hands_over(r, b, a, kind);
	if (kind == HANDOVER_FLAG && there.found && back.found && there.at.obj == back.at.obj &&
	    there.at.offset == back.at.offset)
		return false; /* one atomic, and nobody waits: a counter */
	if ((there.again || back.again) && comes_again(r, a) && comes_again(r, b))
		return there.found && back.found && !(there.early && back.early) &&
		       (!(there.several || back.several) ||
			(is_element(r, a) && is_element(r, b)));
	return (there.found && !there.early) || (back.found && !back.early);
}

path_id place_of_id(const struct thread *x)
{
	path_id at = x->id_address ? x->id_address : x->id_once;
	return at || !(x->flags & FORKF_ID_IN_ARGUMENT) ? at : x->argument;
}

bool may_be_joined(struct races *r, struct instance *a, struct instance *b)
{
	return has_joined_all(r, a, b) || has_joined_all(r, b, a) || is_one_joined(r, a, b) ||
	       is_one_joined(r, b, a) || are_joined_in_turn(r, a, b);
}

void handing_release(struct handings *h)
{
	vec_free(&h->handovers);
	free(h->handover_at);
	free(h->is_listed);
	free(h->child_at);
	free(h->sibling);
	for (uint32_t i = 0; i < h->orderings.n; i++)
		free(h->orderings.at[i].entries);
	vec_free(&h->orderings);
	vec_free(&h->semaphores);
	vec_free(&h->barrier_inits);
	vec_free(&h->semaphore_uses);
	free(h->barriers);
}
