/* SPDX-License-Identifier: MIT */
/*
 * What never happens, because of what is found on the way there:
 *
 * - a number that a variable only has while a lock is held, and that is looked for under
 * that lock: whenever the lock is free, it has another one;
 * - a second thread, if every creation lies behind a flag that was found to be zero and
 * is set in the same critical section, or by the same atomic instruction, and that
 * nothing clears.
 */
#include "race/order/order.h"

/* ---- numbers that nobody finds ---- */

/* Can it be hidden at all? */
static bool is_worth_a_look(const struct event *e)
{
	return e->end_count && e->give_count && !e->first && !e->posted;
}

/* Up to 64 events that are looked for at once, and one bit for each. */
struct batch {
	event_id ids[EVENTS_AT_ONCE];
	uint32_t n;
};

/* The next events from *id on that are worth it. */
static struct batch next_batch(const struct events *o, event_id *id,
			       bool (*is_worth)(const struct event *))
{
	struct batch b = {.n = 0};
	for (; *id < o->list.n && b.n < EVENTS_AT_ONCE; ++*id)
		if (is_worth(&o->list.at[*id]))
			b.ids[b.n++] = *id;
	return b;
}

/* Where they are so: from what gives them to what ends them. */
static struct flow *flow_while_so(struct races *r, const struct batch *b)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	for (uint32_t k = 0; k < b->n; k++) {
		const struct event *e = &o->list.at[b->ids[k]];
		uint64_t bit = UINT64_C(1) << k;
		for (uint32_t i = 0; i < e->give_count; i++) {
			const struct event_site *x = &o->gives.at[e->give_first + i];
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.sets = true, .bits = bit});
		}
		for (uint32_t i = 0; i < e->end_count; i++) {
			const struct event_site *x = &o->ends.at[e->end_first + i];
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.signs = SIGN_ANY, .bits = bit});
		}
	}
	reach_run(r, w);
	return w;
}

/* Those that are never so when some lock is released, or the thread ends. */
static uint64_t find_hidden(struct races *r, const struct batch *b)
{
	const struct events *o = r->events;
	uint64_t bits = b->n == EVENTS_AT_ONCE ? UINT64_MAX : (UINT64_C(1) << b->n) - 1;
	struct flow *w = flow_while_so(r, b);
	for (thread_id t = 1; t < r->t->list.n && bits; t++)
		for (uint32_t i = 0; i < o->releases.n && bits; i++)
			if (thread_runs(r, t, o->releases.at[i].func))
				bits &= ~reach_at_inst(r, w, t, o->releases.at[i].func,
						       o->releases.at[i].inst);
	reach_free(r, w);
	return bits;
}

/* Of the events 64 * part ... those that are never so when the lock is free. */
static uint64_t hidden_events(struct races *r, uint32_t part)
{
	struct events *o = r->events;
	bool asked = o->hidden.n;
	while (o->hidden.n * EVENTS_AT_ONCE < o->list.n)
		vec_push(&o->hidden, 0);
	for (event_id id = 1; !asked && id < o->list.n;) {
		struct batch b = next_batch(o, &id, is_worth_a_look);
		uint64_t bits = b.n ? find_hidden(r, &b) : 0;
		for (uint32_t k = 0; k < b.n; k++)
			o->hidden.at[b.ids[k] / EVENTS_AT_ONCE] |=
				(bits >> k & 1) << b.ids[k] % EVENTS_AT_ONCE;
	}
	return o->hidden.at[part];
}

static bool find_never(struct races *r, const struct instance *x)
{
	struct events *o = r->events;
	for (uint32_t part = 0; part * EVENTS_AT_ONCE < o->list.n; part++) {
		uint64_t bits = hidden_events(r, part);
		if (bits)
			bits &= ~events_missed(r, x, part, false);
		for (event_id id = part * EVENTS_AT_ONCE; bits; id++, bits >>= 1)
			if (bits & 1 && event_is_valid(r, id, x->thread) &&
			    event_is_locked(r, id, x->thread))
				return true;
	}
	return false;
}

static bool never_comes(struct races *r, const struct instance *x)
{
	enum { NO = 1, YES };
	struct events *o = events_of(r);
	uint32_t place = way_of(r, x);
	while (o->never.n <= place)
		vec_push(&o->never, 0);
	if (!o->never.at[place]) {
		bool never = find_never(r, x);
		o->never.at[place] = never ? YES : NO;
	}
	return o->never.at[place] == YES;
}

/* The instances of a run have the same ways to the same places. */
static bool is_never(struct races *r, const struct instance *x)
{
	enum { NO = 1, YES };
	bool listed = x >= r->instances.at && x < r->instances.at + r->instances.n;
	if (!listed)
		return is_so_everywhere(r, x, never_comes);
	uint8_t *known = &r->runs.at[x->run].never;
	if (!*known)
		*known = is_so_everywhere(r, x, never_comes) ? YES : NO;
	return *known == YES;
}

bool never_happens(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	(void)fact;
	return is_never(r, a) || is_never(r, b);
}

/* ---- threads that are created once ---- */

static const struct fork *creation_of(const struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	return x->origin == ORIGIN_FORK ? &summary_of(r->t, x->func)->forks.at[x->fork]
					: NULL;
}

