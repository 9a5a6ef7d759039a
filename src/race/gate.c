/* SPDX-License-Identifier: MIT */
/*
 * Set up before the first item: the threads exist, but wait at their queue, while their creator
 * still fills in what they will need. Nothing of what they do behind the wait happens before
 * somebody signals; and all who do signal do so after that, or are behind such a wait
 * themselves.
 *
 * It is told by functions, for a thread as a whole: which of them may run before the thread
 * has passed a wait, and which after it has signalled. Inside a function the notes tell what
 * lies behind a wait (analysis/note_gate.c). That the condition does not hold from the
 * beginning, and that nobody makes it true without a signal, is not known: it ranks.
 */
#include "race/internal.h"

enum { MAX_GATES = 200, MAX_CHAINED = 4 };

/* ---- the conditions ---- */

static thread_id thread_of(const struct races *r, const struct handover_site *h)
{
	return context_at(r->t, h->point.context)->thread;
}

static func_id func_of(const struct races *r, const struct handover_site *h)
{
	return context_at(r->t, h->point.context)->func;
}

/* The instruction of that function by which it happens. */
static uint32_t inst_of(const struct races *r, const struct handover_site *h)
{
	uint32_t chain = h->point.chain;
	return chain ? summary_of(r->t, func_of(r, h))->chains.at[chain].inst : h->point.inst;
}

/* The global variable that holds the pointer to the object of the condition, or 0. */
static path_id variable_of(const struct races *r, path_id object)
{
	const struct paths *p = &r->t->paths;
	path_id base, cell;
	path_split_offset(p, object, &base);
	if (path_at(p, base)->kind != PATH_LOAD)
		return 0;
	path_split_offset(p, path_at(p, base)->a, &cell);
	return path_at(p, cell)->kind == PATH_SYMBOL ? base : 0;
}

/* Queues that are made in one place have a variable each. */
static bool may_be_same(struct races *r, path_id x, path_id y)
{
	if (x == y)
		return true;
	if (variable_of(r, x) && variable_of(r, y) && variable_of(r, x) != variable_of(r, y))
		return false;
	return pt_sets_overlap(r->pt, threads_points_to(r->t, x), 1, threads_points_to(r->t, y),
			       1);
}

/* What depends on parameters is listed with the callers too, in their terms. */
static bool is_repeated_above(const struct races *r, const struct handover_site *h)
{
	const struct context *c = context_at(r->t, h->point.context);
	return h->open && !c->open && c->func != thread_at(r->t, c->thread)->entry;
}

static const struct handover_site *site_at(const struct races *r, uint32_t i)
{
	return &r->handovers.at[r->condition_sites.at[i]];
}

/* Is it the given condition's wait in that thread, or a signal for it? */
static bool is_about(struct races *r, const struct handover_site *h, const struct gate *g)
{
	if (thread_of(r, h) != g->thread)
		return false;
	return g->after ? h->gives && may_be_same(r, h->object, g->object)
			: h->waits && h->object == g->object;
}

/* ---- what a thread does before its wait, and after its signal ---- */

/* The function's own places, of those the gate is about. */
static bool has_site(const struct races *r, const struct gate *g, func_id f, bool open)
{
	for (uint32_t i = 0; i < g->sites.n; i++)
		if (func_of(r, g->sites.at[i]) == f && (open || !g->sites.at[i]->open))
			return true;
	return false;
}

/* Does the call signal, below? What depends on parameters is listed with the caller. */
static bool call_gives(const struct races *r, const struct gate *g, const struct call *k)
{
	return g->gives[k->callee] ||
	       (k->flags & CALLF_OPEN && has_site(r, g, k->callee, true));
}

/* May the instruction of f be reached after a signal that f, or what it calls, has given? */
static bool is_after_give(const struct races *r, const struct gate *g, func_id f, uint32_t inst)
{
	const struct summary *s = summary_of(r->t, f);
	for (uint32_t i = 0; i < g->sites.n; i++)
		if (func_of(r, g->sites.at[i]) == f &&
		    notes_leads_to(&s->notes, inst_of(r, g->sites.at[i]), inst))
			return true;
	for (uint32_t i = 0; i < s->calls.n; i++)
		if (call_gives(r, g, &s->calls.at[i]) &&
		    notes_leads_to(&s->notes, s->calls.at[i].inst, inst))
			return true;
	return false;
}

static bool is_behind_wait(const struct races *r, const struct gate *g, func_id f, uint32_t inst)
{
	const struct notes *n = &summary_of(r->t, f)->notes;
	for (uint32_t i = 0; i < g->sites.n; i++)
		if (func_of(r, g->sites.at[i]) == f &&
		    notes_is_behind(n, inst_of(r, g->sites.at[i]), inst))
			return true;
	return false;
}

/* Functions that the thread may run, callers before callees. */
static void list_functions(const struct races *r, thread_id id, struct gate_walk *w)
{
	w->seen[thread_at(r->t, id)->entry] = true;
	vec_push(&w->list, thread_at(r->t, id)->entry);
	for (uint32_t i = 0; i < w->list.n; i++) {
		const struct summary *s = summary_of(r->t, w->list.at[i]);
		for (uint32_t k = 0; k < s->calls.n; k++) {
			func_id f = s->calls.at[k].callee;
			if (!w->seen[f])
				vec_push(&w->list, f);
			w->seen[f] = true;
		}
	}
}

