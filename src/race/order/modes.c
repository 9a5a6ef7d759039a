/* SPDX-License-Identifier: MIT */
/*
 * Modes: what is only written before the first thread is created is a constant from then on.
 * What branches have found there on all ways to the two accesses, and to where their threads were
 * created, must be possible at the same time:
 *
 *	if (cfg.mode == LINES) create(...)        if (cfg.mode == FILE) free(cfg.message)
 *
 * A lock may be taken in one mode only: where everybody holds it or has found another mode, those
 * who exist in that one mode exclude each other:
 *
 *	if (threads) lock(m); count++; if (threads) unlock(m);
 *
 * Likewise who he is may be asked in one mode only. Who has found it, or the mode, and exists in
 * the other one is the thread whose id it is:
 *
 *	if (threads && !pthread_equal(master, pthread_self())) return; count++;
 *
 * The searches are those of events (reach.c): a bit for each set of numbers that is asked for,
 * cleared where it was found, set again where something is stored there.
 */
#include "race/order/asked.h"
#include "race/order/order.h"
#include "race/veto/veto.h"

#include <string.h>

enum { BITS = 64, MAX_OF_CELL = 32, MAX_LOADS = 256, MAX_PARTS = 64, MAX_OPTIONAL = 1024 };

/* A constant is found to be one of these numbers. */
struct mode {
	struct pt_loc cell;
	uint32_t size;
	struct numbers numbers;
	uint64_t excludes; /* those of the same part that cannot be so as well */
};

struct mode_part {
	struct mode at[BITS];
	uint32_t n;
	struct flow *missed;
	uint64_t *of_thread; /* [thread] found wherever it is created */
	bool *asked;	     /* [thread] */
	VEC(uint64_t) found; /* [way] there, and for its thread */
};

/* 'The lock is held, or the mode is found.' */
struct optional {
	struct pt_loc lock;
	uint32_t part, mode;
};

/* 'Its own id is found there, or the mode.' */
struct asked_self {
	struct pt_loc id;
	thread_id owner; /* who has stored it there */
	uint32_t part, mode;
};

struct modes {
	VEC(struct asked_self) selves;
	struct flow *another; /* by their numbers: neither of the two */
	VEC(struct mode_part) parts;
	VEC(struct optional) optional;
	VEC(struct flow *) without; /* [optional / 64] neither of the two */
};

static bool is_same_cell(struct pt_loc a, struct pt_loc b)
{
	return a.obj == b.obj && a.offset == b.offset;
}

/* ---- constants ---- */

/* After the first creation. */
static struct flow *find_created(struct races *r)
{
	const struct callgraph *g = r->t->in.callgraph;
	if (r->events->created)
		return r->events->created;
	struct flow *w = r->events->created = xcalloc(1, sizeof(*w));
	for (func_id f = 1; f < r->in->summaries->n; f++)
		for (uint32_t i = g->edge_at[f]; i < g->edge_at[f + 1]; i++)
			if (g->edges[i].kind == EDGE_CREATE)
				reach_add(w, (struct flow_site){.func = f,
								.inst = g->edges[i].inst,
								.sets = true,
								.bits = 1});
	reach_run(r, w);
	return w;
}

bool is_early(struct races *r, func_id f, uint32_t inst)
{
	struct flow *created = find_created(r);
	if (thread_at(r->t, 1)->origin != ORIGIN_MAIN)
		return false;
	for (thread_id t = 2; t < r->t->list.n; t++)
		if (thread_runs(r, t, f))
			return false;
	return !thread_runs(r, 1, f) || !reach_at_inst(r, created, 1, f, inst);
}

static bool is_constant(struct races *r, const struct cell_test *t)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (pt_loc_overlap(r->pt, t->cell, t->size, s->at, s->size) &&
		    !is_early(r, s->func, s->inst))
			return false;
	}
	return true;
}

/* ---- which modes there are ---- */

