/* SPDX-License-Identifier: MIT */
/*
 * Has the thread ended, whichever way its creator comes there? It has if it was joined; or if
 * a flag was found that says there is none to join:
 *
 *	c->threaded = 1; create(&c->id, ...);        if (c->threaded == 1) join(c->id);
 *
 * The flag says so if it is certain to have that number as long as the thread runs: it has got
 * it before the creation, or at least before anybody asks; whoever stores something else there
 * does so where the thread is not running, or is the creator and joins it before he asks again.
 * That is a search with two bits: the thread may run; it may run and the flag have another
 * number. As long as nothing has gone wrong before, who finds another number knows that there is
 * no thread. Who finds his own id to be that of the thread is not the creator.
 *
 * The id itself is such a flag: a creation stores one that is not zero, before anybody asks.
 * So is a pointer that is certainly not null where it is stored (analysis/notes/note_zero.c).
 * Nor is a pointer null that can only be one to the memory which holds the id.
 *
 * It does not matter where the flag is, which way round it is asked, or in which function; there
 * must be one of it, and of the thread at a time: one that is created again and again is, if the
 * one before has ended wherever the fork is executed. Two such threads of one creator take turns
 * if each is created where the other has ended.
 */
#include "race/order/asked.h"
#include "race/order/flag.h"
#include "race/order/order.h"

enum { RUNS = 1, UNTOLD = 2, MAX_FLAGS = 8, ID_SIZE = 8 };

struct gone {
	struct races *r;
	const struct fork *fork;
	thread_id creator;
	const struct thread_deed *created;
	bool several; /* threads of that fork, one after the other */
};

static bool is_same_place(struct pt_loc a, struct pt_loc b)
{
	return a.obj == b.obj && a.offset == b.offset;
}

const struct thread_deed *find_creation(struct races *r, const struct fork *f)
{
	const struct events *o = events_of(r);
	const struct thread_deed *found = NULL;
	for (uint32_t i = 0; i < o->thread_deeds.n; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		if (d->kind == DEED_CREATE && d->func == f->func && d->inst == f->inst)
			found = d;
	}
	for (uint32_t i = 0; i < o->thread_deeds.n && found; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		if (d->kind == DEED_CREATE && d != found && is_same_place(d->id, found->id))
			return NULL;
	}
	return found;
}

/* ---- the search ---- */

static uint8_t other_signs(uint8_t signs)
{
	return signs == SIGN_ANY ? 0 : SIGN_ANY & ~signs;
}

static void add_thread(const struct gone *g, struct flow *w, bool told)
{
	const struct events *o = g->r->events;
	uint8_t failed = other_signs(g->created->signs);
	reach_add(w, (struct flow_site){.func = g->fork->func,
					.inst = g->fork->inst,
					.sets = true,
					.bits = told ? RUNS : RUNS | UNTOLD});
	if (failed)
		reach_add(w, (struct flow_site){.func = g->fork->func,
						.inst = g->fork->inst,
						.signs = failed,
						.bits = RUNS | UNTOLD});
	for (uint32_t i = 0; i < o->thread_deeds.n; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		if (d->kind != DEED_CREATE && is_same_place(d->id, g->created->id))
			reach_add(w, (struct flow_site){.func = d->func,
							.inst = d->inst,
							.signs = d->signs,
							.bits = RUNS | UNTOLD});
	}
}

/* 'failed = create(...)': behind it the flag has its number if there is a thread. */
static bool is_result(const struct gone *g, const struct cell_store *s)
{
	return s->of && s->only && s->func == g->fork->func && s->of == 1 + g->fork->inst &&
	       g->created->signs == SIGN_ZERO && !g->several;
}

static bool is_number_of(const struct gone *g, const struct cell_store *s,
			 const struct flag *f)
{
	return flag_is_set(s, f) || (!f->id && is_result(g, s) && s->number == f->number &&
				     is_stored(s, f->cell, f->size));
}

/* Has the flag its number whenever the thread is created? */
static bool is_set_before(const struct gone *g, const struct flag *f)
{
	const struct events *o = g->r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	w->first = 1;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (flag_is_touched(g->r, s, f))
			reach_add(w, (struct flow_site){.func = s->func,
							.inst = s->inst,
							.signs = SIGN_ANY,
							.sets = !is_number_of(g, s, f),
							.bits = 1});
	}
	reach_run(g->r, w);
	bool set = !reach_at_inst(g->r, w, g->creator, g->fork->func, g->fork->inst);
	reach_free(w);
	return set;
}

/* Functions that are given the memory which holds the id, and nothing else: as long as the thread
 * runs they are not given null. */
