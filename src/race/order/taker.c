/* SPDX-License-Identifier: MIT */
/*
 * The only one. Who finds a variable as it was in the beginning, and changes it before
 * anybody else can look (by the same atomic instruction, or before the lock is released under
 * which he has looked), is the only one who ever finds it so, if nothing puts the first number
 * back. What two threads do behind that, one of them does not do; and a thread that is created
 * behind it exists once. What happens to the variable later does not matter.
 */
#include "race/order/asked.h"
#include "race/order/order.h"
#include "race/veto/veto.h"

/* A variable that one thread finds as it was in the beginning. */
struct only {
	event_id first;
	uint64_t tests; /* bits: those of its tests by which it is found and changed */
};

struct takers {
	VEC(struct only) list;
	VEC(struct flow *) missed; /* [list / 64] where that was not found */
};

static bool may_have_taker(const struct event *e)
{
	return e->first && !e->give_count && !e->posted && e->end_count &&
	       e->test_count <= EVENTS_AT_ONCE;
}

/* Is it changed by the instruction that looks? */
static bool is_one_step(const struct events *o, const struct event *e,
			const struct event_site *test)
{
	for (uint32_t i = 0; i < e->end_count; i++) {
		const struct event_site *x = &o->ends.at[e->end_first + i];
		if (x->func == test->func && x->inst == test->inst)
			return true;
	}
	return false;
}

static uint64_t tests_in_one_step(const struct events *o, const struct event *e)
{
	uint64_t tests = 0;
	for (uint32_t i = 0; i < e->test_count; i++)
		tests |= (uint64_t)is_one_step(o, e, &o->tests.at[e->test_first + i]) << i;
	return tests;
}

/* ---- found and changed under a lock ---- */

/* From each test on, where it is not known that the variable was found otherwise, to where it is
 * changed. */
static void add_tests(const struct events *o, struct flow *w, const struct event *e,
		      uint32_t bit)
{
	uint64_t all = 0;
	struct numbers other = {e->numbers.mask, e->numbers.number,
				ir_compare_not(e->numbers.compare), e->numbers.open};
	for (uint32_t i = 0; i < e->test_count; i++) {
		const struct event_site *x = &o->tests.at[e->test_first + i];
		uint64_t one = UINT64_C(1) << (bit + i);
		all |= one;
		reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst, .sets = true,
						.bits = one});
		reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst, .read = true,
						.numbers = other, .bits = one});
	}
	for (uint32_t i = 0; i < e->end_count; i++) {
		const struct event_site *x = &o->ends.at[e->end_first + i];
		reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
						.signs = SIGN_ANY, .bits = all});
	}
}

/* The bits that are set where some thread releases a lock. */
static uint64_t bits_at_releases(struct races *r, struct flow *w)
{
	const struct events *o = r->events;
	uint64_t bits = 0;
	for (thread_id t = 1; t < r->t->list.n; t++)
		for (uint32_t i = 0; i < o->releases.n; i++)
			if (thread_runs(r, t, o->releases.at[i].func))
				bits |= reach_at_inst(r, w, t, o->releases.at[i].func,
						      o->releases.at[i].inst);
	return bits;
}

/* All situations of the tests, whoever makes them; false: there are too many. */
static bool find_all(struct races *r, const struct only *x, struct situated *all)
{
	const struct event *e = &r->events->list.at[x->first];
	all->n = 0;
	for (uint32_t i = 0; i < e->test_count; i++) {
		const struct event_site *s = &r->events->tests.at[e->test_first + i];
		for (thread_id t = 1; x->tests >> i & 1 && t < r->t->list.n; t++) {
			struct situated some;
			if (!thread_runs(r, t, s->func))
				continue;
			if (!find_situations(r, t, s, e, &some) ||
			    all->n + some.n > MAX_SITUATIONS)
				return false;
			for (uint32_t k = 0; k < some.n; k++)
				all->at[all->n++] = some.at[k];
		}
	}
	return all->n > 0;
}

static bool have_one_lock(struct races *r, const struct only *x)
{
	struct situated all;
	path_id names[2];
	if (!find_all(r, x, &all))
		return false;
	for (uint32_t i = 0; i < all.n; i++)
		for (uint32_t k = i; k < all.n; k++)
			if (!share_lock(r, &all.at[i], &all.at[k], names))
				return false;
	return true;
}

/* Some variables whose tests are looked at together, a bit for each test. */
struct group {
	event_id ids[EVENTS_AT_ONCE];
	uint32_t n, bits;
};