static bool exclude(const struct mode *a, const struct mode *b)
{
	struct numbers not_b = b->numbers;
	not_b.compare = ir_compare_not(b->numbers.compare);
	return is_same_cell(a->cell, b->cell) && a->size == b->size &&
	       a->numbers.mask == b->numbers.mask && numbers_within(&a->numbers, &not_b);
}

static bool are_opposite(const struct mode *a, const struct mode *b)
{
	return is_same_cell(a->cell, b->cell) && a->size == b->size &&
	       a->numbers.mask == b->numbers.mask && a->numbers.number == b->numbers.number &&
	       a->numbers.compare == ir_compare_not(b->numbers.compare);
}

static bool is_same_mode(const struct mode *a, const struct mode *b)
{
	return a->size == b->size && a->numbers.mask == b->numbers.mask &&
	       a->numbers.number == b->numbers.number &&
	       a->numbers.compare == b->numbers.compare;
}

/* One more, if there is room; returns how many there are. */
static uint32_t add_mode(struct mode *list, uint32_t n, struct mode m)
{
	for (uint32_t i = 0; i < n; i++)
		if (is_same_mode(&list[i], &m))
			return n;
	if (n < MAX_OF_CELL)
		list[n] = m;
	return n + 1;
}

/* Modes of the tests first .. end - 1, which are of one cell, and their opposites: several cases
 * of a switch have in common that they are not one of the others. 0: too many. */
static uint32_t find_of_cell(const struct events *o, uint32_t first, uint32_t end,
			     struct mode *out)
{
	uint32_t n = 0;
	for (uint32_t i = first; i < end && n <= MAX_OF_CELL; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		struct mode m = {t->cell, t->size, t->numbers, 0};
		n = add_mode(out, n, m);
		m.numbers.compare = ir_compare_not(m.numbers.compare);
		if (n <= MAX_OF_CELL)
			n = add_mode(out, n, m);
	}
	return n > MAX_OF_CELL ? 0 : n;
}

static bool any_exclude(const struct mode *m, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (exclude(&m[i], &m[k]) || exclude(&m[k], &m[i]))
				return true;
	return false;
}

/* A part with room for n more. */
static struct mode_part *part_for(struct modes *x, uint32_t n)
{
	if (!x->parts.n || vec_last(&x->parts).n + n > BITS)
		vec_push(&x->parts, ((struct mode_part){.n = 0}));
	return &vec_last(&x->parts);
}

static int by_cell(const void *x, const void *y)
{
	const struct cell_test *a = x, *b = y;
	if (a->cell.obj != b->cell.obj)
		return a->cell.obj < b->cell.obj ? -1 : 1;
	if (a->cell.offset != b->cell.offset)
		return a->cell.offset < b->cell.offset ? -1 : 1;
	if (a->func != b->func)
		return a->func < b->func ? -1 : 1;
	return a->inst < b->inst ? -1 : a->inst > b->inst;
}

static bool is_setting(struct races *r, uint32_t first, uint32_t end)
{
	struct mode of_cell[MAX_OF_CELL];
	uint32_t n = end - first < 2 || end - first > MAX_LOADS
			     ? 0
			     : find_of_cell(r->events, first, end, of_cell);
	return n >= 2 && any_exclude(of_cell, n) &&
	       is_constant(r, &r->events->cell_tests.at[first]);
}

static void add_cell(const struct races *r, struct modes *x, const struct setting *s)
{
	struct mode of_cell[MAX_OF_CELL];
	uint32_t n = find_of_cell(r->events, s->first, s->end, of_cell);
	if (x->parts.n == MAX_PARTS)
		return; /* as if it were no constant */
	struct mode_part *p = part_for(x, n);
	memcpy(p->at + p->n, of_cell, n * sizeof(*of_cell));
	p->n += n;
}

