/* SPDX-License-Identifier: MIT */
/*
 * Summaries for tests: one built by hand, and random ones that keep every rule of
 * summary.h. Elements are cleared first, then filled field by field, so that equal
 * ones have equal bytes.
 */
#ifndef CHEQUER_TESTS_UNIT_SUMMARY_RANDOM_H
#define CHEQUER_TESTS_UNIT_SUMMARY_RANDOM_H

#include "base/diag.h"
#include "random.h"
#include "summary/summary.h"

/* s->list gets n cleared elements. */
#define MAKE(list, count)                                                     \
	((list).n = (count),                                                  \
	 (list).at = (list).n ? xcalloc((list).n, sizeof(*(list).at)) : NULL)

struct maker {
	struct random r;
	struct summary *s;
};

static inline uint32_t any_of(struct maker *m, uint32_t n)
{
	return n ? random_below(&m->r, n) : 0;
}

/* Mostly small, sometimes as large as it gets. */
static inline uint32_t any_word(struct maker *m)
{
	uint32_t x = (uint32_t)random_word(&m->r);
	return random_one_in(&m->r, 4) ? x : x % 200;
}

static inline int64_t any_signed(struct maker *m)
{
	int64_t x = (int64_t)random_word(&m->r);
	return random_one_in(&m->r, 4) ? x : x % 100;
}

static inline path_id any_path(struct maker *m)
{
	return any_of(m, m->s->paths.list.n);
}

static inline ir_val any_operand(struct maker *m)
{
	return ir_val_make((enum ir_val_tag)any_of(m, VAL_UNKNOWN + 1),
			   any_word(m) & IR_VAL_MASK);
}

static inline void any_range(struct maker *m, uint32_t n, uint32_t *first, uint32_t *count)
{
	*first = any_of(m, n + 1);
	*count = any_of(m, n - *first + 1);
}

static inline void make_paths(struct maker *m, uint32_t n)
{
	static const enum path_kind leaves[] = {PATH_FORMAL, PATH_SYMBOL, PATH_LOCAL,
						PATH_HEAP,   PATH_VALUE,  PATH_NAMED};
	struct paths *t = &m->s->paths;
	for (uint32_t i = 0; i < n; i++) {
		path_id a = any_path(m), b = any_path(m);
		enum path_kind k = leaves[any_of(m, 6)];
		bool two = k == PATH_LOCAL || k == PATH_HEAP || k == PATH_VALUE;
		if (path_at(t, a)->steps > 20 || path_at(t, b)->steps > 20)
			continue;
		switch (any_of(m, a && b ? 8 : 2)) {
		case 0:
			path_int(t, any_signed(m));
			break;
		case 1:
			path_leaf(t, k, any_word(m), two ? any_word(m) : 0);
			break;
		case 2:
			path_offset(t, a, any_signed(m));
			break;
		case 3:
			path_index(t, a, random_one_in(&m->r, 2) ? b : 0, any_word(m));
			break;
		case 4:
			path_load(t, a);
			break;
		case 5:
			path_math(t, a, b, (enum path_math)any_of(m, MATH_COUNT));
			break;
		case 6:
			path_span(t, a, b, any_signed(m));
			break;
		default:
			path_range(t, a, b, any_signed(m));
		}
	}
}

static inline void make_lockset(struct maker *m, struct lockset *l)
{
	for (uint32_t n = any_of(m, 30); n > 0 && m->s->paths.list.n > 1; n--) {
		path_id lock = 1 + any_of(m, m->s->paths.list.n - 1);
		struct held h = {.lock = lock, .depth = 1, .mode = (uint8_t)any_of(m, 2),
				 .kind = (uint8_t)any_of(m, LOCK_ENDED + 1), .func = any_word(m),
				 .inst = any_word(m)};
		uint32_t choice = any_of(m, 10);
		if (choice < 6)
			lockset_acquire(l, h, true);
		else if (choice < 8)
			lockset_release(l, lock);
		else if (choice == 8)
			lockset_own(l, (struct owned){any_path(m), lock, false, false, false, 0});
		else
			lockset_drop(l, lock);
	}
	if (random_one_in(&m->r, 10))
		lockset_drop_all(l);
}

