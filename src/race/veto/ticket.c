/* SPDX-License-Identifier: MIT */
/*
 * Numbers that are taken: i = next++ under a lock, or as one atomic instruction. Nobody
 * else gets the same number, so a[i] is the taker's own.
 *
 * That holds if both sides take it from the same counter, use it in the same way, and
 * nothing that may happen while threads run does anything to the counter but to go on in
 * the same direction, one at a time. Whether it is the same lock everywhere is not
 * looked at: if not, there is a race on the counter, and that is reported.
 */
#include "race/veto/veto.h"

/* The number is what was read from the counter, plus 'add'. */
struct ticket {
	struct pt_loc counter;
	int64_t add;
};

/* ---- where a number comes from ---- */

struct search {
	struct races *r;
	struct ticket found;
	bool any;
};

static bool is_same_ticket(const struct ticket *x, const struct ticket *y)
{
	return x->counter.obj == y->counter.obj && x->counter.offset == y->counter.offset &&
	       x->add == y->add;
}

static bool found(struct search *s, func_id f, ir_val address, int64_t add)
{
	struct pt_set set = {0};
	pointers_of_value(s->r->pt, f, address, &set);
	bool one = set.locs.n == 1 && !set.unknown;
	struct ticket t = {one ? set.locs.at[0] : (struct pt_loc){0, 0}, add};
	pt_set_free(&set);
	if (s->any && !is_same_ticket(&t, &s->found))
		return false;
	s->found = t;
	s->any = true;
	return one;
}

static bool look(struct search *s, func_id f, uint32_t of, int64_t add, uint32_t depth);

/* ---- a number that each thread keeps ---- */

static bool are_all_taken(struct search *s, sym_id variable)
{
	const struct own_numbers *own = &s->r->in->summaries->own_numbers;
	for (uint32_t i = 0; i < own->list.n; i++) {
		const struct kept_number *x = &own->list.at[i];
		if (x->variable == variable && !look(s, x->func, x->inst, 0, NUMBER_DEPTH))
			return false;
	}
	return s->any;
}

/* Is what each thread has there a number that it has taken, or none? */
static bool look_at_own(struct search *s, sym_id variable, int64_t add)
{
	enum { NONE = 1 };
	struct races *r = s->r;
	uint32_t known = map_get(&r->memo.own_counter, variable, 0);
	if (!known) {
		struct search own = {.r = r};
		map_put(&r->memo.own_counter, variable, NONE); /* if it is asked for once more */
		known = are_all_taken(&own, variable) && !own.found.add
				? own.found.counter.obj + 1 : NONE;
		map_put(&r->memo.own_counter, variable, known);
		map_put(&r->memo.own_place, variable, own.found.counter.offset);
	}
	struct ticket t = {{known - 1, map_get(&r->memo.own_place, variable, 0)}, add};
	if (known == NONE || (s->any && !is_same_ticket(&t, &s->found)))
		return false;
	s->found = t;
	s->any = true;
	return true;
}

/* ---- what is known of a value ---- */

/* A value of that function, or what it returns; a constant below zero is no index, it
 * says that there is none. */
static bool look(struct search *s, func_id f, uint32_t of, int64_t add, uint32_t depth)
{
	uint32_t n;
	const struct number_note *x = notes_numbers(&summary_of(s->r->t, f)->notes, of, &n);
	bool all = n != 0;
	for (; n-- > 0 && all; x++) {
		if (x->kind == NUMBER_CONSTANT)
			all = x->add + add < 0;
		else if (x->depth >= depth)
			all = false;
		else if (x->kind == NUMBER_COUNTER)
			all = found(s, f, x->from, add + x->add);
		else if (x->kind == NUMBER_OWN)
			all = look_at_own(s, x->from, add + x->add);
		else
			all = look(s, x->from, NUMBER_RETURNED, add + x->add,
				   depth - x->depth - 1);
	}
	return all;
}

/* The index of an element, in the terms of the thread stage. */
static bool find_ticket(struct races *r, path_id index, struct ticket *out, path_id *leaf)
{
	struct search s = {.r = r};
	int64_t add = path_split_offset(&r->t->paths, index, leaf);
	const struct path *x = path_at(&r->t->paths, *leaf);
	const struct path *at = path_at(&r->t->paths, x->kind == PATH_LOAD ? x->a : 0);
	if (!index)
		return false;
	if (x->kind == PATH_LOAD && at->kind == PATH_SYMBOL) {
		if (!look_at_own(&s, at->a, add))
			return false;
	} else if (x->kind != PATH_VALUE || x->b & VALUE_PARAM ||
		   !look(&s, x->a, x->b, add, NUMBER_DEPTH) || !s.any) {
		return false;
	}
	*out = s.found;
	return true;
}

