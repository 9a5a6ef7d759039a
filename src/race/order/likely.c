/* SPDX-License-Identifier: MIT */
/*
 * Order that is likely: not all that is needed to be certain is known (order.c), for
 * instance because there are many threads of a kind, or rounds. It ranks; and what seems
 * to be a hand-over (handover.c) is none if the events are known and say otherwise: the
 * flag was found not to be set, or somebody else gives it as well.
 */
#include "race/order/asked.h"
#include "race/order/order.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

/* Where the events are not found by the thread that comes there; 'own': nor given. */
static struct flow *missed_part(struct races *r, uint32_t part, bool own)
{
	struct events *o = events_of(r);
	event_id base = part * EVENTS_AT_ONCE;
	while (o->missed.n <= part * 2 + 1)
		vec_push(&o->missed, NULL);
	struct flow *w = o->missed.at[part * 2 + own];
	if (w)
		return w;
	o->missed.at[part * 2 + own] = w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	for (event_id id = base; id < base + EVENTS_AT_ONCE && id < o->list.n; id++)
		add_takes(o, w, id, UINT64_C(1) << (id - base), own);
	reach_run(r, w);
	return w;
}

static bool has_bit(uint64_t bits, event_id id)
{
	return bits >> (id % EVENTS_AT_ONCE) & 1;
}

uint64_t events_missed(struct races *r, const struct instance *x, uint32_t part, bool own)
{
	return reach_at(r, missed_part(r, part, own), x);
}

/* Has x found the event, whichever way it came; 'own': or given it? */
static bool has_taken(struct races *r, const struct instance *x, event_id id, bool own)
{
	return !has_bit(events_missed(r, x, id / EVENTS_AT_ONCE, own), id);
}

static bool has_given(struct races *r, const struct instance *x, event_id id)
{
	return has_bit(given_before(r, x, id / EVENTS_AT_ONCE), id);
}

/* Memory of which there is one: no element, and no object of many. */
static bool is_one_place(const struct races *r, const struct instance *a)
{
	const struct paths *p = &r->t->paths;
	bool one = pointers_object(r->pt, a->obj)->kind == OBJ_VARIABLE ||
		   is_allocated_once(r, a->obj);
	for (path_id at = a->path; one && at; at = path_at(p, at)->a) {
		one = path_at(p, at)->kind != PATH_INDEX && path_at(p, at)->kind != PATH_VALUE;
		if (!path_is_step(path_at(p, at)))
			break;
	}
	return one;
}

/* Does a thread other than these two give it? If there are many of a's, another of them;
 * but not if it lies in the object that is handed over, of many: one of them has that. */
static bool is_given_by_others(struct races *r, event_id id, const struct instance *a,
			       const struct instance *b)
{
	if (thread_at(r->t, a->thread)->many &&
	    (r->events->list.at[id].cell.obj != a->obj || is_one_place(r, a)))
		return true;
	for (thread_id t = 1; t < r->t->list.n; t++)
		if (t != a->thread && t != b->thread && event_is_given_by(r, id, t))
			return true;
	return false;
}

/* How many of that thread there are, at least: in a loop that counts to a constant, so many. */
static int64_t number_made(const struct races *r, const struct thread *x)
{
	int64_t made = x->many ? count_made(r, x) : 1;
	return made > 1 ? made : 1 + x->many;
}

/* Which of the waits for the semaphore were not passed on some way to b? A bit for each of the
 * first 64. */
static uint64_t waits_missed(struct races *r, event_id id, const struct instance *b)
{
	const struct event *e = &r->events->list.at[id];
	uint32_t key[] = {0, id};
	struct flow **known = known_flow(r, key, 2);
	if (!*known) {
		struct flow *w = *known = xcalloc(1, sizeof(*w));
		w->first = UINT64_MAX;
		for (uint32_t i = 0; i < e->test_count && i < EVENTS_AT_ONCE; i++) {
			const struct event_site *x = &r->events->tests.at[e->test_first + i];
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.signs = x->signs,
							.bits = UINT64_C(1) << i});
		}
		reach_run(r, w);
	}
	return reach_at(r, *known, b);
}

/* A semaphore that was waited for again and again before b, or in as many places as there are
 * threads that post it. */
