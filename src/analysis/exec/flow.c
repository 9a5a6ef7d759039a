/* SPDX-License-Identifier: MIT */
/*
 * Control flow of one function: reverse postorder, dominators (Cooper, Harvey,
 * Kennedy), natural loops and counting loops. All iterative: generated code has
 * functions with tens of thousands of blocks.
 */
#include "analysis/exec/flow.h"

#include <string.h>

#include "analysis/exec/frame.h"
#include "ir/address.h"
#include "ir/convert.h"

static void find_blocks(struct frame *fr)
{
	fr->block_of = arena_alloc(fr->scratch, (fr->fn->inst_count + 1) * sizeof(uint32_t));
	for (uint32_t i = 0; i < fr->fn->block_count; i++) {
		const struct ir_block *b = ir_block_at(fr->p, fr->fn, i);
		for (uint32_t k = 0; k < b->inst_count; k++)
			fr->block_of[b->inst_first + k] = i;
	}
}

struct visit {
	uint32_t block, left; /* successors to be gone to */
};

static struct visit visit(const struct frame *fr, uint32_t block)
{
	return (struct visit){block, fr->next.at[block + 1] - fr->next.at[block]};
}

/* The last successor first: then the body of a loop, which its test names before
 * what follows, comes before that. */
static void find_order(struct frame *fr)
{
	uint32_t blocks = fr->fn->block_count, post = blocks, depth = 0;
	struct visit *stack = ARENA_ARRAY(fr->scratch, struct visit, blocks + 1);
	uint32_t *order = ARENA_ARRAY(fr->scratch, uint32_t, blocks + 1);
	bool *seen = ARENA_ARRAY(fr->scratch, bool, blocks);
	stack[depth++] = visit(fr, 0);
	seen[0] = true;
	while (depth > 0) {
		struct visit *v = &stack[depth - 1];
		if (!v->left) {
			order[--post] = v->block;
			depth--;
			continue;
		}
		uint32_t next = fr->next.to[fr->next.at[v->block] + --v->left];
		if (seen[next])
			continue;
		seen[next] = true;
		stack[depth++] = visit(fr, next);
	}
	fr->order = order + post;
	fr->order_count = blocks - post;
	fr->position = ARENA_ARRAY(fr->scratch, uint32_t, blocks);
	memset(fr->position, 0xff, blocks * sizeof(uint32_t));
	for (uint32_t i = 0; i < fr->order_count; i++)
		fr->position[fr->order[i]] = i;
}

static void find_preds(struct frame *fr)
{
	uint32_t blocks = fr->fn->block_count;
	const uint32_t *at = fr->next.at, *to = fr->next.to;
	fr->pred_at = ARENA_ARRAY(fr->scratch, uint32_t, blocks + 2);
	for (uint32_t i = 0; i < fr->order_count; i++)
		for (uint32_t e = at[fr->order[i]]; e < at[fr->order[i] + 1]; e++)
			fr->pred_at[to[e] + 2]++;
	for (uint32_t b = 0; b < blocks; b++)
		fr->pred_at[b + 2] += fr->pred_at[b + 1];
	fr->preds = ARENA_ARRAY(fr->scratch, uint32_t, fr->pred_at[blocks + 1] + 1);
	for (uint32_t i = 0; i < fr->order_count; i++)
		for (uint32_t e = at[fr->order[i]]; e < at[fr->order[i] + 1]; e++)
			fr->preds[fr->pred_at[to[e] + 1]++] = fr->order[i];
}

static uint32_t intersect(const struct frame *fr, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (fr->position[a] > fr->position[b])
			a = fr->idom[a];
		while (fr->position[b] > fr->position[a])
			b = fr->idom[b];
	}
	return a;
}

static void find_dominators(struct frame *fr)
{
	bool changed = true;
	fr->idom = ARENA_ARRAY(fr->scratch, uint32_t, fr->fn->block_count);
	memset(fr->idom, 0xff, fr->fn->block_count * sizeof(uint32_t));
	fr->idom[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 1; i < fr->order_count; i++) {
			uint32_t b = fr->order[i], best = UINT32_MAX;
			for (uint32_t k = fr->pred_at[b]; k < fr->pred_at[b + 1]; k++) {
				uint32_t pred = fr->preds[k];
				if (fr->idom[pred] == UINT32_MAX)
					continue;
				best = best == UINT32_MAX ? pred : intersect(fr, best, pred);
			}
			if (best != UINT32_MAX && fr->idom[b] != best) {
				fr->idom[b] = best;
				changed = true;
			}
		}
	}
}

