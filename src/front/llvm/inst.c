/* SPDX-License-Identifier: MIT */
/*
 * One LLVM instruction to one of ours, or a few, or none.
 */
#include "front/llvm/build.h"

static uint32_t size_of(struct builder *b, LLVMValueRef v)
{
	return module_store_size(b->mod, LLVMTypeOf(v));
}

static bool is_vector(LLVMValueRef v)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
	return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

/* ---- values ---- */

ir_val build_other(struct builder *b, LLVMValueRef v)
{
	uint32_t mark = build_mark(b);
	int n = LLVMGetNumOperands(v);
	for (int i = 0; i < n; i++) {
		LLVMValueRef operand = LLVMGetOperand(v, (unsigned)i);
		if (!LLVMValueIsBasicBlock(operand))
			build_push(b, build_value(b, operand));
	}
	return build_list(b, mark,
			  (struct ir_inst){.op = OP_OTHER, .size = size_of(b, v)});
}

static ir_val build_arith(struct builder *b, LLVMValueRef v, enum ir_arith sub)
{
	ir_val x = build_value(b, LLVMGetOperand(v, 0));
	ir_val y = build_value(b, LLVMGetOperand(v, 1));
	return build(b, (struct ir_inst){.op = OP_ARITH,
					 .sub = (uint8_t)sub,
					 .size = size_of(b, v),
					 .a = x,
					 .b = y});
}

static ir_val build_cast(struct builder *b, LLVMValueRef v, enum ir_cast sub)
{
	ir_val x = build_value(b, LLVMGetOperand(v, 0));
	return build(b, (struct ir_inst){.op = OP_CAST,
					 .sub = (uint8_t)sub,
					 .size = size_of(b, v),
					 .a = x});
}

ir_val build_operation(struct builder *b, LLVMValueRef v, LLVMOpcode op)
{
	if (is_vector(v))
		return build_other(b, v);
	switch (op) {
	case LLVMAdd:
		return build_arith(b, v, ARITH_ADD);
	case LLVMSub:
		return build_arith(b, v, ARITH_SUB);
	case LLVMMul:
		return build_arith(b, v, ARITH_MUL);
	case LLVMUDiv:
	case LLVMSDiv:
		return build_arith(b, v, ARITH_DIV);
	case LLVMURem:
	case LLVMSRem:
		return build_arith(b, v, ARITH_REM);
	case LLVMAnd:
		return build_arith(b, v, ARITH_AND);
	case LLVMOr:
		return build_arith(b, v, ARITH_OR);
	case LLVMXor:
		return build_arith(b, v, ARITH_XOR);
	case LLVMShl:
		return build_arith(b, v, ARITH_SHL);
	case LLVMLShr:
	case LLVMAShr:
		return build_arith(b, v, ARITH_SHR);
	case LLVMZExt:
		return build_cast(b, v, CAST_ZEXT);
	case LLVMSExt:
		return build_cast(b, v, CAST_SEXT);
	case LLVMTrunc:
		return build_cast(b, v, CAST_TRUNC);
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		return build_cast(b, v, CAST_BITS);
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP:
	case LLVMFPTrunc:
	case LLVMFPExt:
		return build_cast(b, v, CAST_OTHER);
	case LLVMGetElementPtr:
		return build_gep(b, v);
	default:
		return build_other(b, v);
	}
}

static enum ir_compare compare_of(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntEQ:
		return CMP_EQ;
	case LLVMIntNE:
		return CMP_NE;
	case LLVMIntUGT:
		return CMP_UGT;
	case LLVMIntUGE:
		return CMP_UGE;
	case LLVMIntULT:
		return CMP_ULT;
	case LLVMIntULE:
		return CMP_ULE;
	case LLVMIntSGT:
		return CMP_GT;
	case LLVMIntSGE:
		return CMP_GE;
	case LLVMIntSLT:
		return CMP_LT;
	default:
		return CMP_LE;
	}
}

