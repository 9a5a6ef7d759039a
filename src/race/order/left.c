/* SPDX-License-Identifier: MIT */
/*
 * Set-up that is over: a variable has the number it began with, or one of a few, until something
 * was set up, and never again (a flag, a state, a pointer that is no longer null). What is done
 * only where such a number was found is not done by threads that are created afterwards, and
 * what the creator did there it did before:
 *
 *	if (state != READY) set_up();        ... create(worker) ...        worker: the same test
 *
 * Searches with a bit for each such state, set at the beginning. 'asked': cleared where it was
 * found. 'stayed': cleared where it is left, or was found to be left. 'open': likewise, but set
 * again where it was found. 'unseen': cleared where anybody looks.
 *
 * A thread is born after the state if it was left on all ways to its creation, or its creator was
 * born so. That is certain if nothing ever stores such a number. It is likely if that is
 * only done by who has found the state before, and if the creator has looked, and came to the
 * creation past the set-up as well as through it: then the set-up would have to fail for the state
 * to be still there; or, for the creator itself, to come to itself again. What the creator has only
 * asked to be called later comes after its set-up, wherever it has asked.
 *
 * Of a library nothing is certain: callers may end what they have begun, close_all(), while
 * threads of the library run, which is a race by itself. What these do only if that was done,
 * and set-up by another caller meanwhile, is most likely not done.
 */
#include "race/order/asked.h"
#include "race/order/order.h"

/* A variable is found to have one of the numbers that it has at first. */
struct state {
	struct pt_loc cell; /* without obj: it may come back */
	uint32_t size;
	struct numbers numbers;
	bool sure; /* nothing stores such a number */
};

struct left_part {
	struct flow *asked, *stayed, *open, *unseen;
	uint64_t *sure, *likely; /* [thread] states that it was born after */
};

struct lefts {
	VEC(struct state) states;
	VEC(struct left_part) parts; /* [states / 64] */
};

/* ---- which there are ---- */

static bool is_same_state(const struct state *a, const struct state *b)
{
	return a->cell.obj == b->cell.obj && a->cell.offset == b->cell.offset &&
	       a->numbers.mask == b->numbers.mask && a->numbers.number == b->numbers.number &&
	       a->numbers.compare == b->numbers.compare;
}

static bool overlaps(const struct races *r, const struct cell_store *x, const struct state *s)
{
	return pt_loc_overlap(r->pt, s->cell, s->size, x->at, x->size);
}

/* May it have such a number after that store? */
static bool may_bring_back(const struct cell_store *x, const struct state *s)
{
	return !is_stored(x, s->cell, s->size) || !x->known ||
	       numbers_have(&s->numbers, x->number);
}

/* Is it another number then? What was computed is hardly the one number (a pointer is not
 * null); of many it may well be one. */
static bool leaves(const struct cell_store *x, const struct state *s)
{
	return is_stored(x, s->cell, s->size) &&
	       (x->known ? !numbers_have(&s->numbers, x->number)
			 : s->numbers.compare == CMP_EQ && s->numbers.mask == UINT64_MAX);
}

static bool is_library(const struct races *r)
{
	return thread_at(r->t, 1)->origin != ORIGIN_MAIN;
}

/* Is it one of its numbers at first, left somewhere, and not for that number again? But who calls a
 * library may end what it has begun. */
static bool is_state(struct races *r, struct state *s)
{
	const struct events *o = r->events;
	struct event like = {.cell = s->cell, .size = s->size};
	int64_t first = 0;
	bool left = false, variable = pointers_object(r->pt, s->cell.obj)->kind == OBJ_VARIABLE;
	if ((variable && !event_begins_with(r, &like, &first)) ||
	    !numbers_have(&s->numbers, first))
		return false;
	s->sure = true;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		if (!overlaps(r, x, s))
			continue;
		bool early = is_library(r) || is_early(r, x->func, x->inst);
		bool again = x->known ? x->number == first && !early : !leaves(x, s);
		if (!is_stored(x, s->cell, s->size) || again)
			return false;
		s->sure &= !may_bring_back(x, s);
		left |= leaves(x, s);
	}
	return left;
}

static void add_state(struct races *r, struct lefts *l, const struct cell_test *t)
{
	const struct object_use *u = &r->uses[t->cell.obj];
	struct state s = {t->cell, t->size, t->numbers, false};
	if (!u->several || !u->writes)
		return;
	for (uint32_t i = 0; i < l->states.n; i++)
		if (is_same_state(&l->states.at[i], &s))
			return;
	if (is_state(r, &s))
		vec_push(&l->states, s);
}

/* ---- the searches ---- */

enum search { ASKED, STAYED, OPEN, UNSEEN };