/* Constants that can tell two accesses apart, cell by cell. */
static void add_settings(struct races *r, struct modes *x)
{
	struct events *o = r->events;
	VEC(struct setting) list = {0};
	qsort(o->cell_tests.at, o->cell_tests.n, sizeof(*o->cell_tests.at), by_cell);
	for (uint32_t first = 0, end; first < o->cell_tests.n; first = end) {
		for (end = first + 1; end < o->cell_tests.n &&
				      is_same_cell(o->cell_tests.at[end].cell,
						   o->cell_tests.at[first].cell);)
			end++;
		if (is_setting(r, first, end))
			vec_push(&list, ((struct setting){first, end, false}));
	}
	find_mattering(r, list.at, list.n);
	for (uint32_t i = 0; i < list.n; i++)
		if (list.at[i].matters)
			add_cell(r, x, &list.at[i]);
	vec_free(&list);
}

/* ---- searches ---- */

static uint64_t bits_of_part(const struct mode_part *p)
{
	return p->n == BITS ? UINT64_MAX : (UINT64_C(1) << p->n) - 1;
}

static uint64_t bits_of_cell(const struct mode_part *p, struct pt_loc cell)
{
	uint64_t bits = 0;
	for (uint32_t i = 0; i < p->n; i++)
		bits |= (uint64_t)is_same_cell(p->at[i].cell, cell) << i;
	return bits;
}

static void add_store_sites(struct races *r, const struct mode_part *p, struct flow *w)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		uint64_t set = 0, found = 0;
		for (uint32_t k = 0; k < p->n; k++) {
			const struct mode *m = &p->at[k];
			bool there = s->known && !s->chosen && is_stored(s, m->cell, m->size) &&
				     numbers_have(&m->numbers, s->number);
			if (pt_loc_overlap(r->pt, m->cell, m->size, s->at, s->size))
				*(there ? &found : &set) |= UINT64_C(1) << k;
		}
		struct flow_site x = {.func = s->func, .inst = s->inst, .signs = SIGN_ANY};
		x.bits = found;
		if (found)
			reach_add(w, x);
		x.bits = set;
		x.sets = true;
		if (set)
			reach_add(w, x);
	}
}

static void add_test_sites(const struct races *r, const struct mode_part *p, struct flow *w)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->cell_tests.n; i++) {
		const struct cell_test *t = &o->cell_tests.at[i];
		uint64_t bits = bits_of_cell(p, t->cell);
		if (!bits || (i && t[-1].func == t->func && t[-1].inst == t->inst))
			continue;
		for (uint32_t k = 0; k < p->n; k++)
			if (bits >> k & 1 && p->at[k].size == t->size)
				reach_add(w, (struct flow_site){.func = t->func,
								.inst = t->inst,
								.read = true,
								.numbers = p->at[k].numbers,
								.bits = UINT64_C(1) << k});
	}
}

static void prepare(struct races *r, struct mode_part *p)
{
	p->missed = xcalloc(1, sizeof(*p->missed));
	p->missed->first = UINT64_MAX;
	p->of_thread = xcalloc(r->t->list.n, sizeof(*p->of_thread));
	p->asked = xcalloc(r->t->list.n, sizeof(*p->asked));
	add_test_sites(r, p, p->missed);
	add_store_sites(r, p, p->missed);
	reach_run(r, p->missed);
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; k < p->n; k++)
			if (exclude(&p->at[i], &p->at[k]) || exclude(&p->at[k], &p->at[i]))
				p->at[i].excludes |= UINT64_C(1) << k;
}

/* ---- locks that are taken in one mode ---- */

/* What was found wherever the lock is taken there; nothing where nobody comes. */
static uint64_t found_at_lock(struct races *r, struct mode_part *p, const struct lock_deed *x)
{
	uint64_t bits = bits_of_part(p);
	bool comes = false;
	for (thread_id t = 1; t < r->t->list.n && bits; t++) {
		if (!thread_runs(r, t, x->func))
			continue;
		comes = true;
		bits &= ~reach_at_inst(r, p->missed, t, x->func, x->inst);
	}
	return comes ? bits : 0;
}

static void add_optional(struct modes *x, struct optional o)
{
	for (uint32_t i = 0; i < x->optional.n; i++)
		if (is_same_cell(x->optional.at[i].lock, o.lock) &&
		    x->optional.at[i].part == o.part && x->optional.at[i].mode == o.mode)
			return;
	if (x->optional.n < MAX_OPTIONAL)
		vec_push(&x->optional, o);
}

