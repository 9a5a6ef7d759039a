/* SPDX-License-Identifier: MIT */
/*
 * Which events there are: what branches ask of memory that others may change, and
 * semaphores that are waited for; and who gives them.
 *
 * What is read says something about who has written it only if it was read as an atomic,
 * or under a lock. Which of these it must be is asked of each giver (order.c); loads that
 * are neither are left out here.
 */
#include <string.h>

#include "race/order/order.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

enum { MAX_TERMS = 16, MAX_CALLS = 4, FEW_CELLS = 16 };

/* What identifies an event. */
struct event_key {
	struct pt_loc cell;
	uint64_t mask;
	int64_t number;
	uint32_t compare, posted, open, unused;
};

struct finding {
	struct races *r;
	struct events *o;
	struct intern keys;
	struct map seen;    /* function, term, numbers: asked already */
	struct map held;    /* function, instruction: a lock may be held for the access */
	uint8_t *objects;   /* [object] some event is about it, or a branch asks for it */
	func_id func;	    /* the block at hand, whose end depends on what is asked: */
	uint32_t begin, end;
	bool direct; /* and nothing is called behind the calls on the way to it */
	VEC(uint32_t) next; /* [event] of the same object */
	uint32_t *first;    /* [object] its first event */
	struct makers *makers; /* while gives are looked for */
};

/* ---- places ---- */

/* Is there one of it? And if a function has made it, are all stores in it among the deeds
 * (note_flow.c)? */
static bool is_one_place(const struct races *r, struct pt_loc l)
{
	const struct pt_object *o = pointers_object(r->pt, l.obj);
	if (l.offset == PT_ANY || pt_loc_is_folded(r->pt, l))
		return false;
	if (o->kind == OBJ_VARIABLE)
		return !(r->p->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL);
	return pointers_may_be_shared(r->pt, l.obj) &&
	       ((o->kind == OBJ_HEAP && is_allocated_once(r, l.obj)) ||
		(o->kind == OBJ_LOCAL && is_only_local(r, l.obj)));
}

static bool find_place(const struct races *r, func_id f, ir_val address,
		       struct pt_loc *out)
{
	struct pt_set set = {0};
	pointers_of_value(r->pt, f, address, &set);
	bool one = set.locs.n == 1 && !set.unknown && is_one_place(r, set.locs.at[0]);
	if (one)
		*out = set.locs.at[0];
	pt_set_free(&set);
	return one;
}

/* ---- what is asked ---- */

static event_id add_event(struct finding *d, struct event_key k, uint32_t size)
{
	event_id id = intern_bytes(&d->keys, &k, sizeof(k));
	while (d->o->list.n <= id) {
		struct event e = {.posted = k.posted,
				  .cell = k.cell,
				  .size = size,
				  .numbers = {k.mask, k.number, (uint8_t)k.compare,
					      k.open}};
		vec_push(&d->o->list, e);
		vec_push(&d->next, d->first[k.cell.obj]);
		d->first[k.cell.obj] = id;
		d->objects[k.cell.obj] = 1;
	}
	return id;
}

static void add_test(struct finding *d, struct event_site s)
{
	struct event_site *at = d->o->tests.at;
	for (uint32_t i = d->o->tests.n; i-- > 0 && at[i].func == s.func;)
		if (at[i].event == s.event && at[i].inst == s.inst)
			return;
	vec_push(&d->o->tests, s);
}

static bool has_guards(const struct races *r, func_id f)
{
	for (context_id c = r->t->first_of_func[f]; c; c = context_at(r->t, c)->next_of_func)
		if (context_at(r->t, c)->guards)
			return true;
	return false;
}

/* Accesses for which a lock may be held, also one that only a caller has: they are told there as
 * well. */
static void find_held(struct finding *d)
{
	const struct races *r = d->r;
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		bool guarded = has_guards(r, f);
		for (uint32_t i = 0; r->t->first_of_func[f] && i < s->open.n + s->closed.n; i++) {
			const struct access *a = nth_access(s, i);
			if (guarded || s->locksets.at[a->lockset].held_count)
				map_add(&d->held, map_key2(a->func, a->inst));
		}
	}
}

