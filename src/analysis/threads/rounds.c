/* SPDX-License-Identifier: MIT */
/*
 * Loops that do not join in every round:
 *
 *	for (i = 0; i < n; i++) if (wanted[i]) create(&ids[i]);
 *	for (i = 0; i < n; i++) if (wanted[i]) join(ids[i]);
 *
 * A round that does not join has nobody to join when the thread of that index was created
 * under the same test, or when its creation sets what is tested:
 *
 *	for (i = 0; i < n; i++) if (create(&w[i].id) == 0) w[i].started = 1;
 *	for (i = 0; i < n; i++) if (w[i].started) join(w[i].id);
 *
 * The id itself may be what is tested: creation stores one that is not zero.
 *
 * The tests are compared as they are written, with the one loop's index for the other's.
 * What they read must be written by nothing else from the first loop to the end of the second,
 * and by no other thread at all.
 */
#include "analysis/state/memory.h"
#include "analysis/whole/modified.h"
#include "analysis/result/range.h"

enum { DEPTH = 12, MAX_READ = 8 };

/* Two rounds with the same index, one of each loop. */
struct rounds {
	struct frame *fr;
	uint32_t a, b; /* loops */
	const struct ir_inst *flag; /* that the second loads, by that instruction; or NULL */
	uint32_t flag_inst;
	cell_id read[MAX_READ];
	uint32_t read_count;
	bool too_many; /* or threads write there */
};

bool rounds_condition(const struct frame *fr, uint32_t inst, uint32_t loop, struct condition *out)
{
	uint32_t block = frame_block_of(fr, inst);
	while (fr->pred_at[block + 1] - fr->pred_at[block] == 1) {
		uint32_t from = fr->preds[fr->pred_at[block]];
		if (!flow_loop_contains(fr, loop, from))
			return false;
		if (condition_of_edge(fr->p, fr->fn, from, block, out))
			return flow_in_every_round(fr, loop, from);
		if (ir_terminator(fr->p, fr->fn, from)->op != OP_JUMP)
			return false;
		block = from;
	}
	return false;
}

/* ---- the same value ---- */

static void note_read(struct rounds *r, ir_val address)
{
	cell_id c = frame_alias(r->fr, frame_value(r->fr, address));
	if (!c || c == ALIAS_MIXED || r->read_count == MAX_READ ||
	    modified_has(r->fr->by_threads, c))
		r->too_many = true;
	else
		r->read[r->read_count++] = c;
}

static bool is_index(const struct frame *fr, ir_val v, uint32_t loop)
{
	return fr->loops.at[loop].induction &&
	       v == ir_val_make(VAL_INST, fr->loops.at[loop].induction - 1);
}

/* Found before both loops. */
static bool is_fixed(const struct rounds *r, ir_val v)
{
	uint32_t block = ir_val_tag(v) == VAL_INST ? frame_block_of(r->fr, ir_val_index(v)) : 0;
	return ir_val_tag(v) != VAL_INST ||
	       (!flow_loop_contains(r->fr, r->a, block) &&
		!flow_loop_contains(r->fr, r->b, block) &&
		flow_dominates(r->fr, block, r->fr->loops.at[r->a].header));
}

static bool same_value(struct rounds *r, ir_val x, ir_val y, uint32_t depth);

/* test ? yes : no, as a phi of what two ways from one branch bring. */
struct choice {
	ir_val test, yes, no;
};

/* The block whose branch decides whether control comes to the block from there; UINT32_MAX:
 * there is none. */
static uint32_t decides(const struct frame *fr, uint32_t from, uint32_t block,
			struct condition *out)
{
	if (ir_terminator(fr->p, fr->fn, from)->op == OP_JUMP &&
	    fr->pred_at[from + 1] - fr->pred_at[from] == 1) {
		block = from;
		from = fr->preds[fr->pred_at[from]];
	}
	return condition_of_edge(fr->p, fr->fn, from, block, out) ? from : UINT32_MAX;
}

static bool find_choice(const struct frame *fr, ir_val phi, struct choice *out)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, ir_val_index(phi));
	uint32_t block = frame_block_of(fr, ir_val_index(phi));
	const ir_val *args = fr->p->operands.at + i->args;
	struct condition first, second;
	if (i->arg_count != 4)
		return false;
	uint32_t at = decides(fr, args[0], block, &first);
	if (at == UINT32_MAX || decides(fr, args[2], block, &second) != at ||
	    first.when == second.when)
		return false;
	*out = (struct choice){first.test, args[first.when ? 1 : 3], args[first.when ? 3 : 1]};
	return true;
}