static inline void make_order(struct maker *m, struct order *o)
{
	struct summary *s = m->s;
	uint32_t bits = s->forks.n < 64 ? s->forks.n : 64;
	if (bits)
		o->running = random_word(&m->r) >> (64 - bits);
	if (bits)
		o->started = o->running | random_word(&m->r) >> (64 - bits);
	o->alone = random_one_in(&m->r, 2);
	o->replaced = random_one_in(&m->r, 2) ? random_word(&m->r) : 0;
	o->mask.blocked = random_one_in(&m->r, 2) ? random_word(&m->r) : 0;
	o->mask.opened = random_one_in(&m->r, 2) ? ~o->mask.blocked : 0;
	any_range(m, s->order_absent.n, &o->absent_first, &o->absent_count);
	any_range(m, s->order_paths.n, &o->joined_first, &o->joined_count);
	any_range(m, s->order_phases.n, &o->phase_first, &o->phase_count);
}

static inline void make_access(struct maker *m, struct access *a)
{
	struct summary *s = m->s;
	a->path = any_path(m);
	a->size = any_word(m);
	uint32_t facts;
	a->kind = any_of(m, FREE + 1) & 15;
	a->flags = (uint8_t)any_word(m);
	a->order = (uint8_t)any_of(m, ORDER_SEQ_CST + 1);
	a->traits = (uint8_t)any_of(m, UINT8_MAX + 1);
	a->address = any_operand(m);
	a->node = any_word(m);
	a->lockset = any_of(m, s->locksets.n);
	a->ordering = any_of(m, s->orders.n);
	a->func = any_word(m);
	a->inst = any_word(m);
	a->chain = any_of(m, s->chains.n);
	any_range(m, s->facts.n, &a->fact_first, &facts);
	a->except = any_path(m);
	a->fact_count = facts & 15;
}

static inline void make_fork(struct maker *m, struct fork *f)
{
	struct summary *s = m->s;
	f->kind = (uint8_t)any_of(m, FORK_LATER + 1);
	f->flags = (uint16_t)any_word(m);
	f->param = (uint8_t)any_word(m);
	f->entry = any_path(m);
	f->argument = any_path(m);
	f->id = any_path(m);
	f->id_address = any_path(m);
	f->id_holder = any_path(m);
	f->id_sure = any_of(m, 2);
	f->id_place = any_path(m);
	f->id_from_argument = (int64_t)any_word(m) - (int64_t)any_word(m);
	f->lockset = any_of(m, s->locksets.n);
	f->ordering = any_of(m, s->orders.n);
	f->func = any_word(m);
	f->inst = any_word(m);
	f->chain = any_of(m, s->chains.n);
	f->callee = any_word(m);
	f->callee_fork = any_of(m, 64);
	f->via = any_word(m);
	any_range(m, s->contents.n, &f->content_first, &f->content_count);
}

static inline void make_call(struct maker *m, struct call *c)
{
	c->inst = any_word(m);
	c->callee = any_word(m);
	c->flags = (uint8_t)any_word(m);
	c->pointer = any_path(m);
	c->lockset = any_of(m, m->s->locksets.n);
	c->ordering = any_of(m, m->s->orders.n);
	any_range(m, m->s->call_args.n, &c->arg_first, &c->arg_count);
	any_range(m, m->s->ruled_out.n, &c->ruled_first, &c->ruled_count);
	any_range(m, m->s->known.n, &c->known_first, &c->known_count);
	c->own = any_word(m);
	c->taken = any_word(m);
	c->out = any_word(m);
}

static inline void make_outcome(struct maker *m, struct outcome *o)
{
	o->signs = (uint8_t)any_of(m, SIGN_ANY + 1);
	o->lockset = any_of(m, m->s->locksets.n);
	o->ordering = any_of(m, m->s->orders.n);
	any_range(m, m->s->facts.n, &o->fact_first, &o->fact_count);
	any_range(m, m->s->values.n, &o->result_first, &o->result_count);
}