/* Is the creation, each time, behind what takes the event; or behind what gives it? As bits. */
static uint64_t behind_events(struct races *r, const struct batch *b, const struct fork *f,
			      bool gives)
{
	const struct events *o = r->events;
	uint64_t behind = UINT64_MAX;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	w->first = UINT64_MAX;
	reach_add(w, (struct flow_site){.func = f->func, .inst = f->inst, .sets = true,
					.bits = UINT64_MAX});
	for (uint32_t k = 0; k < b->n; k++) {
		const struct event *e = &o->list.at[b->ids[k]];
		if (!gives)
			add_takes(o, w, b->ids[k], UINT64_C(1) << k, false);
		for (uint32_t i = 0; gives && i < e->give_count; i++) {
			const struct event_site *x = &o->gives.at[e->give_first + i];
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.signs = SIGN_ANY,
							.bits = UINT64_C(1) << k});
		}
	}
	reach_run(r, w);
	for (thread_id t = 1; t < r->t->list.n && behind; t++)
		if (thread_runs(r, t, f->func))
			behind &= ~reach_at_inst(r, w, t, f->func, f->inst);
	reach_free(r, w);
	return behind;
}

/* Is the other event only given where was looked for zero since a lock was last released?
 * What was found may be asked for later. */
static bool are_in_one_section(struct races *r, event_id zero, const struct event *set)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	bool one = true;
	const struct event *z = &o->list.at[zero];
	w->brief = true;
	w->first = 1;
	for (uint32_t i = 0; i < z->test_count; i++)
		reach_add(w,
			  (struct flow_site){.func = o->tests.at[z->test_first + i].func,
					     .inst = o->tests.at[z->test_first + i].inst,
					     .signs = SIGN_ANY,
					     .bits = 1});
	for (uint32_t i = 0; i < o->releases.n; i++)
		reach_add(w, (struct flow_site){.func = o->releases.at[i].func,
						.inst = o->releases.at[i].inst,
						.sets = true,
						.bits = 1});
	reach_run(r, w);
	for (uint32_t i = 0; i < set->give_count; i++) {
		const struct event_site *x = &o->gives.at[set->give_first + i];
		for (thread_id t = 1; t < r->t->list.n && one; t++)
			one = !thread_runs(r, t, x->func) ||
			      !reach_at_inst(r, w, t, x->func, x->inst);
	}
	reach_free(r, w);
	return one;
}

/* Zero is found, and the other event given, as one: nobody else finds zero in between. */
static bool are_one_step(struct races *r, event_id zero, event_id set)
{
	const struct events *o = r->events;
	const struct event *z = &o->list.at[zero], *s = &o->list.at[set];
	bool atomic = s->give_count == z->test_count;
	for (uint32_t i = 0; i < z->test_count && atomic; i++) {
		const struct event_site *x = &o->tests.at[z->test_first + i];
		const struct event_site *y = &o->gives.at[s->give_first + i];
		atomic = x->func == y->func && x->inst == y->inst;
	}
	if (atomic)
		return true;
	for (thread_id t = 1; t < r->t->list.n; t++)
		if (event_is_tested_by(r, zero, t) &&
		    !(event_is_valid(r, set, t) && event_is_locked(r, zero, t)))
			return false;
	return are_in_one_section(r, zero, s);
}

/* The event that the flag is set, if the creation is behind that; 0: it is not. */
static event_id find_set(struct races *r, event_id zero, const struct fork *f)
{
	const struct events *o = r->events;
	const struct event *z = &o->list.at[zero];
	for (event_id set = 1; set < o->list.n; set++) {
		const struct event *s = &o->list.at[set];
		if (s->cell.obj == z->cell.obj && s->cell.offset == z->cell.offset && !s->first &&
		    s->give_count &&
		    behind_events(r, &(struct batch){{set}, 1}, f, true) & 1 &&
		    are_one_step(r, zero, set))
			return set;
	}
	return 0;
}

static bool is_only_first(const struct event *e)
{
	return e->first && !e->give_count && !e->posted;
}

/* The flag that lets only one of the threads of that creation exist; 0: there is none. */
static event_id find_flag(struct races *r, const struct fork *f)
{
	const struct events *o = events_of(r);
	for (event_id id = 1; id < o->list.n;) {
		struct batch b = next_batch(o, &id, is_only_first);
		uint64_t behind = b.n ? behind_events(r, &b, f, false) : 0;
		for (uint32_t k = 0; k < b.n; k++)
			if (behind >> k & 1 && find_set(r, b.ids[k], f))
				return b.ids[k];
	}
	return 0;
}

bool created_once(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact)
{
	const struct fork *f = creation_of(r, a->thread), *g = creation_of(r, b->thread);
	if (!f || !g || f->func != g->func || f->inst != g->inst)
		return false;
	uint64_t key = map_key2(f->func, f->inst);
	uint32_t known = map_get(&events_of(r)->flags, key, UINT32_MAX);
	if (known == UINT32_MAX) {
		known = find_flag(r, f);
		map_put(&r->events->flags, key, known);
	}
	const struct pt_object *o =
		pointers_object(r->pt, r->events->list.at[known].cell.obj);
	if (known && fact && o->kind == OBJ_VARIABLE)
		str_add(fact, ir_str(r->p, r->p->symbols.at[o->sym].name));
	return known != 0;
}
