/* SPDX-License-Identifier: MIT */
/*
 * Loops that count in memory: for (n = 0; n < 8; n++) where n is a variable that others see,
 * or a member. The load that the test asks takes the part of the counting phi if each round
 * adds to that place once, nothing else in the loop writes it, and no other thread does.
 * Likewise while (n > 0) join(ids[--n]), which goes down.
 */
#include "analysis/state/memory.h"
#include "analysis/whole/modified.h"
#include "analysis/whole/writers.h"
#include "ir/address.h"
#include "ir/step.h"

struct counter {
	struct frame *fr;
	uint32_t loop;
	ir_val at;	/* the address, as the test has it */
	cell_id cell;
	uint32_t store; /* of the step; UINT32_MAX: not found yet */
	bool down;	/* the step is -1 */
};

/* A place that is the same in every round. */
static bool is_steady(const struct counter *c, ir_val address)
{
	int64_t bytes = 0;
	ir_val base = ir_base_of(c->fr->p, c->fr->fn, address, BASE_CASTS, &bytes);
	return ir_val_tag(base) != VAL_INST ||
	       !flow_loop_contains(c->fr, c->loop, frame_block_of(c->fr, ir_val_index(base)));
}

static bool is_there(const struct counter *c, ir_val address)
{
	int64_t x = 0, y = 0;
	return ir_base_of(c->fr->p, c->fr->fn, address, BASE_CASTS, &x) ==
		       ir_base_of(c->fr->p, c->fr->fn, c->at, BASE_CASTS, &y) && x == y;
}

/* Only stores of this thread change it, and we see them all. */
static bool is_ours(const struct counter *c)
{
	sym_id start = ir_find_symbol(c->fr->p, "main");
	return c->cell && c->cell != ALIAS_MIXED && start && c->fr->p->symbols.at[start].func &&
	       !modified_has(c->fr->by_threads, c->cell) &&
	       writers_are_stores(c->fr, c->fr->func, c->at);
}

static bool calls_write(const struct counter *c, uint32_t inst)
{
	uint32_t n;
	const struct callgraph *g = c->fr->in->callgraph;
	const struct call_edge *e = callgraph_at(g, c->fr->func, inst, &n);
	for (uint32_t i = 0; i < n; i++)
		if (e[i].kind != EDGE_CREATE && e[i].kind != EDGE_LATER &&
		    memory_is_modified_by(c->fr, g->component[e[i].callee], c->cell))
			return true;
	return false;
}

static bool may_write(const struct counter *c, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(c->fr->p, c->fr->fn, inst);
	if (i->op == OP_CALL)
		return calls_write(c, inst);
	if (i->op != OP_STORE && i->op != OP_RMW && i->op != OP_CMPXCHG && i->op != OP_COPY &&
	    i->op != OP_SET)
		return false;
	cell_id written = pointers_cell_of_address(c->fr->pt, c->fr->func, i->a);
	return !written || written == ALIAS_MIXED || written == c->cell;
}

/* The store of n + step, once in each round. */
static bool is_step(const struct counter *c, uint32_t inst)
{
	const struct ir_inst *i = ir_inst_at(c->fr->p, c->fr->fn, inst);
	uint32_t block = frame_block_of(c->fr, inst);
	int64_t step = ir_step_of(c->fr->p, c->fr->fn, inst);
	return i->op == OP_STORE && is_there(c, i->a) && !i->order &&
	       (c->down ? step == -1 : step > 0) && c->fr->loop_of[block] == c->loop &&
	       flow_in_every_round(c->fr, c->loop, block);
}

static bool find_step(struct counter *c)
{
	c->store = UINT32_MAX;
	for (uint32_t b = 0; b < c->fr->order_count; b++) {
		const struct ir_block *k = ir_block_at(c->fr->p, c->fr->fn, c->fr->order[b]);
		if (!flow_loop_contains(c->fr, c->loop, c->fr->order[b]))
			continue;
		for (uint32_t i = k->inst_first; i < k->inst_first + k->inst_count; i++) {
			if (!may_write(c, i))
				continue;
			if (c->store != UINT32_MAX || !is_step(c, i))
				return false;
			c->store = i;
		}
	}
	return c->store != UINT32_MAX;
}

/* Where control comes from, if there is one way only; of a loop's header, from outside. */
static uint32_t only_way_to(const struct frame *fr, uint32_t block, uint32_t loop)
{
	uint32_t from = UINT32_MAX;
	for (uint32_t k = fr->pred_at[block]; k < fr->pred_at[block + 1]; k++) {
		if (loop != NO_LOOP && flow_loop_contains(fr, loop, fr->preds[k]))
			continue;
		if (from != UINT32_MAX)
			return UINT32_MAX;
		from = fr->preds[k];
	}
	return from;
}