static inline void make_write(struct maker *m, struct write *w)
{
	w->address = any_path(m);
	w->size = any_word(m);
	any_range(m, m->s->values.n, &w->value_first, &w->value_count);
	w->must = random_one_in(&m->r, 2);
	w->shared = random_one_in(&m->r, 2);
	for (uint32_t i = 0; i < SURE_OUTCOMES; i++)
		w->surely[i] = (uint8_t)any_of(m, w->value_count + 1);
	w->not_null = (uint8_t)any_of(m, 1u << SURE_OUTCOMES);
}

static inline void make_sync(struct maker *m, struct sync *y)
{
	y->kind = (uint8_t)any_of(m, SYNC_JOIN + 1);
	y->object = any_path(m);
	y->value = random_one_in(&m->r, 3) ? INT64_MIN : any_signed(m);
	y->func = any_word(m);
	y->inst = any_word(m);
	y->chain = any_of(m, m->s->chains.n);
}

static inline void make_fact(struct maker *m, struct fact *f)
{
	f->path = any_path(m);
	f->signs = (uint8_t)any_of(m, SIGN_ANY + 1);
	f->exact = random_one_in(&m->r, 2);
	f->value = any_signed(m);
	f->target = any_word(m);
}

static inline void make_small_lists(struct maker *m, uint32_t n)
{
	struct summary *s = m->s;
	for (uint32_t i = 0; i < s->order_phases.n; i++) {
		s->order_phases.at[i].barrier = any_path(m);
		s->order_phases.at[i].least = any_word(m);
		s->order_phases.at[i].most = UINT32_MAX;
		s->order_phases.at[i].every = any_word(m);
	}
	for (uint32_t i = 0; i < n; i++) {
		s->order_paths.at[i] = any_path(m);
		s->call_args.at[i] = any_path(m);
		s->ruled_out.at[i] = any_word(m);
		s->known.at[i] = (struct content){any_path(m), any_path(m)};
		s->loads.at[i] = (struct asked_load){any_path(m), any_word(m)};
		s->pointed.at[i].inst = any_word(m);
		s->pointed.at[i].callee = any_word(m);
		s->pointed.at[i].below = any_word(m);
		s->pointed.at[i].pointer = any_path(m);
		s->pointed.at[i].target = any_word(m);
		s->values.at[i] = any_path(m);
		s->order_absent.at[i].inst = any_word(m);
		s->order_absent.at[i].index = any_path(m);
		s->contents.at[i].address = any_path(m);
		s->contents.at[i].value = any_path(m);
		s->origins.at[i].address = any_path(m);
		s->origins.at[i].value = any_path(m);
		s->modified.at[i] = (i ? s->modified.at[i - 1] : 0) + 1 + any_of(m, 1000);
	}
	for (uint32_t i = 1; i < s->chains.n; i++) {
		s->chains.at[i].func = any_word(m);
		s->chains.at[i].inst = any_word(m);
		s->chains.at[i].next = any_of(m, i);
	}
}

static inline void make_lists(struct maker *m, uint32_t n)
{
	struct summary *s = m->s;
	make_small_lists(m, n);
	for (uint32_t i = 1; i < s->locksets.n; i++)
		make_lockset(m, &s->locksets.at[i]);
	for (uint32_t i = 1; i < s->orders.n; i++)
		make_order(m, &s->orders.at[i]);
	for (uint32_t i = 0; i < s->forks.n; i++)
		make_fork(m, &s->forks.at[i]);
	for (uint32_t i = 0; i < n; i++) {
		make_access(m, &s->open.at[i]);
		make_access(m, &s->closed.at[i]);
		make_call(m, &s->calls.at[i]);
		make_outcome(m, &s->outcomes.at[i]);
		make_fact(m, &s->facts.at[i]);
		make_write(m, &s->writes.at[i]);
		make_sync(m, &s->syncs.at[i]);
	}
}