/* Is it an atomic that acquires, or may a lock be held? */
static bool may_tell(const struct finding *d, func_id f, uint32_t inst, uint32_t *size)
{
	const struct summary *s = &d->r->in->summaries->at[f];
	bool tells = map_get(&d->held, map_key2(f, inst), 0);
	*size = 0;
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		if (a->func != f || a->inst != inst || a->chain)
			continue;
		*size = a->size;
		tells |= a->flags & ACCESSF_ATOMIC && a->order >= ORDER_CONSUME &&
			 a->order != ORDER_RELEASE;
	}
	return tells && *size;
}

/* Is it in the block at hand, with no call behind it that leads somewhere? */
static bool is_direct(const struct finding *d, func_id f, uint32_t inst)
{
	uint32_t edges = 0;
	bool direct = d->direct && f == d->func && inst >= d->begin && inst < d->end;
	for (uint32_t i = inst + 1; direct && i < d->end && !edges; i++)
		calls_at(d->r, f, i, &edges);
	return direct && !edges;
}

static void note_test(struct finding *d, func_id f, const struct flow_term *t,
		      const struct numbers *n)
{
	struct event_key k;
	uint32_t size;
	memset(&k, 0, sizeof(k));
	k.mask = n->mask;
	k.number = n->number;
	k.compare = n->compare;
	k.open = n->open;
	if (!find_place(d->r, f, t->address, &k.cell))
		return;
	d->objects[k.cell.obj] = 1;
	bool tells = may_tell(d, f, t->inst, &size);
	if (!n->open)
		vec_push(&d->o->cell_tests,
			 ((struct cell_test){k.cell, (uint32_t)t->number, *n, f, t->inst,
					     is_direct(d, f, t->inst), !tells}));
	if (tells)
		add_test(d, (struct event_site){add_event(d, k, size), f, t->inst, 0, 0, 0});
}

static void ask(struct finding *d, func_id f, uint32_t term, struct numbers x,
		uint32_t terms, uint32_t calls);

/* Was that not asked before? */
static bool is_new(struct finding *d, func_id f, uint32_t term, const struct numbers *x)
{
	uint64_t h = hash_combine(map_key2(f, term), x->mask);
	h = hash_combine(h, d->direct ? map_key2(d->func, d->end) : 0);
	h = hash_combine(hash_combine(h, (uint64_t)x->number), x->compare + 256u * x->open);
	return map_add(&d->seen, h >> 1);
}

static void look_at_block(struct finding *d, func_id f, const struct flow_block *b,
			  bool direct)
{
	d->func = f;
	d->begin = b->first;
	d->end = b->end;
	d->direct = direct;
}

static void ask_call(struct finding *d, func_id f, uint32_t inst, struct numbers x,
		     uint32_t calls)
{
	uint32_t edges;
	const struct call_edge *e = calls_at(d->r, f, inst, &edges);
	struct finding here = *d;
	bool direct = is_direct(d, f, inst);
	for (uint32_t i = 0; i < edges && calls < MAX_CALLS; i++) {
		const struct notes *n = &summary_of(d->r->t, e[i].callee)->notes;
		for (uint32_t b = 0; b < n->flow.n && e[i].whole; b++) {
			look_at_block(d, e[i].callee, &n->flow.at[b], direct);
			if (n->flow.at[b].returns && n->flow.at[b].term)
				ask(d, e[i].callee, n->flow.at[b].term, x, 0, calls + 1);
		}
	}
	look_at_block(d, here.func, &(struct flow_block){here.begin, here.end, 0, 0, 0, 0},
		      here.direct);
}