/* The opposite of what was found where it is taken is what others may have found. */
static void find_optional(struct races *r, struct modes *x, uint32_t part)
{
	const struct events *o = r->events;
	struct mode_part *p = &x->parts.at[part];
	for (uint32_t i = 0; i < o->acquires.n; i++) {
		uint64_t found = found_at_lock(r, p, &o->acquires.at[i]);
		for (uint32_t k = 0; found && k < p->n; k++)
			for (uint32_t n = 0; n < p->n; n++)
				if (found >> n & 1 && are_opposite(&p->at[n], &p->at[k]))
					add_optional(x, (struct optional){o->acquires.at[i].lock,
									  part, k});
	}
}

static void add_lock_sites(const struct events *o, struct flow *w, struct pt_loc lock, uint64_t bit)
{
	for (uint32_t i = 0; i < o->acquires.n; i++) {
		const struct lock_deed *x = &o->acquires.at[i];
		if (is_same_cell(x->lock, lock))
			reach_add(w, (struct flow_site){.func = x->func, .inst = x->inst,
							.signs = x->signs, .bits = bit});
	}
}

/* Those of the part's searches for the mode, under another bit. */
static void add_mode_sites(const struct mode_part *p, struct flow *w, uint32_t mode, uint64_t bit)
{
	for (uint32_t i = 0; i < p->missed->sites.n; i++) {
		struct flow_site x = p->missed->sites.at[i];
		if (!(x.bits >> mode & 1))
			continue;
		x.bits = bit;
		reach_add(w, x);
	}
}

static struct flow *flow_without(struct races *r, const struct modes *x, uint32_t first)
{
	const struct events *o = r->events;
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = UINT64_MAX;
	for (uint32_t i = first; i < x->optional.n && i < first + BITS; i++) {
		const struct optional *y = &x->optional.at[i];
		add_lock_sites(o, w, y->lock, UINT64_C(1) << (i - first));
		add_mode_sites(&x->parts.at[y->part], w, y->mode, UINT64_C(1) << (i - first));
	}
	for (uint32_t i = 0; i < o->releases.n; i++)
		reach_add(w, (struct flow_site){.func = o->releases.at[i].func,
						.inst = o->releases.at[i].inst,
						.sets = true,
						.bits = UINT64_MAX});
	reach_run(r, w);
	return w;
}

/* ---- who is asked for in one mode ---- */

/* What was found wherever the thread, or who creates it, is created. */
static uint64_t found_for_thread(struct races *r, struct mode_part *p, thread_id id)
{
	const struct thread *x = thread_at(r->t, id);
	if (x->origin != ORIGIN_FORK || x->merged || x->wide || !x->creator || p->asked[id])
		return p->of_thread[id];
	p->asked[id] = true;
	const struct fork *f = &summary_of(r->t, x->func)->forks.at[x->fork];
	p->of_thread[id] = ~reach_at_inst(r, p->missed, x->creator, f->func, f->inst) |
			   found_for_thread(r, p, x->creator);
	return p->of_thread[id];
}

/* The one thread that stores its id there, and nobody stores another one; 0: that is not known. */
static thread_id owner_of(struct races *r, struct pt_loc id)
{
	enum { ID_SIZE = 8 };
	const struct events *o = r->events;
	const struct cell_store *found = NULL;
	for (uint32_t i = 0; i < o->thread_deeds.n; i++)
		if (o->thread_deeds.at[i].kind == DEED_CREATE &&
		    pt_loc_overlap(r->pt, id, ID_SIZE, o->thread_deeds.at[i].id, ID_SIZE))
			return 0;
	for (uint32_t i = 0; i < o->cell_stores.n; i++) {
		const struct cell_store *s = &o->cell_stores.at[i];
		if (!pt_loc_overlap(r->pt, id, ID_SIZE, s->at, s->size) ||
		    (s->known && !s->chosen))
			continue;
		if (found || !s->own || !is_stored(s, id, 0))
			return 0;
		found = s;
	}
	return found ? only_visitor(r, found->func) : 0;
}

