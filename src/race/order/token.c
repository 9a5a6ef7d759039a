/* SPDX-License-Identifier: MIT */
/*
 * A lock that is made of a variable under a lock:
 *
 *	lock(m); while (busy) wait(c, m); busy = 1; unlock(m);
 *	...
 *	lock(m); busy = 0; signal(c); unlock(m);
 *
 * Who has found the variable free, and has changed it before the lock is released under which he
 * has looked, has it until he stores that it is free again; nobody else finds it free meanwhile. It
 * excludes if it is free in the beginning, if nobody changes it who has not just found it free, and
 * if nobody frees it who does not have it. main may do as it likes until there are others.
 *
 * Searches with a bit for each such variable. 'unfound': cleared where it was found free, set where
 * a lock is released. 'unheld': cleared where it is taken, set where it is freed.
 */
#include "race/order/order.h"

/* An event that the variable is free, and one that it is not. */
struct token {
	event_id free, taken;
};

struct tokens {
	VEC(struct token) list;
	VEC(struct flow *) unheld; /* [list / 64] */
	VEC(uint64_t) sound;	   /* [list / 64] those that exclude */
};

/* ---- which there are ---- */

static bool is_same_variable(const struct event *a, const struct event *b)
{
	return !a->posted && a->cell.obj == b->cell.obj && a->cell.offset == b->cell.offset &&
	       a->size == b->size && a->numbers.mask == b->numbers.mask;
}

/* Are these all the numbers that are not of the other one? */
static bool is_opposite(const struct event *a, const struct event *b)
{
	return is_same_variable(a, b) && a->numbers.number == b->numbers.number &&
	       a->numbers.compare == compare_not(b->numbers.compare);
}

/* Is it found free by some, taken and freed, by stores of constants? */
static bool may_be_token(const struct event *e)
{
	return !e->posted && e->first && e->test_count && e->give_count && e->end_count;
}

static event_id find_opposite(const struct events *o, event_id id)
{
	const struct event *e = &o->list.at[id];
	for (event_id k = 1; k < o->list.n; k++) {
		const struct event *x = &o->list.at[k];
		if (is_opposite(e, x) && x->give_count == e->end_count &&
		    x->end_count == e->give_count)
			return k;
	}
	return 0;
}

/* ---- searches ---- */

static void add_sites(const struct event_site *at, uint32_t n, struct flow *w, bool sets,
		      uint64_t bits)
{
	for (uint32_t i = 0; i < n; i++)
		reach_add(w, (struct flow_site){.func = at[i].func, .inst = at[i].inst,
						.signs = SIGN_ANY, .sets = sets, .bits = bits});
}

/* Whatever is asked about the variable may tell that it is free. */
static void add_tests(const struct events *o, struct flow *w, const struct event *free,
		      uint64_t bit)
{
	for (event_id id = 1; id < o->list.n; id++) {
		const struct event *e = &o->list.at[id];
		for (uint32_t i = 0; is_same_variable(e, free) && i < e->test_count; i++)
			reach_add(w, (struct flow_site){
					     .func = o->tests.at[e->test_first + i].func,
					     .inst = o->tests.at[e->test_first + i].inst,
					     .read = true, .numbers = free->numbers, .bits = bit});
	}
}

static struct flow *find_unfound(struct races *r, const struct token *t, uint32_t n)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	w->first = UINT64_MAX;
	for (uint32_t k = 0; k < n; k++)
		add_tests(o, w, &o->list.at[t[k].free], UINT64_C(1) << k);
	add_sites(o->releases.at, o->releases.n, w, true, UINT64_MAX);
	reach_run(r, w);
	return w;
}

static struct flow *find_unheld(struct races *r, const struct token *t, uint32_t n)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	for (uint32_t k = 0; k < n; k++) {
		const struct event *free = &o->list.at[t[k].free];
		const struct event *taken = &o->list.at[t[k].taken];
		add_sites(o->gives.at + taken->give_first, taken->give_count, w, false,
			  UINT64_C(1) << k);
		add_sites(o->gives.at + free->give_first, free->give_count, w, true,
			  UINT64_C(1) << k);
	}
	reach_run(r, w);
	return w;
}

