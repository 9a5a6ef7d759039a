/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: one function on its way into the program.
 *
 * Blocks are lowered in the order they stand in the module. A value used before
 * it was lowered (phi, or a block that stands before its dominator) gets a
 * placeholder, an instruction index counted down from the top; the placeholders
 * are replaced when the function is complete.
 */
#ifndef CHEQUER_FRONT_LLVM_BUILD_H
#define CHEQUER_FRONT_LLVM_BUILD_H

#include "front/llvm/module.h"

struct builder {
	struct module *mod;
	struct program *p;
	uint32_t inst_first; /* in program->insts */
	uint32_t param_first, param_count;
	loc_id loc;                /* of the instruction being lowered */
	bool in_entry;             /* lowering the entry block */
	VEC(LLVMValueRef) forward; /* what placeholder k stands for */
	VEC(ir_val) args;          /* operand lists being collected, as a stack */
	struct map seen_variables; /* (value, variable) pairs already recorded */
	struct map homes;          /* local instruction to formal stored in it + 1 */
};

/* ---- function.c ---- */

ir_val build(struct builder *b, struct ir_inst i);
ir_val build_int(struct builder *b, int64_t value);
/* Collect an operand list: mark, push..., build_list. */
uint32_t build_mark(struct builder *b);
void build_push(struct builder *b, ir_val v);
ir_val build_list(struct builder *b, uint32_t mark, struct ir_inst i);
/* The operand for an LLVM value; may emit instructions for a constant that is
 * not just a symbol and an offset. */
ir_val build_value(struct builder *b, LLVMValueRef v);
/* The same, never emitting: such a constant is unknown (phi operands). */
ir_val build_value_quiet(struct builder *b, LLVMValueRef v);
uint32_t build_block_number(struct builder *b, LLVMBasicBlockRef block);
void build_result(struct builder *b, LLVMValueRef inst, ir_val v);

/* ---- inst.c ---- */

void build_inst(struct builder *b, LLVMValueRef inst);
/* 'other' with every operand of v that is a value. */
ir_val build_other(struct builder *b, LLVMValueRef v);
/* Binary operations and casts, instructions or constant expressions alike. */
ir_val build_operation(struct builder *b, LLVMValueRef v, LLVMOpcode op);
/* A choice we do not model among all successors of a terminator. */
void build_successors(struct builder *b, LLVMValueRef inst, ir_val on);

/* ---- address.c ---- */

ir_val build_offset(struct builder *b, ir_val base, int64_t bytes);
ir_val build_gep(struct builder *b, LLVMValueRef gep);
ir_val build_alloca(struct builder *b, LLVMValueRef inst);
ir_val build_load(struct builder *b, LLVMValueRef inst);
void build_store(struct builder *b, LLVMValueRef inst);
ir_val build_rmw(struct builder *b, LLVMValueRef inst);
ir_val build_cmpxchg(struct builder *b, LLVMValueRef inst);
ir_val build_fence(struct builder *b, LLVMValueRef inst);

/* ---- call.c ---- */

ir_val build_call(struct builder *b, LLVMValueRef call);
/* A call of an external function by name, with all argument operands. */
ir_val build_named_call(struct builder *b, LLVMValueRef call, const char *name,
			size_t length);

/* ---- intrinsic.c ---- */

enum intrinsic {
	INTRINSIC_NONE,    /* not an intrinsic: an ordinary call */
	INTRINSIC_CALL,    /* by name, effects unknown */
	INTRINSIC_VALUE,   /* computes from its operands, touches no memory */
	INTRINSIC_NOTHING, /* no effect we track; the result is unknown */
	INTRINSIC_OPERAND, /* stands for its first operand */
	INTRINSIC_COPY,
	INTRINSIC_SET,
	INTRINSIC_ADD, /* ... with overflow: a pair of result and flag */
	INTRINSIC_SUB,
	INTRINSIC_MUL,
	INTRINSIC_MASK, /* pointer mask */
	INTRINSIC_STOP,
	INTRINSIC_DECLARE,  /* debug info: variable lives at an address */
	INTRINSIC_VARIABLE, /* debug info: variable has a value */
};
enum intrinsic intrinsic_of(struct module *mod, LLVMValueRef function);
ir_val build_intrinsic(struct builder *b, LLVMValueRef call, enum intrinsic which);
/* True when v is a call of an arithmetic-with-overflow intrinsic. */
bool is_overflow_call(struct module *mod, LLVMValueRef v);

#endif
