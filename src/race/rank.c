/* SPDX-License-Identifier: MIT */
/*
 * Confidence: what speaks against a pair that no veto removed. Reasons lower the
 * confidence, they never remove (reasons.def).
 *
 * Hand-over: one thread writes and then posts a semaphore, signals a condition,
 * stores an atomic flag; the other waits, and then reads. Where both accesses are
 * on the right side of it in the order of the source, it may order them. In loops
 * the next round's write races with this round's read, unless there is also a
 * hand-over back.
 */
#include "race/internal.h"

static const struct {
	uint8_t confidence;
	const char *text;
} reasons[REASON_COUNT] = {
#define REASON(id, confidence, text) {CONFIDENCE_##confidence, text},
#include "race/reasons.def"
#undef REASON
};

const char *reason_text(enum reason reason)
{
	return reasons[reason].text;
}

/* ---- where threads hand over ---- */

static void add_handover(struct races *r, context_id c, struct handover_site h)
{
	enum { MAX_HANDOVERS = 200000 };
	thread_id id = context_at(r->t, c)->thread;
	if (r->handovers.n >= MAX_HANDOVERS || (!h.gives && !h.takes && !h.counts))
		return;
	h.object = threads_close(r->t, c, h.object);
	h.point.context = c;
	h.next = r->handover_at[id];
	r->handover_at[id] = r->handovers.n;
	vec_push(&r->handovers, h);
}

/* Is the instruction in a loop? The nearest access before it tells. */
static bool is_in_loop(const struct summary *s, func_id func, uint32_t inst)
{
	bool loop = false;
	uint32_t best = 0;
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a =
			i < s->open.n ? &s->open.at[i] : &s->closed.at[i - s->open.n];
		if (a->func != func || a->inst > inst || a->inst < best)
			continue;
		best = a->inst;
		loop = a->flags & ACCESSF_LOOP;
	}
	return loop;
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

static void add_atomic(struct races *r, context_id c, const struct access *a)
{
	bool strong = a->order == ORDER_ACQ_REL || a->order == ORDER_SEQ_CST;
	struct handover_site h = {.kind = HANDOVER_FLAG, .object = a->path,
				  .point = {0, a->chain, a->func, a->inst, 0}};
	if (!(a->flags & ACCESSF_ATOMIC))
		return;
	h.repeated = a->flags & ACCESSF_LOOP || context_at(r->t, c)->in_loop;
	h.gives = a->kind == WRITE && (strong || a->order == ORDER_RELEASE);
	h.takes = a->kind == READ &&
		  (strong || a->order == ORDER_ACQUIRE || a->order == ORDER_CONSUME);
	h.counts = a->kind == WRITE && a->order != ORDER_RELAXED;
	add_handover(r, c, h);
}

static void collect_context(struct races *r, context_id c)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s = summary_of(r->t, x->func);
	/* also those that were copied up: a caller lists only one of a kind */
	for (uint32_t i = 0; i < s->syncs.n; i++)
		add_sync(r, c, &s->syncs.at[i]);
	for (uint32_t i = 0; i < s->closed.n; i++)
		add_atomic(r, c, &s->closed.at[i]);
	for (uint32_t i = 0; !x->parent && i < s->open.n; i++)
		add_atomic(r, c, &s->open.at[i]);
	for (uint32_t i = 0; i < s->orders.n; i++) {
		uint32_t n;
		const struct phase *p =
			s->orders.at[i].phase_count
				? threads_phases(r->t, threads_phases_at(r->t, c, i), &n)
				: NULL;
		for (uint32_t j = 0; p && j < n; j++)
			r->barriers[x->thread] =
				threads_add(r->t, r->barriers[x->thread], p[j].barrier);
	}
}

