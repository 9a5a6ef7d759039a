/* SPDX-License-Identifier: MIT */
/*
 * Locks that are made of atomics: each waits until the other one has left. That two who come at
 * the same time do not both go on, the value that they wait for being there from the beginning,
 * needs more than waiting. Each must have announced itself before it looks: by an instruction that
 * reads and writes at once (a ticket, the tail of a queue), or by a store of what the other
 * looks at, which is seen before the look: both sequentially consistent, or a fence of that kind
 * behind the store. Or one of those who have looked claims what it was about by such an
 * instruction, which tells it whether it may go on. Else it is no lock.
 */
#include "race/order/order.h"
#include "race/veto/veto.h"

enum { CALLS_UP = 2, MAX_LOOKS = 4096 };

/* May x be reached by who has found the memory, at that place, as it is in the beginning: zero? */
static bool may_pass_first(struct races *r, const struct instance *x,
			   const struct handover_site *wait)
{
	uint32_t key[] = {0, 0, wait->point.func, wait->point.inst};
	events_of(r);
	struct flow **known = known_flow(r, key, 4);
	if (!*known) {
		struct flow *w = *known = xcalloc(1, sizeof(*w));
		w->first = 1;
		reach_add(w, (struct flow_site){.func = wait->point.func,
						.inst = wait->point.inst,
						.signs = SIGN_ANY,
						.read = true,
						.numbers = {UINT64_MAX, 0, CMP_NE, false},
						.bits = 1});
		reach_run(r, w);
	}
	return reach_at(r, *known, x);
}

/* A look of one thread, and what lies around an access of the other. */
struct look {
	const struct handover_site *wait;
	const struct ordering *other;
	bool consistent; /* sequentially */
	struct step way[MAX_FRAMES], access[MAX_FRAMES];
	uint32_t steps, access_steps, left;
};

static bool waits_for(struct races *r, const struct ordering *o, path_id place)
{
	for (uint32_t i = 0; i < o->n; i++)
		if (o->entries[i].role == WAITS_BEFORE && may_be_of(r, place, o->entries[i].at.obj))
			return true;
	return false;
}

static bool announces(struct races *r, const struct look *l, context_id c,
		      const struct access *a)
{
	if (!(a->flags & ACCESSF_ATOMIC) || a->kind != WRITE)
		return false;
	if (a->traits & TRAIT_AT_ONCE)
		return true;
	return (a->traits & TRAIT_FENCED || (l->consistent && a->order == ORDER_SEQ_CST)) &&
	       waits_for(r, l->other, threads_close(r->t, c, a->path));
}

/* One of several who have looked goes on: what it has compared and exchanged tells it. */
static bool claims_what_is_next(const struct access *a)
{
	uint32_t wanted = TRAIT_AT_ONCE | TRAIT_TESTED;
	return a->flags & ACCESSF_ATOMIC && a->kind == WRITE && (a->traits & wanted) == wanted;
}

static bool is_announced_in(struct races *r, struct look *l, context_id c)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	for (uint32_t i = 0; i < s->open.n + s->closed.n && l->left; i++, l->left--) {
		const struct access *a = nth_access(s, i);
		struct point at = {c, a->chain, a->func, a->inst, 0};
		struct step way[MAX_FRAMES];
		if (!announces(r, l, c, a) && !claims_what_is_next(a))
			continue;
		uint32_t n = threads_steps(r->t, &at, way, MAX_FRAMES);
		bool first = threads_step_order(way, n, l->way, l->steps) < 0;
		bool between = threads_step_order(way, n, l->access, l->access_steps) < 0;
		if ((first && announces(r, l, c, a)) || (between && claims_what_is_next(a)))
			return true;
	}
	return !l->left;
}

/* Has the thread that waits there announced itself before, or claimed x since? What is not found
 * for want of looking may be there. */
static bool is_announced(struct races *r, const struct instance *x,
			 const struct handover_site *wait, const struct ordering *other)
{
	struct look l = {.wait = wait, .other = other, .consistent = wait->consistent,
			 .left = MAX_LOOKS};
	context_id top = wait->point.context;
	l.steps = threads_steps(r->t, &wait->point, l.way, MAX_FRAMES);
	l.access_steps = threads_steps(r->t, &x->point, l.access, MAX_FRAMES);
	for (uint32_t up = 0; top && up <= CALLS_UP; up++, top = context_at(r->t, top)->parent) {
		if (is_announced_in(r, &l, top))
			return true;
		for (context_id c = r->handing.child_at[top]; c; c = r->handing.sibling[c])
			if (is_announced_in(r, &l, c))
				return true;
	}
	return false;
}

