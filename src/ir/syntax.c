/* SPDX-License-Identifier: MIT */
/* The word tables of the text form, and what each opcode looks like. */
#include "ir/syntax.h"

#include <string.h>

#define WORDS(name, ...)                                       \
	static const char *const name##_text[] = {__VA_ARGS__}; \
	const struct word_list words_##name = {                 \
		name##_text, sizeof(name##_text) / sizeof(name##_text[0])}

WORDS(types, "void", "scalar", "pointer", "struct", "union", "array", "function", "alias");
WORDS(type_flags, "const", "volatile", "atomic");
WORDS(linkage, "external", "internal", "weak", "once", "common");
WORDS(symbol_flags, "defined", "thread_local", "const", "string", "static_local",
      "noreturn", "ifunc", "vararg", "address_taken", "interrupt",
      "hidden");
WORDS(inst_flags, "volatile", "byval", "noreturn", "memory", "twice", "bitfield");
WORDS(func_flags, "vararg", "noreturn", "open");
WORDS(orders, "plain", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst");
WORDS(arith, "add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr");
WORDS(compare, "eq", "ne", "lt", "le", "gt", "ge", "ult", "ule", "ugt", "uge");
WORDS(cast, "zext", "sext", "trunc", "bits", "other");
WORDS(rmw, "xchg", "add", "sub", "and", "or", "xor", "min", "max", "other");

static const char *const ops_text[] = {
#define OP(id, name, shape, doc) name,
#include "ir/ops.def"
};
const struct word_list words_ops = {ops_text, OP_COUNT};

uint32_t word_find(const struct word_list *list, const char *text, size_t size)
{
	uint32_t i = size ? 0 : list->n;
	while (i < list->n &&
	       (list->at[i][0] != text[0] || strncmp(list->at[i], text, size) != 0 ||
		list->at[i][size] != 0))
		i++;
	return i;
}

enum ir_shape op_shape(uint32_t op)
{
	static const uint8_t shapes[] = {
#define OP(id, name, shape, doc) SHAPE_##shape,
#include "ir/ops.def"
	};
	return op < OP_COUNT ? shapes[op] : SHAPE_NONE;
}

bool op_is_terminator(uint32_t op)
{
	return op >= OP_RET && op <= OP_STOP;
}

const struct word_list *op_subs(uint32_t op)
{
	switch (op) {
	case OP_ARITH:
		return &words_arith;
	case OP_COMPARE:
		return &words_compare;
	case OP_CAST:
		return &words_cast;
	case OP_RMW:
		return &words_rmw;
	default:
		return NULL;
	}
}

bool inst_has_result(const struct ir_inst *i)
{
	switch (i->op) {
	case OP_NONE:
	case OP_STORE:
	case OP_COPY:
	case OP_SET:
	case OP_FENCE:
		return false;
	case OP_CALL:
	case OP_ASM:
		return i->size > 0;
	default:
		return !op_is_terminator(i->op);
	}
}

bool is_name_char(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}
