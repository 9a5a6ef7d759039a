/* SPDX-License-Identifier: MIT */
/*
 * Numbers that are taken: what a value has to do with counters, i = next++ (ir/step.h).
 * That nobody else does anything to the counter, and under which locks it is counted, is
 * for others to find out (race/veto/ticket.c).
 */
#include "analysis/notes/notes.h"
#include "ir/step.h"

enum { MAX_PARTS = 16, MAX_VISITS = 256, WORD = 4 };

static const struct ir_inst *inst_of(const struct noter *n, ir_val v)
{
	return ir_inst_at(n->p, n->fn, ir_val_index(v));
}

/* ---- i = next++ ---- */

struct search {
	struct noter *n;
	uint32_t of, first; /* the notes at hand: from n->numbers.at[first] on */
	bool any;	    /* one of them is a number that may have been taken */
};

static bool look(struct search *s, ir_val v, int64_t add, uint8_t depth);

static bool found(struct search *s, enum number_kind kind, uint32_t from, int64_t add,
		  uint8_t depth)
{
	struct number_note x = {.of = s->of, .kind = (uint8_t)kind, .depth = depth,
				.from = from, .add = add};
	s->any |= kind != NUMBER_CONSTANT;
	vec_push(&s->n->numbers, x);
	return s->n->numbers.n - s->first <= MAX_PARTS;
}

/* One of several that the number may be. */
static bool look_at_one(struct search *s, ir_val v, int64_t add, uint8_t depth)
{
	int64_t value;
	if (ir_val_int(s->n->p, v, &value))
		return found(s, NUMBER_CONSTANT, 0, value + add, depth);
	return look(s, v, add, depth);
}

static bool look_at_phi(struct search *s, const struct ir_inst *i, int64_t add, uint8_t depth)
{
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2)
		if (!look_at_one(s, s->n->p->operands.at[i->args + k + 1], add, depth))
			return false;
	return true;
}

static bool has_numbers(const struct notes *n, uint32_t of)
{
	uint32_t count;
	notes_numbers(n, of, &count);
	return count;
}

/* Maybe a number that the function has taken: of one that is not done yet, we do not know. */
static bool look_at_call(struct search *s, ir_val called, int64_t add, uint8_t depth)
{
	const struct noter *n = s->n;
	const struct callgraph *g = n->in->callgraph;
	sym_id sym = ir_val_symbol(n->p, called);
	func_id f = sym ? n->p->symbols.at[sym].func : 0;
	return f &&
	       (g->component[f] >= g->component[n->func] ||
		has_numbers(&n->all->at[f].notes, NUMBER_RETURNED)) &&
	       found(s, NUMBER_RESULT, f, add, depth);
}

static bool is_of_thread(const struct noter *n, const struct ir_inst *load)
{
	sym_id s = ir_val_symbol(n->p, load->a);
	return s && n->p->symbols.at[s].flags & SYMF_THREAD_LOCAL && load->size >= WORD;
}

static bool look(struct search *s, ir_val v, int64_t add, uint8_t depth)
{
	const struct noter *n = s->n;
	int64_t by;
	if (ir_val_tag(v) != VAL_INST || depth == NUMBER_DEPTH)
		return false;
	const struct ir_inst *i = inst_of(n, v);
	switch (i->op) {
	case OP_LOAD:
		if (is_of_thread(n, i))
			return found(s, NUMBER_OWN, ir_val_symbol(n->p, i->a), add, depth);
		return n->counts && ir_step_from(n->p, n->fn, ir_val_index(v)) &&
		       found(s, NUMBER_COUNTER, i->a, add, depth);
	case OP_RMW:
		return n->counts && ir_step_of(n->p, n->fn, ir_val_index(v)) &&
		       found(s, NUMBER_COUNTER, i->a, add, depth);
	case OP_CAST:
		return i->sub != CAST_OTHER && i->size >= WORD && look(s, i->a, add, depth + 1);
	case OP_ARITH:
		return ir_val_int(n->p, i->b, &by) && by > INT32_MIN && by < INT32_MAX &&
		       (i->sub == ARITH_ADD || i->sub == ARITH_SUB) &&
		       look(s, i->a, i->sub == ARITH_ADD ? add + by : add - by, depth + 1);
	case OP_PHI:
		return look_at_phi(s, i, add, depth + 1);
	case OP_CALL:
		return look_at_call(s, i->a, add, depth);
	default:
		return false;
	}
}

static void note_number(struct noter *n, uint32_t inst)
{
	struct search s = {.n = n, .of = inst, .first = n->numbers.n};
	if (!look(&s, ir_val_make(VAL_INST, inst), 0, 0) || !s.any)
		n->numbers.n = s.first;
}

