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
	const struct bc_function *f;
	uint32_t inst_first; /* in program->insts */
	uint32_t param_first, param_count;
	loc_id loc;                /* of the instruction being lowered */
	bool in_entry;             /* lowering the entry block */
	VEC(bc_value) forward;     /* what placeholder k stands for */
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
ir_val build_value(struct builder *b, bc_value v);
/* The same, never emitting: such a constant is unknown (phi operands). */
ir_val build_value_quiet(struct builder *b, bc_value v);
void build_result(struct builder *b, const struct bc_inst *inst, ir_val v);
/* Operand i of an instruction, as LLVM's value and as ours. */
static inline bc_value operand_of(const struct builder *b, const struct bc_inst *inst,
				  uint32_t i)
{
	return promoted_value(&b->mod->promotion, b->f->operands.at[inst->first + i]);
}
ir_val build_operand(struct builder *b, const struct bc_inst *inst, uint32_t i);
/* The instruction that v is the result of, or NULL. */
const struct bc_inst *defining_inst(const struct builder *b, bc_value v);

/* ---- inst.c ---- */

void build_inst(struct builder *b, const struct bc_inst *inst);
/* An operation, of an instruction or of a constant expression. */
struct operation_of {
	enum bc_op op;
	uint8_t sub;
	bc_type type, source; /* of the result; of an address computation */
	const bc_value *operands;
	uint32_t n;
};
ir_val build_operation(struct builder *b, const struct operation_of *o);
void build_join(struct builder *b, const struct join *j);

/* ---- address.c ---- */

ir_val build_offset(struct builder *b, ir_val base, int64_t bytes);
ir_val build_gep(struct builder *b, const struct operation_of *o);
ir_val build_alloca(struct builder *b, const struct bc_inst *inst);
ir_val build_load(struct builder *b, const struct bc_inst *inst);
void build_store(struct builder *b, const struct bc_inst *inst);
ir_val build_rmw(struct builder *b, const struct bc_inst *inst);
ir_val build_cmpxchg(struct builder *b, const struct bc_inst *inst);
ir_val build_fence(struct builder *b, const struct bc_inst *inst);

/* ---- inline_assembly.c ---- */

ir_val build_assembly(struct builder *b, const struct bc_inst *call,
		      const struct bc_constant *text);

/* ---- one_instruction.c ---- */

/* Is the assembly one instruction that we have too? Then *value is its result, or 0. */
bool build_one_instruction(struct builder *b, const struct bc_inst *call,
			   const struct bc_constant *text, ir_val *value);
/* The first, or the other, of its two results, if it is a compare and exchange; else 0. */
ir_val build_part_of_exchange(struct builder *b, const struct bc_inst *call, bc_value from,
			      bool first);

/* ---- call.c ---- */

ir_val build_call(struct builder *b, const struct bc_inst *call);
/* Pushes the arguments; the mark before them. */
uint32_t build_arguments(struct builder *b, const struct bc_inst *call);
/* A call of an external function by name, with all argument operands. */
ir_val build_named_call(struct builder *b, const struct bc_inst *call, const char *name,
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
};
enum intrinsic intrinsic_of(struct module *mod, bc_value function);
ir_val build_intrinsic(struct builder *b, const struct bc_inst *call, enum intrinsic which);
/* True for a call of an arithmetic-with-overflow intrinsic. */
bool is_overflow_call(const struct builder *b, const struct bc_inst *call);
/* A debug variable that is, or lies at, the value. */
void build_variable(struct builder *b, bc_value v, bool at_address, bc_node variable,
		    bc_node expression);

#endif
