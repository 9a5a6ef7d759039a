/* SPDX-License-Identifier: MIT */
/*
 * Two looks at the program: which places are stepped, n = n + 1; then what else is stored
 * there and what they are compared with.
 */
#include "analysis/whole/queues.h"

#include <stdlib.h>

#include "ir/address.h"
#include "ir/edges.h"
#include "callgraph/callgraph.h"

enum use_kind { USE_UP, USE_DOWN, USE_ZERO, USE_OTHER, USE_COMPARED };

/* What a function does with such a number. */
struct use {
	func_id func;
	uint8_t kind;
	bool wraps;	   /* USE_UP: and a remainder is stored; USE_ZERO: at a fixed end */
	uint32_t with;	   /* USE_COMPARED: the other number; 0: a constant or no such number */
	uint32_t next;
};

/* A function that loads a pointer from the object. */
struct reader {
	func_id func;
	uint32_t next;
};

struct queues {
	const struct summarize_input *in;
	struct map read;	/* object -> 1.. the last of: */
	VEC(struct reader) readers; /* [0] none */
	struct map numbers;	/* object, offset -> 1.. */
	VEC(uint32_t) first;	/* [number] of its uses */
	VEC(struct use) uses;	/* [0] none */
	struct pt_set set, other;
	struct arena scratch;
	struct ir_edges edges; /* of that function */
	func_id edges_of;
};

/* A value as what was loaded, or given, and what was done to it. */
struct stepped {
	ir_val from;	/* the address; 0: it is nothing of the kind, or */
	uint32_t param; /* 1 + the formal that it is */
	int64_t add;
	bool round;
};

static struct stepped peel(const struct program *p, const struct ir_func *f, ir_val v, int depth);

/* One of them is zero, the other one is it. */
static struct stepped peel_either(const struct program *p, const struct ir_func *f, ir_val a,
				  ir_val b, int depth)
{
	int64_t k;
	struct stepped out = {0};
	if (ir_val_int(p, a, &k) && k == 0)
		out = peel(p, f, b, depth);
	else if (ir_val_int(p, b, &k) && k == 0)
		out = peel(p, f, a, depth);
	out.round = true;
	return out;
}

static struct stepped peel_arith(const struct program *p, const struct ir_func *f,
				 const struct ir_inst *i, int depth)
{
	int64_t k;
	struct stepped out = {0};
	bool left = ir_val_int(p, i->a, &k);
	ir_val v = left ? i->b : i->a;
	bool constant = left || ir_val_int(p, i->b, &k);
	if (i->sub == ARITH_REM || i->sub == ARITH_AND) {
		out = peel(p, f, left && i->sub == ARITH_AND ? i->b : i->a, depth);
		out.round = true;
	} else if (constant && (i->sub == ARITH_ADD || (i->sub == ARITH_SUB && !left))) {
		out = peel(p, f, v, depth);
		out.add += i->sub == ARITH_ADD ? k : -k;
	}
	return out;
}

/* The one thing that the function returns. */
static struct stepped peel_returned(const struct program *p, const struct ir_func *f, int depth)
{
	struct stepped out = {0};
	uint32_t found = 0;
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, f, n);
		if (i->op == OP_RET && !found++)
			out = peel(p, f, i->a, depth);
	}
	return found == 1 ? out : (struct stepped){0};
}

/* i = next(i). */
static struct stepped peel_call(const struct program *p, const struct ir_func *f,
				const struct ir_inst *i, int depth)
{
	sym_id callee = ir_val_symbol(p, i->a);
	func_id body = callee ? p->symbols.at[callee].func : 0;
	struct stepped out = {0}, inner = {0};
	if (body)
		inner = peel_returned(p, &p->funcs.at[body], depth);
	if (inner.param && inner.param <= i->arg_count) {
		out = peel(p, f, p->operands.at[i->args + inner.param - 1], depth);
		out.add += inner.add;
		out.round |= inner.round;
	}
	return out;
}