/* Is the bit clear wherever a thread gives the event, once there are threads? */
static bool is_clear_at_gives(struct races *r, struct flow *w, const struct event *e,
			      uint64_t bit)
{
	for (uint32_t i = 0; i < e->give_count; i++) {
		const struct event_site *x = &r->events->gives.at[e->give_first + i];
		if (is_early(r, x->func, x->inst))
			continue;
		for (thread_id t = 1; t < r->t->list.n; t++)
			if (thread_runs(r, t, x->func) &&
			    reach_at_inst(r, w, t, x->func, x->inst) & bit)
				return false;
	}
	return true;
}

/* Do all who look at it do so under the lock under which it is stored? */
static bool is_under_lock(struct races *r, const struct token *x)
{
	const struct events *o = r->events;
	for (event_id id = 1; id < o->list.n; id++)
		for (thread_id t = 1; t < r->t->list.n; t++)
			if (is_same_variable(&o->list.at[id], &o->list.at[x->free]) &&
			    event_is_tested_by(r, id, t) &&
			    !(event_is_locked(r, id, t) && event_is_valid_late(r, id, t)))
				return false;
	return true;
}

static void add_part(struct races *r, struct tokens *s, uint32_t first)
{
	const struct events *o = r->events;
	uint32_t n = s->list.n - first < EVENTS_AT_ONCE ? s->list.n - first : EVENTS_AT_ONCE;
	struct token *t = &s->list.at[first];
	struct flow *unfound = find_unfound(r, t, n), *unheld = find_unheld(r, t, n);
	uint64_t sound = 0;
	for (uint32_t k = 0; k < n; k++) {
		uint64_t bit = UINT64_C(1) << k;
		if (is_clear_at_gives(r, unfound, &o->list.at[t[k].taken], bit) &&
		    is_clear_at_gives(r, unheld, &o->list.at[t[k].free], bit))
			sound |= bit;
	}
	reach_free(unfound);
	vec_push(&s->unheld, unheld);
	vec_push(&s->sound, sound);
}

static const struct tokens *tokens_of(struct races *r)
{
	struct events *o = events_of(r);
	struct tokens *s = o->tokens;
	if (s)
		return s;
	s = o->tokens = xcalloc(1, sizeof(*s));
	for (event_id id = 1; id < o->list.n; id++) {
		event_id other = may_be_token(&o->list.at[id]) ? find_opposite(o, id) : 0;
		struct token t = {id, other};
		if (other && is_under_lock(r, &t))
			vec_push(&s->list, t);
	}
	for (uint32_t i = 0; i < s->list.n; i += EVENTS_AT_ONCE)
		add_part(r, s, i);
	return s;
}

void tokens_free(struct tokens *s)
{
	for (uint32_t i = 0; s && i < s->unheld.n; i++)
		reach_free(s->unheld.at[i]);
	if (s) {
		vec_free(&s->list);
		vec_free(&s->unheld);
		vec_free(&s->sound);
	}
	free(s);
}

/* ---- two accesses ---- */

/* Of the variables 64 * part ... those that x has. */
static uint64_t held_at(struct races *r, const struct tokens *s, uint32_t part,
			const struct instance *x)
{
	return s->sound.at[part] ? s->sound.at[part] & ~reach_at(r, s->unheld.at[part], x) : 0;
}

static bool both_have(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct tokens *s = tokens_of(r);
	for (uint32_t part = 0; part < s->unheld.n; part++) {
		uint64_t bits = held_at(r, s, part, a);
		if (bits && bits & held_at(r, s, part, b))
			return true;
	}
	return false;
}

bool have_one_token(struct races *r, const struct instance *a, const struct instance *b,
		    struct str *fact)
{
	(void)fact;
	return tokens_of(r)->list.n && holds_everywhere(r, a, b, both_have);
}
