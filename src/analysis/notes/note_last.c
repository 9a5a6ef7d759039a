/* SPDX-License-Identifier: MIT */
/*
 * The last one: 'lock; last = --left == 0; unlock; if (last) ...', or
 * 'if (atomic_fetch_sub(&left, 1) == 1) ...'. Notes what of the function is done only by who
 * has found the number that he looks for when he has counted, and functions that say so:
 * 'if (put_and_test(p))'.
 *
 * The counter is a step (ir/step.h), atomic or made under a lock. Its number is what it reads or
 * stores, or what is loaded from there right after it. What lies behind a branch on the number
 * is found first; then what lies behind branches on a local variable that is only set there.
 */
#include <string.h>

#include "analysis/notes/notes.h"
#include "ir/address.h"
#include "ir/step.h"

enum { MAX_COUNTS = 8, MAX_DEPTH = 8, ROUNDS = 3 };

/* Somebody counts: in this function, or in one that is called and tells. */
struct count {
	func_id func;
	uint32_t inst; /* the store, or the atomic instruction */
	ir_val counter; /* its address */
	uint32_t call; /* here, if it is another function */
};

struct lasts {
	struct noter *n;
	const struct program *p;
	const struct ir_func *fn;
	struct count counts[MAX_COUNTS];
	uint32_t count;
	const struct count *at; /* hand */
	bool *seen; /* [block] reached by others than the last one */
	uint32_t *work;
};

/* ---- counters ---- */

static void add_count(struct lasts *l, struct count c)
{
	if (l->count < MAX_COUNTS)
		l->counts[l->count++] = c;
}

static void find_own(struct lasts *l, const struct access *a)
{
	const struct summary *s = l->n->s;
	bool atomic = a->traits & TRAIT_COUNTS;
	bool locked = a->traits & (TRAIT_UP | TRAIT_DOWN) &&
		      s->locksets.at[a->lockset].held_count;
	if (a->func != l->n->func || a->kind != WRITE || !(atomic || locked) ||
	    !ir_step_of(l->p, l->fn, a->inst))
		return;
	for (uint32_t i = 0; i < l->count; i++)
		if (l->counts[i].inst == a->inst)
			return;
	add_count(l, (struct count){l->n->func, a->inst, ir_inst_at(l->p, l->fn, a->inst)->a,
				    UINT32_MAX});
}

/* Of a function that is not done yet, as it is in the same recursion, we do not know. */
static void find_told(struct lasts *l, uint32_t inst)
{
	const uint32_t *component = l->n->in->callgraph->component;
	const struct ir_inst *i = ir_inst_at(l->p, l->fn, inst);
	sym_id y = i->op == OP_CALL ? ir_val_symbol(l->p, i->a) : 0;
	func_id f = y ? l->p->symbols.at[y].func : 0;
	const struct notes *below =
		f && component[f] < component[l->n->func] ? &l->n->all->at[f].notes : NULL;
	for (uint32_t k = 0; below && k < below->lasts.n; k++) {
		const struct last_note *x = &below->lasts.at[k];
		if (x->told)
			add_count(l, (struct count){x->func, x->inst, x->counter, inst});
	}
}

/* Loaded from the counter, right after the step. */
static bool is_loaded_next(const struct lasts *l, const struct ir_inst *load, uint32_t inst)
{
	const struct ir_inst *step = ir_inst_at(l->p, l->fn, l->at->inst);
	int64_t there = 0, here = 0;
	if (step->op != OP_STORE || inst < l->at->inst ||
	    ir_base_of(l->p, l->fn, step->a, 0, &there) !=
		    ir_base_of(l->p, l->fn, load->a, 0, &here) || there != here)
		return false;
	for (uint32_t k = l->at->inst; k < inst; k++)
		if (ir_inst_at(l->p, l->fn, k)->op == OP_CALL)
			return false;
	return true;
}

/* Is it a number of the counter at hand, maybe with a constant added? */
static bool is_number(const struct lasts *l, ir_val v)
{
	int64_t k;
	v = ir_without_casts(l->p, l->fn, v);
	if (ir_val_tag(v) != VAL_INST || l->at->call != UINT32_MAX)
		return false;
	uint32_t inst = ir_val_index(v);
	const struct ir_inst *i = ir_inst_at(l->p, l->fn, inst);
	const struct ir_inst *step = ir_inst_at(l->p, l->fn, l->at->inst);
	if (inst == l->at->inst || (step->op == OP_STORE && v == step->b))
		return true;
	if (i->op == OP_LOAD)
		return ir_step_from(l->p, l->fn, inst) == l->at->inst || is_loaded_next(l, i, inst);
	return i->op == OP_ARITH && i->sub == ARITH_ADD && ir_val_int(l->p, i->b, &k) &&
	       is_number(l, i->a);
}

/* ---- tests ---- */

static bool implies(const struct lasts *l, uint32_t block, ir_val v, bool is, uint32_t depth);

static bool phi_implies(const struct lasts *l, const struct ir_inst *i, bool is, uint32_t depth)
{
	for (uint32_t k = 0; k < i->arg_count; k += 2)
		if (!implies(l, l->p->operands.at[i->args + k],
			     l->p->operands.at[i->args + k + 1], is, depth + 1))
			return false;
	return i->arg_count;
}

