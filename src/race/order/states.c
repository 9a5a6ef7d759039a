/* SPDX-License-Identifier: MIT */
/*
 * The state of a variable: who knows it, while nobody else can change it.
 *
 *	lock(m); while (state != FULL) wait(c, m); state = BUSY; unlock(m);
 *	...                                                 only one thread is here
 *	lock(m); state = EMPTY; unlock(m);
 *
 * A claim is that the variable has one of some numbers, and will have it until who claims that does
 * something about it. Two threads that claim different numbers are not there at the same time;
 * what they do lies between changes of the variable, which are ordered by its lock. Four kinds:
 *
 *	SEEN   it was found so since the last release of a lock that is held where it is looked at
 *	PUT    who has stored it has it, and nobody else, until he stores another number
 *	OWNED  one thread has found or stored it: no other one changes it then
 *	KEPT   whoever has found it, or stored it: it never changes again
 *
 * The first kind is true wherever the variable is looked at and changed under one lock. The
 * others are true if every store is done by who knows, by one of the claims that are true, that the
 * claimed number is not there, or has it himself: whoever would be the first to break a claim
 * relies on one that is broken already. So the largest such set is what is true. main may do as
 * it likes until there are others.
 *
 * A claim is a bit of a search (reach.c), set where it is not known.
 */
#include "race/order/asked.h"
#include "race/order/order.h"

enum { MAX_SETS = 10, MAX_OWNERS = 3, MAX_LOCKS = 8, BITS = 64 };

enum claim_kind { SEEN, PUT, OWNED, KEPT };

struct claim {
	struct numbers numbers;
	thread_id owner; /* of OWNED */
	uint8_t kind;
	bool likely; /* it is left aside that what was computed may be the one number */
};

/* Where the locks are that are held where a variable is looked at. */
struct lock_places {
	struct pt_loc at[MAX_LOCKS];
	uint32_t n;
	bool any; /* it is not known which */
};

struct seen_under {
	struct lock_places locks;
	uint64_t bits; /* the claims that this was seen */
};

/* All claims about some variables. */
struct state_part {
	struct claim at[BITS];
	uint64_t excludes[BITS]; /* those that cannot be true as well, in another thread */
	uint32_t n;
	uint64_t valid, likely;
	VEC(struct seen_under) seen;
	struct flow *unknown;
};

struct states {
	VEC(struct state_part) parts;
};

/* What a branch asks of the variable at hand. */
struct asked {
	event_id id;
	const struct event *e;
};

struct variable {
	struct pt_loc cell;
	uint32_t size;
	const struct asked *asked;
	uint32_t asked_count;
	struct numbers sets[MAX_SETS];
	uint32_t set_count;
	thread_id owners[MAX_OWNERS];
	uint32_t owner_count;
	struct lock_places locks;
	bool locked;  /* it is looked at by all under the lock under which it is stored */
	bool computed; /* what is computed is stored there */
	bool wide;    /* there are too many sets */
};

/* ---- which variables ---- */

static bool overlaps(const struct races *r, const struct cell_store *x, const struct variable *v)
{
	return pt_loc_overlap(r->pt, v->cell, v->size, x->at, x->size);
}

static void add_set(struct variable *v, struct numbers n)
{
	for (uint32_t i = 0; i < v->set_count; i++)
		if (v->sets[i].mask == n.mask && v->sets[i].number == n.number &&
		    v->sets[i].compare == n.compare)
			return;
	if (v->set_count == MAX_SETS)
		v->wide = true;
	else
		v->sets[v->set_count++] = n;
}

static void add_both_sets(struct variable *v, struct numbers n)
{
	add_set(v, n);
	n.compare = ir_compare_not(n.compare);
	add_set(v, n);
}

/* Is it stored as a whole wherever it is, once there are threads? */
static bool has_known_stores(struct races *r, struct variable *v)
{
	const struct events *o = r->events;
	bool late = false;
	for (uint32_t i = 0; i < v->asked_count; i++)
		add_both_sets(v, v->asked[i].e->numbers);
	for (uint32_t i = 0; i < o->cell_stores.n && !v->wide; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		if (!overlaps(r, x, v) || is_early(r, x->func, x->inst))
			continue;
		if (!is_stored(x, v->cell, v->size))
			return false;
		v->computed |= !x->known;
		if (x->known)
			add_both_sets(v, (struct numbers){UINT64_MAX, x->number, CMP_EQ, false});
		late = true;
	}
	return late && !v->wide;
}