static void add_group(struct races *r, struct takers *t, struct group *g)
{
	struct flow *w = xcalloc(1, sizeof(*w));
	w->brief = true;
	for (uint32_t i = 0, bit = 0; i < g->n; i++) {
		const struct event *e = &r->events->list.at[g->ids[i]];
		add_tests(r->events, w, e, bit);
		bit += e->test_count;
	}
	reach_run(r, w);
	uint64_t late = bits_at_releases(r, w);
	for (uint32_t i = 0, bit = 0; i < g->n; i++) {
		uint32_t n = r->events->list.at[g->ids[i]].test_count;
		uint64_t all = n == EVENTS_AT_ONCE ? UINT64_MAX : (UINT64_C(1) << n) - 1;
		struct only x = {g->ids[i], ~(late >> bit) & all};
		if (x.tests && have_one_lock(r, &x))
			vec_push(&t->list, x);
		bit += n;
	}
	reach_free(w);
	g->n = g->bits = 0;
}

static struct takers *takers_of(struct races *r)
{
	struct events *o = events_of(r);
	struct group g = {.n = 0};
	if (o->takers)
		return o->takers;
	o->takers = xcalloc(1, sizeof(*o->takers));
	for (event_id id = 1; id < o->list.n; id++) {
		const struct event *e = &o->list.at[id];
		uint64_t at_once = may_have_taker(e) ? tests_in_one_step(o, e) : 0;
		if (!may_have_taker(e) || !e->test_count)
			continue;
		if (at_once) {
			vec_push(&o->takers->list, ((struct only){id, at_once}));
			continue;
		}
		if (g.bits + e->test_count > EVENTS_AT_ONCE)
			add_group(r, o->takers, &g);
		g.ids[g.n++] = id;
		g.bits += e->test_count;
	}
	if (g.n)
		add_group(r, o->takers, &g);
	return o->takers;
}

/* ---- who is behind it ---- */

/* Where none of these has found it so: bits 0 to 63 for list[from] on. */
static struct flow *flow_without(struct races *r, uint32_t from)
{
	const struct takers *t = r->events->takers;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	for (uint32_t i = from; i < t->list.n && i < from + EVENTS_AT_ONCE; i++) {
		const struct event *e = &r->events->list.at[t->list.at[i].first];
		for (uint32_t k = 0; k < e->test_count; k++) {
			const struct event_site *x = &r->events->tests.at[e->test_first + k];
			if (t->list.at[i].tests >> k & 1)
				reach_add(w, (struct flow_site){.func = x->func,
								.inst = x->inst,
								.signs = x->signs,
								.read = true,
								.numbers = e->numbers,
								.bits = UINT64_C(1)
									<< (i - from)});
		}
	}
	return w;
}

static uint64_t valid_bits(const struct takers *t, uint32_t from)
{
	uint32_t n = t->list.n - from;
	return n >= EVENTS_AT_ONCE ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

static bool are_behind_one(struct races *r, const struct instance *a, const struct instance *b)
{
	struct takers *t = takers_of(r);
	for (uint32_t from = 0; from < t->list.n; from += EVENTS_AT_ONCE) {
		if (t->missed.n == from / EVENTS_AT_ONCE) {
			struct flow *w = flow_without(r, from);
			reach_run(r, w);
			vec_push(&t->missed, w);
		}
		struct flow *w = t->missed.at[from / EVENTS_AT_ONCE];
		uint64_t bits = valid_bits(t, from) & ~reach_at(r, w, a);
		if (bits & ~reach_at(r, w, b))
			return true;
	}
	return false;
}

bool only_one_does(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	(void)fact;
	return holds_everywhere(r, a, b, are_behind_one);
}

/* ---- threads that are created once ---- */

static const struct fork *creation_of(const struct races *r, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	return x->origin == ORIGIN_FORK ? &summary_of(r->t, x->func)->forks.at[x->fork]
					: NULL;
}

/* The variable that lets only one of the threads of that creation exist; 0: there is none. */
static event_id find_flag(struct races *r, const struct fork *f)
{
	const struct takers *t = takers_of(r);
	for (uint32_t from = 0; from < t->list.n; from += EVENTS_AT_ONCE) {
		struct flow *w = flow_without(r, from);
		uint64_t behind = valid_bits(t, from);
		w->brief = true;
		reach_add(w, (struct flow_site){.func = f->func, .inst = f->inst, .sets = true,
						.bits = UINT64_MAX});
		reach_run(r, w);
		for (thread_id id = 1; id < r->t->list.n && behind; id++)
			if (thread_runs(r, id, f->func))
				behind &= ~reach_at_inst(r, w, id, f->func, f->inst);
		reach_free(w);
		for (uint32_t i = from; behind; i++, behind >>= 1)
			if (behind & 1)
				return t->list.at[i].first;
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

void takers_free(struct takers *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; i < t->missed.n; i++)
		reach_free(t->missed.at[i]);
	vec_free(&t->missed);
	vec_free(&t->list);
	free(t);
}
