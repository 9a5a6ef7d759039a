/* SPDX-License-Identifier: MIT */
/*
 * Set-up on first use: 'if (!ready) { ...; ready = 1; }' with a plain flag, which may be a pointer
 * to what was set up. The flag is a race, and is reported; what is done between the test and the
 * store is one too. If the other side has looked at the flag as well, it is one only because of the
 * flag, and would go with it: it is worth less to read, and told with the race on the flag
 * (report/behind.c).
 *
 * Searches with a bit for each such flag, which is set at the beginning. 'asked': cleared where it
 * was found to be zero. A flag that is set only where this bit is clear is one of set-up. 'open':
 * cleared where it was set, or found to be. What is asked and still open is set-up, also behind a
 * call that may come to the same set-up again and set the flag there. 'unseen': cleared where
 * anybody looks, or sets it.
 */
#include "race/order/asked.h"
#include "race/order/order.h"

struct setups {
	VEC(struct pt_loc) flags;
	VEC(struct flow *) asked, open, unseen; /* [flags / 64] */
};

static bool is_at(struct pt_loc a, struct pt_loc b)
{
	return a.obj == b.obj && a.offset == b.offset;
}

/* Do several threads use it? */
static bool is_shared(const struct races *r, struct pt_loc at)
{
	const struct object_use *u = &r->uses[at.obj];
	return u->several && u->writes && u->plain;
}

static void add_flag(const struct races *r, struct setups *s, struct pt_loc at)
{
	for (uint32_t i = 0; i < s->flags.n; i++)
		if (is_at(s->flags.at[i], at))
			return;
	if (is_shared(r, at))
		vec_push(&s->flags, at);
}

static bool sets(const struct cell_store *x, struct pt_loc flag)
{
	return is_at(x->at, flag) && !(x->known && x->number == 0);
}

/* ---- the searches ---- */

enum search { ASKED, OPEN, UNSEEN };

static void add_tests(const struct events *o, struct flow *w, struct pt_loc flag,
		      enum search kind, uint64_t bit)
{
	uint8_t compare = kind == ASKED ? CMP_EQ : CMP_NE;
	for (uint32_t i = 0; i < o->cell_tests.n; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		if (is_at(t->cell, flag))
			reach_add(w, (struct flow_site){.func = t->func, .inst = t->inst,
							.read = kind != UNSEEN,
							.signs = SIGN_ANY,
							.numbers = {UINT64_MAX, 0, compare, false},
							.bits = bit});
	}
}

static void add_stores(const struct events *o, struct flow *w, struct pt_loc flag, uint64_t bit)
{
	for (uint32_t i = 0; i < o->cell_stores.n; i++)
		if (sets(&o->cell_stores.at[i], flag))
			reach_add(w, (struct flow_site){.func = o->cell_stores.at[i].func,
							.inst = o->cell_stores.at[i].inst,
							.signs = SIGN_ANY, .bits = bit});
}

static struct flow *search(struct races *r, const struct pt_loc *flags, uint32_t n,
			   enum search kind)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	for (uint32_t k = 0; k < n; k++) {
		add_tests(o, w, flags[k], kind, UINT64_C(1) << k);
		if (kind != ASKED)
			add_stores(o, w, flags[k], UINT64_C(1) << k);
	}
	reach_run(r, w);
	return w;
}

/* Is it set, and only where it was found to be zero? */
static bool is_of_setup(struct races *r, struct flow *asked, struct pt_loc flag, uint64_t bit)
{
	const struct events *o = r->events;
	bool found = false;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		for (thread_id t = 1; sets(x, flag) && t < r->t->list.n; t++) {
			if (!thread_runs(r, t, x->func))
				continue;
			if (reach_at_inst(r, asked, t, x->func, x->inst) & bit)
				return false;
			found = true;
		}
	}
	return found;
}

static uint32_t at_once(const struct setups *s, uint32_t first)
{
	uint32_t left = s->flags.n - first;
	return left < EVENTS_AT_ONCE ? left : EVENTS_AT_ONCE;
}

