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
#include "ir/step.h"
#include "race/internal.h"

/* The number is what was read from the counter, plus 'add'. */
struct ticket {
	struct pt_loc counter;
	int64_t add;
};

enum { MAX_DEPTH = 6 };

/* ---- where a number comes from ---- */

struct search {
	struct races *r;
	struct ticket found;
	bool any;
};

static bool look(struct search *s, func_id f, ir_val v, int64_t add, uint32_t depth);

static bool found(struct search *s, func_id f, ir_val address, int64_t add)
{
	struct pt_set set = {0};
	pointers_of_value(s->r->pt, f, address, &set);
	bool one = set.locs.n == 1 && !set.unknown;
	struct ticket t = {one ? set.locs.at[0] : (struct pt_loc){0, 0}, add};
	pt_set_free(&set);
	if (s->any && (t.counter.obj != s->found.counter.obj ||
		       t.counter.offset != s->found.counter.offset || t.add != s->found.add))
		return false;
	s->found = t;
	s->any = true;
	return one;
}

/* A number below zero is no index, it says that there is none. */
static bool is_no_index(const struct program *p, ir_val v, int64_t add)
{
	int64_t n;
	return ir_val_int(p, v, &n) && n + add < 0;
}

static bool look_at_phi(struct search *s, func_id f, const struct ir_inst *i, int64_t add,
			uint32_t depth)
{
	const struct program *p = s->r->p;
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		ir_val v = p->operands.at[i->args + k + 1];
		if (!is_no_index(p, v, add) && !look(s, f, v, add, depth))
			return false;
	}
	return true;
}

/* What the function returns, on every way. */
static bool look_at_result(struct search *s, ir_val called, int64_t add, uint32_t depth)
{
	const struct program *p = s->r->p;
	sym_id sym = ir_val_symbol(p, called);
	func_id callee = sym ? p->symbols.at[sym].func : 0;
	if (!callee)
		return false;
	const struct ir_func *f = &p->funcs.at[callee];
	for (uint32_t b = 0; b < f->block_count; b++) {
		const struct ir_inst *end = ir_terminator(p, f, b);
		if (end->op == OP_RET && !is_no_index(p, end->a, add) &&
		    !look(s, callee, end->a, add, depth))
			return false;
	}
	return true;
}

static bool look(struct search *s, func_id f, ir_val v, int64_t add, uint32_t depth)
{
	enum { WORD = 4 };
	const struct program *p = s->r->p;
	const struct ir_func *fn = &p->funcs.at[f];
	int64_t n;
	if (ir_val_tag(v) != VAL_INST || depth == 0)
		return false;
	const struct ir_inst *i = ir_inst_at(p, fn, ir_val_index(v));
	switch (i->op) {
	case OP_LOAD:
		return ir_step_from(p, fn, ir_val_index(v)) && found(s, f, i->a, add);
	case OP_RMW:
		return ir_step_of(p, fn, ir_val_index(v)) && found(s, f, i->a, add);
	case OP_CAST:
		return i->sub != CAST_OTHER && i->size >= WORD &&
		       look(s, f, i->a, add, depth - 1);
	case OP_ARITH:
		return ir_val_int(p, i->b, &n) && n > INT32_MIN && n < INT32_MAX &&
		       (i->sub == ARITH_ADD || i->sub == ARITH_SUB) &&
		       look(s, f, i->a, i->sub == ARITH_ADD ? add + n : add - n, depth - 1);
	case OP_PHI:
		return look_at_phi(s, f, i, add, depth - 1);
	case OP_CALL:
		return look_at_result(s, i->a, add, depth - 1);
	default:
		return false;
	}
}

/* The index of an element, in the terms of the thread stage. */
static bool find_ticket(struct races *r, path_id index, struct ticket *out, path_id *leaf)
{
	struct search s = {.r = r};
	int64_t add = path_split_offset(&r->t->paths, index, leaf);
	const struct path *x = path_at(&r->t->paths, *leaf);
	if (!index || x->kind != PATH_VALUE || x->b & VALUE_PARAM ||
	    !look(&s, x->a, ir_val_make(VAL_INST, x->b), add, MAX_DEPTH) || !s.any)
		return false;
	*out = s.found;
	return true;
}

/* ---- what is done to the counter ---- */

static bool is_guarded(const struct races *r, guards_id guards)
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
		if (!is_guarded(r, r->situations.at[l->first + i].guards))
			return 0;
	return a->traits & (TRAIT_UP | TRAIT_DOWN);
}

