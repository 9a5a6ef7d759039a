/* SPDX-License-Identifier: MIT */
/*
 * Set-up on first use: 'if (!ready) { ...; ready = 1; }' with a plain flag, which may be a pointer
 * to what was set up. The flag is a race, and is reported; what is done between the test and the
 * store is one too, but only because of the flag, and would go with it. So it is worth less to
 * read.
 *
 * A search with a bit for each such flag: set at the beginning and where something else than zero
 * is stored, cleared where zero was found. A flag that is only set where its bit is clear is one of
 * set-up, and so is what is done where it is.
 */
#include "race/order/order.h"

struct setups {
	VEC(struct pt_loc) flags;
	VEC(struct flow *) flows; /* [flags / 64] */
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

/* Is it set, and only where it was found to be zero? */
static bool is_of_setup(struct races *r, struct flow *w, struct pt_loc flag, uint64_t bit)
{
	const struct events *o = r->events;
	bool found = false;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		for (thread_id t = 1; sets(x, flag) && t < r->t->list.n; t++) {
			if (!thread_runs(r, t, x->func))
				continue;
			if (reach_at_inst(r, w, t, x->func, x->inst) & bit)
				return false;
			found = true;
		}
	}
	return found;
}

static struct flow *search(struct races *r, struct pt_loc *flags, uint32_t n)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	for (uint32_t k = 0; k < n; k++) {
		uint64_t bit = UINT64_C(1) << k;
		for (uint32_t i = 0; i < o->cell_tests.n; i++) {
			const struct cell_test *t = &o->cell_tests.at[i];
			if (is_at(t->cell, flags[k]))
				reach_add(w, (struct flow_site){.func = t->func, .inst = t->inst,
								.read = true,
								.numbers = {UINT64_MAX, 0, CMP_EQ},
								.bits = bit});
		}
		for (uint32_t i = 0; i < o->cell_stores.n; i++)
			if (sets(&o->cell_stores.at[i], flags[k]))
				reach_add(w, (struct flow_site){.func = o->cell_stores.at[i].func,
								.inst = o->cell_stores.at[i].inst,
								.sets = true, .bits = bit});
	}
	reach_run(r, w);
	for (uint32_t k = 0; k < n; k++)
		if (!is_of_setup(r, w, flags[k], UINT64_C(1) << k))
			flags[k].obj = 0;
	return w;
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
	for (uint32_t i = 0; i < s->flags.n; i += EVENTS_AT_ONCE) {
		uint32_t n = s->flags.n - i < EVENTS_AT_ONCE ? s->flags.n - i : EVENTS_AT_ONCE;
		vec_push(&s->flows, search(r, &s->flags.at[i], n));
	}
	return s;
}

/* The flag itself is not set up. */
bool is_set_up_lazily(struct races *r, const struct instance *x)
{
	const struct setups *s = setups_of(r);
	struct pt_loc own = {x->obj, x->offset};
	for (uint32_t part = 0; part < s->flows.n; part++) {
		uint64_t bits = reach_at(r, s->flows.at[part], x->thread, &x->point);
		uint32_t first = part * EVENTS_AT_ONCE, end = first + EVENTS_AT_ONCE;
		for (uint32_t i = first; i < s->flags.n && i < end; i++)
			if (s->flags.at[i].obj && !is_at(s->flags.at[i], own) &&
			    !(bits >> i % EVENTS_AT_ONCE & 1))
				return true;
	}
	return false;
}

void setups_free(struct races *r, struct setups *s)
{
	for (uint32_t i = 0; s && i < s->flows.n; i++)
		reach_free(r, s->flows.at[i]);
	if (s) {
		vec_free(&s->flags);
		vec_free(&s->flows);
	}
	free(s);
}