bool flow_dominates(const struct frame *fr, uint32_t a, uint32_t b)
{
	while (fr->position[b] > fr->position[a])
		b = fr->idom[b];
	return a == b;
}

/* Marks the blocks of the natural loop of one back edge; inner loops first, so
 * a block already in a loop leads to that loop's outermost known ancestor. */
static void mark_loop(struct frame *fr, uint32_t loop, uint32_t latch, uint32_t *stack)
{
	uint32_t n = 0, header = fr->loops.at[loop].header;
	stack[n++] = latch;
	while (n > 0) {
		uint32_t b = stack[--n], inner = fr->loop_of[b];
		if (inner == loop)
			continue;
		if (inner == NO_LOOP) {
			fr->loop_of[b] = loop;
		} else {
			while (fr->loops.at[inner].parent != NO_LOOP &&
			       fr->loops.at[inner].parent != loop)
				inner = fr->loops.at[inner].parent;
			if (inner == loop || fr->loops.at[inner].parent == loop)
				continue;
			fr->loops.at[inner].parent = loop;
			b = fr->loops.at[inner].header;
		}
		if (b == header)
			continue;
		for (uint32_t k = fr->pred_at[b]; k < fr->pred_at[b + 1]; k++)
			stack[n++] = fr->preds[k];
	}
}

/* A jump into the middle of a loop: everything between counts as inside. Those before
 * 'first' are marked; returns the first that is not. */
static uint32_t mark_irreducible(struct frame *fr, uint32_t loop, uint32_t first,
				 uint32_t latch)
{
	uint32_t end = fr->position[latch] + 1;
	for (uint32_t i = first; i < end; i++)
		if (fr->loop_of[fr->order[i]] == NO_LOOP)
			fr->loop_of[fr->order[i]] = loop;
	return first > end ? first : end;
}

bool flow_loop_contains(const struct frame *fr, uint32_t loop, uint32_t block)
{
	uint32_t l = fr->loop_of[block];
	while (l != NO_LOOP && l != loop)
		l = fr->loops.at[l].parent;
	return l == loop;
}

struct round {
	const struct frame *fr;
	uint32_t loop;
	bool head;
};

static bool is_of_round(const void *context, const struct path *value)
{
	const struct round *r = context;
	const struct frame *fr = r->fr;
	if (value->a != fr->func || value->b & VALUE_PARAM)
		return false;
	uint32_t block = frame_block_of(fr, value->b);
	return flow_loop_contains(fr, r->loop, block) &&
	       (r->head || block != fr->loops.at[r->loop].header ||
		ir_inst_at(fr->p, fr->fn, value->b)->op != OP_PHI);
}

bool flow_mentions_loop(const struct frame *fr, uint32_t loop, path_id p, bool head)
{
	struct round r = {fr, loop, head};
	return path_has_value(&fr->paths, p, is_of_round, &r);
}

/* Headers in reverse of the order: inner loops come before outer ones. */
static void find_loops(struct frame *fr)
{
	uint32_t edges = fr->pred_at[fr->fn->block_count];
	uint32_t *stack = ARENA_ARRAY(fr->scratch, uint32_t,
				      (size_t)edges + fr->fn->block_count + 2);
	fr->loop_of = ARENA_ARRAY(fr->scratch, uint32_t, fr->fn->block_count);
	fr->loops.n = 0;
	vec_push(&fr->loops, ((struct loop){0}));
	for (uint32_t i = fr->order_count; i-- > 0;) {
		uint32_t h = fr->order[i], loop = NO_LOOP, marked = i;
		for (uint32_t k = fr->pred_at[h]; k < fr->pred_at[h + 1]; k++) {
			uint32_t latch = fr->preds[k];
			if (fr->position[latch] < fr->position[h])
				continue;
			if (loop == NO_LOOP) {
				loop = fr->loops.n;
				vec_push(&fr->loops, ((struct loop){.header = h}));
				if (fr->loop_of[h] == NO_LOOP)
					fr->loop_of[h] = loop;
			}
			if (fr->position[latch] > fr->loops.at[loop].last)
				fr->loops.at[loop].last = fr->position[latch];
			if (flow_dominates(fr, h, latch))
				mark_loop(fr, loop, latch, stack);
			else
				marked = mark_irreducible(fr, loop, marked, latch);
		}
	}
}