static bool is_waited_for_all(struct races *r, event_id id, const struct instance *b)
{
	const struct event *e = &r->events->list.at[id];
	uint32_t waits = 0, posts = 0;
	uint64_t missed = e->posted ? waits_missed(r, id, b) : 0;
	for (uint32_t i = 0; i < e->test_count; i++) {
		const struct event_site *x = &r->events->tests.at[e->test_first + i];
		if (i < EVENTS_AT_ONCE && missed >> i & 1)
			continue;
		waits += is_in_cycle(r, x->func, x->inst, UINT32_MAX) ? UINT16_MAX : 1;
	}
	for (thread_id t = 1; t < r->t->list.n; t++)
		posts += event_is_given_by(r, id, t) && t != b->thread
				 ? (uint32_t)number_made(r, thread_at(r->t, t))
				 : 0;
	return e->posted && waits >= posts;
}

/* ---- who goes on ---- */

/* Whoever comes there may have waited for another thread: for what somebody gives, for a condition,
 * or the end of a thread. */
static void add_waits(struct races *r, struct flow *w)
{
	const struct events *o = r->events;
	struct flow_site clears = {.signs = SIGN_ANY, .bits = 1};
	for (event_id id = 1; id < o->list.n; id++)
		if (o->list.at[id].give_count || o->list.at[id].posted)
			add_takes(o, w, id, 1, false);
	for (uint32_t i = 0; i < o->thread_deeds.n; i++) {
		clears.func = o->thread_deeds.at[i].func;
		clears.inst = o->thread_deeds.at[i].inst;
		if (o->thread_deeds.at[i].kind == DEED_JOIN)
			reach_add(w, clears);
	}
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = &r->in->summaries->at[f];
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			uint8_t kind = s->syncs.at[i].kind;
			clears.func = s->syncs.at[i].func;
			clears.inst = s->syncs.at[i].inst;
			if (clears.func == f && (kind == SYNC_SEM_WAIT ||
						 kind == SYNC_COND_WAIT || kind == SYNC_JOIN))
				reach_add(w, clears);
		}
	}
}

/* Where the event may have been given, and nothing waited for since. */
static struct flow *flow_of_going_on(struct races *r, event_id id)
{
	const struct events *o = r->events;
	const struct event *e = &o->list.at[id];
	uint32_t key[] = {0, 0, id};
	struct flow **known = known_flow(r, key, 3);
	if (*known)
		return *known;
	struct flow *w = *known = xcalloc(1, sizeof(*w));
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &o->gives.at[e->give_first + i];
		reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst, .sets = true,
						.bits = 1});
	}
	add_waits(r, w);
	reach_run(r, w);
	return w;
}

/* Does a's thread come to a, maybe once more, after it has given that, and without having waited
 * for anybody? The other one may be at it then. Where it waits at barriers is not looked at. */
static bool goes_on(struct races *r, event_id id, const struct instance *a)
{
	return !r->handing.barriers[a->thread] && is_one_place(r, a) &&
	       reach_at(r, flow_of_going_on(r, id), a) & 1;
}

/* May b have waited for what a's thread gives? Who has given it himself has it, too. */
static bool hands_over(struct races *r, event_id id, const struct instance *a,
		       const struct instance *b)
{
	return event_is_given_by(r, id, a->thread) && has_taken(r, b, id, true) &&
	       !goes_on(r, id, a) &&
	       (!is_given_by_others(r, id, a, b) || is_waited_for_all(r, id, b));
}

bool is_handed_otherwise(struct races *r, struct pt_loc at, const struct instance *a,
			 const struct instance *b)
{
	const struct events *o = events_of(r);
	bool known = false;
	for (event_id id = 1; id < o->list.n; id++) {
		const struct event *e = &o->list.at[id];
		if (e->cell.obj != at.obj || e->cell.offset != at.offset || e->numbers.open)
			continue;
		known = true;
		if ((!e->first || e->posted) && hands_over(r, id, a, b))
			return false;
	}
	return known;
}

bool is_made_true_otherwise(struct races *r, const struct instance *a,
			    const struct instance *b)
{
	const struct events *o = events_of(r);
	bool known = false;
	for (event_id id = 1; id < o->list.n; id++) {
		const struct event *e = &o->list.at[id];
		if (e->first || !event_is_given_by(r, id, a->thread) ||
		    !has_taken(r, b, id, true))
			continue;
		if (hands_over(r, id, a, b))
			return false;
		known = true;
	}
	return known || is_gone_past(r, a, b);
}

/* ---- counting ---- */