static void add_tests(const struct events *o, struct flow *w, const struct state *s,
		      enum search kind, uint64_t bit)
{
	struct numbers n = s->numbers;
	if (kind == STAYED || kind == OPEN)
		n.compare = ir_compare_not(n.compare);
	for (uint32_t i = 0; i < o->cell_tests.n; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		struct flow_site x = {.func = t->func, .inst = t->inst, .numbers = n,
				      .read = kind != UNSEEN, .signs = SIGN_ANY, .bits = bit};
		if (t->cell.obj != s->cell.obj || t->cell.offset != s->cell.offset ||
		    t->size != s->size)
			continue;
		reach_add(w, x);
		x.sets = true;
		if (kind == OPEN)
			reach_add(w, x);
	}
}

static void add_stores(const struct races *r, struct flow *w, const struct state *s,
		       uint64_t bit)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		if (overlaps(r, x, s))
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.signs = SIGN_ANY,
							.sets = !leaves(x, s),
							.bits = bit});
	}
}

/* Does someone bring it back there who has not found it? Only main does, before there are threads
 * (is_for_good): what was looked for before says nothing then. */
static bool brings_back(struct races *r, struct flow *asked, const struct cell_store *x,
			const struct state *s, uint64_t bit)
{
	return !is_library(r) && overlaps(r, x, s) && may_bring_back(x, s) &&
	       reach_at_inst(r, asked, 1, x->func, x->inst) & bit;
}

static void add_returns(struct races *r, struct flow *w, struct flow *asked,
			const struct state *s, uint64_t bit)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		if (brings_back(r, asked, x, s, bit))
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.sets = true, .bits = bit});
	}
}

/* For those of the states that are wanted; NULL: for none. 'asked': that search, for UNSEEN. */
static struct flow *search(struct races *r, const struct state *s, uint64_t wanted,
			   enum search kind, struct flow *asked)
{
	struct flow *w = wanted ? xcalloc(1, sizeof(*w)) : NULL;
	if (!w)
		return NULL;
	w->first = wanted;
	for (uint32_t k = 0; k < EVENTS_AT_ONCE; k++) {
		if (!(wanted >> k & 1))
			continue;
		add_tests(r->events, w, &s[k], kind, UINT64_C(1) << k);
		if (kind == STAYED || kind == OPEN)
			add_stores(r, w, &s[k], UINT64_C(1) << k);
		if (kind == UNSEEN)
			add_returns(r, w, asked, &s[k], UINT64_C(1) << k);
	}
	reach_run(r, w);
	return w;
}

/* Is it what callers do, or have done at the end, and no thread of the library? */
static bool is_outside(const struct races *r, thread_id t)
{
	return thread_at(r->t, t)->origin != ORIGIN_FORK;
}

/* Is such a number, or one that was computed, only stored by who has found one? main may begin with
 * it, and who calls a library may end with it. */
static bool is_for_good(struct races *r, struct flow *asked, const struct state *s,
			uint64_t bit)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n && !s->sure; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		if (!overlaps(r, x, s) || !may_bring_back(x, s) ||
		    (x->known && !is_library(r) && is_early(r, x->func, x->inst)))
			continue;
		for (thread_id t = 1; t < r->t->list.n; t++)
			if (!(x->known && is_library(r) && is_outside(r, t)) &&
			    thread_runs(r, t, x->func) &&
			    reach_at_inst(r, asked, t, x->func, x->inst) & bit)
				return false;
	}
	return true;
}

/* ---- threads that are born afterwards ---- */

/* States that are left, or most likely are, when the thread comes there. */
static uint64_t left_at(struct races *r, const struct left_part *p, thread_id id, func_id f,
			uint32_t inst, bool likely, bool later)
{
	uint64_t left = ~reach_at_inst(r, p->stayed, id, f, inst);
	if (likely)
		left |= ~reach_at_inst(r, p->unseen, id, f, inst) &
			(later ? UINT64_MAX : reach_at_inst(r, p->asked, id, f, inst));
	return left;
}

static bool begins_in(const struct races *r, thread_id id, func_id f)
{
	const struct thread *x = thread_at(r->t, id);
	while (x && x->entry != f)
		x = thread_next_beginning(r->t, x);
	return x;
}

/* Those that are left wherever its entry is the entry of a thread, or else who creates it was
 * born after them. */
static uint64_t left_at_births(struct races *r, const struct left_part *p, thread_id id,
			       const uint64_t *born, bool likely)
{
	const struct callgraph *g = r->t->in.callgraph;
	bool later = thread_at(r->t, id)->origin == ORIGIN_LATER;
	uint64_t bits = UINT64_MAX;
	for (func_id f = 1; f < r->in->summaries->n; f++)
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++) {
			if (g->edges[e].kind < EDGE_CREATE ||
			    !begins_in(r, id, g->edges[e].callee))
				continue;
			for (thread_id t = 1; t < r->t->list.n && bits; t++)
				if (thread_runs(r, t, f))
					bits &= born[t] | left_at(r, p, t, f, g->edges[e].inst,
								  likely, later);
		}
	return bits;
}