static struct stepped peel(const struct program *p, const struct ir_func *f, ir_val v, int depth)
{
	v = ir_without_casts(p, f, v);
	if (ir_val_tag(v) == VAL_PARAM)
		return (struct stepped){.param = ir_val_index(v) + 1};
	if (ir_val_tag(v) != VAL_INST || !depth)
		return (struct stepped){0};
	const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
	switch (i->op) {
	case OP_LOAD:
		return (struct stepped){.from = i->a};
	case OP_CALL:
		return peel_call(p, f, i, depth - 1);
	case OP_ARITH:
		return peel_arith(p, f, i, depth - 1);
	case OP_SELECT:
		return peel_either(p, f, i->b, i->c, depth - 1);
	case OP_PHI:
		if (i->arg_count == 4)
			return peel_either(p, f, p->operands.at[i->args + 1],
					   p->operands.at[i->args + 3], depth - 1);
		return (struct stepped){0};
	default:
		return (struct stepped){0};
	}
}

enum { PEELED = 6, NUMBER = 8, FEW = 8 };

/* ---- the numbers ---- */

static bool are_same_places(const struct pt_set *a, const struct pt_set *b)
{
	bool same = a->locs.n == b->locs.n && !a->unknown && !b->unknown;
	for (uint32_t i = 0; i < a->locs.n && same; i++)
		same = a->locs.at[i].obj == b->locs.at[i].obj &&
		       a->locs.at[i].offset == b->locs.at[i].offset;
	return same;
}

/* n = n + 1, or - 1; the places of n are in q->set. */
static struct stepped step_of(struct queues *q, func_id f, const struct ir_inst *i)
{
	const struct program *p = q->in->program;
	struct stepped s = peel(p, &p->funcs.at[f], i->b, PEELED);
	if (!s.from || (s.add != 1 && s.add != -1))
		return (struct stepped){0};
	pointers_of_value(q->in->pointers, f, i->a, &q->set);
	pointers_of_value(q->in->pointers, f, s.from, &q->other);
	return are_same_places(&q->set, &q->other) ? s : (struct stepped){0};
}

static uint32_t number_at(const struct queues *q, struct pt_loc l)
{
	return map_get(&q->numbers, map_key2(l.obj, l.offset), 0);
}

static void add_number(struct queues *q, struct pt_loc l)
{
	if (number_at(q, l))
		return;
	map_put(&q->numbers, map_key2(l.obj, l.offset), q->first.n);
	vec_push(&q->first, 0);
}

/* PT_ANY stands for all that an object has. */
static void find_numbers(struct queues *q, func_id f, const struct ir_inst *i)
{
	if (i->op != OP_STORE || i->size > NUMBER || i->size < NUMBER / 4 || !step_of(q, f, i).from)
		return;
	for (uint32_t n = 0; n < q->set.locs.n; n++) {
		add_number(q, q->set.locs.at[n]);
		add_number(q, (struct pt_loc){q->set.locs.at[n].obj, PT_ANY});
	}
}

/* ---- what is done to them ---- */

static void add_use(struct queues *q, const struct pt_set *places, struct use u)
{
	for (uint32_t n = 0; n < places->locs.n; n++) {
		uint32_t number = number_at(q, places->locs.at[n]);
		if (!number)
			continue;
		u.next = q->first.at[number];
		q->first.at[number] = q->uses.n;
		vec_push(&q->uses, u);
	}
}

/* The one number that the value was made from. */
static uint32_t number_of(struct queues *q, func_id f, ir_val v, struct pt_set *set)
{
	const struct program *p = q->in->program;
	struct stepped s = peel(p, &p->funcs.at[f], v, PEELED);
	set->locs.n = 0;
	if (!s.from)
		return 0;
	pointers_of_value(q->in->pointers, f, s.from, set);
	return set->locs.n ? number_at(q, set->locs.at[0]) : 0;
}