/* ---- what is done to the counter ---- */

bool is_exclusive(const struct races *r, guards_id guards)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].kind == LOCK_MUTEX && g[i].mode == MODE_EXCLUSIVE)
			return true;
	return false;
}

/* Does the candidate count up or down, alone? 0: it does something else. */
static uint8_t step_of(const struct races *r, const struct candidate *c)
{
	const struct access *a = c->access;
	const struct situations *l = &r->lists.at[c->situations];
	bool atomic = a->traits & TRAIT_AT_ONCE;
	for (uint32_t i = 0; i < l->count && !atomic; i++)
		if (!is_exclusive(r, r->situations.at[l->first + i].guards))
			return 0;
	return a->traits & (TRAIT_UP | TRAIT_DOWN);
}

/* All that is done to it: TRAIT_UP, TRAIT_DOWN, and these. */
enum { OTHER = 1, KNOWN = 8 };
static uint32_t counted_how(struct races *r, struct pt_loc at)
{
	uint64_t key = map_key2(at.obj, at.offset);
	uint32_t how = map_get(&r->memo.counters, key, 0);
	if (how)
		return how;
	how = KNOWN | (pt_loc_is_folded(r->pt, at) ? OTHER : 0);
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1]; i++) {
		const struct candidate x = nth_candidate(r, i), *c = &x;
		struct pt_loc l = {c->obj, c->offset};
		if (c->access->kind == READ || !pt_loc_overlap(r->pt, at, 4, l, c->access->size))
			continue;
		uint8_t step = step_of(r, c);
		how |= step ? step : OTHER;
	}
	map_put(&r->memo.counters, key, how);
	return how;
}

bool is_counted(struct races *r, struct pt_loc at)
{
	return !(counted_how(r, at) & OTHER);
}

bool is_counter(struct races *r, struct pt_loc at)
{
	uint32_t how = counted_how(r, at);
	return is_counted(r, at) && !(how & TRAIT_UP) != !(how & TRAIT_DOWN);
}

bool is_same_object(struct races *r, const struct instance *a, const struct instance *b,
			   obj_id obj)
{
	const struct pt_object *o = pointers_object(r->pt, obj);
	if (o->kind == OBJ_VARIABLE)
		return !(r->p->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL);
	if (o->kind != OBJ_LOCAL && o->kind != OBJ_HEAP)
		return false;
	path_id leaf = path_leaf(&r->t->paths, o->kind == OBJ_LOCAL ? PATH_LOCAL : PATH_HEAP,
				 o->func, o->inst);
	return is_one_object(r, leaf, a->thread, b->thread);
}

/* ---- the element ---- */

struct element {
	const struct path *step; /* the INDEX */
	struct ticket ticket;
	path_id leaf;	/* the name of the number */
	int64_t offset; /* of the access, in the element */
};

/* The access is to a part of base[a number that was taken]. */
static bool find_element(struct races *r, path_id path, struct element *e)
{
	const struct paths *p = &r->t->paths;
	int64_t inner = 0;
	e->offset = 0;
	for (;; path = path_at(p, path)->a) {
		e->step = path_at(p, path);
		if (e->step->kind == PATH_OFFSET)
			e->offset += e->step->imm;
		else if (e->step->kind != PATH_INDEX)
			return false;
		else if (inner < e->step->imm &&
			 find_ticket(r, e->step->b, &e->ticket, &e->leaf))
			return true;
		else if (e->step->imm > inner)
			inner = e->step->imm;
	}
}

/* The same array on both sides: through pointers that do not change, from one object. */
static bool is_same_base(struct races *r, const struct instance *a, const struct instance *b,
			 path_id base)
{
	const struct paths *p = &r->t->paths;
	path_id root = path_at(p, base)->root;
	if (path_at(p, base)->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE))
		return false;
	for (; path_at(p, base)->kind >= PATH_OFFSET; base = path_at(p, base)->a)
		if (path_at(p, base)->kind == PATH_LOAD && !is_stable(r, path_at(p, base)->a))
			return false;
	return is_certain(r, root) || is_one_object(r, root, a->thread, b->thread);
}

