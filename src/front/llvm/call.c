/* SPDX-License-Identifier: MIT */
/*
 * Calls, direct and indirect, and inline assembly.
 */
#include <string.h>

#include "front/llvm/build.h"

#define ON_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* A struct passed by value: the caller makes the copy that the callee sees. */
static ir_val build_copy(struct builder *b, LLVMValueRef source, LLVMTypeRef type)
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

static ir_val build_argument(struct builder *b, LLVMValueRef call, unsigned i)
{
	LLVMValueRef arg = LLVMGetOperand(call, i);
	if (LLVMGetTypeKind(LLVMTypeOf(arg)) != LLVMPointerTypeKind)
		return build_value(b, arg);
	LLVMAttributeRef byval =
		LLVMGetCallSiteEnumAttribute(call, i + 1, b->mod->attribute.byval);
	if (byval)
		return build_copy(b, arg, LLVMGetTypeAttributeValue(byval));
	return build_value(b, arg);
}

static uint32_t build_arguments(struct builder *b, LLVMValueRef call)
{
	uint32_t mark = build_mark(b);
	unsigned n = LLVMGetNumArgOperands(call);
	for (unsigned i = 0; i < n; i++)
		build_push(b, build_argument(b, call, i));
	return mark;
}

/* ---- inline assembly ---- */

/* By a clobber, by side effects, or through an operand that is an address. */
static bool touches_memory(LLVMValueRef text)
{
	size_t n;
	const char *constraints = LLVMGetInlineAsmConstraintString(text, &n);
	return LLVMGetInlineAsmHasSideEffects(text) ||
	       (n && (strstr(constraints, "~{memory}") || strchr(constraints, '*')));
}

static ir_val build_asm(struct builder *b, LLVMValueRef call, LLVMValueRef text)
{
	size_t n;
	const char *code = LLVMGetInlineAsmAsmString(text, &n);
	struct ir_inst i = {
		.op = OP_ASM,
		.flags = touches_memory(text) ? INSTF_MEMORY : 0,
		.size = module_store_size(b->mod, LLVMTypeOf(call)),
		.imm = intern_bytes(&b->p->strings, code, n),
	};
	return build_list(b, build_arguments(b, call), i);
}

/* ---- calls ---- */

static bool has_attribute(LLVMValueRef call, LLVMValueRef callee, unsigned kind)
{
	if (LLVMGetCallSiteEnumAttribute(call, ON_FUNCTION, kind))
		return true;
	return LLVMGetValueKind(callee) == LLVMFunctionValueKind &&
	       LLVMGetEnumAttributeAtIndex(callee, ON_FUNCTION, kind);
}

static uint8_t call_flags(struct builder *b, LLVMValueRef call, LLVMValueRef callee)
{
	const struct attribute_kinds *kind = &b->mod->attribute;
	return (uint8_t)((has_attribute(call, callee, kind->noreturn) ? INSTF_NORETURN
								      : 0) |
			 (has_attribute(call, callee, kind->returns_twice) ? INSTF_TWICE
									   : 0));
}

/* A symbol that is only called does not have its address taken. */
static ir_val callee_value(struct builder *b, LLVMValueRef callee)
{
	struct ir_const c;
	if (LLVMIsConstant(callee) && module_fold(b->mod, callee, &c) && c.sym &&
	    c.value == 0)
		return ir_val_make(VAL_CONST, program_const(b->p, c.sym, 0));
	return build_value(b, callee);
}

static ir_val build_plain_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee)
{
	struct ir_inst i = {
		.op = OP_CALL,
		.flags = call_flags(b, call, callee),
		.size = module_store_size(b->mod, LLVMTypeOf(call)),
		.a = callee_value(b, callee),
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

ir_val build_named_call(struct builder *b, LLVMValueRef call, const char *name,
			size_t length)
{
	sym_id s = named_symbol(b, name, length);
	struct ir_inst i = {
		.op = OP_CALL,
		.size = module_store_size(b->mod, LLVMTypeOf(call)),
		.a = ir_val_make(VAL_CONST, program_const(b->p, s, 0)),
	};
	if (LLVMGetInstructionOpcode(call) == LLVMVAArg) {
		uint32_t mark = build_mark(b);
		build_push(b, build_value(b, LLVMGetOperand(call, 0)));
		return build_list(b, mark, i);
	}
	i.flags = call_flags(b, call, LLVMGetCalledValue(call));
	return build_list(b, build_arguments(b, call), i);
}

ir_val build_call(struct builder *b, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMValueKind kind = LLVMGetValueKind(callee);
	if (kind == LLVMInlineAsmValueKind)
		return build_asm(b, call, callee);
	if (kind == LLVMFunctionValueKind) {
		enum intrinsic which = intrinsic_of(b->mod, callee);
		if (which != INTRINSIC_NONE)
			return build_intrinsic(b, call, which);
	}
	return build_plain_call(b, call, callee);
}