/* Which functions signal, themselves or below. */
static void find_givers(const struct races *r, struct gate *g, const struct gate_walk *w)
{
	bool changed = true;
	while (changed) {
		changed = false;
		for (uint32_t i = w->list.n; i-- > 0;) {
			func_id f = w->list.at[i];
			const struct summary *s = summary_of(r->t, f);
			bool gives = g->gives[f] || has_site(r, g, f, false);
			for (uint32_t k = 0; k < s->calls.n && !gives; k++)
				gives = call_gives(r, g, &s->calls.at[k]);
			changed |= gives != g->gives[f];
			g->gives[f] = gives;
		}
	}
}

/* Is the callee reached in the way that is looked for, by this call of f? */
static bool leads_on(const struct races *r, const struct gate *g, func_id f, const struct call *k)
{
	if (g->after)
		return g->reached[f] || is_after_give(r, g, f, k->inst);
	return g->reached[f] && !is_behind_wait(r, g, f, k->inst);
}

static void find_reached(const struct races *r, struct gate *g, const struct gate_walk *w)
{
	bool changed = true;
	if (!g->after)
		g->reached[thread_at(r->t, g->thread)->entry] = true;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < w->list.n; i++) {
			const struct summary *s = summary_of(r->t, w->list.at[i]);
			for (uint32_t k = 0; k < s->calls.n; k++) {
				const struct call *x = &s->calls.at[k];
				if (!g->reached[x->callee] && leads_on(r, g, w->list.at[i], x))
					g->reached[x->callee] = changed = true;
			}
		}
	}
}

/* What the thread may do before it has passed the wait; or 'after' it has signalled. */
static struct gate *gate_of(struct races *r, thread_id id, path_id object, bool after)
{
	uint32_t funcs = r->in->summaries->n;
	for (uint32_t i = 0; i < r->gates.n; i++) {
		struct gate *x = &r->gates.at[i];
		if (x->thread == id && x->object == object && x->after == after)
			return x;
	}
	if (r->gates.n == MAX_GATES || !thread_at(r->t, id)->entry)
		return NULL;
	struct gate g = {.thread = id, .object = object, .after = after};
	struct gate_walk w = {.seen = xcalloc(funcs, sizeof(bool))};
	g.gives = xcalloc(funcs, sizeof(bool));
	g.reached = xcalloc(funcs, sizeof(bool));
	for (uint32_t i = 0; i < r->condition_sites.n; i++)
		if (is_about(r, site_at(r, i), &g))
			vec_push(&g.sites, site_at(r, i));
	if (g.sites.n)
		list_functions(r, id, &w);
	if (after)
		find_givers(r, &g, &w);
	find_reached(r, &g, &w);
	free(w.seen);
	vec_free(&w.list);
	vec_push(&r->gates, g);
	return &r->gates.at[r->gates.n - 1];
}

void gates_free(struct races *r)
{
	for (uint32_t i = 0; i < r->gates.n; i++) {
		free(r->gates.at[i].gives);
		free(r->gates.at[i].reached);
		vec_free(&r->gates.at[i].sites);
	}
	vec_free(&r->gates);
}

/* ---- between two accesses ---- */

/* The one who sets up, and the waits that are being looked at. */
struct set_up {
	const struct instance *by;
	const struct handover_site *waits[MAX_CHAINED];
	uint32_t n;
};

static bool is_held_back(struct races *r, struct set_up *u, thread_id id, func_id f,
			 uint32_t inst);

/* Is it certain that what is set up is complete when this signal is given? */
static bool gives_later(struct races *r, struct set_up *u, const struct handover_site *h,
			path_id object)
{
	thread_id id = thread_of(r, h);
	const struct instance *a = u->by;
	if (id != a->thread)
		return !threads_runs_at(r->t, &a->point, id) ||
		       is_held_back(r, u, id, h->point.func, h->point.inst);
	const struct gate *g = gate_of(r, id, object, true);
	return g && !g->reached[a->point.func] &&
	       !is_after_give(r, g, a->point.func, a->point.inst);
}

static bool opens_later(struct races *r, struct set_up *u, const struct handover_site *wait)
{
	bool gives = false;
	for (uint32_t i = 0; i < u->n; i++)
		if (u->waits[i] == wait)
			return true; /* somebody else must be the first */
	if (u->n == MAX_CHAINED)
		return false;
	u->waits[u->n++] = wait;
	for (uint32_t i = 0; i < r->condition_sites.n; i++) {
		const struct handover_site *h = site_at(r, i);
		if (!h->gives || is_repeated_above(r, h) ||
		    !may_be_same(r, h->object, wait->object))
			continue;
		gives = gives_later(r, u, h, wait->object);
		if (!gives)
			break;
	}
	u->n--;
	return gives;
}

/* Does the thread get there only behind a wait that is over when all is set up? */
static bool is_held_back(struct races *r, struct set_up *u, thread_id id, func_id f,
			 uint32_t inst)
{
	for (uint32_t i = 0; i < r->condition_sites.n; i++) {
		const struct handover_site *h = site_at(r, i);
		if (!h->waits || thread_of(r, h) != id)
			continue;
		const struct gate *g = gate_of(r, id, h->object, false);
		if (g && (!g->reached[f] || is_behind_wait(r, g, f, inst)) &&
		    opens_later(r, u, h))
			return true;
	}
	return false;
}

bool is_set_up_before(struct races *r, const struct instance *a, const struct instance *b)
{
	struct set_up u = {.by = a};
	return r->condition_sites.n && a->thread != b->thread &&
	       !thread_at(r->t, a->thread)->many &&
	       threads_is_ancestor(r->t, a->thread, b->thread) &&
	       is_held_back(r, &u, b->thread, b->point.func, b->point.inst);
}