/* What is found out where the term is one of these numbers. */
static void ask(struct finding *d, func_id f, uint32_t term, struct numbers x,
		uint32_t terms, uint32_t calls)
{
	const struct notes *n = &summary_of(d->r->t, f)->notes;
	const struct flow_term *t = &n->flow_terms.at[term];
	bool yes = numbers_have(&x, 1), no = numbers_have(&x, 0);
	if (!term || terms == MAX_TERMS || !is_new(d, f, term, &x))
		return;
	switch ((enum term_kind)t->kind) {
	case TERM_LOAD:
		note_test(d, f, t, &x);
		break;
	case TERM_CALL:
		ask_call(d, f, t->inst, x, calls);
		break;
	case TERM_CHOICE:
		for (uint32_t i = 0; i < t->choice_count; i++)
			ask(d, f, n->flow_choices.at[t->choice_first + i].term, x,
			    terms + 1, calls);
		break;
	case TERM_COMPARE:
		if (yes != no)
			ask(d, f, t->of,
			    (struct numbers){UINT64_MAX, t->number,
					     yes ? t->compare : ir_compare_not(t->compare),
					     t->inst},
			    terms + 1, calls);
		break;
	case TERM_ADD:
		if (numbers_less(&x, t->number))
			ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_AND:
		x.mask &= (uint64_t)t->number;
		ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_MINUS:
		if (numbers_minus(&x))
			ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_KNOWN:
		if (!numbers_part(&x, &(struct numbers){UINT64_MAX, t->number, t->compare, false}))
			ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_UNSIGNED:
		if (numbers_signed(&x, (uint32_t)t->number))
			ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_LOW:
		if (numbers_of_low(&x, (uint32_t)t->number))
			ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_SHIFT:
		if (numbers_shifted(&x, t->number, t->inst))
			ask(d, f, t->of, x, terms + 1, calls);
		break;
	case TERM_UNKNOWN:
	case TERM_PARAM:
	case TERM_NUMBER:
		break;
	}
}

static void note_thread(struct finding *d, func_id f, const struct deed *x)
{
	struct thread_deed t = {.func = f, .inst = x->inst, .kind = x->kind, .signs = x->signs};
	if (!find_place(d->r, f, x->address, &t.id))
		return;
	d->objects[t.id.obj] = 1;
	vec_push(&d->o->thread_deeds, t);
}

static void find_tests(struct finding *d, func_id f)
{
	const struct notes *n = &summary_of(d->r->t, f)->notes;
	for (uint32_t b = 0; b < n->flow.n; b++)
		for (uint32_t i = 0; i < n->flow.at[b].next_count; i++) {
			const struct flow_edge *e =
				&n->flow_edges.at[n->flow.at[b].next_first + i];
			look_at_block(d, f, &n->flow.at[b], true);
			if (e->term)
				ask(d, f, e->term,
				    (struct numbers){UINT64_MAX, e->number, e->compare, false}, 0,
				    0);
		}
	for (uint32_t i = 0; i < n->deeds.n; i++) {
		const struct deed *x = &n->deeds.at[i];
		struct event_key k;
		memset(&k, 0, sizeof(k));
		k.posted = 1;
		if (x->kind == DEED_WAIT && find_place(d->r, f, x->address, &k.cell))
			add_test(d, (struct event_site){add_event(d, k, 1), f, x->inst,
							x->signs, 0, 0});
		if (x->kind >= DEED_CREATE)
			note_thread(d, f, x);
	}
}

/* ---- who gives ---- */

static const struct numbers zero = {UINT64_MAX, 0, CMP_EQ, false};

/* Of a store that changes some bits, and says what they become. */
static bool may_set(const struct numbers *n, const struct deed *x)
{
	bool untouched = !(n->mask & ~x->kept), told = !(n->mask & (x->kept | x->loose));
	return !untouched && (!told || x->step || x->of || numbers_have(n, x->number));
}

static bool may_give(const struct races *r, const struct event *e, const struct deed *x,
		     struct pt_loc at)
{
	if (e->posted || x->kind == DEED_POST)
		return e->posted && x->kind == DEED_POST &&
		       pt_loc_overlap(r->pt, e->cell, 1, at, 1);
	if (x->kind != DEED_STORE ||
	    !pt_loc_overlap(r->pt, e->cell, e->size, at, x->size))
		return false;
	bool all = at.obj == e->cell.obj && at.offset == e->cell.offset &&
		   x->size == e->size;
	if (x->not_zero && all && numbers_within(&e->numbers, &zero))
		return false;
	if (!x->known)
		return !all || may_set(&e->numbers, x);
	return (x->number && !all) || numbers_have(&e->numbers, x->number);
}

