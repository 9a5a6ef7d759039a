/* SPDX-License-Identifier: MIT */
/*
 * Private to the readers of function blocks: from the fields of a record to an
 * instruction.
 *
 *	struct bc_inst i = inst_start(m, INST_...);
 *	uint32_t at = 0;
 *	bc_type t = inst_push_typed(m, &i, &at);      field 0, and 1 if need be
 *	inst_finish(m, &i, t);
 *
 * An operand is written as the distance back from the next value; one that comes
 * later is followed by its type.
 */
#ifndef CHEQUER_FRONT_LLVM_RECORD_H
#define CHEQUER_FRONT_LLVM_RECORD_H

#include "front/llvm/bitcode.h"

/* ---- record.c ---- */

bc_value record_relative(const struct bitcode *m, uint64_t distance);
/* The value in field *at, which moves on; with its type. */
bc_value record_value(struct bitcode *m, uint32_t *at);
bc_value record_typed(struct bitcode *m, uint32_t *at, bc_type *type);

struct bc_inst inst_start(const struct bitcode *m, enum bc_op op);
void inst_push(struct bitcode *m, struct bc_inst *i, bc_value v);
void inst_push_value(struct bitcode *m, struct bc_inst *i, uint32_t *at);
bc_type inst_push_typed(struct bitcode *m, struct bc_inst *i, uint32_t *at);
void inst_push_block(struct bitcode *m, struct bc_inst *i, uint64_t block);
/* Adds it to the function; with a result unless the type is void. */
void inst_finish(struct bitcode *m, struct bc_inst *i, bc_type type);
void inst_finish_void(struct bitcode *m, struct bc_inst *i);

/* A type of that shape, which the module must have. */
bc_type needed_type(struct bitcode *m, enum bc_type_kind kind, uint64_t n,
		    const bc_type *parts, uint32_t part_count);
bc_type bool_type(struct bitcode *m);
bc_type pointer_type(struct bitcode *m, uint64_t space);
bc_type vector_like(struct bitcode *m, bc_type like, bc_type element);
bc_type element_type(struct bitcode *m, bc_type t);

/* ---- one reader for each kind of record; false: it is of another kind ---- */

bool read_computation(struct bitcode *m);
bool read_control(struct bitcode *m);
/* A call that is debug info, in modules of the older form; 'at' is its first
 * argument. */
bool read_debug_call(struct bitcode *m, bc_value callee, uint32_t at);

#endif