static bool is_so_for_all(struct races *r, const struct variable *v,
			  bool (*is_so)(struct races *, event_id, thread_id))
{
	for (uint32_t i = 0; i < v->asked_count; i++)
		for (thread_id t = 1; t < r->t->list.n; t++)
			if (event_is_tested_by(r, v->asked[i].id, t) &&
			    !is_so(r, v->asked[i].id, t))
				return false;
	return true;
}

/* Do all who look at it come after those who have stored what they find? */
static bool synchronises(struct races *r, struct variable *v)
{
	v->locked = is_so_for_all(r, v, event_is_locked);
	return v->locked || is_so_for_all(r, v, event_is_valid_late);
}

/* ---- which locks ---- */

static void add_place(struct lock_places *l, struct pt_loc at)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].obj == at.obj && l->at[i].offset == at.offset)
			return;
	l->any |= l->n == MAX_LOCKS;
	if (!l->any)
		l->at[l->n++] = at;
}

static void add_held(struct races *r, struct lock_places *l, const struct instance *x)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		const struct pt_set *s = threads_points_to(r->t, g[i].lock);
		l->any |= s->unknown || !s->locs.n;
		for (uint32_t k = 0; k < s->locs.n && !l->any; k++)
			add_place(l, s->locs.at[k]);
	}
}

static void find_locks(struct races *r, struct variable *v)
{
	struct situated at;
	for (uint32_t i = 0; i < v->asked_count && v->locked; i++) {
		const struct event *e = v->asked[i].e;
		for (uint32_t k = 0; k < e->test_count; k++) {
			const struct event_site *x = &r->events->tests.at[e->test_first + k];
			for (thread_id t = 1; t < r->t->list.n && !v->locks.any; t++) {
				if (!thread_runs(r, t, x->func))
					continue;
				v->locks.any |= !find_situations(r, t, x, e, &at);
				for (uint32_t m = 0; m < at.n; m++)
					add_held(r, &v->locks, &at.at[m]);
			}
		}
	}
}

static bool has_place(const struct races *r, const struct lock_places *l, struct pt_loc at)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (pt_loc_overlap(r->pt, l->at[i], 1, at, 1))
			return true;
	return false;
}

/* By a pointer that may be anything. */
static bool is_of_class(const struct races *r, const struct lock_places *l,
			const struct lock_release *x)
{
	uint32_t class = pointers_class_of_address(r->pt, x->func, x->address);
	bool may = !class;
	for (uint32_t i = 0; i < l->n; i++)
		may |= pointers_object(r->pt, l->at[i].obj)->class_id == class;
	return may;
}

/* May it be one of these locks that is released? */
static bool may_release(const struct races *r, const struct lock_places *l,
			const struct lock_release *x)
{
	struct pt_set set = {0};
	if (l->any || !x->address)
		return true;
	pointers_of_value(r->pt, x->func, x->address, &set);
	bool may = (set.unknown || !set.locs.n) && is_of_class(r, l, x);
	for (uint32_t i = 0; i < set.locs.n && !may; i++)
		may = has_place(r, l, set.locs.at[i]);
	pt_set_free(&set);
	return may;
}

/* Threads of which there is one, and which look. */
static void find_owners(struct races *r, struct variable *v)
{
	for (thread_id t = 1; t < r->t->list.n; t++) {
		bool tests = false;
		for (uint32_t i = 0; i < v->asked_count && !tests; i++)
			tests = event_is_tested_by(r, v->asked[i].id, t);
		if (tests && v->owner_count < MAX_OWNERS && is_single(r, t))
			v->owners[v->owner_count++] = t;
	}
}

/* ---- claims ---- */

static bool have_none_in_common(const struct numbers *a, const struct numbers *b)
{
	struct numbers not_a = *a, not_b = *b;
	not_a.compare = ir_compare_not(a->compare);
	not_b.compare = ir_compare_not(b->compare);
	return a->mask == b->mask && (numbers_within(a, &not_b) || numbers_within(b, &not_a));
}

static void add_claim(struct state_part *p, struct claim c)
{
	p->at[p->n++] = c;
}

static uint32_t count_claims(const struct variable *v)
{
	return v->set_count * (4 + v->owner_count);
}

static void add_claims(struct state_part *p, const struct variable *v)
{
	for (uint32_t i = 0; i < v->set_count; i++) {
		struct claim c = {.numbers = v->sets[i]};
		if (v->locked)
			add_claim(p, c);
		c.kind = PUT;
		add_claim(p, c);
		c.kind = KEPT;
		add_claim(p, c);
		c.likely = true;
		if (v->computed)
			add_claim(p, c);
		for (uint32_t k = 0; k < v->owner_count; k++)
			add_claim(p, (struct claim){v->sets[i], v->owners[k], OWNED, false});
	}
}