/* Wherever it happens, also before any thread exists. */
static void collect_semaphores(struct races *r)
{
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = &r->in->summaries->at[f];
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			const struct sync *y = &s->syncs.at[i];
			if (y->kind != SYNC_SEM_INIT)
				continue;
			path_id object = threads_close_outside(r->t, f, y->object);
			vec_push(&r->semaphores,
				 ((struct semaphore_init){object, y->value}));
		}
	}
}

void collect_handovers(struct races *r)
{
	r->handover_at = xcalloc(r->t->list.n, sizeof(uint32_t));
	r->barriers = xcalloc(r->t->list.n, sizeof(set_id));
	vec_push(&r->handovers, ((struct handover_site){0}));
	for (context_id c = 1; c < r->t->contexts.n; c++)
		collect_context(r, c);
	collect_semaphores(r);
}

/* ---- hand-over between two accesses ---- */

enum { STEPS = 128 };

static int order_of(const struct races *r, const struct point *a, const struct point *b)
{
	struct step x[STEPS], y[STEPS];
	uint32_t n = threads_steps(r->t, a, x, STEPS);
	uint32_t m = threads_steps(r->t, b, y, STEPS);
	return threads_step_order(x, n, y, m);
}

static bool objects_overlap(struct races *r, path_id a, path_id b)
{
	return a == b || pt_sets_overlap(r->pt, threads_points_to(r->t, a), 1,
					 threads_points_to(r->t, b), 1);
}

/* The thread waits for a semaphore and posts it itself: it is used as a lock. */
static bool holds_semaphore(struct races *r, const struct instance *a, path_id semaphore)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, a->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (g[i].kind == LOCK_SEMAPHORE && objects_overlap(r, g[i].lock, semaphore))
			return true;
	}
	return false;
}

/* Ranking may not cost more than finding: past the budget a pair is not looked at
 * for hand-over, and keeps its rank. */
static bool spend(struct races *r)
{
	enum { BUDGET = 4000000 };
	return ++r->order_work < BUDGET;
}

static bool takes_before(struct races *r, const struct handover_site *g,
			 const struct instance *b)
{
	for (uint32_t j = r->handover_at[b->thread]; j && spend(r); j = r->handovers.at[j].next) {
		const struct handover_site *w = &r->handovers.at[j];
		if (w->kind == g->kind && w->takes &&
		    objects_overlap(r, g->object, w->object) &&
		    order_of(r, &w->point, &b->point) < 0)
			return true;
	}
	return false;
}

/* Leave was given before a already: b may have gone on because of that. */
static bool gives_before(struct races *r, const struct instance *a,
			 const struct handover_site *g)
{
	for (uint32_t i = r->handover_at[a->thread]; i && spend(r); i = r->handovers.at[i].next) {
		const struct handover_site *h = &r->handovers.at[i];
		if (h->kind == g->kind && h->gives &&
		    objects_overlap(r, h->object, g->object) &&
		    order_of(r, &h->point, &a->point) < 0)
			return true;
	}
	return false;
}

static bool starts_positive(struct races *r, path_id semaphore)
{
	for (uint32_t i = 0; i < r->semaphores.n; i++) {
		const struct semaphore_init *s = &r->semaphores.at[i];
		if (s->value > 0 && objects_overlap(r, s->object, semaphore))
			return true;
	}
	return false;
}

struct handing {
	bool found;
	bool again; /* it may happen round after round */
	bool early; /* the first one to take it need not wait */
};

/* After a, its thread gives leave; before b, its thread takes it. */
static struct handing hands_over(struct races *r, const struct instance *a,
				 const struct instance *b, enum handover kind)
{
	for (uint32_t i = r->handover_at[a->thread]; i && spend(r); i = r->handovers.at[i].next) {
		const struct handover_site *g = &r->handovers.at[i];
		if (g->kind != kind || !g->gives || order_of(r, &a->point, &g->point) >= 0)
			continue;
		if (kind == HANDOVER_SEMAPHORE && holds_semaphore(r, a, g->object))
			continue;
		if (!gives_before(r, a, g) && takes_before(r, g, b))
			return (struct handing){true, g->repeated,
						kind == HANDOVER_SEMAPHORE &&
							starts_positive(r, g->object)};
	}
	return (struct handing){0};
}