static uint16_t step_size(const struct deed *x)
{
	int64_t by = x->number < 0 ? -x->number : x->number;
	return !x->step ? 0 : by > UINT16_MAX ? UINT16_MAX : (uint16_t)by;
}

static void add_give(struct finding *d, event_id e, func_id f, const struct deed *x)
{
	struct event_site *last = d->o->gives.n ? &vec_last(&d->o->gives) : NULL;
	if (!last || last->event != e || last->func != f || last->inst != x->inst)
		vec_push(&d->o->gives, ((struct event_site){.event = e, .func = f, .inst = x->inst,
							    .step = x->step,
							    .by = step_size(x)}));
}

/* Is it certainly not so after that store? */
static bool ends(const struct event *e, const struct deed *x, struct pt_loc at)
{
	struct numbers expected = {UINT64_MAX, x->expected, CMP_EQ, false};
	return !e->posted && x->kind == DEED_STORE && x->known && at.obj == e->cell.obj &&
	       at.offset == e->cell.offset &&
	       (x->size == e->size || (x->size > e->size && !x->number)) &&
	       !numbers_have(&e->numbers, x->number) &&
	       (!x->chosen || numbers_within(&e->numbers, &expected));
}

bool is_stored(const struct cell_store *s, struct pt_loc cell, uint32_t size)
{
	bool whole = s->size == size || !s->known || !s->number || !size;
	return s->only && s->at.obj == cell.obj && s->at.offset == cell.offset &&
	       s->size >= size && whole;
}

/* Functions that are not known may give an event; they do not store in flags. */
static void find_gives_at(struct finding *d, func_id f, const struct deed *x,
			  struct pt_loc at, bool only, bool unknown)
{
	const struct pt_object *o = pointers_object(d->r->pt, at.obj);
	if (x->kind == DEED_STORE && !unknown && (d->objects[at.obj] || o->kind == OBJ_CLASS))
		vec_push(&d->o->cell_stores,
			 ((struct cell_store){at, x->size, f, x->inst, only, x->known, x->own,
					      x->not_zero, x->chosen, x->expected, x->number,
					      x->kept, x->loose, x->of, x->step != 0}));
	for (event_id e = d->first[at.obj]; e && o->kind != OBJ_CLASS; e = d->next.at[e])
		if (may_give(d->r, &d->o->list.at[e], x, at))
			add_give(d, e, f, x);
		else if (only && ends(&d->o->list.at[e], x, at))
			vec_push(&d->o->ends, ((struct event_site){e, f, x->inst, 0, 0, 0}));
	for (event_id e = 1; o->kind == OBJ_CLASS && e < d->o->list.n; e++)
		if (may_give(d->r, &d->o->list.at[e], x, at))
			add_give(d, e, f, x);
}

/* What is stored in memory that an allocator returns is in the objects of its callers. */
static void find_gives_of_maker(struct finding *d, func_id f, const struct deed *x,
				struct pt_loc at)
{
	const struct pt_object *o = pointers_object(d->r->pt, at.obj);
	if (o->kind != OBJ_HEAP || !o->func || !pointers_is_allocator(d->r->pt, o->func))
		return;
	const obj_list *made = objects_made_by(d->makers, o->func);
	for (uint32_t i = 0; i < made->n; i++)
		if (made->at[i] != at.obj)
			find_gives_at(d, f, x, (struct pt_loc){made->at[i], at.offset}, false,
				      false);
}

static void note_acquire(struct finding *d, func_id f, const struct deed *x)
{
	struct lock_deed l = {.func = f, .inst = x->inst, .signs = x->signs};
	if (find_place(d->r, f, x->address, &l.lock))
		vec_push(&d->o->acquires, l);
}