static void find_excluded(struct state_part *p, uint32_t first)
{
	for (uint32_t i = first; i < p->n; i++)
		for (uint32_t k = first; k < p->n; k++)
			if (have_none_in_common(&p->at[i].numbers, &p->at[k].numbers) ||
			    (i == k && p->at[i].kind == PUT))
				p->excludes[i] |= UINT64_C(1) << k;
}

/* ---- the search ---- */

/* Is it one of these numbers after that store? */
static bool stores_one(const struct cell_store *x, const struct claim *c)
{
	return x->known ? numbers_have(&c->numbers, x->number)
			: c->likely && !x->step && c->numbers.compare == CMP_NE;
}

static void add_store_sites(const struct races *r, struct state_part *p, uint32_t first,
			    const struct variable *v)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *x = &o->cell_stores.at[i];
		struct flow_site clear = {.func = x->func, .inst = x->inst, .signs = SIGN_ANY};
		struct flow_site set = {.func = x->func, .inst = x->inst, .sets = true};
		if (!overlaps(r, x, v))
			continue;
		clear.read = x->chosen;
		clear.numbers = (struct numbers){UINT64_MAX, x->expected, CMP_EQ, false};
		for (uint32_t k = first; k < p->n; k++) {
			bool one = is_stored(x, v->cell, v->size) && stores_one(x, &p->at[k]);
			if (p->at[k].kind == SEEN)
				continue;
			clear.bits |= (uint64_t)one << k;
			set.bits |= (uint64_t)(!one || x->chosen) << k;
		}
		reach_add(p->unknown, clear);
		reach_add(p->unknown, set);
	}
}

/* What the same instruction has changed was found before that. */
static bool is_changed_there(const struct races *r, const struct variable *v,
			     const struct event_site *x)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (s->func == x->func && s->inst == x->inst && overlaps(r, s, v))
			return true;
	}
	return false;
}

static void add_test_sites(const struct races *r, struct state_part *p, uint32_t first,
			   const struct variable *v)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < v->asked_count; i++) {
		const struct event *e = v->asked[i].e;
		for (uint32_t t = 0; t < e->test_count; t++) {
			const struct event_site *x = &o->tests.at[e->test_first + t];
			bool stays = !is_changed_there(r, v, x);
			for (uint32_t k = first; stays && k < p->n; k++)
				if (p->at[k].kind != PUT)
					reach_add(p->unknown,
						  (struct flow_site){.func = x->func,
								     .inst = x->inst,
								     .read = true,
								     .numbers = p->at[k].numbers,
								     .bits = UINT64_C(1) << k});
		}
	}
}

static uint64_t bits_seen(const struct state_part *p, uint32_t first)
{
	uint64_t bits = 0;
	for (uint32_t k = first; k < p->n; k++)
		bits |= (uint64_t)(p->at[k].kind == SEEN) << k;
	return bits;
}

/* What was seen may have changed since. */
static void add_release_sites(const struct races *r, struct state_part *p)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->releases.n; i++) {
		const struct lock_release *x = &o->releases.at[i];
		struct flow_site s = {.func = x->func, .inst = x->inst, .sets = true};
		for (uint32_t k = 0; k < p->seen.n; k++)
			if (may_release(r, &p->seen.at[k].locks, x))
				s.bits |= p->seen.at[k].bits;
		if (s.bits)
			reach_add(p->unknown, s);
	}
}

/* main has what is there in the beginning, if it is the one that changes it. */
static uint64_t bits_at_first(const struct races *r, const struct state_part *p, uint32_t first,
			      const struct variable *v)
{
	bool variable = pointers_object(r->pt, v->cell.obj)->kind == OBJ_VARIABLE;
	uint64_t bits = 0;
	int64_t number = 0;
	if (variable && !event_begins_with(r, v->asked[0].e, &number))
		return 0;
	for (uint32_t k = first; k < p->n; k++)
		bits |= (uint64_t)(p->at[k].kind == OWNED && p->at[k].owner == 1 &&
				   numbers_have(&p->at[k].numbers, number))
			<< k;
	return bits;
}

static void add_variable(struct races *r, struct state_part *p, const struct variable *v)
{
	uint32_t first = p->n;
	add_claims(p, v);
	find_excluded(p, first);
	add_store_sites(r, p, first, v);
	add_test_sites(r, p, first, v);
	p->unknown->first &= ~bits_at_first(r, p, first, v);
	if (v->locked)
		vec_push(&p->seen, ((struct seen_under){v->locks, bits_seen(p, first)}));
}