static ir_val build_compare(struct builder *b, enum ir_compare sub, ir_val x, ir_val y)
{
	return build(b, (struct ir_inst){.op = OP_COMPARE,
					 .sub = (uint8_t)sub,
					 .size = 1,
					 .a = x,
					 .b = y});
}

static ir_val build_icmp(struct builder *b, LLVMValueRef inst)
{
	if (is_vector(inst))
		return build_other(b, inst);
	ir_val x = build_value(b, LLVMGetOperand(inst, 0));
	ir_val y = build_value(b, LLVMGetOperand(inst, 1));
	return build_compare(b, compare_of(LLVMGetICmpPredicate(inst)), x, y);
}

static ir_val build_select(struct builder *b, LLVMValueRef inst)
{
	if (is_vector(LLVMGetOperand(inst, 0)))
		return build_other(b, inst);
	ir_val a = build_value(b, LLVMGetOperand(inst, 0));
	ir_val x = build_value(b, LLVMGetOperand(inst, 1));
	ir_val y = build_value(b, LLVMGetOperand(inst, 2));
	return build(b, (struct ir_inst){.op = OP_SELECT,
					 .size = size_of(b, inst),
					 .a = a,
					 .b = x,
					 .c = y});
}

static ir_val build_phi(struct builder *b, LLVMValueRef inst)
{
	uint32_t mark = build_mark(b);
	unsigned n = LLVMCountIncoming(inst);
	for (unsigned i = 0; i < n; i++) {
		build_push(b, build_block_number(b, LLVMGetIncomingBlock(inst, i)));
		build_push(b, build_value_quiet(b, LLVMGetIncomingValue(inst, i)));
	}
	return build_list(b, mark,
			  (struct ir_inst){.op = OP_PHI, .size = size_of(b, inst)});
}

/* The pairs that cmpxchg and the overflow intrinsics return are never built:
 * their first half is the instruction itself. */
static ir_val build_extract(struct builder *b, LLVMValueRef inst)
{
	LLVMValueRef from = LLVMGetOperand(inst, 0);
	bool first = LLVMGetIndices(inst)[0] == 0;
	bool exchange = LLVMIsAAtomicCmpXchgInst(from) != NULL;
	if (first && (exchange || is_overflow_call(b->mod, from)))
		return build_value(b, from);
	if (!exchange)
		return build_other(b, inst);
	ir_val old = build_value(b, from);
	ir_val expected = build_value(b, LLVMGetOperand(from, 1));
	return build_compare(b, CMP_EQ, old, expected);
}

/* ---- control ---- */

static void build_return(struct builder *b, LLVMValueRef inst)
{
	ir_val v = LLVMGetNumOperands(inst) ? build_value(b, LLVMGetOperand(inst, 0)) : 0;
	build(b, (struct ir_inst){.op = OP_RET, .a = v});
}

static void build_jump(struct builder *b, LLVMValueRef inst, unsigned successor)
{
	uint32_t to = build_block_number(b, LLVMGetSuccessor(inst, successor));
	build(b, (struct ir_inst){.op = OP_JUMP, .imm = to});
}

static void build_branch(struct builder *b, LLVMValueRef inst)
{
	if (!LLVMIsConditional(inst)) {
		build_jump(b, inst, 0);
		return;
	}
	ir_val on = build_value(b, LLVMGetCondition(inst));
	uint32_t yes = build_block_number(b, LLVMGetSuccessor(inst, 0));
	uint32_t no = build_block_number(b, LLVMGetSuccessor(inst, 1));
	build(b, (struct ir_inst){.op = OP_BRANCH, .a = on, .b = yes, .c = no});
}

void build_successors(struct builder *b, LLVMValueRef inst, ir_val on)
{
	uint32_t mark = build_mark(b);
	unsigned n = LLVMGetNumSuccessors(inst);
	for (unsigned i = 0; i < n; i++)
		build_push(b, build_block_number(b, LLVMGetSuccessor(inst, i)));
	build_list(b, mark, (struct ir_inst){.op = OP_GOTO, .a = on});
}

