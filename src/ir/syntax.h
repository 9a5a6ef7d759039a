/* SPDX-License-Identifier: MIT */
/*
 * The words of the text form, shared by the printer, the parser and the
 * verifier, so that none drifts. The index of a word is the value of its enum,
 * or the number of its bit.
 */
#ifndef CHEQUER_IR_SYNTAX_H
#define CHEQUER_IR_SYNTAX_H

#include <stddef.h>

#include "ir/ir.h"

struct word_list {
	const char *const *at;
	uint32_t n;
};

extern const struct word_list words_ops, words_types, words_type_flags, words_linkage,
	words_symbol_flags, words_inst_flags, words_func_flags, words_orders, words_arith,
	words_compare, words_cast, words_rmw;

/* The index of a word, or list->n when it is not in the list. */
uint32_t word_find(const struct word_list *list, const char *text, size_t size);

/* Which fields an instruction uses: the third column of ops.def. */
enum ir_shape {
	SHAPE_NONE, SHAPE_LOCAL, SHAPE_OFFSET, SHAPE_INDEX, SHAPE_LOAD, SHAPE_STORE,
	SHAPE_COPY, SHAPE_SET, SHAPE_RMW, SHAPE_CMPXCHG, SHAPE_FENCE, SHAPE_PHI,
	SHAPE_SELECT, SHAPE_BINARY, SHAPE_CAST, SHAPE_LIST, SHAPE_CALL, SHAPE_ASM,
	SHAPE_RET, SHAPE_JUMP, SHAPE_BRANCH, SHAPE_SWITCH, SHAPE_GOTO, SHAPE_STOP,
};
enum ir_shape op_shape(uint32_t op);
bool op_is_terminator(uint32_t op);
/* The names of the sub-operations, or NULL for an opcode that has none. */
const struct word_list *op_subs(uint32_t op);
/* Can other instructions use its value? Calls and assembly: when size > 0. */
bool inst_has_result(const struct ir_inst *i);

/* Characters of a name that needs no quotes. */
bool is_name_char(unsigned char c);

#endif
