/* SPDX-License-Identifier: MIT */
/*
 * Calls, direct and indirect.
 */
#include <string.h>

#include "front/llvm/build.h"

/* Operand 0 is the callee. */
static uint32_t argument_count(const struct bc_inst *call)
{
	return call->n - 1;
}

/* A struct passed by value: the caller makes the copy that the callee sees. */
static ir_val build_copy(struct builder *b, bc_value source, bc_type type)
{
	uint64_t size = module_stride(b->mod, type);
	ir_val from = build_value(b, source);
	ir_val to = build(b, (struct ir_inst){.op = OP_LOCAL,
					      .flags = INSTF_BYVAL,
					      .size = (uint32_t)size});
	build(b, (struct ir_inst){.op = OP_COPY,
				  .a = to,
				  .b = from,
				  .c = build_int(b, (int64_t)size)});
	return to;
}

uint32_t build_arguments(struct builder *b, const struct bc_inst *call)
{
	uint32_t mark = build_mark(b);
	for (uint32_t i = 0; i < argument_count(call); i++) {
		bc_value arg = operand_of(b, call, i + 1);
		bc_type copy = attribute_byval(b->mod->bc, call->extra, i + 1);
		build_push(b, copy != BC_NONE ? build_copy(b, arg, copy)
					      : build_value(b, arg));
	}
	return mark;
}

/* ---- calls ---- */

static uint8_t call_flags(const struct builder *b, const struct bc_inst *call)
{
	const struct bitcode *m = b->mod->bc;
	bc_value callee = operand_of(b, call, 0);
	unsigned flags = attribute_flags(m, call->extra, BC_ON_FUNCTION);
	if (callee < m->globals.n && m->globals.at[callee].kind == BC_FUNC)
		flags |= attribute_flags(m, m->globals.at[callee].attributes,
					 BC_ON_FUNCTION);
	return (uint8_t)((flags & BC_NORETURN ? INSTF_NORETURN : 0) |
			 (flags & BC_RETURNS_TWICE ? INSTF_TWICE : 0));
}

/* A symbol that is only called does not have its address taken. */
static ir_val callee_value(struct builder *b, bc_value callee)
{
	struct ir_const c;
	if (is_constant(b->mod, callee) && module_fold(b->mod, callee, &c) && c.sym &&
	    c.value == 0)
		return ir_val_make(VAL_CONST, program_const(b->p, c.sym, 0));
	return build_value(b, callee);
}

static ir_val build_plain_call(struct builder *b, const struct bc_inst *call)
{
	struct ir_inst i = {
		.op = OP_CALL,
		.flags = call_flags(b, call),
		.size = module_store_size(b->mod, call->type),
		.a = callee_value(b, operand_of(b, call, 0)),
	};
	return build_list(b, build_arguments(b, call), i);
}

/* Symbols of intrinsics and va_arg are made when they are first called. */
static sym_id named_symbol(struct builder *b, const char *name, size_t length)
{
	str_id id = intern_bytes(&b->p->strings, name, length);
	struct map *known = &b->mod->made_symbols;
	sym_id s = map_get(known, id, 0);
	if (!s) {
		s = module_external_function(b->mod, name, length);
		map_put(known, id, s);
	}
	return s;
}

ir_val build_named_call(struct builder *b, const struct bc_inst *call, const char *name,
			size_t length)
{
	sym_id s = named_symbol(b, name, length);
	struct ir_inst i = {
		.op = OP_CALL,
		.size = module_store_size(b->mod, call->type),
		.a = ir_val_make(VAL_CONST, program_const(b->p, s, 0)),
	};
	if (call->op == INST_VAARG) {
		uint32_t mark = build_mark(b);
		build_push(b, build_operand(b, call, 0));
		return build_list(b, mark, i);
	}
	i.flags = call_flags(b, call);
	return build_list(b, build_arguments(b, call), i);
}

ir_val build_call(struct builder *b, const struct bc_inst *call)
{
	bc_value callee = operand_of(b, call, 0);
	if (is_constant(b->mod, callee)) {
		enum bc_value_kind kind = value_info(b->mod, callee)->kind;
		if (kind == BC_CONSTANT && constant_info(b->mod, callee)->kind == BC_ASM)
			return build_assembly(b, call, constant_info(b->mod, callee));
		enum intrinsic which = kind == BC_FUNC ? intrinsic_of(b->mod, callee)
						       : INTRINSIC_NONE;
		if (which != INTRINSIC_NONE)
			return build_intrinsic(b, call, which);
	}
	return build_plain_call(b, call);
}