static bool in_loop(const struct races *r, const struct instance *a)
{
	return a->flags & ACCESSF_LOOP || context_at(r->t, a->point.context)->in_loop;
}

static bool may_be_ordered(struct races *r, const struct instance *a,
			   const struct instance *b, enum handover kind)
{
	if (a->thread == b->thread)
		return false;
	struct handing there = hands_over(r, a, b, kind), back = hands_over(r, b, a, kind);
	if ((there.again || back.again) && in_loop(r, a) && in_loop(r, b))
		return there.found && back.found && !(there.early && back.early);
	return (there.found && !there.early) || (back.found && !back.early);
}

/* ---- reference counts ---- */

/* Does the thread change an atomic of that object on this side (-1: before, 1:
 * after, or right there) of the access? */
static bool counts_at(struct races *r, const struct instance *a, obj_id obj, int side)
{
	for (uint32_t i = r->handover_at[a->thread]; i && spend(r); i = r->handovers.at[i].next) {
		const struct handover_site *h = &r->handovers.at[i];
		const struct pt_set *s = threads_points_to(r->t, h->object);
		bool here = h->point.func == a->point.func && h->point.inst == a->point.inst;
		bool there = here || order_of(r, &h->point, &a->point) == side;
		for (uint32_t j = 0; h->counts && there && j < s->locs.n; j++) {
			if (s->locs.at[j].obj == obj)
				return true;
		}
	}
	return false;
}

/* One side frees what the count says nobody uses; the other has not given up its
 * own reference yet. */
static bool may_be_counted(struct races *r, const struct instance *a, const struct instance *b)
{
	if (b->kind != FREE || !counts_at(r, b, b->obj, -1))
		return false;
	return counts_at(r, a, b->obj, a->kind == FREE ? -1 : 1);
}

/* ---- reasons ---- */

static uint32_t bit_if(bool condition, enum reason reason)
{
	return condition ? 1u << reason : 0;
}

static uint32_t reasons_of_side(const struct races *r, const struct instance *x)
{
	const struct thread *t = thread_at(r->t, x->thread);
	return bit_if(pointers_object(r->pt, x->obj)->kind == OBJ_CLASS, REASON_CLASS) |
	       bit_if(x->targets > FEW_TARGETS, REASON_MANY_TARGETS) |
	       bit_if(x->targets > 1 && x->targets <= FEW_TARGETS, REASON_TARGETS) |
	       bit_if(t->origin == ORIGIN_LATER, REASON_CALLBACK) |
	       bit_if(x->flags & ACCESSF_UNKNOWN, REASON_UNKNOWN) |
	       bit_if(x->kind == FREE, REASON_FREED) |
	       bit_if(x->flags & ACCESSF_CLOSED_EARLY, REASON_CLOSED);
}

static uint32_t reasons_of_order(struct races *r, const struct instance *a,
				 const struct instance *b)
{
	return bit_if(may_be_counted(r, a, b) || may_be_counted(r, b, a), REASON_COUNTED) |
	       bit_if(is_published_later(r, a, b) || is_published_later(r, b, a),
		      REASON_PUBLISHED) |
	       bit_if(may_be_ordered(r, a, b, HANDOVER_SEMAPHORE), REASON_SEMAPHORE) |
	       bit_if(may_be_ordered(r, a, b, HANDOVER_CONDITION), REASON_CONDITION) |
	       bit_if(may_be_ordered(r, a, b, HANDOVER_FLAG), REASON_ATOMIC_FLAG);
}

static bool is_interface(const struct races *r, const struct instance *x)
{
	return thread_at(r->t, x->thread)->origin == ORIGIN_ENTRY;
}

/* Callers of an interface that share a variable of the library cannot help it; an
 * object of their own is shared only if they want. A lock says that it is. */