static inline void make_number_notes(struct maker *m)
{
	struct notes *n = &m->s->notes;
	uint32_t inst = 0, argument = 0;
	for (uint32_t i = 0; i < n->numbers.n; i++) {
		struct number_note *x = &n->numbers.at[i];
		x->of = inst += any_of(m, 3);
		x->kind = (uint8_t)any_of(m, NUMBER_CONSTANT + 1);
		x->depth = (uint8_t)any_of(m, NUMBER_DEPTH);
		x->from = x->kind == NUMBER_COUNTER ? any_operand(m) : any_word(m);
		x->add = any_signed(m);
	}
	for (uint32_t i = 0; i < n->taken.n; i++) {
		uint32_t more = any_of(m, 3);
		argument = any_of(m, 3) + (more ? 0 : argument);
		n->taken.at[i] = (struct taken_note){inst += more, argument, any_word(m),
						     any_word(m), any_operand(m)};
	}
	for (uint32_t i = 0; i < n->indexed.n; i++)
		n->indexed.at[i] = (struct indexed_note){inst += any_of(m, 50), any_word(m)};
	inst = 0;
	for (uint32_t i = 0; i < n->dealt.n; i++)
		n->dealt.at[i] = (struct dealt_note){inst += any_of(m, 50), any_word(m)};
}

static inline void make_value_notes(struct maker *m)
{
	struct notes *n = &m->s->notes;
	uint32_t inst = 0;
	for (uint32_t i = 0; i < n->pointees.n; i++) {
		struct pointee *x = &n->pointees.at[i];
		x->inst = inst += any_of(m, 50);
		x->type = any_word(m);
		x->offset = (int32_t)any_word(m);
		x->moved = random_one_in(&m->r, 2);
		x->nearby = random_one_in(&m->r, 2);
		any_range(m, n->through.n, &x->through_first, &x->through_count);
	}
	for (uint32_t i = 0; i < n->through.n; i++)
		n->through.at[i] = any_word(m);
	for (uint32_t i = 0; i < n->locks.n; i++)
		n->locks.at[i] = (struct lock_note){inst += any_of(m, 50), any_operand(m),
						    any_operand(m), any_operand(m),
						    any_signed(m)};
	for (uint32_t i = 0; i < n->found.n; i++) {
		struct found_note *x = &n->found.at[i];
		x->address = inst += any_of(m, 50);
		x->base = any_operand(m);
		x->cell = any_operand(m);
		x->distance = any_signed(m);
	}
}

static inline void make_terms(struct maker *m)
{
	struct notes *n = &m->s->notes;
	for (uint32_t i = 0; i < n->flow_terms.n; i++) {
		struct flow_term *x = &n->flow_terms.at[i];
		x->kind = (uint8_t)any_of(m, TERM_AND + 1);
		x->compare = (uint8_t)any_of(m, CMP_COUNT);
		x->inst = any_word(m);
		x->of = any_of(m, n->flow_terms.n);
		x->address = any_operand(m);
		any_range(m, n->flow_choices.n, &x->choice_first, &x->choice_count);
		x->number = any_signed(m);
	}
	for (uint32_t i = 0; i < n->flow_choices.n; i++) {
		n->flow_choices.at[i].block = any_of(m, n->flow.n);
		n->flow_choices.at[i].term = any_of(m, n->flow_terms.n);
	}
}

static inline void make_flow(struct maker *m)
{
	struct notes *n = &m->s->notes;
	uint32_t inst = 0;
	for (uint32_t i = 0; i < n->flow.n; i++) {
		struct flow_block *b = &n->flow.at[i];
		b->first = inst += any_of(m, 50);
		b->end = inst += any_of(m, 50);
		any_range(m, n->flow_edges.n, &b->next_first, &b->next_count);
		b->term = any_of(m, n->flow_terms.n);
		b->returns = any_of(m, 2);
	}
	for (uint32_t i = 0; i < n->flow_edges.n; i++) {
		struct flow_edge *e = &n->flow_edges.at[i];
		e->to = any_of(m, n->flow.n);
		e->term = any_of(m, n->flow_terms.n);
		e->compare = (uint8_t)any_of(m, CMP_COUNT);
		e->number = any_signed(m);
	}
	make_terms(m);
}

static inline void make_deeds(struct maker *m)
{
	struct notes *n = &m->s->notes;
	uint32_t inst = 0;
	for (uint32_t i = 0; i < n->deeds.n; i++) {
		struct deed *x = &n->deeds.at[i];
		x->inst = inst += any_of(m, 50);
		x->address = any_operand(m);
		x->size = any_word(m);
		x->kind = (uint8_t)any_of(m, DEED_RELEASE + 1);
		x->signs = (uint8_t)any_of(m, SIGN_ANY + 1);
		x->known = any_of(m, 2);
		x->own = any_of(m, 2);
		x->step = (int8_t)((int)any_of(m, 3) - 1);
		x->number = any_signed(m);
	}
}