/* Is it only ever counted on, in one direction? */
static bool is_counter(struct races *r, struct pt_loc at)
{
	enum { UNKNOWN, NO, YES };
	uint64_t key = map_key2(at.obj, at.offset);
	uint32_t known = map_get(&r->counters, key, UNKNOWN);
	bool up = false, down = false, other = false;
	if (known != UNKNOWN)
		return known == YES;
	for (uint32_t i = r->candidate_at[at.obj]; i < r->candidate_at[at.obj + 1]; i++) {
		const struct candidate *c = &r->candidates.at[i];
		struct pt_loc l = {c->obj, c->offset};
		if (c->access->kind == READ || !pt_loc_overlap(r->pt, at, 4, l, c->access->size))
			continue;
		uint8_t step = step_of(r, c);
		up |= step & TRAIT_UP;
		down |= step & TRAIT_DOWN;
		other |= step == 0;
	}
	bool yes = !other && up != down && !pt_loc_is_folded(r->pt, at);
	map_put(&r->counters, key, yes ? YES : NO);
	return yes;
}

/* Do both sides mean the same object by it? */
static bool is_same_object(struct races *r, const struct instance *a, const struct instance *b,
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
	    x.ticket.counter.obj != y.ticket.counter.obj ||
	    x.ticket.counter.offset != y.ticket.counter.offset || x.ticket.add != y.ticket.add)
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

static bool comes_from_step(struct races *r, func_id f, ir_val v, uint32_t depth,
			    struct place *out);

static bool is_step_guarded(struct races *r, func_id f, uint32_t load)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	uint32_t store = ir_step_from(r->p, fn, load), n = 0;
	struct pt_set set = {0};
	bool guarded = store != 0;
	if (guarded)
		pointers_of_value(r->pt, f, ir_inst_at(r->p, fn, store)->a, &set);
	for (uint32_t k = 0; k < set.locs.n && guarded; k++) {
		obj_id o = set.locs.at[k].obj;
		for (uint32_t i = r->candidate_at[o]; i < r->candidate_at[o + 1]; i++) {
			const struct candidate *c = &r->candidates.at[i];
			if (c->access->func != f || c->access->inst != store)
				continue;
			guarded &= step_of(r, c) != 0;
			n++;
		}
	}
	pt_set_free(&set);
	return guarded && n;
}

/* The entry was copied to a local as a whole. */
static bool is_copied_entry(struct races *r, func_id f, ir_val local, uint32_t depth,
			    struct place *out)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(r->p, fn, n);
		if (i->op == OP_COPY && i->a == local && comes_from_step(r, f, i->b, depth, out))
			return true;
	}
	return false;
}

/* A number, or an address, that has to do with the index that such a step gave. */
static bool comes_from_step(struct races *r, func_id f, ir_val v, uint32_t depth,
			    struct place *out)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	if (ir_val_tag(v) != VAL_INST || depth == 0)
		return false;
	uint32_t n = ir_val_index(v);
	const struct ir_inst *i = ir_inst_at(r->p, fn, n);
	switch (i->op) {
	case OP_LOAD:
		if (!is_step_guarded(r, f, n))
			return comes_from_step(r, f, i->a, depth - 1, out);
		*out = (struct place){f, n};
		return true;
	case OP_LOCAL:
		return is_copied_entry(r, f, v, depth - 1, out);
	case OP_INDEX:
		return comes_from_step(r, f, i->b, depth - 1, out) ||
		       comes_from_step(r, f, i->a, depth - 1, out);
	case OP_OFFSET:
	case OP_CAST:
	case OP_ARITH:
		return comes_from_step(r, f, i->a, depth - 1, out);
	default:
		return false;
	}
}

/* Is the number the content of an entry? The index of the entry itself is not. */
static bool is_entry(struct races *r, func_id f, ir_val v, struct place *out)
{
	const struct ir_func *fn = &r->p->funcs.at[f];
	while (ir_val_tag(v) == VAL_INST) {
		uint32_t n = ir_val_index(v);
		const struct ir_inst *i = ir_inst_at(r->p, fn, n);
		if (i->op == OP_LOAD)
			return !ir_step_from(r->p, fn, n) &&
			       comes_from_step(r, f, i->a, 2 * MAX_DEPTH, out);
		if (i->op != OP_CAST && i->op != OP_ARITH)
			return false;
		v = i->a;
	}
	return false;
}

/* The argument for that formal of f, on the way to the access. */
static bool find_actual(const struct races *r, const struct instance *x, func_id f,
			uint32_t formal, func_id *caller, ir_val *v)
{
	struct step way[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &x->point, way, MAX_FRAMES);
	for (uint32_t k = n; k-- > 1;) {
		if (way[k].func != f)
			continue;
		const struct ir_func *fn = &r->p->funcs.at[way[k - 1].func];
		const struct ir_inst *i = ir_inst_at(r->p, fn, way[k - 1].inst);
		if (i->op != OP_CALL || formal >= i->arg_count)
			return false;
		*caller = way[k - 1].func;
		*v = r->p->operands.at[i->args + formal];
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
	func_id f = y->a;
	ir_val v;
	if (!index || y->kind != PATH_VALUE)
		return false;
	v = ir_val_make(VAL_INST, y->b);
	if (y->b & VALUE_PARAM && !find_actual(r, x, y->a, y->b & ~VALUE_PARAM, &f, &v))
		return false;
	return is_entry(r, f, v, out);
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
