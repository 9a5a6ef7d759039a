/* SPDX-License-Identifier: MIT */
/*
 * One LLVM instruction to one of ours, or a few, or none.
 */
#include "front/llvm/build.h"

/* ---- values ---- */

static ir_val build_values(struct builder *b, const bc_value *operands, uint32_t n,
			   struct ir_inst i)
{
	uint32_t mark = build_mark(b);
	for (uint32_t k = 0; k < n; k++)
		build_push(b, build_value(b, operands[k]));
	return build_list(b, mark, i);
}

ir_val build_operation(struct builder *b, const struct operation_of *o)
{
	struct ir_inst i = {.sub = o->sub, .size = module_store_size(b->mod, o->type)};
	switch (o->op) {
	case INST_ARITH:
		i.op = OP_ARITH;
		i.a = build_value(b, o->operands[0]);
		i.b = build_value(b, o->operands[1]);
		return build(b, i);
	case INST_CAST:
		i.op = OP_CAST;
		i.a = build_value(b, o->operands[0]);
		return build(b, i);
	case INST_GEP:
		return build_gep(b, o);
	default:
		i.op = OP_OTHER;
		i.sub = 0;
		return build_values(b, o->operands, o->n, i);
	}
}

static struct operation_of operation_of(const struct builder *b, const struct bc_inst *inst)
{
	return (struct operation_of){
		.op = (enum bc_op)inst->op,
		.sub = inst->sub,
		.type = inst->type,
		.source = inst->extra,
		.operands = &b->f->operands.at[inst->first],
		.n = inst->n,
	};
}

/* Computed from all operands. */
static ir_val build_other(struct builder *b, const struct bc_inst *inst)
{
	struct operation_of o = operation_of(b, inst);
	o.op = INST_OTHER;
	return build_operation(b, &o);
}

static ir_val build_compare(struct builder *b, uint8_t sub, ir_val x, ir_val y)
{
	struct ir_inst i = {.op = OP_COMPARE, .sub = sub, .size = 1, .a = x, .b = y};
	return build(b, i);
}

static ir_val build_icmp(struct builder *b, const struct bc_inst *inst)
{
	ir_val x = build_operand(b, inst, 0);
	ir_val y = build_operand(b, inst, 1);
	return build_compare(b, inst->sub, x, y);
}

static ir_val build_select(struct builder *b, const struct bc_inst *inst)
{
	struct ir_inst i = {.op = OP_SELECT, .size = module_store_size(b->mod, inst->type)};
	i.a = build_operand(b, inst, 0);
	i.b = build_operand(b, inst, 1);
	i.c = build_operand(b, inst, 2);
	return build(b, i);
}

static ir_val build_phi(struct builder *b, const struct bc_inst *inst)
{
	uint32_t mark = build_mark(b);
	for (uint32_t i = 0; i < inst->n; i++) {
		build_push(b, b->f->targets.at[inst->to + i]);
		build_push(b, build_value_quiet(b, operand_of(b, inst, i)));
	}
	struct ir_inst i = {.op = OP_PHI, .size = module_store_size(b->mod, inst->type)};
	return build_list(b, mark, i);
}

void build_join(struct builder *b, const struct join *j)
{
	const struct promotion *p = &b->mod->promotion;
	uint32_t mark = build_mark(b), edges = p->flow.pred_at.at[j->block];
	bc_type type = p->locals.at[j->local].type;
	for (uint32_t i = 0; i < j->n; i++) {
		build_push(b, p->flow.preds.at[edges + i]);
		build_push(b, build_value_quiet(b, p->join_operands.at[j->first + i]));
	}
	struct ir_inst i = {.op = OP_PHI, .size = module_store_size(b->mod, type)};
	b->mod->value_of.at[j->value] = build_list(b, mark, i);
}

/* The pairs that cmpxchg and the overflow intrinsics return are never built:
 * their first half is the instruction itself. */
static ir_val build_extract(struct builder *b, const struct bc_inst *inst)
{
	bc_value from = operand_of(b, inst, 0);
	const struct bc_inst *pair = defining_inst(b, from);
	bool first = inst->sub;
	bool exchange = pair && pair->op == INST_CMPXCHG;
	if (first && (exchange || (pair && is_overflow_call(b, pair))))
		return build_value(b, from);
	ir_val part = pair && !exchange ? build_part_of_exchange(b, pair, from, first) : 0;
	if (!exchange)
		return part ? part : build_other(b, inst);
	ir_val old = build_value(b, from);
	ir_val expected = build_operand(b, pair, 1);
	return build_compare(b, CMP_EQ, old, expected);
}