/* Is it the number where the count ends, not one where it begins? */
static bool is_end(const struct numbers *n, int8_t step)
{
	if (step < 0)
		return n->compare == CMP_EQ || n->compare == CMP_LE ||
		       n->compare == CMP_LT || n->compare == CMP_ULE ||
		       n->compare == CMP_ULT;
	return (n->number > 1 || n->open) &&
	       (n->compare == CMP_EQ || n->compare == CMP_GE || n->compare == CMP_GT ||
		n->compare == CMP_UGE || n->compare == CMP_UGT);
}

/* Is a lock released between the two instructions of one block? */
static bool is_released_between(const struct races *r, func_id f, uint32_t x, uint32_t y)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->releases.n; i++)
		if (o->releases.at[i].func == f && (o->releases.at[i].inst > x) !=
							   (o->releases.at[i].inst > y))
			return true;
	return false;
}

/* Has who looks there just counted, or does he right after it? */
static bool is_of_step(const struct races *r, const struct event *e, const struct event_site *x)
{
	const struct notes *n = &summary_of(r->t, x->func)->notes;
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *g = &r->events->gives.at[e->give_first + i];
		if (g->func == x->func && g->step &&
		    notes_block(n, g->inst) == notes_block(n, x->inst) &&
		    !is_released_between(r, x->func, g->inst, x->inst))
			return true;
	}
	return false;
}

/* Nobody waits for a count to come to where it begins, whichever number that is. */
static bool begins_so(const struct event *e)
{
	return e->first && !e->numbers.open;
}

static bool looks_when_counting(struct races *r, const struct event *e, thread_id taker)
{
	for (uint32_t i = 0; i < e->test_count; i++) {
		const struct event_site *x = &r->events->tests.at[e->test_first + i];
		if (thread_runs(r, taker, x->func) && !is_of_step(r, e, x))
			return false;
	}
	return !begins_so(e) && !e->posted && is_counted(r, e->cell);
}

/* Does the thread look at the number only when it counts itself? */
static bool is_told_by_count(struct races *r, event_id id, thread_id taker)
{
	struct events *o = r->events;
	uint64_t key = map_key2(id, taker);
	uint32_t known = map_get(&o->told_by_count, key, 0);
	if (!known) {
		known = 1 + looks_when_counting(r, &o->list.at[id], taker);
		map_put(&o->told_by_count, key, known);
	}
	return known == 2;
}

/* Does only one find it who counts himself? Past the end, the others do too. */
static bool is_found_once(const struct numbers *n, int8_t step)
{
	return n->compare == CMP_EQ ||
	       (step < 0 && (n->compare == CMP_LE || n->compare == CMP_LT));
}

/* Does somebody count by less the other way? Then the end is there before all have counted. */
static bool is_counted_for_less(const struct events *o, const struct event *e, int8_t step,
				uint16_t by)
{
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &o->gives.at[e->give_first + i];
		if (x->step == -step && x->by < by)
			return true;
	}
	return false;
}

static bool others_count(struct races *r, const struct event *e, thread_id taker)
{
	int8_t step = 0;
	uint16_t by = 0;
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &r->events->gives.at[e->give_first + i];
		for (thread_id t = 1; t < r->t->list.n; t++) {
			if (t == taker || !thread_runs(r, t, x->func))
				continue;
			if (!x->step || (step && step != x->step))
				return false;
			step = x->step;
			by = x->by > by ? x->by : by;
		}
	}
	return step && is_end(&e->numbers, step) &&
	       !is_counted_for_less(r->events, e, step, by) &&
	       (taker || is_found_once(&e->numbers, step));
}

/* Is it only counted, in one direction, by all but the one who looks (0: by all)? */
static bool is_counted_by_others(struct races *r, event_id id, thread_id taker)
{
	struct events *o = r->events;
	uint64_t key = map_key2(id, taker);
	uint32_t known = map_get(&o->counted_by, key, 0);
	if (!known) {
		known = 1 + others_count(r, &o->list.at[id], taker);
		map_put(&o->counted_by, key, known);
	}
	return known == 2;
}

static bool is_end_of_count(const struct events *o, const struct event *e)
{
	for (uint32_t i = 0; i < e->give_count; i++) {
		int8_t step = o->gives.at[e->give_first + i].step;
		if (step && is_end(&e->numbers, step))
			return true;
	}
	return false;
}

/* Those that anybody counts up or down to. What is asked of a count needs that, and most events
 * are none: for these no search is made. */
static const struct events *list_counts(struct races *r)
{
	struct events *o = events_of(r);
	for (event_id id = 1; !o->counts_listed && id < o->list.n; id++)
		if (is_end_of_count(o, &o->list.at[id]))
			vec_push(&o->counts, id);
	o->counts_listed = true;
	return o;
}