/* Is there a thread that does not exist in the mode? */
static bool is_without_threads(struct races *r, struct mode_part *p, uint32_t mode)
{
	for (thread_id t = 2; t < r->t->list.n; t++)
		if (found_for_thread(r, p, t) & p->at[mode].excludes)
			return true;
	return false;
}

static void add_selves(struct races *r, struct modes *x, struct pt_loc id, thread_id owner)
{
	for (uint32_t i = 0; i < x->selves.n; i++)
		if (is_same_cell(x->selves.at[i].id, id))
			return;
	for (uint32_t i = 0; i < x->parts.n; i++)
		for (uint32_t k = 0; k < x->parts.at[i].n && x->selves.n < BITS; k++)
			if (is_without_threads(r, &x->parts.at[i], k))
				vec_push(&x->selves, ((struct asked_self){id, owner, i, k}));
}

static void find_selves(struct races *r, struct modes *x)
{
	const struct events *o = r->events;
	for (uint32_t i = 0; i < o->thread_deeds.n; i++) {
		const struct thread_deed *d = &o->thread_deeds.at[i];
		thread_id owner = d->kind == DEED_SELF ? owner_of(r, d->id) : 0;
		if (owner)
			add_selves(r, x, d->id, owner);
	}
	if (!x->selves.n)
		return;
	x->another = xcalloc(1, sizeof(*x->another));
	x->another->first = UINT64_MAX;
	for (uint32_t i = 0; i < x->selves.n; i++) {
		const struct asked_self *s = &x->selves.at[i];
		add_mode_sites(&x->parts.at[s->part], x->another, s->mode, UINT64_C(1) << i);
		for (uint32_t k = 0; k < o->thread_deeds.n; k++) {
			const struct thread_deed *d = &o->thread_deeds.at[k];
			if (d->kind == DEED_SELF && is_same_cell(d->id, s->id))
				reach_add(x->another,
					  (struct flow_site){.func = d->func, .inst = d->inst,
							     .signs = d->signs,
							     .bits = UINT64_C(1) << i});
		}
	}
	reach_run(r, x->another);
}

static struct modes *modes_of(struct races *r)
{
	struct events *o = events_of(r);
	if (o->modes)
		return o->modes;
	struct modes *x = o->modes = xcalloc(1, sizeof(*x));
	if (thread_at(r->t, 1)->origin != ORIGIN_MAIN || !o->cell_tests.n)
		return x;
	add_settings(r, x);
	for (uint32_t i = 0; i < x->parts.n; i++)
		prepare(r, &x->parts.at[i]);
	for (uint32_t i = 0; i < x->parts.n; i++)
		find_optional(r, x, i);
	for (uint32_t i = 0; i < x->optional.n; i += BITS) {
		struct flow *w = flow_without(r, x, i);
		vec_push(&x->without, w);
	}
	find_selves(r, x);
	return x;
}

void modes_free(struct modes *x)
{
	for (uint32_t i = 0; x && i < x->parts.n; i++) {
		reach_free(x->parts.at[i].missed);
		free(x->parts.at[i].of_thread);
		free(x->parts.at[i].asked);
		vec_free(&x->parts.at[i].found);
	}
	for (uint32_t i = 0; x && i < x->without.n; i++)
		reach_free(x->without.at[i]);
	if (x) {
		reach_free(x->another);
		vec_free(&x->selves);
		vec_free(&x->parts);
		vec_free(&x->optional);
		vec_free(&x->without);
	}
	free(x);
}

/* ---- two accesses ---- */

/* What was found wherever x's thread is created, or on its way to x. */
static uint64_t found_before(struct races *r, struct mode_part *p, const struct instance *x,
			     uint32_t way)
{
	while (p->found.n <= way)
		vec_push(&p->found, UINT64_MAX); /* not asked; or asked again each time */
	if (p->found.at[way] == UINT64_MAX)
		p->found.at[way] = ~reach_at(r, p->missed, x) |
				   found_for_thread(r, p, x->thread);
	return p->found.at[way];
}