/* Operands: condition, default block, then value and block in turn. A case too
 * wide for a constant of ours leaves a choice that is not modelled. */
static void build_switch(struct builder *b, LLVMValueRef inst)
{
	ir_val on = build_value(b, LLVMGetOperand(inst, 0));
	uint32_t mark = build_mark(b);
	unsigned n = (unsigned)LLVMGetNumOperands(inst);
	bool known = true;
	for (unsigned i = 2; i + 1 < n; i += 2) {
		LLVMValueRef block = LLVMGetOperand(inst, i + 1);
		ir_val value = build_value_quiet(b, LLVMGetOperand(inst, i));
		known = known && ir_val_tag(value) == VAL_CONST;
		build_push(b, value);
		build_push(b, build_block_number(b, LLVMValueAsBasicBlock(block)));
	}
	build_push(b, ir_val_make(VAL_NONE, 0));
	build_push(b, build_block_number(b, LLVMGetSwitchDefaultDest(inst)));
	if (known) {
		build_list(b, mark, (struct ir_inst){.op = OP_SWITCH, .a = on});
		return;
	}
	b->args.n = mark;
	build_successors(b, inst, on);
}

/* A call that ends its block: control goes on in one of several blocks. */
static ir_val build_call_and_choose(struct builder *b, LLVMValueRef inst)
{
	ir_val result = build_call(b, inst);
	build_successors(b, inst, 0);
	return result;
}

/* resume, cleanupret, catchret, catchswitch: to a handler, or out of the
 * function as a return that the caller's own choice continues. */
static void build_unwind(struct builder *b, LLVMValueRef inst)
{
	if (LLVMGetNumSuccessors(inst))
		build_successors(b, inst, 0);
	else
		build(b, (struct ir_inst){.op = OP_RET, .a = unknown_value()});
}

static bool build_terminator(struct builder *b, LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMRet:
		build_return(b, inst);
		return true;
	case LLVMBr:
		build_branch(b, inst);
		return true;
	case LLVMSwitch:
		build_switch(b, inst);
		return true;
	case LLVMIndirectBr:
		build_successors(b, inst, build_value(b, LLVMGetOperand(inst, 0)));
		return true;
	case LLVMUnreachable:
		build(b, (struct ir_inst){.op = OP_STOP});
		return true;
	case LLVMResume:
	case LLVMCleanupRet:
	case LLVMCatchRet:
	case LLVMCatchSwitch:
		build_unwind(b, inst);
		return true;
	default:
		return false;
	}
}

static ir_val build_plain(struct builder *b, LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMCall:
		return build_call(b, inst);
	case LLVMInvoke:
	case LLVMCallBr:
		return build_call_and_choose(b, inst);
	case LLVMAlloca:
		return build_alloca(b, inst);
	case LLVMLoad:
		return build_load(b, inst);
	case LLVMStore:
		build_store(b, inst);
		return 0;
	case LLVMFence:
		return build_fence(b, inst);
	case LLVMAtomicCmpXchg:
		return build_cmpxchg(b, inst);
	case LLVMAtomicRMW:
		return build_rmw(b, inst);
	case LLVMPHI:
		return build_phi(b, inst);
	case LLVMICmp:
		return build_icmp(b, inst);
	case LLVMSelect:
		return build_select(b, inst);
	case LLVMExtractValue:
		return build_extract(b, inst);
	case LLVMFreeze:
		return build_value(b, LLVMGetOperand(inst, 0));
	case LLVMVAArg:
		return build_named_call(b, inst, "llvm.va_arg", 11);
	default:
		return build_operation(b, inst, op);
	}
}

void build_inst(struct builder *b, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	if (build_terminator(b, inst, op))
		return;
	ir_val v = build_plain(b, inst, op);
	if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
		build_result(b, inst, v);
}