/* ---- control ---- */

static uint32_t target(const struct builder *b, const struct bc_inst *inst, uint32_t i)
{
	return b->f->targets.at[inst->to + i];
}

/* A choice we do not model among all successors of a terminator. */
static void build_successors(struct builder *b, const struct bc_inst *inst, ir_val on)
{
	uint32_t mark = build_mark(b);
	for (uint32_t i = 0; i < inst->to_count; i++)
		build_push(b, target(b, inst, i));
	build_list(b, mark, (struct ir_inst){.op = OP_GOTO, .a = on});
}

/* A case too wide for a constant of ours leaves a choice that is not modelled. */
static void build_switch(struct builder *b, const struct bc_inst *inst)
{
	ir_val on = build_operand(b, inst, 0);
	uint32_t mark = build_mark(b);
	bool known = true;
	for (uint32_t i = 1; i < inst->n; i++) {
		ir_val value = build_value_quiet(b, operand_of(b, inst, i));
		known = known && ir_val_tag(value) == VAL_CONST;
		build_push(b, value);
		build_push(b, target(b, inst, i));
	}
	build_push(b, ir_val_make(VAL_NONE, 0));
	build_push(b, target(b, inst, 0));
	if (known) {
		build_list(b, mark, (struct ir_inst){.op = OP_SWITCH, .a = on});
		return;
	}
	b->args.n = mark;
	build_successors(b, inst, on);
}

/* A call that ends its block: control goes on in one of several blocks. */
static void build_invoke(struct builder *b, const struct bc_inst *inst)
{
	ir_val result = build_call(b, inst);
	build_successors(b, inst, 0);
	if (inst->value != BC_NONE)
		build_result(b, inst, result);
}

/* resume, cleanupret, catchret, catchswitch: to a handler, or out of the
 * function as a return that the caller's own choice continues. */
static void build_unwind(struct builder *b, const struct bc_inst *inst)
{
	if (inst->to_count)
		build_successors(b, inst, 0);
	else
		build(b, (struct ir_inst){.op = OP_RET, .a = unknown_value()});
}

static void build_terminator(struct builder *b, const struct bc_inst *inst)
{
	struct ir_inst i = {0};
	switch (inst->op) {
	case INST_INVOKE:
		build_invoke(b, inst);
		return;
	case INST_RET:
		i.op = OP_RET;
		i.a = inst->n ? build_operand(b, inst, 0) : 0;
		break;
	case INST_JUMP:
		i.op = OP_JUMP;
		i.imm = target(b, inst, 0);
		break;
	case INST_BRANCH:
		i.op = OP_BRANCH;
		i.a = build_operand(b, inst, 0);
		i.b = target(b, inst, 0);
		i.c = target(b, inst, 1);
		break;
	case INST_SWITCH:
		build_switch(b, inst);
		return;
	case INST_GOTO:
		build_successors(b, inst, build_operand(b, inst, 0));
		return;
	case INST_UNWIND:
		build_unwind(b, inst);
		return;
	default:
		i.op = OP_STOP;
	}
	build(b, i);
}

static ir_val build_plain(struct builder *b, const struct bc_inst *inst)
{
	struct operation_of o = operation_of(b, inst);
	switch (inst->op) {
	case INST_CALL:
		return build_call(b, inst);
	case INST_ALLOCA:
		return build_alloca(b, inst);
	case INST_LOAD:
		return build_load(b, inst);
	case INST_STORE:
		build_store(b, inst);
		return 0;
	case INST_FENCE:
		return build_fence(b, inst);
	case INST_CMPXCHG:
		return build_cmpxchg(b, inst);
	case INST_RMW:
		return build_rmw(b, inst);
	case INST_PHI:
		return build_phi(b, inst);
	case INST_COMPARE:
		return build_icmp(b, inst);
	case INST_SELECT:
		return build_select(b, inst);
	case INST_EXTRACT:
		return build_extract(b, inst);
	case INST_FREEZE:
		return build_operand(b, inst, 0);
	case INST_VAARG:
		return build_named_call(b, inst, "llvm.va_arg", 11);
	default:
		return build_operation(b, &o);
	}
}

void build_inst(struct builder *b, const struct bc_inst *inst)
{
	if (inst->op >= INST_INVOKE) {
		build_terminator(b, inst);
		return;
	}
	ir_val v = build_plain(b, inst);
	if (inst->value != BC_NONE)
		build_result(b, inst, v);
}