void add_modes_without(struct races *r, struct flow *w, thread_id id, uint64_t bits)
{
	struct modes *x = modes_of(r);
	for (uint32_t i = 0; i < x->parts.n; i++) {
		struct mode_part *p = &x->parts.at[i];
		uint64_t found = found_for_thread(r, p, id) & bits_of_part(p);
		for (uint32_t k = 0; k < p->missed->sites.n && found; k++) {
			struct flow_site s = p->missed->sites.at[k];
			uint64_t modes = s.read ? s.bits : 0, without = 0;
			for (; modes; modes &= modes - 1)
				without |= found & p->at[__builtin_ctzll(modes)].excludes;
			s.bits = bits;
			if (without)
				reach_add(w, s);
		}
	}
}

static bool is_followed(const struct races *r, const struct instance *x)
{
	uint8_t origin = thread_at(r->t, x->thread)->origin;
	return origin == ORIGIN_MAIN || origin == ORIGIN_FORK;
}

static bool are_of_other_modes(struct races *r, const struct instance *a,
			       const struct instance *b)
{
	struct modes *x = modes_of(r);
	uint32_t way = way_of(r, a), other = way_of(r, b);
	for (uint32_t i = 0; i < x->parts.n; i++) {
		struct mode_part *p = &x->parts.at[i];
		uint64_t found = found_before(r, p, a, way) | found_before(r, p, b, other);
		for (uint64_t left = found &= bits_of_part(p); left; left &= left - 1)
			if (found & p->at[__builtin_ctzll(left)].excludes)
				return true;
	}
	return false;
}

/* Is the mode impossible for the two? */
static bool is_excluded(struct races *r, const struct optional *o, const struct instance *a,
			const struct instance *b)
{
	struct mode_part *p = &r->events->modes->parts.at[o->part];
	uint64_t found = found_before(r, p, a, way_of(r, a)) | found_before(r, p, b, way_of(r, b));
	return found & p->at[o->mode].excludes;
}

/* Is the lock held by both, or the mode found, which cannot be? */
static bool hold_in_mode(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct modes *x = modes_of(r);
	for (uint32_t i = 0; i < x->without.n; i++) {
		uint32_t n = x->optional.n - i * BITS;
		uint64_t left = n < BITS ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
		left &= ~reach_at(r, x->without.at[i], a);
		if (left)
			left &= ~reach_at(r, x->without.at[i], b);
		for (; left; left &= left - 1) {
			uint32_t k = i * BITS + (uint32_t)__builtin_ctzll(left);
			if (is_excluded(r, &x->optional.at[k], a, b))
				return true;
		}
	}
	return false;
}

/* Would x's thread have to be another one? */
static bool is_another(struct races *r, const struct instance *x)
{
	const struct modes *m = modes_of(r);
	thread_id by = threads_runner(r->t, x->thread);
	uint64_t left = m->selves.n ? ~reach_at(r, m->another, x) : 0;
	left &= m->selves.n < BITS ? (UINT64_C(1) << m->selves.n) - 1 : UINT64_MAX;
	for (; left; left &= left - 1) {
		const struct asked_self *s = &m->selves.at[__builtin_ctzll(left)];
		struct mode_part *p = &m->parts.at[s->part];
		if (s->owner != by && found_for_thread(r, p, x->thread) & p->at[s->mode].excludes)
			return true;
	}
	return false;
}

static bool exclude_by_mode(struct races *r, const struct instance *a, const struct instance *b)
{
	return are_of_other_modes(r, a, b) || hold_in_mode(r, a, b) || is_another(r, a) ||
	       is_another(r, b);
}

bool other_modes(struct races *r, const struct instance *a, const struct instance *b,
		 struct str *fact)
{
	(void)fact;
	return is_followed(r, a) && is_followed(r, b) && modes_of(r)->parts.n &&
	       holds_everywhere(r, a, b, exclude_by_mode);
}