static uint32_t reasons_of_interface(const struct races *r, const struct instance *a,
				     const struct instance *b)
{
	bool variable = pointers_object(r->pt, a->obj)->kind == OBJ_VARIABLE;
	if (!is_interface(r, a) || !is_interface(r, b))
		return 0;
	return bit_if(variable || a->guards || b->guards, REASON_INTERFACE) |
	       bit_if(!variable && !a->guards && !b->guards, REASON_SHARED_ARGUMENT);
}

/* The lock came with the thread's argument, which may be another for each. */
static bool is_of_new_argument(const struct races *r, thread_id id, path_id lock)
{
	const struct thread *x = thread_at(r->t, id);
	const struct paths *p = &r->t->paths;
	return x->argument && x->flags & FORKF_ARG_NEW &&
	       path_at(p, lock)->root == path_at(p, x->argument)->root;
}

/* The lock is in another object than the memory, which is reached by a pointer:
 * typically the lock of a bucket, of a list. */
static bool is_of_container(struct races *r, const struct instance *x, path_id lock)
{
	const struct path *p = path_at(&r->t->paths, x->path);
	const struct pt_set *s = threads_points_to(r->t, lock);
	uint8_t root = path_at(&r->t->paths, p->root)->kind;
	if (!p->loads && root != PATH_VALUE && root != PATH_HEAP)
		return false;
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (s->locs.at[i].obj == x->obj)
			return false;
	}
	return !is_of_new_argument(r, x->thread, lock);
}

static uint32_t reasons_of_locks(struct races *r, const struct instance *a,
				 const struct instance *b, path_id names[2])
{
	if (shared_lock(r, a, b, names) != LOCKS_MAY_BE_SAME)
		return 0;
	bool container = is_of_container(r, a, names[0]) && is_of_container(r, b, names[1]);
	return bit_if(container, REASON_CONTAINER) | bit_if(!container, REASON_MAY_LOCK);
}

static bool is_low(uint32_t set)
{
	for (uint32_t i = 0; i < REASON_COUNT; i++) {
		if (set & 1u << i && reasons[i].confidence == CONFIDENCE_LOW)
			return true;
	}
	return false;
}

/* The lowest of the reasons; two independent doubts are a strong one. */
static uint8_t confidence_of(uint32_t bits)
{
	uint8_t lowest = CONFIDENCE_HIGH;
	uint32_t doubts = 0;
	for (uint32_t i = 0; i < REASON_COUNT; i++) {
		if (!(bits & 1u << i))
			continue;
		doubts += reasons[i].confidence == CONFIDENCE_MEDIUM;
		if (reasons[i].confidence < lowest)
			lowest = reasons[i].confidence;
	}
	return doubts > 1 ? CONFIDENCE_LOW : lowest;
}

/* Both sides have only a pointer to memory of which there is any number. */
static bool may_be_different_objects(const struct races *r, const struct instance *a,
				     const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	return pointers_object(r->pt, a->obj)->kind == OBJ_HEAP &&
	       path_at(p, path_at(p, a->path)->root)->kind == PATH_VALUE &&
	       path_at(p, path_at(p, b->path)->root)->kind == PATH_VALUE;
}

void rank_pair(struct races *r, struct found *f)
{
	enum { WORD = 8 };
	const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	bool is_volatile = a->flags & b->flags & ACCESSF_VOLATILE && a->size <= WORD;
	path_id names[2] = {0};
	f->reasons = reasons_of_side(r, a) | reasons_of_side(r, b) |
		     reasons_of_locks(r, a, b, names) |
		     bit_if(is_volatile, REASON_VOLATILE) |
		     bit_if(may_be_different_objects(r, a, b), REASON_ANY_OBJECT) |
		     reasons_of_interface(r, a, b);
	if (!is_low(f->reasons))
		f->reasons |= reasons_of_order(r, a, b); /* these cost most */
	f->may_lock = names[0];
	f->confidence = confidence_of(f->reasons);
}