/* ---- which claims are true ---- */

/* Those that the thread may make. */
static uint64_t claims_of(const struct state_part *p, thread_id id)
{
	uint64_t bits = 0;
	for (uint32_t k = 0; k < p->n; k++)
		bits |= (uint64_t)(p->at[k].kind != OWNED || p->at[k].owner == id) << k;
	return bits & p->valid;
}

/* May that store of the thread break the claim? */
static bool may_break(const struct claim *c, const struct cell_store *x, thread_id by)
{
	return c->kind == PUT || (c->kind == KEPT && !stores_one(x, c)) ||
	       (c->kind == OWNED && c->owner != by && !stores_one(x, c));
}

/* Which claims about the bytes that are stored are broken there, as far as is known by now? */
static uint64_t broken_by(struct races *r, struct state_part *p, uint64_t about,
			  const struct cell_store *x, thread_id by)
{
	uint64_t known = claims_of(p, by) & about &
			 ~reach_at_inst(r, p->unknown, by, x->func, x->inst);
	uint64_t broken = 0;
	for (uint32_t k = 0; k < p->n; k++) {
		uint64_t bit = UINT64_C(1) << k;
		bool safe = known & p->excludes[k] & (p->at[k].likely ? UINT64_MAX : ~p->likely);
		safe |= x->chosen && !numbers_have(&p->at[k].numbers, x->expected);
		if (p->valid & about & bit && may_break(&p->at[k], x, by) && !safe)
			broken |= bit;
	}
	return broken;
}

/* A variable, where its claims are, and which of them are true. */
struct inquiry {
	struct variable v;
	uint32_t first, n;
	uint64_t valid;
};

static uint64_t bits_of(uint32_t first, uint32_t n)
{
	return n ? UINT64_MAX >> (BITS - n) << first : 0;
}

static void find_valid(struct races *r, struct state_part *p, const struct inquiry *x)
{
	const struct events *o = r->events;
	uint64_t about = bits_of(x->first, x->n);
	for (bool again = true; again && p->valid & about;) {
		again = false;
		for (uint32_t i = 0; i < o->cell_stores.n; i++) {
			const struct cell_store *s = &o->cell_stores.at[i];
			if (!overlaps(r, s, &x->v) || is_early(r, s->func, s->inst))
				continue;
			for (thread_id t = 1; t < r->t->list.n; t++) {
				uint64_t broken = thread_runs(r, t, s->func)
							  ? broken_by(r, p, about, s, t)
							  : 0;
				p->valid &= ~broken;
				again |= broken != 0;
			}
		}
	}
}

/* ---- all ---- */

struct finding {
	struct races *r;
	struct state_part part; /* the one at hand */
	VEC(struct inquiry) trying; /* in it */
	VEC(struct inquiry) found; /* those with claims that are true */
};

static void begin_part(struct state_part *p)
{
	*p = (struct state_part){.unknown = xcalloc(1, sizeof(*p->unknown))};
	p->unknown->first = UINT64_MAX;
}

static void search(struct races *r, struct state_part *p)
{
	add_release_sites(r, p);
	reach_run(r, p->unknown);
	for (uint32_t k = 0; k < p->n; k++)
		p->likely |= (uint64_t)p->at[k].likely << k;
}

/* Who has only seen a variable holds the lock: that alone says nothing more. */
static void try_part(struct finding *d)
{
	struct state_part *p = &d->part;
	p->unknown->brief = true;
	if (d->trying.n)
		search(d->r, p);
	p->valid = bits_of(0, p->n);
	for (uint32_t i = 0; i < d->trying.n; i++) {
		struct inquiry *x = &d->trying.at[i];
		find_valid(d->r, p, x);
		x->valid = (p->valid & bits_of(x->first, x->n)) >> x->first;
		if (p->valid & bits_of(x->first, x->n) & ~bits_seen(p, 0))
			vec_push(&d->found, *x);
	}
	reach_free(p->unknown);
	vec_free(&p->seen);
	begin_part(p);
	d->trying.n = 0;
}

static void look_at(struct finding *d, const struct asked *asked, uint32_t n)
{
	const struct event *e = asked[0].e;
	struct inquiry x = {.v = {.cell = e->cell, .size = e->size}};
	x.v.asked = asked;
	x.v.asked_count = n;
	if (e->posted || !has_known_stores(d->r, &x.v) || !synchronises(d->r, &x.v))
		return;
	find_locks(d->r, &x.v);
	find_owners(d->r, &x.v);
	if (count_claims(&x.v) > BITS)
		x.v.owner_count = 0;
	if (d->part.n + count_claims(&x.v) > BITS)
		try_part(d);
	x.first = d->part.n;
	add_variable(d->r, &d->part, &x.v);
	x.n = d->part.n - x.first;
	vec_push(&d->trying, x);
}