/* Most are none, and one search tells: the others are made for what is left. */
static void drop_others(struct races *r, struct setups *s)
{
	uint32_t kept = 0, n;
	for (uint32_t i = 0; i < s->flags.n; i += n) {
		n = at_once(s, i);
		struct flow *asked = search(r, &s->flags.at[i], n, ASKED);
		for (uint32_t k = 0; k < n; k++)
			if (is_of_setup(r, asked, s->flags.at[i + k], UINT64_C(1) << k))
				s->flags.at[kept++] = s->flags.at[i + k];
		reach_free(asked);
	}
	s->flags.n = kept;
}

static const struct setups *setups_of(struct races *r)
{
	struct events *o = events_of(r);
	struct setups *s = o->setups;
	if (s)
		return s;
	s = o->setups = xcalloc(1, sizeof(*s));
	for (uint32_t i = 0; i < o->cell_tests.n; i++)
		if (o->cell_tests.at[i].plain)
			add_flag(r, s, o->cell_tests.at[i].cell);
	drop_others(r, s);
	for (uint32_t i = 0; i < s->flags.n; i += EVENTS_AT_ONCE) {
		const struct pt_loc *flags = &s->flags.at[i];
		vec_push(&s->asked, search(r, flags, at_once(s, i), ASKED));
		vec_push(&s->open, search(r, flags, at_once(s, i), OPEN));
		vec_push(&s->unseen, search(r, flags, at_once(s, i), UNSEEN));
	}
	return s;
}

/* ---- one access ---- */

/* Of the flags 64 * part ... those that x is set up behind. The flag itself is not set up. */
static uint64_t set_up_behind(struct races *r, const struct setups *s, uint32_t part,
			      const struct instance *x)
{
	struct pt_loc own = {x->obj, x->offset};
	uint64_t bits = ~reach_at(r, s->asked.at[part], x);
	uint32_t first = part * EVENTS_AT_ONCE;
	if (bits)
		bits &= reach_at(r, s->open.at[part], x);
	for (uint32_t i = 0; i < EVENTS_AT_ONCE && bits; i++)
		if (first + i >= s->flags.n || is_at(s->flags.at[first + i], own))
			bits &= ~(UINT64_C(1) << i);
	return bits;
}

/* Those that the thread, or one that has made it, has looked at. Callers of a library are
 * expected to have done what they must. */
static uint64_t seen_by(struct races *r, const struct setups *s, uint32_t part,
			  const struct instance *x)
{
	uint64_t bits = ~reach_at(r, s->unseen.at[part], x);
	const struct thread *t = thread_at(r->t, x->thread);
	for (; t->creator && !t->wide && !t->mixed; t = thread_at(r->t, t->creator)) {
		const struct fork *f = &summary_of(r->t, t->func)->forks.at[t->fork];
		bits |= ~reach_at_inst(r, s->unseen.at[part], t->creator, f->func, f->inst);
	}
	return t->origin == ORIGIN_ENTRY ? UINT64_MAX : bits;
}

struct pt_loc setup_flag(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct setups *s = setups_of(r);
	for (uint32_t part = 0; part < s->asked.n; part++) {
		uint64_t x = set_up_behind(r, s, part, a), y = set_up_behind(r, s, part, b);
		uint64_t bits = (x ? x & seen_by(r, s, part, b) : 0) |
				(y ? y & seen_by(r, s, part, a) : 0);
		for (uint32_t i = 0; bits && i < EVENTS_AT_ONCE; i++)
			if (bits >> i & 1)
				return s->flags.at[part * EVENTS_AT_ONCE + i];
	}
	return (struct pt_loc){0};
}

void setups_free(struct setups *s)
{
	for (uint32_t i = 0; s && i < s->asked.n; i++) {
		reach_free(s->asked.at[i]);
		reach_free(s->open.at[i]);
		reach_free(s->unseen.at[i]);
	}
	if (s) {
		vec_free(&s->flags);
		vec_free(&s->asked);
		vec_free(&s->open);
		vec_free(&s->unseen);
	}
	free(s);
}
