/* SPDX-License-Identifier: MIT */
/*
 * Addresses and memory: locals, getelementptr, loads, stores, atomics.
 */
#include "front/llvm/build.h"

/* An offset from a symbol is a constant, and an offset from an offset is one
 * offset: the parts of a member chain merge. A step back (container_of) stays by
 * itself: the variable that holds its result says what type of object it is. */
ir_val build_offset(struct builder *b, ir_val base, int64_t bytes)
{
	if (bytes == 0)
		return base;
	uint32_t i = ir_val_index(base);
	if (ir_val_tag(base) == VAL_CONST) {
		struct ir_const c = b->p->consts.at[i];
		uint64_t sum = (uint64_t)c.value + (uint64_t)bytes;
		return ir_val_make(VAL_CONST, program_const(b->p, c.sym, (int64_t)sum));
	}
	if (ir_val_tag(base) == VAL_INST && i < b->p->insts.n - b->inst_first) {
		const struct ir_inst *from = &b->p->insts.at[b->inst_first + i];
		if (from->op == OP_OFFSET && from->imm > 0)
			return build_offset(
				b, from->a,
				(int64_t)((uint64_t)from->imm + (uint64_t)bytes));
	}
	return build(b, (struct ir_inst){.op = OP_OFFSET,
					 .size = b->mod->pointer_size,
					 .a = base,
					 .imm = bytes});
}

static ir_val build_index(struct builder *b, ir_val base, bc_value index,
			  struct gep_step step)
{
	if (step.stride == 0)
		return base;
	ir_val i = build_value(b, index);
	uint32_t count = step.count > UINT32_MAX ? 0 : (uint32_t)step.count;
	return build(b, (struct ir_inst){
				.op = OP_INDEX,
				.size = count,
				.a = base,
				.b = i,
				.imm = (int64_t)step.stride,
			});
}

ir_val build_gep(struct builder *b, const struct operation_of *o)
{
	ir_val at = build_value(b, o->operands[0]);
	bc_type type = o->source;
	uint64_t offset = 0;
	for (uint32_t i = 1; i < o->n; i++) {
		bc_value index = promoted_value(&b->mod->promotion, o->operands[i]);
		struct gep_step step = module_gep_step(b->mod, &type, i == 1, index);
		struct ir_const c;
		if (step.member) {
			offset += step.offset;
		} else if (is_constant(b->mod, index) && module_fold(b->mod, index, &c) &&
			   !c.sym) {
			offset += (uint64_t)c.value * step.stride;
		} else {
			at = build_offset(b, at, (int64_t)offset);
			at = build_index(b, at, index, step);
			offset = 0;
		}
	}
	return build_offset(b, at, (int64_t)offset);
}

ir_val build_alloca(struct builder *b, const struct bc_inst *inst)
{
	uint64_t each = module_stride(b->mod, inst->extra);
	bc_value count = operand_of(b, inst, 0);
	struct ir_inst i = {.op = OP_LOCAL};
	struct ir_const c;
	if (is_constant(b->mod, count) && module_fold(b->mod, count, &c) && !c.sym &&
	    c.value >= 0)
		each *= (uint64_t)c.value;
	else
		i.a = build_value(b, count);
	i.size = each > UINT32_MAX ? UINT32_MAX : (uint32_t)each;
	return build(b, i);
}

/* ---- loads and stores ---- */

static enum ir_order order_of(unsigned order)
{
	static const uint8_t orders[] = {ORDER_PLAIN,	ORDER_RELAXED, ORDER_RELAXED,
					 ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL};
	return order < sizeof(orders) ? (enum ir_order)orders[order] : ORDER_SEQ_CST;
}

/* An access that is atomic only towards signal handlers of its own thread orders
 * nothing between threads. */
static uint8_t access_order(const struct bc_inst *inst)
{
	if (inst->order && inst->flags & BCF_ONE_THREAD)
		return ORDER_RELAXED;
	return (uint8_t)order_of(inst->order);
}

/* Neither does such a fence. */
ir_val build_fence(struct builder *b, const struct bc_inst *inst)
{
	if (inst->flags & BCF_ONE_THREAD)
		return 0;
	enum ir_order order = order_of(inst->order);
	return build(b, (struct ir_inst){.op = OP_FENCE, .order = (uint8_t)order});
}

static uint8_t access_flags(const struct builder *b, const struct bc_inst *inst,
			    const struct bc_inst *value)
{
	bool bits = value && value->flags & BCF_BIT_FIELD &&
		    type_kind(b->mod->bc, value->type) == BC_INTEGER;
	return (uint8_t)((inst->flags & BCF_VOLATILE ? INSTF_VOLATILE : 0) |
			 (bits ? INSTF_BITFIELD : 0));
}

ir_val build_load(struct builder *b, const struct bc_inst *inst)
{
	uint32_t size = module_store_size(b->mod, inst->type);
	if (size == 0)
		return unknown_value();
	ir_val from = build_operand(b, inst, 0);
	return build(b, (struct ir_inst){
				.op = OP_LOAD,
				.order = access_order(inst),
				.flags = access_flags(b, inst, inst),
				.size = size,
				.a = from,
			});
}

/* A formal whose address is taken lives in a local: its debug variable is then
 * found at that local. A larger local holds more than this formal. */
static void note_home(struct builder *b, ir_val value, ir_val to, uint32_t size)
{
	if (!b->in_entry || ir_val_tag(value) != VAL_PARAM ||
	    ir_val_tag(to) != VAL_INST ||
	    ir_val_index(to) >= b->p->insts.n - b->inst_first)
		return;
	const struct ir_inst *local = &b->p->insts.at[b->inst_first + ir_val_index(to)];
	if (local->op == OP_LOCAL && local->size == size &&
	    map_get(&b->homes, to, MISSING) == MISSING)
		map_put(&b->homes, to, ir_val_index(value));
}

void build_store(struct builder *b, const struct bc_inst *inst)
{
	uint32_t size = module_store_size(b->mod, inst->extra);
	if (size == 0)
		return;
	ir_val value = build_operand(b, inst, 1);
	ir_val to = build_operand(b, inst, 0);
	note_home(b, value, to, size);
	build(b, (struct ir_inst){
			 .op = OP_STORE,
			 .order = access_order(inst),
			 .flags = access_flags(b, inst,
					       defining_inst(b, operand_of(b, inst, 1))),
			 .size = size,
			 .a = to,
			 .b = value,
		 });
}

ir_val build_rmw(struct builder *b, const struct bc_inst *inst)
{
	ir_val at = build_operand(b, inst, 0);
	ir_val with = build_operand(b, inst, 1);
	return build(b, (struct ir_inst){
				.op = OP_RMW,
				.sub = inst->sub,
				.order = access_order(inst),
				.flags = access_flags(b, inst, NULL),
				.size = module_store_size(b->mod, inst->type),
				.a = at,
				.b = with,
			});
}

ir_val build_cmpxchg(struct builder *b, const struct bc_inst *inst)
{
	ir_val at = build_operand(b, inst, 0);
	ir_val old = build_operand(b, inst, 1);
	ir_val new = build_operand(b, inst, 2);
	return build(b, (struct ir_inst){
				.op = OP_CMPXCHG,
				.order = (uint8_t)order_of(inst->order),
				.flags = access_flags(b, inst, NULL),
				.size = module_store_size(b->mod, inst->extra),
				.a = at,
				.b = old,
				.c = new,
			});
}