static void note_compared(struct queues *q, func_id f, ir_val a, ir_val b)
{
	uint32_t x = number_of(q, f, a, &q->set), y = number_of(q, f, b, &q->other);
	if (x)
		add_use(q, &q->set, (struct use){f, USE_COMPARED, false, y == x ? 0 : y, 0});
	if (y)
		add_use(q, &q->other, (struct use){f, USE_COMPARED, false, y == x ? 0 : x, 0});
}

/* a == b, a - b > 0. */
static void note_compare(struct queues *q, func_id f, const struct ir_inst *i)
{
	const struct program *p = q->in->program;
	ir_val v = ir_without_casts(p, &p->funcs.at[f], i->a);
	const struct ir_inst *d =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(p, &p->funcs.at[f], ir_val_index(v)) : NULL;
	int64_t k;
	if (d && d->op == OP_ARITH && d->sub == ARITH_SUB && !ir_val_int(p, d->b, &k))
		note_compared(q, f, d->a, d->b);
	else
		note_compared(q, f, i->a, i->b);
}

/* Does the block end by asking whether a number has come to an end that does not move? */
static bool asks_for_end(struct queues *q, func_id f, uint32_t block)
{
	const struct program *p = q->in->program;
	const struct ir_func *fn = &p->funcs.at[f];
	const struct ir_block *b = ir_block_at(p, fn, block);
	const struct ir_inst *last = ir_inst_at(p, fn, b->inst_first + b->inst_count - 1);
	if (last->op != OP_BRANCH || ir_val_tag(last->a) != VAL_INST)
		return false;
	const struct ir_inst *c = ir_inst_at(p, fn, ir_val_index(last->a));
	if (c->op != OP_COMPARE)
		return false;
	uint32_t x = number_of(q, f, c->a, &q->other), y = number_of(q, f, c->b, &q->other);
	return !x != !y;
}

/* Is zero stored there because the end was reached? */
static bool is_wrap(struct queues *q, func_id f, uint32_t inst)
{
	const struct program *p = q->in->program;
	const struct ir_func *fn = &p->funcs.at[f];
	const struct ir_ways *before = &q->edges.before;
	if (q->edges_of != f) {
		arena_reset(&q->scratch);
		ir_edges_make(&q->edges, &q->scratch, p, fn);
		q->edges_of = f;
	}
	uint32_t b = ir_block_of(p, fn, inst);
	bool all = before->at[b] < before->at[b + 1];
	for (uint32_t k = before->at[b]; k < before->at[b + 1] && all; k++)
		all = asks_for_end(q, f, before->to[k]);
	return all;
}

static bool has_number(const struct queues *q, const struct pt_set *s)
{
	for (uint32_t n = 0; n < s->locs.n; n++)
		if (number_at(q, s->locs.at[n]))
			return true;
	return false;
}

static void note_store(struct queues *q, func_id f, uint32_t inst, const struct ir_inst *i)
{
	int64_t k;
	struct use u = {f, USE_OTHER, false, 0, 0};
	struct stepped s = step_of(q, f, i);
	if (s.from) {
		u.kind = s.add > 0 ? USE_UP : USE_DOWN;
		u.wraps = s.round;
		add_use(q, &q->set, u);
		return;
	}
	pointers_of_value(q->in->pointers, f, i->a, &q->set);
	if (!has_number(q, &q->set))
		return;
	if (ir_val_int(q->in->program, i->b, &k) && k == 0) {
		u.kind = USE_ZERO;
		u.wraps = is_wrap(q, f, inst);
	}
	add_use(q, &q->set, u);
}

/* All of the object: as if each of its numbers was set to zero. */
static void note_block(struct queues *q, func_id f, ir_val address)
{
	pointers_of_value(q->in->pointers, f, address, &q->set);
	for (uint32_t n = 0; n < q->set.locs.n; n++)
		q->set.locs.at[n].offset = PT_ANY;
	add_use(q, &q->set, (struct use){f, USE_ZERO, false, 0, 0});
}