/* It is so from the beginning, but no more when the thread is created: 'left = n; create(...)'. */
static bool is_ended_first(struct races *r, const struct event *e, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	if (x->origin != ORIGIN_FORK || !x->creator || !e->end_count)
		return false;
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	w->first = 1;
	for (uint32_t i = 0; i < e->end_count; i++) {
		const struct event_site *s = &r->events->ends.at[e->end_first + i];
		reach_add(w, (struct flow_site){.func = s->func, .inst = s->inst,
						.signs = SIGN_ANY, .bits = 1});
	}
	reach_run(r, w);
	bool ended = !reach_at_inst(r, w, x->creator, f->func, f->inst);
	reach_free(w);
	return ended;
}

static bool is_step(const struct events *o, const struct event *e, const struct cell_store *s)
{
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *g = &o->gives.at[e->give_first + i];
		if (g->func == s->func && g->inst == s->inst && g->step)
			return true;
	}
	return false;
}

static bool goes_one_way(const struct events *o, const struct event *e)
{
	bool up = false, down = false;
	for (uint32_t i = 0; i < e->give_count; i++) {
		up |= o->gives.at[e->give_first + i].step > 0;
		down |= o->gives.at[e->give_first + i].step < 0;
	}
	return up != down;
}

/* From where is it counted? What is stored there otherwise is always the same number, or it begins
 * with one. */
static bool find_begin(const struct races *r, const struct event *e, int64_t *begin)
{
	const struct events *o = r->events;
	bool stored = false;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (!pt_loc_overlap(r->pt, e->cell, e->size, s->at, s->size) || is_step(o, e, s))
			continue;
		if (!s->known || !is_stored(s, e->cell, e->size) ||
		    (stored && s->number != *begin))
			return false;
		*begin = s->number;
		stored = true;
	}
	return stored ? goes_one_way(o, e) : event_begins_with(r, e, begin);
}

/* Is the number there before all have counted (taker: all but that one)? For more of them, from
 * where the count begins, than it takes steps. Who counts himself may have looked before or after
 * that. */
static bool is_found_early(struct races *r, event_id id, thread_id taker)
{
	enum { MOST = 1000 };
	const struct event *e = &r->events->list.at[id];
	int8_t step = e->give_count ? r->events->gives.at[e->give_first].step : 0;
	int64_t begin, threads = 0;
	if (e->numbers.open || !find_begin(r, e, &begin))
		return false;
	for (thread_id t = 1; t < r->t->list.n; t++)
		if (t != taker && event_is_given_by(r, id, t))
			threads += number_made(r, thread_at(r->t, t));
	for (int64_t k = 1; k + !taker < threads && k < MOST; k++)
		if (numbers_have(&e->numbers, begin + k * step))
			return true;
	return false;
}

/* Who looks has counted last, or all but him count. */
static bool says_all_are_done(struct races *r, event_id id, const struct instance *a,
			      const struct instance *b)
{
	const struct event *e = &r->events->list.at[id];
	if (is_told_by_count(r, id, b->thread))
		return is_counted_by_others(r, id, 0) && !is_found_early(r, id, 0);
	return a->thread != b->thread && is_counted_by_others(r, id, b->thread) &&
	       !is_found_early(r, id, b->thread) &&
	       (!begins_so(e) || event_is_given_by(r, id, b->thread) ||
		is_ended_first(r, e, a->thread));
}

/* b has found a number that a's thread counts to, or down to, after a. */
bool is_counted_after(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct events *o = list_counts(r);
	for (uint32_t i = 0; i < o->counts.n; i++) {
		event_id id = o->counts.at[i];
		if (!o->list.at[id].posted && event_is_given_by(r, id, a->thread) &&
		    !has_given(r, a, id) && says_all_are_done(r, id, a, b) &&
		    has_taken(r, b, id, false))
			return true;
	}
	return false;
}

bool are_both_last(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct events *o = list_counts(r);
	for (uint32_t i = 0; i < o->counts.n; i++) {
		event_id id = o->counts.at[i];
		if (is_told_by_count(r, id, a->thread) && is_told_by_count(r, id, b->thread) &&
		    is_counter(r, o->list.at[id].cell) && is_counted_by_others(r, id, 0) &&
		    has_taken(r, a, id, false) && has_taken(r, b, id, false))
			return true;
	}
	return false;
}