static bool compare_implies(const struct lasts *l, uint32_t block, const struct ir_inst *i,
			    bool is, uint32_t depth)
{
	int64_t k;
	if (!ir_val_int(l->p, i->b, &k))
		return false;
	if ((i->sub == CMP_LE || i->sub == CMP_LT) && is) /* none is left */
		return k <= 1 && is_number(l, i->a);
	if (i->sub != CMP_EQ && i->sub != CMP_NE)
		return false;
	bool equal = (i->sub == CMP_EQ) == is;
	if (equal && is_number(l, i->a))
		return true;
	return (!k || equal) && implies(l, block, i->a, k ? true : !equal, depth + 1);
}

/* If the value is other than zero there (or zero), has the last one come there? */
static bool implies(const struct lasts *l, uint32_t block, ir_val v, bool is, uint32_t depth)
{
	int64_t k;
	if (ir_val_int(l->p, v, &k))
		return (k != 0) != is || !l->seen[block];
	if (ir_val_tag(v) != VAL_INST || depth == MAX_DEPTH)
		return !l->seen[block];
	const struct ir_inst *i = ir_inst_at(l->p, l->fn, ir_val_index(v));
	if ((!is && is_number(l, v)) || !l->seen[block])
		return true;
	switch (i->op) {
	case OP_COMPARE:
		return compare_implies(l, block, i, is, depth);
	case OP_CAST:
		return implies(l, block, i->a, is, depth + 1);
	case OP_ARITH:
		return i->sub == ARITH_XOR && i->size <= 1 && ir_val_int(l->p, i->b, &k) && k & 1 &&
		       implies(l, block, i->a, !is, depth + 1);
	case OP_PHI:
		return phi_implies(l, i, is, depth);
	case OP_CALL:
		return is && ir_val_index(v) == l->at->call;
	default:
		return false;
	}
}

static bool is_for_last(const struct lasts *l, uint32_t from, uint32_t to)
{
	const struct ir_inst *t = ir_terminator(l->p, l->fn, from);
	return t->op == OP_BRANCH && t->b != t->c && implies(l, from, t->a, t->b == to, 0);
}

/* ---- what the last one does ---- */

/* How many blocks do others reach? */
static uint32_t find_seen(struct lasts *l, bool *seen)
{
	const struct ir_ways *next = &note_edges(l->n)->next;
	uint32_t left = 1, count = 1;
	memset(seen, 0, l->fn->block_count * sizeof(bool));
	seen[0] = true;
	l->work[0] = 0;
	while (left) {
		uint32_t at = l->work[--left];
		for (uint32_t e = next->at[at]; e < next->at[at + 1]; e++) {
			uint32_t to = next->to[e];
			if (seen[to] || is_for_last(l, at, to))
				continue;
			seen[to] = true;
			l->work[left++] = to;
			count++;
		}
	}
	return count;
}

static bool tells(const struct lasts *l)
{
	bool some = false;
	for (uint32_t b = 0; b < l->fn->block_count; b++) {
		const struct ir_inst *t = ir_terminator(l->p, l->fn, b);
		int64_t k;
		if (t->op != OP_RET)
			continue;
		if (!t->a || !implies(l, b, t->a, true, 0))
			return false;
		some |= !ir_val_int(l->p, t->a, &k);
	}
	return some;
}

static void list_last(struct lasts *l)
{
	struct noter *n = l->n;
	struct last_note x = {.func = l->at->func, .inst = l->at->inst,
			      .counter = l->at->counter};
	for (uint32_t b = 0; b < l->fn->block_count; b++) {
		const struct ir_block *k = ir_block_at(l->p, l->fn, b);
		uint32_t end = k->inst_first + k->inst_count;
		if (l->seen[b])
			continue;
		if (x.end && x.end == k->inst_first) {
			vec_last(&n->lasts).end = x.end = end;
			continue;
		}
		x.first = k->inst_first;
		x.end = end;
		vec_push(&n->lasts, x);
	}
	if (tells(l)) {
		x.first = x.end = 0;
		x.told = true;
		vec_push(&n->lasts, x);
	}
}

static void look_at(struct lasts *l, const struct count *c)
{
	uint32_t blocks = l->fn->block_count, count = blocks;
	bool *next = arena_alloc(l->n->scratch, blocks * sizeof(bool));
	l->at = c;
	memset(l->seen, true, blocks * sizeof(bool));
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t now = find_seen(l, next);
		memcpy(l->seen, next, blocks * sizeof(bool));
		if (now == count)
			break;
		count = now;
	}
	list_last(l);
}

void note_lasts(struct noter *n)
{
	struct lasts l = {.n = n, .p = n->p, .fn = n->fn};
	for (uint32_t i = 0; i < n->s->open.n; i++)
		find_own(&l, &n->s->open.at[i]);
	for (uint32_t i = 0; i < n->s->closed.n; i++)
		find_own(&l, &n->s->closed.at[i]);
	for (uint32_t i = 0; i < n->fn->inst_count; i++)
		find_told(&l, i);
	if (!l.count)
		return;
	l.seen = ARENA_ARRAY(n->scratch, bool, n->fn->block_count);
	l.work = arena_alloc(n->scratch, (n->fn->block_count + 1u) * sizeof(uint32_t));
	for (uint32_t i = 0; i < l.count; i++)
		look_at(&l, &l.counts[i]);
}