static void note_load(struct queues *q, func_id f, const struct ir_inst *i)
{
	pointers_of_value(q->in->pointers, f, i->a, &q->set);
	for (uint32_t n = 0; n < q->set.locs.n && q->set.locs.n <= FEW; n++) {
		obj_id obj = q->set.locs.at[n].obj;
		uint32_t last = map_get(&q->read, obj, 0);
		if (last && q->readers.at[last].func == f)
			continue;
		map_put(&q->read, obj, q->readers.n);
		vec_push(&q->readers, ((struct reader){f, last}));
	}
}

static void note_inst(struct queues *q, func_id f, uint32_t n, const struct ir_inst *i)
{
	if (i->op == OP_LOAD && i->size == NUMBER && q->first.n > 1)
		note_load(q, f, i);
	if (i->op == OP_STORE && i->size <= NUMBER && i->size >= NUMBER / 4)
		note_store(q, f, n, i);
	else if (i->op == OP_COMPARE)
		note_compare(q, f, i);
	else if (i->op == OP_SET || i->op == OP_COPY)
		note_block(q, f, i->a);
}

struct queues *queues_find(const struct summarize_input *in)
{
	struct queues *q = xcalloc(1, sizeof(*q));
	const struct program *p = in->program;
	q->in = in;
	vec_push(&q->first, 0);
	vec_push(&q->uses, (struct use){0});
	vec_push(&q->readers, (struct reader){0});
	for (int look = 0; look < 2; look++) {
		for (func_id f = 1; f < p->funcs.n; f++) {
			const struct ir_func *fn = &p->funcs.at[f];
			for (uint32_t n = 0; n < fn->inst_count; n++) {
				const struct ir_inst *i = ir_inst_at(p, fn, n);
				if (look)
					note_inst(q, f, n, i);
				else
					find_numbers(q, f, i);
			}
		}
	}
	return q;
}

void queues_free(struct queues *q)
{
	map_free(&q->numbers);
	map_free(&q->read);
	vec_free(&q->readers);
	vec_free(&q->first);
	vec_free(&q->uses);
	pt_set_free(&q->set);
	pt_set_free(&q->other);
	arena_release(&q->scratch);
	free(q);
}

/* ---- questions ---- */

struct question {
	const struct queues *q;
	const struct pt_set *element;
	uint32_t numbers[2]; /* the number, and all that its object has */
	bool up;
};

typedef bool is_use(const struct question *x, const struct use *u, const void *context);

static bool any_use(const struct question *x, const uint32_t numbers[2], is_use *is,
		    const void *context)
{
	for (int i = 0; i < 2; i++)
		for (uint32_t n = x->q->first.at[numbers[i]]; n; n = x->q->uses.at[n].next)
			if (is(x, &x->q->uses.at[n], context))
				return true;
	return false;
}

/* Does the function store elements of that array? */
static bool stores_elements(const struct question *x, func_id f)
{
	const struct program *p = x->q->in->program;
	const struct ir_func *fn = &p->funcs.at[f];
	struct pt_set set = {0};
	bool found = false;
	for (uint32_t n = 0; n < fn->inst_count && !found; n++) {
		const struct ir_inst *i = ir_inst_at(p, fn, n);
		if (i->op != OP_STORE || i->size != NUMBER)
			continue;
		pointers_of_value(x->q->in->pointers, f, i->a, &set);
		found = pt_sets_overlap(x->q->in->pointers, &set, NUMBER, x->element, NUMBER);
	}
	pt_set_free(&set);
	return found;
}

static bool is_by(const struct question *x, const struct use *u, const void *func)
{
	(void)x;
	return u->func == *(const func_id *)func && u->kind <= USE_OTHER;
}

static bool is_any_by(const struct question *x, const struct use *u, const void *func)
{
	(void)x;
	return u->func == *(const func_id *)func;
}

static bool is_lowered_by(const struct question *x, const struct use *u, const void *func)
{
	(void)x;
	return u->func == *(const func_id *)func && u->kind == USE_DOWN;
}

/* Raised by who stores no element? */
static bool is_raised_idly(const struct question *x, const struct use *u, const void *none)
{
	(void)none;
	return (u->kind == USE_UP || u->kind == USE_OTHER || (u->kind == USE_ZERO && u->wraps)) &&
	       !stores_elements(x, u->func);
}