/* Was the number handed on to a thread that was created since? */
static bool is_handed_on(const struct races *r, thread_id id, path_id leaf)
{
	for (; id; id = thread_at(r->t, id)->creator)
		if (was_given(r, id, leaf))
			return true;
	return false;
}

bool own_number(struct races *r, const struct instance *a, const struct instance *b,
		struct str *fact)
{
	struct element x, y;
	if (!find_element(r, a->path, &x) || !find_element(r, b->path, &y) ||
	    x.step->a != y.step->a || x.step->imm != y.step->imm ||
	    !is_same_ticket(&x.ticket, &y.ticket))
		return false;
	int64_t low = x.offset < y.offset ? x.offset : y.offset;
	int64_t end_x = x.offset + a->size, end_y = y.offset + b->size;
	if (!a->size || !b->size || (end_x > end_y ? end_x : end_y) - low > x.step->imm)
		return false;
	if (is_handed_on(r, a->thread, x.leaf) || is_handed_on(r, b->thread, y.leaf) ||
	    !is_counter(r, x.ticket.counter) || !is_same_base(r, a, b, x.step->a) ||
	    !is_same_object(r, a, b, x.ticket.counter.obj))
		return false;
	if (fact)
		path_print_value(&r->t->paths, x.step->b, r->p, r->pt, 0, fact);
	return true;
}

/* ---- out of a queue ---- */

/*
 * i = queue[--n] under a lock: nobody else gets that entry of the queue. That no other
 * entry has the same number cannot be seen, so this is a reason for low confidence only.
 */
struct place {
	func_id func;
	uint32_t load; /* of the index of the entry */
};

static bool is_step_guarded(struct races *r, func_id f, const struct taken_note *x)
{
	uint32_t n = 0;
	struct pt_set set = {0};
	bool guarded = true;
	pointers_of_value(r->pt, f, x->counter, &set);
	for (uint32_t k = 0; k < set.locs.n && guarded; k++) {
		obj_id o = set.locs.at[k].obj;
		for (uint32_t i = r->candidate_at[o]; i < r->candidate_at[o + 1]; i++) {
			const struct candidate y = nth_candidate(r, i), *c = &y;
			if (c->access->func != f || c->access->inst != x->store)
				continue;
			guarded &= step_of(r, c) != 0;
			n++;
		}
	}
	pt_set_free(&set);
	return guarded && n;
}

/* The call that is made for that function, on the way to the access. */
static bool find_call(const struct races *r, const struct instance *x, func_id f,
		      struct step *out)
{
	struct step way[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &x->point, way, MAX_FRAMES);
	for (uint32_t k = n; k-- > 1;) {
		if (way[k].func != f)
			continue;
		*out = way[k - 1];
		return true;
	}
	return false;
}

static bool is_taken_out(struct races *r, const struct instance *x, path_id index,
			 struct place *out)
{
	path_id leaf;
	path_split_offset(&r->t->paths, index, &leaf);
	const struct path *y = path_at(&r->t->paths, leaf);
	struct step at = {y->a, y->b};
	uint32_t argument = 0, n;
	if (!index || y->kind != PATH_VALUE)
		return false;
	if (y->b & VALUE_PARAM) {
		argument = 1 + (y->b & ~VALUE_PARAM);
		if (!find_call(r, x, y->a, &at))
			return false;
	}
	const struct taken_note *taken =
		notes_taken(&summary_of(r->t, at.func)->notes, at.inst, argument, &n);
	for (uint32_t i = 0; i < n; i++) {
		*out = (struct place){at.func, taken[i].load};
		if (is_step_guarded(r, at.func, &taken[i]))
			return true;
	}
	return false;
}

/* The access is to base[a number out of a queue], or to what is found there. */
static bool find_entry(struct races *r, const struct instance *x, path_id *base,
		       struct place *out)
{
	const struct paths *p = &r->t->paths;
	for (path_id path = x->path; path_at(p, path)->kind >= PATH_OFFSET;
	     path = path_at(p, path)->a) {
		const struct path *y = path_at(p, path);
		*base = y->a;
		if (y->kind == PATH_INDEX && is_taken_out(r, x, y->b, out))
			return true;
	}
	return false;
}

bool are_entries_taken(struct races *r, const struct instance *a, const struct instance *b)
{
	struct place x, y;
	path_id base_a, base_b;
	return find_entry(r, a, &base_a, &x) && find_entry(r, b, &base_b, &y) &&
	       base_a == base_b && x.func == y.func && x.load == y.load;
}