/* Once more, for what is true. */
static void keep_found(struct finding *d, struct states *s)
{
	for (uint32_t i = 0; i < d->found.n; i++) {
		const struct inquiry *x = &d->found.at[i];
		if (d->part.n + x->n > BITS) {
			search(d->r, &d->part);
			vec_push(&s->parts, d->part);
			begin_part(&d->part);
		}
		d->part.valid |= x->valid << d->part.n;
		add_variable(d->r, &d->part, &x->v);
	}
	if (d->part.n) {
		search(d->r, &d->part);
		vec_push(&s->parts, d->part);
	} else {
		reach_free(d->part.unknown);
		vec_free(&d->part.seen);
	}
}

static int compare_cells(const struct event *a, const struct event *b)
{
	if (a->posted != b->posted)
		return a->posted ? 1 : -1;
	if (a->cell.obj != b->cell.obj)
		return a->cell.obj < b->cell.obj ? -1 : 1;
	if (a->cell.offset != b->cell.offset)
		return a->cell.offset < b->cell.offset ? -1 : 1;
	return a->size < b->size ? -1 : a->size > b->size;
}

static int by_cell(const void *x, const void *y)
{
	const struct asked *a = x, *b = y;
	int c = compare_cells(a->e, b->e);
	return c ? c : a->id < b->id ? -1 : a->id > b->id;
}

static const struct states *states_of(struct races *r)
{
	struct events *o = events_of(r);
	struct finding d = {.r = r};
	VEC(struct asked) all = {0};
	if (o->states)
		return o->states;
	o->states = xcalloc(1, sizeof(*o->states));
	begin_part(&d.part);
	for (event_id id = 1; id < o->list.n; id++)
		if (!o->list.at[id].numbers.open)
			vec_push(&all, ((struct asked){id, &o->list.at[id]}));
	if (all.n)
		qsort(all.at, all.n, sizeof(*all.at), by_cell);
	for (uint32_t first = 0, end; first < all.n; first = end) {
		for (end = first + 1;
		     end < all.n && !compare_cells(all.at[first].e, all.at[end].e);)
			end++;
		look_at(&d, all.at + first, end - first);
	}
	try_part(&d);
	keep_found(&d, o->states);
	vec_free(&d.trying);
	vec_free(&d.found);
	vec_free(&all);
	return o->states;
}

void states_free(struct states *s)
{
	for (uint32_t i = 0; s && i < s->parts.n; i++) {
		reach_free(s->parts.at[i].unknown);
		vec_free(&s->parts.at[i].seen);
	}
	if (s)
		vec_free(&s->parts);
	free(s);
}

/* ---- two accesses ---- */

/* What x may claim. */
static uint64_t claimed_at(struct races *r, struct state_part *p, const struct instance *x)
{
	return claims_of(p, x->thread) & ~reach_at(r, p->unknown, x);
}

static bool exclude(struct races *r, const struct instance *a, const struct instance *b,
		    bool likely)
{
	const struct states *s = states_of(r);
	for (uint32_t i = 0; i < s->parts.n; i++) {
		struct state_part *p = &s->parts.at[i];
		uint64_t wanted = p->valid & (likely ? UINT64_MAX : ~p->likely);
		uint64_t x = wanted ? claimed_at(r, p, a) & wanted : 0;
		uint64_t y = x ? claimed_at(r, p, b) & wanted : 0;
		for (; y && x; x &= x - 1)
			if (y & p->excludes[__builtin_ctzll(x)])
				return true;
	}
	return false;
}

static bool surely_exclude(struct races *r, const struct instance *a, const struct instance *b)
{
	return exclude(r, a, b, false);
}

static bool likely_exclude(struct races *r, const struct instance *a, const struct instance *b)
{
	return exclude(r, a, b, true);
}

bool are_in_other_states(struct races *r, const struct instance *a, const struct instance *b,
			 struct str *fact)
{
	(void)fact;
	return states_of(r)->parts.n && holds_everywhere(r, a, b, surely_exclude);
}

bool are_likely_in_other_states(struct races *r, const struct instance *a,
				const struct instance *b)
{
	return states_of(r)->parts.n && holds_everywhere(r, a, b, likely_exclude);
}