/* What x waits for before, and the other one gives after its access. */
static const struct handover_site *wait_of(struct races *r, const struct ordering *x,
					   const struct ordering *other)
{
	for (uint32_t i = 0; i < x->n; i++) {
		const struct ordering_entry *e = &x->entries[i];
		if (e->role == WAITS_BEFORE && has_entry(other, e, GIVES_AFTER))
			return &r->handing.handovers.at[e->site];
	}
	return NULL;
}

/* The number that is stored there, if that is known. */
static const struct deed *stored_at(const struct races *r, const struct ordering_entry *e)
{
	const struct point *at = &r->handing.handovers.at[e->site].point;
	const struct deed *x = notes_stored(&summary_of(r->t, at->func)->notes, at->inst);
	return x && x->known ? x : NULL;
}

static bool store_different(const struct races *r, const struct ordering_entry *a,
			    const struct ordering_entry *b)
{
	const struct deed *x = stored_at(r, a), *y = stored_at(r, b);
	return x && y && x->number != y->number;
}

/* Does b's thread itself, before its access, what it waits for? To say that it has to wait
 * ('me->wait = 1') is not that: it waits for what a's thread stores. */
static bool lets_itself_in(const struct races *r, const struct ordering *a,
			   const struct ordering *b, const struct ordering_entry *wait)
{
	for (uint32_t i = 0; i < b->n; i++) {
		const struct ordering_entry *e = &b->entries[i];
		bool same = e->role == GIVES_BEFORE && are_about_same(e, wait) &&
			    is_change_of(r, e, wait);
		for (uint32_t k = 0; k < a->n && same; k++)
			if (a->entries[k].role == GIVES_AFTER &&
			    are_about_same(&a->entries[k], wait) &&
			    !store_different(r, e, &a->entries[k]))
				return true;
	}
	return false;
}

/* Do several elements of an array have that number in the beginning? */
static bool several_begin_with(const struct races *r, struct pt_loc at, int64_t number)
{
	const struct pt_object *o = pointers_object(r->pt, at.obj);
	const struct ir_symbol *y = &r->p->symbols.at[o->sym];
	struct pt_loc element[2];
	uint32_t found = 0;
	for (uint32_t i = 0; o->kind == OBJ_VARIABLE && i < y->init_count; i++) {
		const struct ir_init *x = &r->p->inits.at[y->init + i];
		pointers_move(r->pt, (struct pt_loc){at.obj, 0}, (int64_t)x->offset, element);
		found += element[0].offset == at.offset && !r->p->consts.at[x->value].sym &&
			 r->p->consts.at[x->value].value == number;
	}
	return found > 1;
}

/* Of an array, does a give after its access what several elements have in the beginning? Then
 * two may go on with that. */
static bool is_open_to_several(const struct races *r, const struct ordering *a,
			       const struct ordering_entry *wait)
{
	for (uint32_t i = 0; i < a->n; i++) {
		const struct ordering_entry *e = &a->entries[i];
		const struct deed *x = e->role == GIVES_AFTER && are_about_same(e, wait)
					       ? stored_at(r, e) : NULL;
		if (x && several_begin_with(r, e->at, x->number))
			return true;
	}
	return false;
}

/* Before b, its thread waits until an atomic has another value, which it does not change
 * itself (that would be a barrier); a's thread changes it when it is done. */
static bool lets_in(const struct races *r, const struct ordering *a, const struct ordering *b)
{
	for (uint32_t i = 0; i < b->n; i++) {
		const struct ordering_entry *e = &b->entries[i];
		if (e->kind == HANDOVER_FLAG && e->role == WAITS_BEFORE &&
		    has_entry(a, e, GIVES_AFTER) && !lets_itself_in(r, a, b, e) &&
		    !is_open_to_several(r, a, e))
			return true;
	}
	return false;
}

bool is_lock_by_hand(struct races *r, struct instance *a, struct instance *b)
{
	ordering_of(r, a);
	const struct ordering *y = ordering_of(r, b), *x = ordering_of(r, a);
	if (!lets_in(r, x, y) || !lets_in(r, y, x))
		return false;
	const struct handover_site *of_a = wait_of(r, x, y), *of_b = wait_of(r, y, x);
	if (!of_a || !of_b || !may_pass_first(r, a, of_a) || !may_pass_first(r, b, of_b))
		return true;
	return is_announced(r, a, of_a, y) && is_announced(r, b, of_b, x);
}