/* The value that was stored there before the loop; 0: not known, or that of the caller. */
static ir_val value_before(const struct counter *c, bool *callers)
{
	const struct frame *fr = c->fr;
	uint32_t header = fr->loops.at[c->loop].header, block = only_way_to(fr, header, c->loop);
	*callers = false;
	for (uint32_t n = 0; block != UINT32_MAX && n < fr->order_count; n++) {
		const struct ir_block *b = ir_block_at(fr->p, fr->fn, block);
		for (uint32_t k = b->inst_count; k-- > 0;) {
			const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, b->inst_first + k);
			if (i->op == OP_STORE && is_there(c, i->a) && !i->order)
				return i->b;
			if (may_write(c, b->inst_first + k))
				return 0;
		}
		*callers = block == fr->order[0];
		block = *callers ? UINT32_MAX : only_way_to(fr, block, NO_LOOP);
	}
	return 0;
}

/* The load that the test at the head of the loop compares, + 1. */
static uint32_t tested_load(const struct frame *fr, const struct loop *l)
{
	const struct ir_inst *t = ir_terminator(fr->p, fr->fn, l->header);
	ir_val cond = t->op == OP_BRANCH ? ir_without_casts(fr->p, fr->fn, t->a) : 0;
	if (ir_val_tag(cond) != VAL_INST)
		return 0;
	const struct ir_inst *cmp = ir_inst_at(fr->p, fr->fn, ir_val_index(cond));
	ir_val v = cmp->op == OP_COMPARE ? ir_without_casts(fr->p, fr->fn, cmp->a) : 0;
	if (ir_val_tag(v) == VAL_CONST)
		v = ir_without_casts(fr->p, fr->fn, cmp->b);
	if (ir_val_tag(v) != VAL_INST || frame_block_of(fr, ir_val_index(v)) != l->header)
		return 0;
	const struct ir_inst *load = ir_inst_at(fr->p, fr->fn, ir_val_index(v));
	return load->op == OP_LOAD && !load->order && !(load->flags & INSTF_BITFIELD)
		       ? ir_val_index(v) + 1
		       : 0;
}

/* The counter whose load the loop tests, before its step. */
static bool find_counter(struct counter *c, const struct loop *l, uint32_t load)
{
	struct frame *fr = c->fr;
	if (!load)
		return false;
	c->at = ir_inst_at(fr->p, fr->fn, load - 1)->a;
	c->cell = pointers_cell_of_address(fr->pt, fr->func, c->at);
	return is_steady(c, c->at) && is_ours(c) && find_step(c) &&
	       !(frame_block_of(fr, c->store) == l->header && c->store < load);
}

bool counter_in_memory(struct frame *fr, struct loop *l)
{
	uint32_t load = tested_load(fr, l);
	struct counter c = {.fr = fr, .loop = (uint32_t)(l - fr->loops.at)};
	bool callers;
	ir_val first = find_counter(&c, l, load) ? value_before(&c, &callers) : 0;
	if (!first)
		return false;
	l->first = first;
	l->induction = load;
	l->step = ir_step_of(fr->p, fr->fn, c.store);
	return true;
}

bool counter_falls_in_memory(struct frame *fr, struct loop *l)
{
	uint32_t load = tested_load(fr, l);
	struct counter c = {.fr = fr, .loop = (uint32_t)(l - fr->loops.at), .down = true};
	if (!find_counter(&c, l, load))
		return false;
	bool callers;
	ir_val first = value_before(&c, &callers);
	l->falling = load;
	l->falls_from = first ? first : c.at;
	l->falls_there = !first;
	l->falls_likely = !first && !callers;
	return true;
}

/* ---- rounds ---- */

/* Does it call functions of the program, which may create threads for their part? */
static bool calls_some(const struct frame *fr, uint32_t inst)
{
	uint32_t n;
	const struct call_edge *e = callgraph_at(fr->in->callgraph, fr->func, inst, &n);
	for (uint32_t i = 0; i < n; i++)
		if (e[i].kind != EDGE_CREATE && e[i].kind != EDGE_LATER)
			return true;
	return false;
}

/* Those of functions below that have no name may come through one call or another. */
static bool may_be_of(const struct frame *fr, const struct fork *f, uint32_t inst)
{
	if (join_is_nameless(f))
		return f->flags & FORKF_REST || calls_some(fr, inst);
	return f->via ? f->via - 1 == inst : f->func == fr->func && f->inst == inst;
}

bool counter_has_threads(const struct frame *fr, uint64_t running, uint32_t inst)
{
	for (uint32_t i = 0; running && i < fr->forks.n; i++)
		if (running & summary_fork_bit(i) && may_be_of(fr, &fr->forks.at[i], inst))
			return true;
	return false;
}

/* At the head of a counting loop, the thread of this index is still to come. */
void counter_begins(struct frame *fr, struct state *s, uint32_t header, enum ir_op op)
{
	for (uint32_t i = 0; i < fr->creating.n; i++) {
		uint32_t loop = fr->loop_of[frame_block_of(fr, fr->creating.at[i])];
		const struct loop *l = &fr->loops.at[loop];
		if (l->header == header &&
		    !counter_has_threads(fr, l->entered, fr->creating.at[i]) &&
		    ir_inst_at(fr->p, fr->fn, l->induction - 1)->op == op)
			state_absent(fr, s, fr->creating.at[i],
				     frame_value_leaf(fr, l->induction - 1));
	}
}
