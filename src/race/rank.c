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
	if (r->handovers.n >= MAX_HANDOVERS || (!h.gives && !h.takes))
		return;
	h.object = threads_close(r->t, c, h.object);
	h.point.context = c;
	h.next = r->handover_at[id];
	r->handover_at[id] = r->handovers.n;
	vec_push(&r->handovers, h);
}

static void add_sync(struct races *r, context_id c, const struct sync *y)
{
	struct handover_site h = {.object = y->object,
				  .point = {0, y->chain, y->func, y->inst, 0}};
	h.gives = y->kind == SYNC_SEM_POST || y->kind == SYNC_COND_SIGNAL;
	h.takes = y->kind == SYNC_SEM_WAIT || y->kind == SYNC_COND_WAIT;
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
	h.gives = a->kind == WRITE && (strong || a->order == ORDER_RELEASE);
	h.takes = (a->kind == READ && (strong || a->order == ORDER_ACQUIRE ||
				       a->order == ORDER_CONSUME));
	add_handover(r, c, h);
}

static void collect_context(struct races *r, context_id c)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s = summary_of(r->t, x->func);
	for (uint32_t i = 0; i < s->syncs.n; i++) {
		if (!x->parent || !path_is_open(&s->paths, s->syncs.at[i].object))
			add_sync(r, c, &s->syncs.at[i]);
	}
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

/* After a, its thread gives leave; before b, its thread takes it. */
static bool hands_over(struct races *r, const struct instance *a, const struct instance *b,
		       enum handover kind)
{
	for (uint32_t i = r->handover_at[a->thread]; i; i = r->handovers.at[i].next) {
		const struct handover_site *g = &r->handovers.at[i];
		if (g->kind != kind || !g->gives || order_of(r, &a->point, &g->point) >= 0)
			continue;
		if (kind == HANDOVER_SEMAPHORE && is_binary(r, g->object))
			continue;
		for (uint32_t j = r->handover_at[b->thread]; j; j = r->handovers.at[j].next) {
			const struct handover_site *w = &r->handovers.at[j];
			if (w->kind == kind && w->takes &&
			    objects_overlap(r, g->object, w->object) &&
			    order_of(r, &w->point, &b->point) < 0)
				return true;
		}
	}
	return false;
}

static bool in_loop(const struct races *r, const struct instance *a)
{
	(void)r;
	return a->flags & ACCESSF_LOOP;
}

static bool may_be_ordered(struct races *r, const struct instance *a,
			   const struct instance *b, enum handover kind)
{
	if (a->thread == b->thread)
		return false;
	bool there = hands_over(r, a, b, kind), back = hands_over(r, b, a, kind);
	if (in_loop(r, a) && in_loop(r, b))
		return there && back;
	return there || back;
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
	return bit_if(may_be_ordered(r, a, b, HANDOVER_SEMAPHORE), REASON_SEMAPHORE) |
	       bit_if(may_be_ordered(r, a, b, HANDOVER_CONDITION), REASON_CONDITION) |
	       bit_if(may_be_ordered(r, a, b, HANDOVER_FLAG), REASON_ATOMIC_FLAG);
}

static bool is_interface(const struct races *r, const struct instance *x)
{
	return thread_at(r->t, x->thread)->origin == ORIGIN_ENTRY;
}

void rank_pair(struct races *r, struct found *f)
{
	enum { WORD = 8 };
	const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	bool is_volatile = a->flags & b->flags & ACCESSF_VOLATILE && a->size <= WORD;
	f->reasons = reasons_of_side(r, a) | reasons_of_side(r, b) |
		     reasons_of_order(r, a, b) |
		     bit_if(shared_lock(r, a, b, &f->may_lock) == LOCKS_MAY_BE_SAME,
			    REASON_MAY_LOCK) |
		     bit_if(is_volatile, REASON_VOLATILE) |
		     bit_if(is_interface(r, a) && is_interface(r, b), REASON_INTERFACE);
	f->confidence = CONFIDENCE_HIGH;
	for (uint32_t i = 0; i < REASON_COUNT; i++) {
		if (f->reasons & 1u << i && reasons[i].confidence < f->confidence)
			f->confidence = reasons[i].confidence;
	}
}
