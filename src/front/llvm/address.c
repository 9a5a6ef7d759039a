/* SPDX-License-Identifier: MIT */
/*
 * Addresses and memory: locals, getelementptr, loads, stores, atomics.
 */
#include <string.h>

#include "front/llvm/build.h"

/* An offset from a symbol is a constant, and an offset from an offset is one
 * offset: the parts of a member chain merge. */
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
		if (from->op == OP_OFFSET)
			return build_offset(
				b, from->a,
				(int64_t)((uint64_t)from->imm + (uint64_t)bytes));
	}
	return build(b, (struct ir_inst){.op = OP_OFFSET,
					 .size = b->mod->pointer_size,
					 .a = base,
					 .imm = bytes});
}

static ir_val build_index(struct builder *b, ir_val base, LLVMValueRef index,
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

ir_val build_gep(struct builder *b, LLVMValueRef gep)
{
	if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind)
		return build_other(b, gep);
	ir_val at = build_value(b, LLVMGetOperand(gep, 0));
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	unsigned n = (unsigned)LLVMGetNumOperands(gep);
	uint64_t offset = 0;
	for (unsigned i = 1; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		struct gep_step step = module_gep_step(b->mod, &type, i == 1, index);
		struct ir_const c;
		if (step.member) {
			offset += step.offset;
		} else if (LLVMIsConstant(index) && module_fold(b->mod, index, &c) &&
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

ir_val build_alloca(struct builder *b, LLVMValueRef inst)
{
	uint64_t each = module_stride(b->mod, LLVMGetAllocatedType(inst));
	LLVMValueRef count = LLVMGetOperand(inst, 0);
	struct ir_inst i = {.op = OP_LOCAL};
	struct ir_const c;
	if (LLVMIsConstant(count) && module_fold(b->mod, count, &c) && !c.sym &&
	    c.value >= 0)
		each *= (uint64_t)c.value;
	else
		i.a = build_value(b, count);
	i.size = each > UINT32_MAX ? UINT32_MAX : (uint32_t)each;
	return build(b, i);
}

/* ---- loads and stores ---- */

static enum ir_order order_of(LLVMAtomicOrdering order)
{
	switch (order) {
	case LLVMAtomicOrderingNotAtomic:
		return ORDER_PLAIN;
	case LLVMAtomicOrderingUnordered:
	case LLVMAtomicOrderingMonotonic:
		return ORDER_RELAXED;
	case LLVMAtomicOrderingAcquire:
		return ORDER_ACQUIRE;
	case LLVMAtomicOrderingRelease:
		return ORDER_RELEASE;
	case LLVMAtomicOrderingAcquireRelease:
		return ORDER_ACQ_REL;
	default:
		return ORDER_SEQ_CST;
	}
}

/* An access that is atomic only towards signal handlers of its own thread orders
 * nothing between threads. */
static uint8_t access_order(LLVMValueRef inst, LLVMAtomicOrdering order)
{
	if (order != LLVMAtomicOrderingNotAtomic && LLVMIsAtomicSingleThread(inst))
		return ORDER_RELAXED;
	return (uint8_t)order_of(order);
}

/* Neither does such a fence. */
ir_val build_fence(struct builder *b, LLVMValueRef inst)
{
	if (LLVMIsAtomicSingleThread(inst))
		return 0;
	enum ir_order order = order_of(LLVMGetOrdering(inst));
	return build(b, (struct ir_inst){.op = OP_FENCE, .order = (uint8_t)order});
}

/* clang names the values of a bit-field access 'bf.load', 'bf.set'... */
static bool is_bit_field(LLVMValueRef v)
{
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
		return false;
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	return n > 3 && memcmp(name, "bf.", 3) == 0;
}

static uint8_t access_flags(LLVMValueRef inst, LLVMValueRef value)
{
	return (uint8_t)((LLVMGetVolatile(inst) ? INSTF_VOLATILE : 0) |
			 (is_bit_field(value) ? INSTF_BITFIELD : 0));
}

ir_val build_load(struct builder *b, LLVMValueRef inst)
{
	uint32_t size = module_store_size(b->mod, LLVMTypeOf(inst));
	if (size == 0)
		return unknown_value();
	ir_val from = build_value(b, LLVMGetOperand(inst, 0));
	return build(b, (struct ir_inst){
				.op = OP_LOAD,
				.order = access_order(inst, LLVMGetOrdering(inst)),
				.flags = access_flags(inst, inst),
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

void build_store(struct builder *b, LLVMValueRef inst)
{
	LLVMValueRef stored = LLVMGetOperand(inst, 0);
	uint32_t size = module_store_size(b->mod, LLVMTypeOf(stored));
	if (size == 0)
		return;
	ir_val value = build_value(b, stored);
	ir_val to = build_value(b, LLVMGetOperand(inst, 1));
	note_home(b, value, to, size);
	build(b, (struct ir_inst){
			 .op = OP_STORE,
			 .order = access_order(inst, LLVMGetOrdering(inst)),
			 .flags = access_flags(inst, stored),
			 .size = size,
			 .a = to,
			 .b = value,
		 });
}

static enum ir_rmw rmw_of(LLVMAtomicRMWBinOp op)
{
	switch (op) {
	case LLVMAtomicRMWBinOpXchg:
		return RMW_XCHG;
	case LLVMAtomicRMWBinOpAdd:
		return RMW_ADD;
	case LLVMAtomicRMWBinOpSub:
		return RMW_SUB;
	case LLVMAtomicRMWBinOpAnd:
		return RMW_AND;
	case LLVMAtomicRMWBinOpOr:
		return RMW_OR;
	case LLVMAtomicRMWBinOpXor:
		return RMW_XOR;
	case LLVMAtomicRMWBinOpMax:
	case LLVMAtomicRMWBinOpUMax:
		return RMW_MAX;
	case LLVMAtomicRMWBinOpMin:
	case LLVMAtomicRMWBinOpUMin:
		return RMW_MIN;
	default:
		return RMW_OTHER;
	}
}

ir_val build_rmw(struct builder *b, LLVMValueRef inst)
{
	ir_val at = build_value(b, LLVMGetOperand(inst, 0));
	ir_val with = build_value(b, LLVMGetOperand(inst, 1));
	return build(b, (struct ir_inst){
				.op = OP_RMW,
				.sub = (uint8_t)rmw_of(LLVMGetAtomicRMWBinOp(inst)),
				.order = access_order(inst, LLVMGetOrdering(inst)),
				.flags = LLVMGetVolatile(inst) ? INSTF_VOLATILE : 0,
				.size = module_store_size(b->mod, LLVMTypeOf(inst)),
				.a = at,
				.b = with,
			});
}

ir_val build_cmpxchg(struct builder *b, LLVMValueRef inst)
{
	LLVMValueRef expected = LLVMGetOperand(inst, 1);
	ir_val at = build_value(b, LLVMGetOperand(inst, 0));
	ir_val old = build_value(b, expected);
	ir_val new = build_value(b, LLVMGetOperand(inst, 2));
	return build(b, (struct ir_inst){
				.op = OP_CMPXCHG,
				.order = (uint8_t)order_of(
					LLVMGetCmpXchgSuccessOrdering(inst)),
				.flags = LLVMGetVolatile(inst) ? INSTF_VOLATILE : 0,
				.size = module_store_size(b->mod, LLVMTypeOf(expected)),
				.a = at,
				.b = old,
				.c = new,
			});
}