/* What the function returns, on every way. */
static void note_result(struct noter *n)
{
	struct search s = {.n = n, .of = NUMBER_RETURNED, .first = n->numbers.n};
	bool all = true;
	for (uint32_t b = 0; b < n->fn->block_count && all; b++) {
		const struct ir_inst *end = ir_terminator(n->p, n->fn, b);
		all = end->op != OP_RET || look_at_one(&s, end->a, 0, 0);
	}
	if (!all || !s.any)
		n->numbers.n = s.first;
}

void note_numbers(struct noter *n)
{
	for (uint32_t i = 0; i < n->fn->inst_count; i++)
		if (n->wanted[i])
			note_number(n, i);
	note_result(n);
}

/* ---- i = queue[--n] ---- */

/* Steps that a value has to do with, in the order in which they are looked for. */
struct way {
	struct noter *n;
	uint32_t inst, argument;
	const uint32_t *copies; /* instructions that copy a block */
	uint32_t copy_count;
	uint32_t first;	 /* of the value at hand, in n->taken */
	uint32_t visits; /* so far: it may branch at every step */
};

static void follow(struct way *w, ir_val v, uint32_t depth);

static void add_step(struct way *w, uint32_t load)
{
	struct noter *n = w->n;
	uint32_t store = ir_step_from(n->p, n->fn, load);
	if (!store || n->taken.n - w->first == MAX_PARTS)
		return;
	vec_push(&n->taken,
		 ((struct taken_note){w->inst, w->argument, load, store,
				      ir_inst_at(n->p, n->fn, store)->a}));
}

/* The entry was copied to a local as a whole. */
static void follow_copies(struct way *w, ir_val local, uint32_t depth)
{
	for (uint32_t k = 0; k < w->copy_count; k++) {
		const struct ir_inst *i = ir_inst_at(w->n->p, w->n->fn, w->copies[k]);
		if (i->a == local)
			follow(w, i->b, depth);
	}
}

/* A number, or an address, that has to do with the index that such a step gave. */
static void follow(struct way *w, ir_val v, uint32_t depth)
{
	if (ir_val_tag(v) != VAL_INST || depth == 0 || w->visits == MAX_VISITS)
		return;
	const struct ir_inst *i = inst_of(w->n, v);
	w->visits++;
	switch (i->op) {
	case OP_LOAD:
		add_step(w, ir_val_index(v));
		follow(w, i->a, depth - 1);
		break;
	case OP_LOCAL:
		follow_copies(w, v, depth - 1);
		break;
	case OP_INDEX:
		follow(w, i->b, depth - 1);
		follow(w, i->a, depth - 1);
		break;
	case OP_OFFSET:
	case OP_CAST:
	case OP_ARITH:
		follow(w, i->a, depth - 1);
		break;
	default:
		break;
	}
}

/* Is the number the content of an entry? The index of the entry itself is not. */
static void note_entry(struct way *w, ir_val v)
{
	const struct noter *n = w->n;
	w->first = n->taken.n;
	w->visits = 0;
	while (ir_val_tag(v) == VAL_INST) {
		const struct ir_inst *i = inst_of(n, v);
		if (i->op == OP_LOAD && !ir_step_from(n->p, n->fn, ir_val_index(v)))
			follow(w, i->a, 2 * NUMBER_DEPTH);
		if (i->op != OP_CAST && i->op != OP_ARITH)
			return;
		v = i->a;
	}
}

static void note_arguments(struct way *w, const struct ir_inst *i)
{
	for (uint32_t k = 0; k < i->arg_count; k++) {
		w->argument = k + 1;
		note_entry(w, w->n->p->operands.at[i->args + k]);
	}
}

static void find_copies(struct noter *n, struct way *w)
{
	uint32_t *copies = arena_alloc(n->scratch, n->fn->inst_count * sizeof(uint32_t));
	w->copies = copies;
	for (uint32_t k = 0; k < n->fn->inst_count; k++)
		if (ir_inst_at(n->p, n->fn, k)->op == OP_COPY)
			copies[w->copy_count++] = k;
}

void note_taken(struct noter *n)
{
	struct way w = {.n = n};
	if (!n->counts) /* so it takes nothing */
		return;
	find_copies(n, &w);
	for (uint32_t k = 0; k < n->fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(n->p, n->fn, k);
		w.inst = k;
		w.argument = 0;
		if (n->wanted[k])
			note_entry(&w, ir_val_make(VAL_INST, k));
		if (i->op == OP_CALL)
			note_arguments(&w, i);
	}
}