static bool same_choice(struct rounds *r, ir_val x, ir_val y, uint32_t depth)
{
	struct choice a, b;
	return find_choice(r->fr, x, &a) && find_choice(r->fr, y, &b) &&
	       same_value(r, a.test, b.test, depth) && same_value(r, a.yes, b.yes, depth) &&
	       same_value(r, a.no, b.no, depth);
}

static bool same_operands(struct rounds *r, const struct ir_inst *i, const struct ir_inst *j,
			  uint32_t depth)
{
	switch (i->op) {
	case OP_LOAD:
		note_read(r, i->a);
		return !(i->flags & INSTF_VOLATILE) && same_value(r, i->a, j->a, depth);
	case OP_CAST:
	case OP_OFFSET:
		return same_value(r, i->a, j->a, depth);
	case OP_INDEX:
	case OP_COMPARE:
	case OP_ARITH:
		return same_value(r, i->a, j->a, depth) && same_value(r, i->b, j->b, depth);
	default:
		return false;
	}
}

static bool same_value(struct rounds *r, ir_val x, ir_val y, uint32_t depth)
{
	const struct frame *fr = r->fr;
	if (is_index(fr, x, r->a) || is_index(fr, y, r->b))
		return is_index(fr, x, r->a) && is_index(fr, y, r->b);
	if (x == y)
		return r->a == r->b || is_fixed(r, x);
	if (ir_val_tag(x) != VAL_INST || ir_val_tag(y) != VAL_INST || !depth)
		return false;
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, ir_val_index(x));
	const struct ir_inst *j = ir_inst_at(fr->p, fr->fn, ir_val_index(y));
	if (i->op == OP_PHI && j->op == OP_PHI)
		return same_choice(r, x, y, depth - 1);
	return i->op == j->op && i->sub == j->sub && i->size == j->size && i->imm == j->imm &&
	       same_operands(r, i, j, depth - 1);
}

/* ---- what is written meanwhile ---- */

static bool reads(const struct rounds *r, cell_id c)
{
	for (uint32_t i = 0; i < r->read_count; i++)
		if (r->read[i] == c || c == ALIAS_MIXED)
			return true;
	return false;
}

static bool call_writes(const struct rounds *r, uint32_t n, const struct ir_inst *i)
{
	struct frame *fr = r->fr;
	uint32_t targets;
	bool complete;
	const sym_id *t = pointers_callees(fr->pt, fr->func, n, &targets, &complete);
	if (!targets || !complete)
		return true;
	for (uint32_t k = 0; k < targets; k++) {
		func_id f = fr->p->symbols.at[t[k]].func;
		if (f && fr->in->callgraph->component[f] == fr->component)
			return true;
		for (uint32_t c = 0; f && c < r->read_count; c++)
			if (memory_is_modified_by(fr, fr->in->callgraph->component[f], r->read[c]))
				return true;
		for (uint32_t a = 0; !f && a < i->arg_count; a++)
			if (reads(r, frame_alias(fr, frame_value(
						fr, fr->p->operands.at[i->args + a]))))
				return true;
	}
	return false;
}

/* The flag of the round at hand, after it was tested there. */
static bool clears_own(const struct rounds *r, uint32_t n)
{
	struct frame *fr = r->fr;
	struct rounds same = {.fr = fr, .a = r->b, .b = r->b};
	uint32_t at = frame_block_of(fr, n);
	return r->flag && flow_loop_contains(fr, r->b, at) &&
	       flow_dominates(fr, frame_block_of(fr, r->flag_inst), at) && n > r->flag_inst &&
	       same_value(&same, ir_inst_at(fr->p, fr->fn, n)->a, r->flag->a, DEPTH);
}

static bool writes(const struct rounds *r, uint32_t n, uint32_t but)
{
	const struct ir_inst *i = ir_inst_at(r->fr->p, r->fr->fn, n);
	switch (i->op) {
	case OP_STORE:
		return n != but && !clears_own(r, n) &&
		       reads(r, frame_alias(r->fr, frame_value(r->fr, i->a)));
	case OP_RMW:
	case OP_CMPXCHG:
	case OP_COPY:
	case OP_SET:
		return reads(r, frame_alias(r->fr, frame_value(r->fr, i->a)));
	case OP_CALL:
		return n != but && call_writes(r, n, i);
	case OP_ASM:
		return true;
	default:
		return false;
	}
}

/* From the first loop to the end of the second, but by that instruction. */
static bool is_unchanged(const struct rounds *r, uint32_t but)
{
	const struct frame *fr = r->fr;
	uint32_t first = fr->position[fr->loops.at[r->a].header];
	uint32_t last = fr->loops.at[r->b].last;
	if (r->too_many)
		return false;
	for (uint32_t b = 0; b < fr->fn->block_count; b++) {
		const struct ir_block *x = ir_block_at(fr->p, fr->fn, b);
		if (fr->position[b] < first || fr->position[b] > last)
			continue;
		for (uint32_t k = 0; k < x->inst_count; k++)
			if (writes(r, x->inst_first + k, but))
				return false;
	}
	return true;
}