static void find_gives(struct finding *d, func_id f)
{
	const struct summary *s = summary_of(d->r->t, f);
	for (uint32_t i = 0; i < s->notes.deeds.n; i++) {
		const struct deed *x = &s->notes.deeds.at[i];
		struct pt_set set = {0};
		if (x->kind == DEED_ACQUIRE)
			note_acquire(d, f, x);
		if (x->kind == DEED_RELEASE)
			vec_push(&d->o->releases, ((struct lock_release){f, x->inst, x->address}));
		if (x->kind != DEED_STORE && x->kind != DEED_POST)
			continue;
		pointers_of_value(d->r->pt, f, x->address, &set);
		for (uint32_t k = 0; k < set.locs.n; k++) {
			find_gives_at(d, f, x, set.locs.at[k],
				      set.locs.n == 1 && !set.unknown, false);
			find_gives_of_maker(d, f, x, set.locs.at[k]);
		}
		pt_set_free(&set);
	}
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *a = nth_access(s, i);
		struct deed any = {.kind = DEED_STORE, .inst = a->inst, .size = a->size};
		if (a->chain || a->kind != WRITE ||
		    !(a->flags & (ACCESSF_LIBRARY | ACCESSF_UNKNOWN)))
			continue;
		const struct pt_set *set = threads_points_to(
			d->r->t, threads_close_outside(d->r->t, f, a->path));
		for (uint32_t k = 0; k < set->locs.n; k++)
			find_gives_at(d, f, &any, set->locs.at[k], false,
				      a->flags & ACCESSF_UNKNOWN);
	}
}

/* ---- the beginning ---- */

static bool is_posted_first(struct races *r, const struct event *e)
{
	for (uint32_t i = 0; i < r->handing.semaphores.n; i++) {
		const struct semaphore_init *s = &r->handing.semaphores.at[i];
		const struct pt_set *set = threads_points_to(r->t, s->object);
		for (uint32_t k = 0; s->value != 0 && k < set->locs.n; k++)
			if (pt_loc_overlap(r->pt, e->cell, 1, set->locs.at[k], 1))
				return true;
	}
	return false;
}

/* The number, or the address of something, that the variable begins with. */
static bool find_beginning(const struct races *r, const struct event *e, struct ir_const *out)
{
	const struct ir_symbol *y = &r->p->symbols.at[pointers_object(r->pt, e->cell.obj)->sym];
	*out = (struct ir_const){0};
	if (pointers_object(r->pt, e->cell.obj)->kind != OBJ_VARIABLE ||
	    !(y->flags & SYMF_DEFINED))
		return false;
	for (uint32_t i = 0; i < y->init_count; i++) {
		const struct ir_init *x = &r->p->inits.at[y->init + i];
		if (x->offset + x->size <= e->cell.offset ||
		    x->offset >= e->cell.offset + e->size)
			continue;
		*out = r->p->consts.at[x->value];
		return x->offset == e->cell.offset && x->size == e->size;
	}
	return true;
}

bool event_begins_with(const struct races *r, const struct event *e, int64_t *number)
{
	struct ir_const c;
	bool found = find_beginning(r, e, &c) && !c.sym;
	*number = c.value;
	return found;
}

static bool begins_with_address(const struct races *r, const struct event *e)
{
	struct ir_const c;
	return find_beginning(r, e, &c) && c.sym &&
	       r->p->symbols.at[c.sym].flags & SYMF_DEFINED && numbers_within(&e->numbers, &zero);
}

/* Variables begin as what their initialiser says; other memory as zero, or it is written
 * first. */
static bool is_so_first(struct races *r, const struct event *e)
{
	int64_t number;
	if (e->posted)
		return is_posted_first(r, e);
	if (pointers_object(r->pt, e->cell.obj)->kind != OBJ_VARIABLE)
		return numbers_have(&e->numbers, 0);
	if (begins_with_address(r, e))
		return false;
	return !event_begins_with(r, e, &number) || numbers_have(&e->numbers, number);
}

/* ---- all ---- */

static int by_event(const void *x, const void *y)
{
	const struct event_site *a = x, *b = y;
	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	if (a->func != b->func)
		return a->func < b->func ? -1 : 1;
	return a->inst < b->inst ? -1 : a->inst > b->inst;
}

