/* SPDX-License-Identifier: MIT */
/*
 * What a loop may change, seen before it has been gone through once. A load whose
 * content the loop itself may change gets a name of its own at its first visit, and what
 * is known of a variable in the first round only is not kept: found out in the second
 * round, either would send the loop round once more.
 *
 * Nothing depends on this being exact: what is not foreseen is found out later.
 */
#include "analysis/state/memory.h"

/* The outermost loop around that block, or NO_LOOP. */
static uint32_t outermost(const struct frame *fr, uint32_t block)
{
	uint32_t loop = fr->loop_of[block];
	while (loop != NO_LOOP && fr->loops.at[loop].parent != NO_LOOP)
		loop = fr->loops.at[loop].parent;
	return loop;
}

static void note_changed(struct frame *fr, uint32_t loop, cell_id c)
{
	if (c)
		map_put(&fr->loop_changes, map_key2(loop, c), 1);
}

static void note_calls(struct frame *fr, uint32_t loop, uint32_t inst)
{
	uint32_t n;
	const struct callgraph *g = fr->in->callgraph;
	const struct call_edge *e = callgraph_at(g, fr->func, inst, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (e[i].kind == EDGE_CREATE || e[i].kind == EDGE_LATER ||
		    callgraph_is_cut(g, fr->func, e[i].callee))
			continue;
		struct loop_call c = {loop, g->component[e[i].callee]};
		bool seen = false;
		for (uint32_t k = fr->loop_calls.n; k-- > 0 && !seen;)
			seen = fr->loop_calls.at[k].component == c.component &&
			       fr->loop_calls.at[k].loop == c.loop;
		if (!seen)
			vec_push(&fr->loop_calls, c);
	}
}

/* Nothing will be known of it unless it is compared. */
static bool is_new_value(const struct frame *fr, ir_val v, const bool *compared)
{
	if (ir_val_tag(v) != VAL_INST || compared[ir_val_index(v)])
		return false;
	enum ir_op op = ir_inst_at(fr->p, fr->fn, ir_val_index(v))->op;
	return op == OP_LOAD || op == OP_ARITH || op == OP_CALL;
}

/* Does each round but the first begin with a value of which nothing is known? What is known
 * of the first would only send the loop round again to be forgotten. */
static bool is_unsteady(const struct frame *fr, uint32_t header, const struct ir_inst *phi,
			const bool *compared)
{
	const ir_val *args = &fr->p->operands.at[phi->args];
	bool any = false;
	for (uint32_t a = 0; a + 1 < phi->arg_count; a += 2) {
		uint32_t from = fr->position[args[a]];
		if (from == UINT32_MAX || from < fr->position[header])
			continue;
		any = true;
		if (!is_new_value(fr, args[a + 1], compared))
			return false;
	}
	return any;
}

static bool *find_compared(struct frame *fr)
{
	bool *compared = ARENA_ARRAY(fr->scratch, bool, fr->fn->inst_count);
	for (uint32_t k = 0; k < fr->fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
		bool tests = i->op == OP_COMPARE || i->op == OP_BRANCH || i->op == OP_SWITCH ||
			     i->op == OP_CAST;
		if (tests && ir_val_tag(i->a) == VAL_INST)
			compared[ir_val_index(i->a)] = true;
		if (i->op == OP_COMPARE && ir_val_tag(i->b) == VAL_INST)
			compared[ir_val_index(i->b)] = true;
	}
	return compared;
}

static void find_unsteady(struct frame *fr)
{
	fr->unsteady = ARENA_ARRAY(fr->scratch, bool, fr->fn->inst_count);
	bool *compared = fr->loops.n > 1 ? find_compared(fr) : NULL;
	for (uint32_t l = 1; l < fr->loops.n; l++) {
		uint32_t header = fr->loops.at[l].header;
		const struct ir_block *b = ir_block_at(fr->p, fr->fn, header);
		for (uint32_t k = b->inst_first; k < b->inst_first + b->inst_count; k++) {
			const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, k);
			if (i->op != OP_PHI)
				break;
			fr->unsteady[k] = is_unsteady(fr, header, i, compared);
		}
	}
}

void foresee_begin(struct frame *fr)
{
	find_unsteady(fr);
	map_clear(&fr->loop_changes);
	vec_clear(&fr->loop_calls);
	for (uint32_t i = 0; i < fr->order_count && fr->loops.n > 1; i++) {
		uint32_t loop = outermost(fr, fr->order[i]);
		const struct ir_block *b = ir_block_at(fr->p, fr->fn, fr->order[i]);
		if (loop == NO_LOOP)
			continue;
		for (uint32_t k = b->inst_first; k < b->inst_first + b->inst_count; k++) {
			const struct ir_inst *x = ir_inst_at(fr->p, fr->fn, k);
			if (x->op == OP_STORE || x->op == OP_RMW || x->op == OP_CMPXCHG)
				note_changed(fr, loop, pointers_cell_of_address(
							       fr->pt, fr->func, x->a));
			else if (x->op == OP_CALL)
				note_calls(fr, loop, k);
		}
	}
}

bool foresee_is_from_before(const struct frame *fr, uint32_t inst, const path_id *values,
			    uint32_t n)
{
	uint32_t loop = fr->loops.n > 1 ? outermost(fr, frame_block_of(fr, inst)) : NO_LOOP;
	if (loop == NO_LOOP)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (flow_mentions_loop(fr, loop, values[i], true))
			return false;
	return true;
}

bool foresee_change(struct frame *fr, uint32_t inst, cell_id c)
{
	enum { NO = 2, YES = 1 };
	uint32_t loop = fr->loops.n > 1 ? outermost(fr, frame_block_of(fr, inst)) : NO_LOOP;
	if (loop == NO_LOOP || !c || c == ALIAS_MIXED)
		return false;
	uint32_t known = map_get(&fr->loop_changes, map_key2(loop, c), 0);
	for (uint32_t i = 0; i < fr->loop_calls.n && !known; i++)
		if (fr->loop_calls.at[i].loop == loop &&
		    memory_is_modified_by(fr, fr->loop_calls.at[i].component, c))
			known = YES;
	if (!known)
		known = NO;
	map_put(&fr->loop_changes, map_key2(loop, c), known);
	return known == YES;
}