static void add_handles(const struct gone *g, struct flow *w)
{
	const struct program *p = g->r->p;
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].param_count &&
				     thread_runs(g->r, g->creator, f);
		     i++) {
			struct pt_set set = {0};
			pointers_of_value(g->r->pt, f, ir_val_make(VAL_PARAM, i), &set);
			if (set.locs.n == 1 && !set.unknown &&
			    set.locs.at[0].obj == g->created->id.obj)
				reach_add(w, (struct flow_site){
						     .func = f,
						     .inst = site_of_parameter(i),
						     .read = true,
						     .numbers = {UINT64_MAX, 0, CMP_EQ, false},
						     .bits = RUNS | UNTOLD});
			pt_set_free(&set);
		}
	}
}

static bool runs_elsewhere(const struct gone *g, func_id f)
{
	for (thread_id t = 1; t < g->r->t->list.n; t++)
		if (t != g->creator && thread_runs(g->r, t, f))
			return true;
	return false;
}

/* Is it about the flag alone, by the creator, while the thread may run as far as 'known' tells?
 * Then the flag is wrong until it is joined. */
static bool is_too_soon(const struct gone *g, struct flow *known, const struct cell_store *s,
			const struct flag *f)
{
	bool id = pt_loc_overlap(g->r->pt, g->created->id, ID_SIZE, s->at, s->size);
	return known && flag_is_touched(g->r, s, f) && !is_number_of(g, s, f) && !id &&
	       !runs_elsewhere(g, s->func) &&
	       reach_at_inst(g->r, known, g->creator, s->func, s->inst) & RUNS;
}

/* 'before': of the search that has told which stores come too soon, or NULL. */
static struct flow *search(const struct gone *g, const struct flag *f, struct flow *before)
{
	const struct events *o = g->r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	add_thread(g, w, !f->size || f->id || is_set_before(g, f));
	add_handles(g, w);
	for (uint32_t i = 0; i < o->cell_stores.n && f->size; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (is_number_of(g, s, f))
			reach_add(w, (struct flow_site){.func = s->func,
							.inst = s->inst,
							.signs = SIGN_ANY,
							.bits = UNTOLD});
		else if (is_too_soon(g, before, s, f))
			reach_add(w, (struct flow_site){.func = s->func,
							.inst = s->inst,
							.sets = true,
							.bits = UNTOLD});
	}
	for (uint32_t i = 0; i < o->cell_tests.n; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		if (flag_is_denied(t, f))
			reach_add(w, (struct flow_site){.func = t->func,
							.inst = t->inst,
							.read = true,
							.numbers = t->numbers,
							.bits = RUNS | UNTOLD});
	}
	reach_run(g->r, w);
	return w;
}

/* ---- what must hold ---- */

/* By the creator where the thread does not run, and by nobody else. */
static bool is_stored_without(const struct gone *g, struct flow *w, const struct cell_store *s)
{
	for (thread_id t = 1; t < g->r->t->list.n; t++)
		if (thread_runs(g->r, t, s->func) &&
		    (t != g->creator ||
		     reach_at_inst(g->r, w, t, s->func, s->inst) & RUNS))
			return false;
	return true;
}

static bool keeps_to_it(const struct gone *g, struct flow *w, const struct flag *f,
			struct flow *before)
{
	const struct events *o = g->r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		bool forks = s->func == g->fork->func && s->inst == g->fork->inst;
		bool id = pt_loc_overlap(g->r->pt, g->created->id, ID_SIZE, s->at, s->size);
		bool about = flag_is_touched(g->r, s, f) && !is_number_of(g, s, f);
		if ((forks ? about && !f->id : id || about) && !is_stored_without(g, w, s) &&
		    !is_too_soon(g, before, s, f))
			return false;
	}
	for (uint32_t i = 0; i < o->cell_tests.n; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		if (flag_is_denied(t, f) && thread_runs(g->r, g->creator, t->func) &&
		    reach_at_inst(g->r, w, g->creator, t->func, t->inst) & UNTOLD)
			return false;
	}
	return true;
}

static bool any_is_too_soon(const struct gone *g, struct flow *known, const struct flag *f)
{
	const struct events *o = g->r->events;
	for (uint32_t i = 0; i < o->cell_stores.n && f->size && !f->id; i++)
		if (is_too_soon(g, known, &o->cell_stores.at[i], f))
			return true;
	return false;
}

/* What the creating function stores, the id too: any of it may be the flag. */
static uint32_t find_flags(const struct gone *g, struct flag *out)
{
	const struct events *o = g->r->events;
	uint32_t n = 0;
	out[n++] = (struct flag){.size = 0};
	out[n++] = (struct flag){
		.cell = g->created->id, .size = ID_SIZE, .mask = UINT64_MAX, .id = true};
	for (uint32_t i = 0; i < o->cell_stores.n && n < MAX_FLAGS; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		bool asked = false;
		struct flag f;
		bool result = is_result(g, s);
		if (s->func != g->fork->func || (!flag_of_store(s, &f) && !(result && s->size)))
			continue;
		if (result)
			f = (struct flag){s->at, s->size, UINT64_MAX, s->number, .id = false};
		for (uint32_t k = 0; k < o->cell_tests.n && !asked; k++)
			asked = flag_is_denied(&o->cell_tests.at[k], &f);
		if (asked)
			out[n++] = f;
	}
	return n;
}