/* n elements or so in every list. */
static inline void random_summary(struct summary *s, uint64_t seed, uint32_t n)
{
	struct maker m = {{seed}, s};
	*s = (struct summary){0};
	paths_init(&s->paths);
	make_paths(&m, n * 4);
	MAKE(s->locksets, n + 1);
	MAKE(s->orders, n + 1);
	MAKE(s->order_paths, n);
	MAKE(s->order_phases, n / 2);
	MAKE(s->order_absent, n);
	MAKE(s->chains, n + 1);
	MAKE(s->open, n);
	MAKE(s->closed, n);
	MAKE(s->contents, n);
	MAKE(s->origins, n);
	MAKE(s->forks, n);
	MAKE(s->calls, n);
	MAKE(s->call_args, n);
	MAKE(s->ruled_out, n);
	MAKE(s->known, n);
	MAKE(s->loads, n);
	s->asked = (struct asked_for){any_word(&m), any_word(&m), n / 2};
	MAKE(s->pointed, n);
	MAKE(s->outcomes, n);
	MAKE(s->facts, n);
	MAKE(s->values, n);
	MAKE(s->writes, n);
	MAKE(s->syncs, n);
	MAKE(s->puts, n);
	for (uint32_t i = 0; i < n; i++)
		s->puts.at[i] = (struct put){any_word(&m), any_word(&m)};
	MAKE(s->modified, n);
	MAKE(s->aliases, n);
	MAKE(s->notes.pointees, n);
	MAKE(s->notes.through, n);
	MAKE(s->notes.locks, n);
	MAKE(s->notes.found, n);
	MAKE(s->notes.numbers, n);
	MAKE(s->notes.taken, n);
	MAKE(s->notes.indexed, n);
	MAKE(s->notes.dealt, n);
	MAKE(s->notes.flow, n);
	MAKE(s->notes.flow_edges, n);
	MAKE(s->notes.flow_terms, n);
	MAKE(s->notes.flow_choices, n);
	MAKE(s->notes.deeds, n);
	make_lists(&m, n);
	make_flow(&m);
	make_deeds(&m);
	make_value_notes(&m);
	make_number_notes(&m);
	s->func = any_word(&m);
	s->unknown = random_one_in(&m.r, 2);
	s->may_fork = random_one_in(&m.r, 2);
	s->waits = random_one_in(&m.r, 2);
	s->returns = random_one_in(&m.r, 2);
	s->modified_any = random_one_in(&m.r, 2);
	s->escapes = random_word(&m.r);
	s->escapes_behind = random_word(&m.r);
	for (uint32_t i = 0; i < LIMIT_COUNT; i++)
		s->limits[i] = any_word(&m);
}

/* void take(struct pool *p) { lock(&p->lock); p->busy++; unlock(&p->lock); } */
static inline void hand_summary(struct summary *s)
{
	*s = (struct summary){.func = 3, .returns = true};
	paths_init(&s->paths);
	path_id lock = path_leaf(&s->paths, PATH_FORMAL, 0, 0);
	path_id busy = path_offset(&s->paths, lock, 40);
	MAKE(s->locksets, 2);
	lockset_acquire(&s->locksets.at[1],
			(struct held){.lock = lock, .depth = 1, .func = 3, .inst = 0}, true);
	MAKE(s->orders, 1);
	MAKE(s->chains, 1);
	MAKE(s->open, 2);
	s->open.at[0] = (struct access){.path = busy, .size = 4, .kind = READ, .lockset = 1,
					.func = 3, .inst = 2};
	s->open.at[1] = (struct access){.path = busy, .size = 4, .kind = WRITE, .lockset = 1,
					.func = 3, .inst = 7};
	MAKE(s->outcomes, 1);
	s->outcomes.at[0].signs = SIGN_ANY;
	MAKE(s->modified, 1);
	s->modified.at[0] = 12;
}

#endif