/* From the header of a loop to its last block there may be blocks that do not belong to
 * it; loops that overlap so are one region. */
static void find_regions(struct frame *fr)
{
	fr->region_end = ARENA_ARRAY(fr->scratch, uint32_t, fr->order_count + 1);
	for (uint32_t l = 1; l < fr->loops.n; l++) {
		uint32_t *end = &fr->region_end[fr->position[fr->loops.at[l].header]];
		if (*end <= fr->loops.at[l].last)
			*end = fr->loops.at[l].last + 1;
	}
	for (uint32_t first = 0, at; first < fr->order_count; first = at) {
		uint32_t end = fr->region_end[first];
		for (at = first; at < end; at++)
			if (fr->region_end[at] > end)
				end = fr->region_end[at];
		for (at = first; at < end; at++)
			fr->region_end[at] = end;
		if (at == first)
			fr->region_end[at++] = first;
	}
}

/* Inner loops have lower numbers, and come first. */
static void find_ends(struct frame *fr)
{
	fr->loop_ending = ARENA_ARRAY(fr->scratch, uint32_t, fr->order_count + 1);
	for (uint32_t l = fr->loops.n; l-- > 1;) {
		struct loop *loop = &fr->loops.at[l];
		loop->next_ending = fr->loop_ending[loop->last];
		fr->loop_ending[loop->last] = l;
	}
}

/* The value before it was cast, if it has lost no bytes that the counter has. */
static ir_val without_casts(const struct frame *fr, ir_val v, uint32_t bytes)
{
	for (ir_val x = v; ir_val_tag(x) == VAL_INST;) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, ir_val_index(x));
		if (i->op != OP_CAST)
			break;
		if (i->sub == CAST_TRUNC && i->size < bytes)
			return v;
		x = i->a;
	}
	return ir_without_casts(fr->p, fr->fn, v);
}

/* phi(first, phi + by)? */
static bool is_going_on(const struct frame *fr, const struct loop *l, uint32_t phi,
			ir_val *first, ir_val *by)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, phi);
	ir_val back = 0, itself = ir_val_make(VAL_INST, phi);
	if (i->op != OP_PHI || i->arg_count != 4)
		return false;
	for (uint32_t k = 0; k < 4; k += 2) {
		uint32_t from = fr->p->operands.at[i->args + k];
		ir_val v = fr->p->operands.at[i->args + k + 1];
		if (flow_loop_contains(fr, (uint32_t)(l - fr->loops.at), from))
			back = without_casts(fr, v, i->size);
		else
			*first = v;
	}
	if (ir_val_tag(back) != VAL_INST)
		return false;
	const struct ir_inst *add = ir_inst_at(fr->p, fr->fn, ir_val_index(back));
	if (add->op != OP_ARITH || add->sub != ARITH_ADD)
		return false;
	bool swapped = ir_without_casts(fr->p, fr->fn, add->b) == itself;
	*by = swapped ? add->a : add->b;
	return swapped || ir_without_casts(fr->p, fr->fn, add->a) == itself;
}

/* The last number for which 'index > number' is true, and the like. */
static bool above(enum ir_compare c, int64_t number, int64_t *last)
{
	*last = c == CMP_GE ? number : number + 1;
	return c == CMP_GT || c == CMP_GE || ((c == CMP_UGT || c == CMP_NE) && number == 0);
}

/* 0 < index is index > 0. */
static enum ir_compare turned_round(enum ir_compare c)
{
	switch (c) {
	case CMP_LT: return CMP_GT;
	case CMP_LE: return CMP_GE;
	case CMP_ULT: return CMP_UGT;
	case CMP_ULE: return CMP_UGE;
	case CMP_GT: return CMP_LT;
	case CMP_GE: return CMP_LE;
	case CMP_UGT: return CMP_ULT;
	case CMP_UGE: return CMP_ULE;
	default: return c;
	}
}