static bool is_joined(const struct gone *g)
{
	const struct events *o = g->r->events;
	for (uint32_t i = 0; i < o->thread_deeds.n; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		if (d->kind == DEED_JOIN && is_same_place(d->id, g->created->id) &&
		    thread_runs(g->r, g->creator, d->func))
			return true;
	}
	return false;
}

/* Does one fork of one creator, of whom there is one, stand for all that is the thread? */
static bool is_of_one_fork(const struct races *r, const struct thread *x)
{
	return x->origin == ORIGIN_FORK && x->creator && !x->merged && !x->mixed && !x->wide &&
	       !x->crowd && !x->more && !(x->flags & FORKF_MANY) &&
	       !thread_at(r->t, x->creator)->many;
}

/* May the fork be executed where it has started one that still runs? */
static bool may_overlap(const struct gone *g, struct flow *w)
{
	return reach_at_inst(g->r, w, g->creator, g->fork->func, g->fork->inst) & RUNS;
}

/* Where it runs, if the flag tells, and there is one at a time; or NULL. */
static struct flow *ask_flag(const struct gone *g, const struct flag *f)
{
	struct flow *w = search(g, f, NULL), *before = NULL;
	bool good = keeps_to_it(g, w, f, NULL);
	if (!good && any_is_too_soon(g, w, f)) {
		before = w;
		w = search(g, f, before);
		good = keeps_to_it(g, w, f, before);
		reach_free(before);
	}
	if (good && !(g->several && may_overlap(g, w)))
		return w;
	reach_free(w);
	return NULL;
}

/* Where the thread may be running, or one of those that its fork starts one after the other;
 * NULL: that is not known. */
static struct flow *look_for(struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	struct gone g = {.r = r, .creator = x->creator};
	struct flag flags[MAX_FLAGS];
	if (!is_of_one_fork(r, x))
		return NULL;
	g.several = x->many || x->flags & FORKF_LOOP;
	g.fork = &summary_of(r->t, x->func)->forks.at[x->fork];
	g.created = find_creation(r, g.fork);
	if (!g.created || !is_joined(&g))
		return NULL;
	uint32_t n = find_flags(&g, flags);
	for (uint32_t i = n; i-- > 0;) {
		struct flow *w = ask_flag(&g, &flags[i]);
		if (w)
			return w;
	}
	return NULL;
}

static struct flow *where_it_runs(struct races *r, thread_id id)
{
	struct events *o = events_of(r);
	if (!o->gone_asked)
		o->gone_asked = xcalloc(r->t->list.n, sizeof(*o->gone_asked));
	while (o->gone.n < r->t->list.n)
		vec_push(&o->gone, NULL);
	if (!o->gone_asked[id])
		o->gone.at[id] = look_for(r, id);
	o->gone_asked[id] = true;
	return o->gone.at[id];
}

static bool is_gone_at(struct races *r, const struct instance *x, thread_id id)
{
	if (thread_at(r->t, id)->creator != x->thread)
		return false;
	struct flow *w = where_it_runs(r, id);
	return w && !(reach_at(r, w, x) & RUNS);
}

/* Has the first ended wherever the second is created? */
static bool is_gone_before(struct races *r, thread_id first, thread_id second)
{
	const struct thread *y = thread_at(r->t, second);
	const struct fork *k = &summary_of(r->t, y->func)->forks.at[y->fork];
	struct flow *w = where_it_runs(r, first);
	return w && !(reach_at_inst(r, w, y->creator, k->func, k->inst) & RUNS);
}

/* Two that one thread creates: is each created where the other does not run? */
static bool take_turns(struct races *r, thread_id a, thread_id b)
{
	const struct thread *x = thread_at(r->t, a), *y = thread_at(r->t, b);
	return x->creator == y->creator && is_of_one_fork(r, x) && is_of_one_fork(r, y) &&
	       is_gone_before(r, a, b) && is_gone_before(r, b, a);
}

static bool one_is_gone(struct races *r, const struct instance *a, const struct instance *b)
{
	return is_gone_at(r, a, b->thread) || is_gone_at(r, b, a->thread) ||
	       take_turns(r, a->thread, b->thread);
}

bool is_gone(struct races *r, const struct instance *a, const struct instance *b,
	     struct str *fact)
{
	(void)fact;
	return holds_everywhere(r, a, b, one_is_gone);
}