/* The most such that each is born after what its creators are: whoever would be the first to be
 * born before it has one that is not. */
static uint64_t *find_born(struct races *r, const struct left_part *p, uint64_t states,
			   bool likely)
{
	uint64_t *born = xcalloc(r->t->list.n, sizeof(*born));
	for (thread_id t = 1; t < r->t->list.n; t++)
		born[t] = thread_at(r->t, t)->creator ? states : 0;
	for (bool again = states != 0; again;) {
		again = false;
		for (thread_id t = 1; t < r->t->list.n; t++) {
			uint64_t bits = born[t] ? born[t] & left_at_births(r, p, t, born, likely)
						: 0;
			again |= bits != born[t];
			born[t] = bits;
		}
	}
	return born;
}

static uint64_t any_of(const struct races *r, const uint64_t *born)
{
	uint64_t bits = 0;
	for (thread_id t = 1; t < r->t->list.n; t++)
		bits |= born[t];
	return bits;
}

static void add_part(struct races *r, struct lefts *l, uint32_t first)
{
	uint32_t n = l->states.n - first < EVENTS_AT_ONCE ? l->states.n - first : EVENTS_AT_ONCE;
	const struct state *s = &l->states.at[first];
	struct left_part p = {0};
	uint64_t sure = 0, good = 0;
	p.asked = search(r, s, n == EVENTS_AT_ONCE ? UINT64_MAX : (UINT64_C(1) << n) - 1, ASKED,
			 NULL);
	for (uint32_t k = 0; k < n; k++) {
		sure |= (uint64_t)(s[k].sure && !is_library(r)) << k;
		good |= (uint64_t)is_for_good(r, p.asked, &s[k], UINT64_C(1) << k) << k;
	}
	p.stayed = search(r, s, sure | good, STAYED, NULL);
	p.unseen = search(r, s, good, UNSEEN, p.asked);
	p.sure = find_born(r, &p, sure, false);
	p.likely = find_born(r, &p, good, true);
	p.open = search(r, s, any_of(r, p.likely), OPEN, NULL);
	vec_push(&l->parts, p);
}

static const struct lefts *lefts_of(struct races *r)
{
	struct events *o = events_of(r);
	struct lefts *l = o->lefts;
	if (l)
		return l;
	l = o->lefts = xcalloc(1, sizeof(*l));
	for (uint32_t i = 0; i < o->cell_tests.n; i++)
		add_state(r, l, &o->cell_tests.at[i]);
	for (uint32_t i = 0; i < l->states.n; i += EVENTS_AT_ONCE)
		add_part(r, l, i);
	return l;
}

void lefts_free(struct lefts *l)
{
	for (uint32_t i = 0; l && i < l->parts.n; i++) {
		reach_free(l->parts.at[i].asked);
		reach_free(l->parts.at[i].stayed);
		reach_free(l->parts.at[i].open);
		reach_free(l->parts.at[i].unseen);
		free(l->parts.at[i].sure);
		free(l->parts.at[i].likely);
	}
	if (l) {
		vec_free(&l->states);
		vec_free(&l->parts);
	}
	free(l);
}

/* ---- two accesses ---- */

/* Does the thread come there only where it has found a state that was left before it began? */
static bool is_too_late(struct races *r, const struct instance *x)
{
	const struct lefts *l = lefts_of(r);
	for (uint32_t i = 0; i < l->parts.n; i++) {
		const struct left_part *p = &l->parts.at[i];
		uint64_t born = p->sure[x->thread];
		if (born && born & ~reach_at(r, p->asked, x))
			return true;
	}
	return false;
}

bool comes_too_late(struct races *r, const struct instance *a, const struct instance *b,
		    struct str *fact)
{
	(void)fact;
	return is_so_everywhere(r, a, is_too_late) || is_so_everywhere(r, b, is_too_late);
}

/* Is x set-up that was most likely over when the other thread began, or x's own one? Main does
 * it, or who calls a library. */
static bool is_over(struct races *r, const struct left_part *p, const struct instance *x,
		    thread_id other)
{
	uint8_t origin = thread_at(r->t, x->thread)->origin;
	bool first = origin == ORIGIN_MAIN || origin == ORIGIN_ENTRY;
	uint64_t born = p->likely[first ? other : x->thread];
	uint64_t bits = born ? born & ~reach_at(r, p->asked, x) : 0;
	return bits && (!first || bits & reach_at(r, p->open, x));
}

bool is_set_up_before(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct lefts *l = lefts_of(r);
	for (uint32_t i = 0; i < l->parts.n; i++)
		if (is_over(r, &l->parts.at[i], a, b->thread) ||
		    is_over(r, &l->parts.at[i], b, a->thread))
			return true;
	return false;
}