/* Set back, but the other one is left as it is, and no elements are stored? */
static bool is_set_back(const struct question *x, const struct use *u, const void *partner)
{
	const uint32_t *other = partner;
	if (u->kind == USE_DOWN)
		return true;
	return (u->kind == USE_OTHER || (u->kind == USE_ZERO && !u->wraps)) &&
	       !(other && any_use(x, other, is_by, &u->func)) && !stores_elements(x, u->func);
}

static bool is_wrapped(const struct question *x, const struct use *u, const void *none)
{
	(void)x;
	(void)none;
	return (u->kind == USE_UP || u->kind == USE_ZERO) && u->wraps;
}

/* ---- does the taker look whether there is one ---- */

struct nearby {
	func_id func;
	uint32_t number, with; /* that number is compared with the other one; 0: with anything */
	int effect;	       /* or a library function is called that has this effect */
};

static bool calls_effect(const struct question *x, func_id f, int effect)
{
	const struct program *p = x->q->in->program;
	const struct ir_func *fn = &p->funcs.at[f];
	for (uint32_t n = 0; n < fn->inst_count; n++) {
		if (ir_inst_at(p, fn, n)->op != OP_CALL)
			continue;
		const struct model *m = pointers_called_model(x->q->in->pointers, f, n);
		if (m && model_effect(m, (enum effect_kind)effect))
			return true;
	}
	return false;
}

static bool looks_itself(const struct question *x, func_id f, const struct nearby *what)
{
	if (what->effect)
		return calls_effect(x, f, what->effect);
	for (uint32_t n = x->q->first.at[what->number]; n; n = x->q->uses.at[n].next) {
		const struct use *u = &x->q->uses.at[n];
		if (u->kind == USE_COMPARED && u->func == f &&
		    (!what->with || u->with == what->with))
			return true;
	}
	return false;
}

/* The function itself, or one that it calls. */
static bool looks(const struct question *x, func_id f, const struct nearby *what)
{
	const struct callgraph *g = x->q->in->callgraph;
	bool found = looks_itself(x, f, what);
	for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1] && !found; e++)
		found = g->edges[e].kind <= EDGE_CALLBACK &&
			looks_itself(x, g->edges[e].callee, what);
	return found;
}

/* Or all who call it. */
static bool looks_near(const struct question *x, func_id f, const struct nearby *what)
{
	const struct callgraph *g = x->q->in->callgraph;
	bool all = g->caller_at[f] < g->caller_at[f + 1];
	if (looks(x, f, what))
		return true;
	for (uint32_t k = g->caller_at[f]; k < g->caller_at[f + 1] && all; k++)
		all = looks(x, g->edges[g->caller_edges[k]].caller, what);
	return all;
}

static bool takes_blindly(const struct question *x, const struct use *u, const void *nearby)
{
	return u->kind == USE_UP && !looks_near(x, u->func, nearby);
}

static bool is_compared_with(const struct question *x, const struct use *u, const void *end)
{
	(void)x;
	return u->kind == USE_COMPARED && u->with == *(const uint32_t *)end;
}

/* Is the other number the end of the queue, which all takers look at? */
static bool is_end(const struct question *x, const uint32_t end[2])
{
	struct nearby what = {.number = x->numbers[0], .with = end[0]};
	return any_use(x, x->numbers, is_compared_with, end) &&
	       !any_use(x, end, is_raised_idly, NULL) &&
	       !any_use(x, x->numbers, takes_blindly, &what) &&
	       !any_use(x, x->numbers, is_set_back, end);
}

static bool takes_uncounted(const struct question *x, const struct use *u, const void *count)
{
	return u->kind == USE_UP && !any_use(x, count, is_lowered_by, &u->func);
}