/* ---- who is not joined does not exist ---- */

static bool is_same_test(struct rounds *r, const struct condition *created,
			 const struct condition *joined)
{
	return created->when == joined->when &&
	       same_value(r, created->test, joined->test, DEPTH) && is_unchanged(r, UINT32_MAX);
}

/* The load of the flag that must not be zero. */
static const struct ir_inst *tested_flag(const struct frame *fr, struct condition c)
{
	bool zero;
	const struct ir_inst *i = condition_behind(fr->p, fr->fn, c, &zero);
	return i && i->op == OP_LOAD && !zero ? i : NULL;
}

/* Whenever the thread was created in this round, is that store made too? With the creation,
 * before it, or right where it is found to have been successful. */
static bool goes_with(const struct frame *fr, uint32_t store, uint32_t create, uint32_t loop)
{
	uint32_t a = frame_block_of(fr, store), b = frame_block_of(fr, create);
	struct condition c;
	bool zero;
	if (a == b || (flow_loop_contains(fr, loop, a) && flow_dominates(fr, a, b)))
		return true;
	return fr->pred_at[a + 1] - fr->pred_at[a] == 1 && fr->preds[fr->pred_at[a]] == b &&
	       condition_of_edge(fr->p, fr->fn, b, a, &c) &&
	       condition_behind(fr->p, fr->fn, c, &zero) == ir_inst_at(fr->p, fr->fn, create) &&
	       zero;
}

/* Is what is tested where the creation stores the id? */
static bool stores_id(struct rounds *r, uint32_t fork, uint32_t create)
{
	struct frame *fr = r->fr;
	const struct ir_inst *call = ir_inst_at(fr->p, fr->fn, create);
	for (uint32_t a = 0; call->op == OP_CALL && !fr->forks.at[fork].via &&
			     a < call->arg_count; a++) {
		ir_val v = fr->p->operands.at[call->args + a];
		if (range_around(fr, frame_value(fr, v), create) !=
		    fr->forks.at[fork].id_address)
			continue;
		r->read_count = 0;
		note_read(r, v);
		return same_value(r, v, r->flag->a, DEPTH) && is_unchanged(r, create);
	}
	return false;
}

static bool sets_flag(struct rounds *r, uint32_t fork, uint32_t create,
		      const struct ir_inst *flag)
{
	const struct frame *fr = r->fr;
	r->flag = flag;
	r->flag_inst = flag ? (uint32_t)(flag - ir_inst_at(fr->p, fr->fn, 0)) : 0;
	if (flag && stores_id(r, fork, create))
		return true;
	for (uint32_t n = 0; flag && n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		int64_t k;
		if (i->op != OP_STORE || i->size != flag->size ||
		    !ir_val_int(fr->p, i->b, &k) || k == 0 || !goes_with(fr, n, create, r->a))
			continue;
		r->read_count = 0;
		note_read(r, i->a);
		if (same_value(r, i->a, flag->a, DEPTH) && is_unchanged(r, n))
			return true;
	}
	return false;
}

/* Have the threads that are running at the end of the second loop been created when the first
 * was executed last, before it? In a loop around both, not always. */
static bool comes_before(const struct frame *fr, uint32_t fork, uint32_t a, uint32_t b)
{
	uint32_t from = fr->loops.at[a].header, to = fr->loops.at[b].header;
	if (fr->position[from] > fr->position[to])
		return false;
	for (uint32_t l = fr->loops.at[a].parent; l != NO_LOOP; l = fr->loops.at[l].parent)
		if (flow_loop_contains(fr, l, to))
			return flow_dominates(fr, from, to) &&
			       !(fr->loops.at[a].entered & summary_fork_bit(fork));
	return true;
}

bool rounds_join_all(struct frame *fr, uint32_t fork, uint32_t create, uint32_t loop,
		     const struct condition *joined)
{
	uint32_t made = fr->loop_of[frame_block_of(fr, create)];
	struct condition created;
	struct rounds r = {.fr = fr, .a = made, .b = loop};
	if (made == NO_LOOP || made == loop || !comes_before(fr, fork, made, loop))
		return false;
	if (rounds_condition(fr, create, made, &created) && is_same_test(&r, &created, joined))
		return true;
	r = (struct rounds){.fr = fr, .a = made, .b = loop};
	return sets_flag(&r, fork, create, tested_flag(fr, *joined));
}