/* The header's test 'index > number' leaves the loop when false. */
static void find_end_of_fall(const struct frame *fr, struct loop *l)
{
	enum { WORD = 4 };
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, l->header);
	uint32_t loop = (uint32_t)(l - fr->loops.at);
	ir_val cond = t->op == OP_BRANCH ? ir_without_casts(fr->p, fr->fn, t->a) : 0;
	ir_val phi = ir_val_make(VAL_INST, l->falling - 1);
	int64_t number;
	const struct ir_inst *cmp = ir_val_tag(cond) == VAL_INST
					    ? ir_inst_at(fr->p, fr->fn, ir_val_index(cond)) : NULL;
	bool turned = cmp && ir_without_casts(fr->p, fr->fn, cmp->b) == phi;
	if (cmp && cmp->op == OP_COMPARE &&
	    ir_without_casts(fr->p, fr->fn, turned ? cmp->b : cmp->a) == phi &&
	    ir_val_int(fr->p, turned ? cmp->a : cmp->b, &number) &&
	    above(turned ? turned_round(cmp->sub) : cmp->sub, number, &l->falls_to) &&
	    ir_inst_at(fr->p, fr->fn, l->falling - 1)->size >= WORD &&
	    flow_loop_contains(fr, loop, t->b) && !flow_loop_contains(fr, loop, t->c)) {
		l->exit_from = l->header;
		l->exit_to = t->c;
	} else {
		l->falling = 0;
	}
}

static bool is_counter(const struct frame *fr, struct loop *l, uint32_t phi)
{
	int64_t step;
	ir_val first = 0, by = 0;
	if (!is_going_on(fr, l, phi, &first, &by))
		return false;
	if (!ir_val_int(fr->p, by, &step)) {
		l->striding = phi + 1;
		l->strides_from = first;
		l->stride = by;
		return false;
	}
	if (step == -1 && !l->falling) {
		l->falling = phi + 1;
		l->falls_from = first;
		find_end_of_fall(fr, l);
	}
	if (step <= 0)
		return false;
	l->first = first;
	l->induction = phi + 1;
	l->step = step;
	return true;
}

static bool below(enum ir_compare c, int64_t *add)
{
	*add = c == CMP_LE || c == CMP_ULE;
	return c == CMP_LT || c == CMP_ULT || c == CMP_NE || *add;
}

/* while (index < bound && more): when the first is false, 'to' is entered with the
 * whole condition false, and leaves the loop. */
static bool leaves_through(const struct frame *fr, uint32_t loop, uint32_t from, uint32_t to)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, to);
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, to);
	ir_val cond = t->op == OP_BRANCH ? ir_without_casts(fr->p, fr->fn, t->a) : 0;
	uint32_t at = ir_val_index(cond);
	int64_t k = 1;
	if (ir_val_tag(cond) != VAL_INST || at < b->inst_first ||
	    at >= b->inst_first + b->inst_count || flow_loop_contains(fr, loop, t->c))
		return false;
	const struct ir_inst *phi = ir_inst_at(fr->p, fr->fn, at);
	for (uint32_t i = 0; phi->op == OP_PHI && i + 1 < phi->arg_count; i += 2)
		if (fr->p->operands.at[phi->args + i] == from)
			return ir_val_int(fr->p, fr->p->operands.at[phi->args + i + 1], &k) &&
			       k == 0;
	return false;
}

/* The header's test 'index < bound' leaves the loop when false. */
static void find_bound(const struct frame *fr, struct loop *l)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, l->header);
	uint32_t loop = (uint32_t)(l - fr->loops.at);
	ir_val cond = t->op == OP_BRANCH ? ir_without_casts(fr->p, fr->fn, t->a) : 0;
	if (ir_val_tag(cond) != VAL_INST)
		return;
	const struct ir_inst *cmp = ir_inst_at(fr->p, fr->fn, ir_val_index(cond));
	if (cmp->op != OP_COMPARE || !below(cmp->sub, &l->bound_add) ||
	    ir_without_casts(fr->p, fr->fn, cmp->a) != ir_val_make(VAL_INST, l->induction - 1))
		return;
	if (flow_loop_contains(fr, loop, t->b) && !flow_loop_contains(fr, loop, t->c)) {
		l->bound = cmp->b;
		l->exit_from = l->header;
		l->exit_to = t->c;
	} else if (flow_loop_contains(fr, loop, t->b) &&
		   leaves_through(fr, loop, l->header, t->c)) {
		l->bound = cmp->b; /* left earlier maybe: no edge tells that it is done */
		l->exit_from = l->exit_to = UINT32_MAX;
	}
}

static uint32_t size_of_counter(const struct frame *fr, uint32_t phi)
{
	return ir_inst_at(fr->p, fr->fn, phi)->size;
}

/* A counter of one or two bytes begins again at its end, unless its bound is less: a constant, or
 * as small as the counter itself. */