/* Is it how many elements there are? */
static bool is_count(const struct question *x, const uint32_t count[2])
{
	struct nearby what = {.number = count[0]};
	return !any_use(x, x->numbers, takes_uncounted, count) &&
	       !any_use(x, count, is_raised_idly, NULL) &&
	       !any_use(x, x->numbers, takes_blindly, &what) &&
	       !any_use(x, x->numbers, is_set_back, count);
}

static bool has_partner(const struct question *x)
{
	for (uint32_t k = 1; k < x->q->first.n; k++) {
		uint32_t other[2] = {k, x->numbers[1]};
		if (k != x->numbers[0] && k != x->numbers[1] && x->q->first.at[k] &&
		    (is_end(x, other) || is_count(x, other)))
			return true;
	}
	return false;
}

/* Those who store elements post a semaphore, and the takers wait for one. */
static bool waits_for_posts(const struct question *x)
{
	struct nearby waits = {.effect = EFFECT_SEM_WAIT}, posts = {.effect = EFFECT_SEM_POST};
	const struct program *p = x->q->in->program;
	bool any = false;
	if (any_use(x, x->numbers, takes_blindly, &waits) ||
	    any_use(x, x->numbers, is_set_back, NULL))
		return false;
	for (func_id f = 1; f < p->funcs.n; f++) {
		if (!stores_elements(x, f))
			continue;
		if (!looks_near(x, f, &posts))
			return false;
		any = true;
	}
	return any;
}

static bool is_taken(const struct question *x, bool round)
{
	if (!x->up)
		return !any_use(x, x->numbers, is_raised_idly, NULL);
	if (!round && !any_use(x, x->numbers, is_wrapped, NULL) &&
	    !any_use(x, x->numbers, is_set_back, NULL))
		return true;
	return has_partner(x) || waits_for_posts(x);
}

bool queues_take(const struct queues *q, const struct pt_set *number,
		 const struct pt_set *element, bool up, bool round)
{
	bool all = number->locs.n && !number->unknown && element->locs.n && !element->unknown;
	for (uint32_t n = 0; n < number->locs.n && all; n++) {
		struct pt_loc l = number->locs.at[n];
		struct question x = {.q = q, .element = element, .up = up,
				     .numbers = {number_at(q, l),
						 number_at(q, (struct pt_loc){l.obj, PT_ANY})}};
		all = l.offset != PT_ANY && x.numbers[0] && is_taken(&x, round);
	}
	return all;
}

/* By the loads of the function itself: does it find elements of that array? */
static bool loads_elements(const struct question *x, func_id f)
{
	const struct program *p = x->q->in->program;
	const struct ir_func *fn = &p->funcs.at[f];
	struct pt_set set = {0};
	bool found = false;
	for (uint32_t n = 0; n < fn->inst_count && !found; n++) {
		const struct ir_inst *i = ir_inst_at(p, fn, n);
		if (i->op != OP_LOAD || i->size != NUMBER)
			continue;
		pointers_of_value(x->q->in->pointers, f, i->a, &set);
		found = pt_sets_overlap(x->q->in->pointers, &set, NUMBER, x->element, NUMBER);
	}
	pt_set_free(&set);
	return found;
}

static bool is_read_idly(const struct question *x, obj_id obj)
{
	for (uint32_t n = map_get(&x->q->read, obj, 0); n; n = x->q->readers.at[n].next) {
		func_id f = x->q->readers.at[n].func;
		if (!any_use(x, x->numbers, is_any_by, &f) && loads_elements(x, f))
			return true;
	}
	return false;
}

bool queues_are_read(const struct queues *q, const struct pt_set *number,
		     const struct pt_set *element)
{
	bool found = false;
	for (uint32_t n = 0; n < number->locs.n; n++) {
		struct pt_loc l = number->locs.at[n];
		struct question x = {.q = q, .element = element,
				     .numbers = {number_at(q, l),
						 number_at(q, (struct pt_loc){l.obj, PT_ANY})}};
		for (uint32_t k = 0; k < element->locs.n && !found; k++)
			found = is_read_idly(&x, element->locs.at[k].obj);
	}
	return found;
}