static void sort_sites(struct events *o)
{
	if (o->gives.n)
		qsort(o->gives.at, o->gives.n, sizeof(*o->gives.at), by_event);
	if (o->tests.n)
		qsort(o->tests.at, o->tests.n, sizeof(*o->tests.at), by_event);
	if (o->ends.n)
		qsort(o->ends.at, o->ends.n, sizeof(*o->ends.at), by_event);
	for (uint32_t i = o->ends.n; i-- > 0;) {
		struct event *e = &o->list.at[o->ends.at[i].event];
		e->end_first = i;
		e->end_count++;
	}
	for (uint32_t i = o->gives.n; i-- > 0;) {
		struct event *e = &o->list.at[o->gives.at[i].event];
		e->give_first = i;
		e->give_count++;
	}
	for (uint32_t i = o->tests.n; i-- > 0;) {
		struct event *e = &o->list.at[o->tests.at[i].event];
		e->test_first = i;
		e->test_count++;
	}
}

void find_events(struct races *r)
{
	struct finding d = {.r = r};
	d.o = r->events = xcalloc(1, sizeof(*r->events));
	d.objects = xcalloc(pointers_object_count(r->pt) + 1u, 1);
	d.first = xcalloc(pointers_object_count(r->pt) + 1u, sizeof(*d.first));
	vec_push(&d.o->list, ((struct event){0}));
	vec_push(&d.next, 0);
	find_held(&d);
	for (func_id f = 1; f < r->in->summaries->n; f++)
		find_tests(&d, f);
	d.makers = makers_new(r, d.objects);
	bool any = d.o->list.n > 1 || d.o->cell_tests.n || d.o->thread_deeds.n;
	for (func_id f = 1; f < r->in->summaries->n && any; f++)
		find_gives(&d, f);
	sort_sites(d.o);
	find_told(r);
	for (event_id e = 1; e < d.o->list.n; e++)
		d.o->list.at[e].first = is_so_first(r, &d.o->list.at[e]);
	intern_free(&d.keys);
	map_free(&d.seen);
	map_free(&d.held);
	vec_free(&d.next);
	makers_free(d.makers);
	free(d.objects);
	free(d.first);
}

void events_free(struct races *r)
{
	struct events *o = r->events;
	if (!o)
		return;
	for (uint32_t i = 0; i < o->given.n; i++)
		reach_free(o->given.at[i]);
	for (uint32_t i = 0; i < o->askable_given.n; i++)
		reach_free(o->askable_given.at[i]);
	vec_free(&o->askable_given);
	vec_free(&o->askable);
	for (uint32_t i = 0; i < o->missed.n; i++)
		reach_free(o->missed.at[i]);
	vec_free(&o->missed);
	for (uint32_t i = 0; i < o->flows.n; i++)
		reach_free(o->flows.at[i]);
	vec_free(&o->flows);
	for (uint32_t i = 0; i < o->deeds.n; i++)
		free(o->deeds.at[i]);
	vec_free(&o->deeds);
	intern_free(&o->flow_keys);
	for (uint32_t i = 0; i < o->skipped.n; i++)
		reach_free(o->skipped.at[i]);
	vec_free(&o->skipped);
	for (uint32_t i = 0; i < o->gone.n; i++)
		reach_free(o->gone.at[i]);
	vec_free(&o->gone);
	free(o->gone_asked);
	modes_free(o->modes);
	reach_free(o->created);
	setups_free(o->setups);
	takers_free(o->takers);
	lefts_free(o->lefts);
	states_free(o->states);
	joined_free(o);
	posted_free(o);
	free(o->loose);
	ground_free(o->ground);
	vec_free(&o->cell_tests);
	vec_free(&o->cell_stores);
	vec_free(&o->thread_deeds);
	map_free(&o->told_at);
	vec_free(&o->told);
	map_free(&o->valid);
	vec_free(&o->counts);
	vec_free(&o->workers);
	map_free(&o->told_by_count);
	map_free(&o->counted_by);
	map_free(&o->locked);
	intern_free(&o->places);
	vec_free(&o->never);
	vec_free(&o->later_of);
	map_free(&o->later_at);
	vec_free(&o->later);
	vec_free(&o->later_ids);
	map_free(&o->taken_at);
	vec_free(&o->taken);
	vec_free(&o->given);
	vec_free(&o->list);
	vec_free(&o->gives);
	vec_free(&o->ends);
	vec_free(&o->releases);
	vec_free(&o->acquires);
	vec_free(&o->hidden);
	map_free(&o->flags);
	vec_free(&o->tests);
	free(o);
	r->events = NULL;
}