static bool may_go_round(const struct frame *fr, const struct loop *l)
{
	enum { WORD = 4 };
	uint32_t size = size_of_counter(fr, l->induction - 1);
	int64_t first, bound;
	if (size >= WORD || ir_inst_at(fr->p, fr->fn, l->induction - 1)->op != OP_PHI)
		return false;
	if (!ir_val_int(fr->p, l->first, &first) || first < 0)
		return true;
	if (ir_val_int(fr->p, l->bound, &bound))
		return l->step != 1 || bound + l->bound_add > INT64_C(1) << (8 * size - 1);
	uint32_t of_bound = ir_val_size(fr->p, fr->fn, ir_without_casts(fr->p, fr->fn, l->bound));
	return l->step != 1 || !of_bound || of_bound > size;
}

/* for (i = 0; i < n; i++), numbers with a sign: it is never below zero. */
static bool is_never_negative(const struct frame *fr, const struct loop *l)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, l->header);
	const struct ir_inst *cmp =
		ir_inst_at(fr->p, fr->fn, ir_val_index(ir_without_casts(fr->p, fr->fn, t->a)));
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, l->induction - 1);
	int64_t first;
	return i->op == OP_PHI && ir_val_int(fr->p, l->first, &first) && first >= 0 &&
	       (cmp->sub == CMP_LT || cmp->sub == CMP_LE);
}

/* for (i = 0; i < n; i++) { ...; made++; }: what begins and goes on like the index is equal
 * to it. */
static void find_twins(struct frame *fr, const struct loop *l)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, l->header);
	int64_t step, x, y;
	for (uint32_t k = b->inst_first; k < b->inst_first + b->inst_count; k++) {
		ir_val first = 0, by = 0;
		if (k + 1 != l->induction && is_going_on(fr, l, k, &first, &by) &&
		    size_of_counter(fr, k) >= size_of_counter(fr, l->induction - 1) &&
		    ir_val_int(fr->p, by, &step) && step == l->step &&
		    (first == l->first ||
		     (ir_val_int(fr->p, first, &x) && ir_val_int(fr->p, l->first, &y) && x == y)))
			fr->twin_of[k] = l->induction;
	}
}

static void find_counters(struct frame *fr)
{
	fr->counts_up = ARENA_ARRAY(fr->scratch, bool, fr->fn->inst_count);
	fr->twin_of = ARENA_ARRAY(fr->scratch, uint32_t, fr->fn->inst_count);
	for (uint32_t i = 1; i < fr->loops.n; i++) {
		struct loop *l = &fr->loops.at[i];
		const struct ir_block *b = ir_block_at(fr->p, fr->fn, l->header);
		for (uint32_t k = 0; k < b->inst_count; k++) {
			if (!is_counter(fr, l, b->inst_first + k))
				continue;
			find_bound(fr, l);
			if (l->bound && may_go_round(fr, l))
				l->bound = 0;
			if (l->bound) {
				find_twins(fr, l);
				break;
			}
			l->induction = 0;
		}
		if (!l->bound && counter_in_memory(fr, l))
			find_bound(fr, l);
		if (!l->bound && !l->falling && counter_falls_in_memory(fr, l))
			find_end_of_fall(fr, l);
		if (!l->bound)
			l->induction = 0;
		else if (is_never_negative(fr, l))
			fr->counts_up[l->induction - 1] = true;
	}
}

void flow_analyse(struct frame *fr)
{
	find_blocks(fr);
	ir_edges_next(&fr->next, fr->scratch, fr->p, fr->fn);
	find_order(fr);
	find_preds(fr);
	find_dominators(fr);
	find_loops(fr);
	find_ends(fr);
	find_regions(fr);
	find_counters(fr);
}

bool flow_entered_with(const struct frame *fr, uint32_t inst, uint32_t fork)
{
	uint32_t l = fr->loop_of[frame_block_of(fr, inst)];
	return l != NO_LOOP && fr->loops.at[l].entered & summary_fork_bit(fork);
}

bool flow_in_every_round(const struct frame *fr, uint32_t loop, uint32_t block)
{
	uint32_t h = fr->loops.at[loop].header;
	for (uint32_t k = fr->pred_at[h]; k < fr->pred_at[h + 1]; k++) {
		uint32_t latch = fr->preds[k];
		if (fr->position[latch] >= fr->position[h] && !flow_dominates(fr, block, latch))
			return false;
	}
	return true;
}
