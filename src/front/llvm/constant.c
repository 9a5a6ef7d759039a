/* SPDX-License-Identifier: MIT */
/*
 * Constants and sizes: what needs the data layout but no function.
 */
#include <string.h>

#include "front/llvm/module.h"

/* LLVM has no size for a scalable vector, nor for what contains one. */
static bool is_scalable(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (kind == LLVMScalableVectorTypeKind || kind == LLVMTargetExtTypeKind)
		return true;
	if (kind == LLVMArrayTypeKind)
		return is_scalable(LLVMGetElementType(type));
	if (kind != LLVMStructTypeKind)
		return false;
	unsigned n = LLVMCountStructElementTypes(type);
	for (unsigned i = 0; i < n; i++) {
		if (is_scalable(LLVMStructGetTypeAtIndex(type, i)))
			return true;
	}
	return false;
}

/* The smallest size it can have; an opaque target type counts as a pointer. */
static uint64_t scalable_size(struct module *mod, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (kind == LLVMTargetExtTypeKind)
		return mod->pointer_size;
	if (kind == LLVMArrayTypeKind)
		return LLVMGetArrayLength2(type) *
		       scalable_size(mod, LLVMGetElementType(type));
	if (kind == LLVMScalableVectorTypeKind) {
		uint64_t bits =
			LLVMSizeOfTypeInBits(mod->layout, LLVMGetElementType(type));
		return (bits * LLVMGetVectorSize(type) + 7) / 8;
	}
	if (kind != LLVMStructTypeKind)
		return LLVMABISizeOfType(mod->layout, type);
	uint64_t sum = 0;
	unsigned n = LLVMCountStructElementTypes(type);
	for (unsigned i = 0; i < n; i++)
		sum += scalable_size(mod, LLVMStructGetTypeAtIndex(type, i));
	return sum;
}

static struct type_size measure(struct module *mod, LLVMTypeRef type)
{
	if (!LLVMTypeIsSized(type))
		return (struct type_size){0};
	if (is_scalable(type)) {
		uint64_t size = scalable_size(mod, type);
		return (struct type_size){
			.store = size, .stride = size, .scalable = true};
	}
	return (struct type_size){.store = LLVMStoreSizeOfType(mod->layout, type),
				  .stride = LLVMABISizeOfType(mod->layout, type)};
}

static const struct type_size *size_of(struct module *mod, LLVMTypeRef type)
{
	uint32_t i = map_get(&mod->sizes, module_key(type), MISSING);
	if (i == MISSING) {
		i = mod->size_at.n;
		vec_push(&mod->size_at, measure(mod, type));
		map_put(&mod->sizes, module_key(type), i);
	}
	return &mod->size_at.at[i];
}

uint32_t module_store_size(struct module *mod, LLVMTypeRef type)
{
	uint64_t size = size_of(mod, type)->store;
	return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

uint64_t module_stride(struct module *mod, LLVMTypeRef type)
{
	return size_of(mod, type)->stride;
}

struct gep_step module_gep_step(struct module *mod, LLVMTypeRef *type, bool first,
				LLVMValueRef index)
{
	LLVMTypeRef outer = *type;
	if (first)
		return (struct gep_step){.stride = module_stride(mod, outer)};
	LLVMTypeKind kind = LLVMGetTypeKind(outer);
	if (kind == LLVMStructTypeKind) {
		unsigned i = (unsigned)LLVMConstIntGetZExtValue(index);
		*type = LLVMStructGetTypeAtIndex(outer, i);
		bool fixed = !size_of(mod, outer)->scalable;
		uint64_t at = fixed ? LLVMOffsetOfElement(mod->layout, outer, i) : 0;
		return (struct gep_step){.member = true, .offset = at};
	}
	*type = LLVMGetElementType(outer);
	uint64_t count = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(outer)
						   : LLVMGetVectorSize(outer);
	return (struct gep_step){.stride = module_stride(mod, *type), .count = count};
}

/* ---- folding ---- */

/* Integers keep their sign; a truth value is 0 or 1. */
static int64_t narrow(int64_t value, unsigned bits)
{
	if (bits == 0 || bits >= 64)
		return value;
	uint64_t mask = ((uint64_t)1 << bits) - 1, v = (uint64_t)value & mask;
	if (bits > 1 && v >> (bits - 1))
		v |= ~mask;
	return (int64_t)v;
}

static bool fold_int(LLVMValueRef v, struct ir_const *out)
{
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(v));
	if (bits > 64 && !LLVMIsNull(v))
		return false;
	int64_t value = bits > 64 ? 0 : LLVMConstIntGetSExtValue(v);
	*out = (struct ir_const){0, narrow(value, bits)};
	return true;
}

static bool fold_gep(struct module *mod, LLVMValueRef v, struct ir_const *out)
{
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind ||
	    !module_fold(mod, LLVMGetOperand(v, 0), out))
		return false;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
	unsigned n = (unsigned)LLVMGetNumOperands(v);
	uint64_t offset = (uint64_t)out->value;
	for (unsigned i = 1; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(v, i);
		struct gep_step step = module_gep_step(mod, &type, i == 1, index);
		struct ir_const c;
		if (step.member) {
			offset += step.offset;
			continue;
		}
		if (!module_fold(mod, index, &c) || c.sym)
			return false;
		offset += (uint64_t)c.value * step.stride;
	}
	out->value = (int64_t)offset;
	return true;
}

/* An integer result must fit; an address must keep all its bits. */
static bool fold_to_width(struct module *mod, LLVMValueRef v, struct ir_const *out)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return true;
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return false;
	unsigned bits = LLVMGetIntTypeWidth(type);
	if (out->sym)
		return bits >= mod->pointer_size * 8;
	out->value = narrow(out->value, bits);
	return true;
}

static bool fold_sum(struct module *mod, LLVMValueRef v, bool subtract,
		     struct ir_const *out)
{
	struct ir_const a, b;
	if (!module_fold(mod, LLVMGetOperand(v, 0), &a) ||
	    !module_fold(mod, LLVMGetOperand(v, 1), &b))
		return false;
	uint64_t x = (uint64_t)a.value, y = (uint64_t)b.value;
	if (subtract) {
		if (b.sym && b.sym != a.sym)
			return false;
		*out = (struct ir_const){b.sym ? 0 : a.sym, (int64_t)(x - y)};
	} else {
		if (a.sym && b.sym)
			return false;
		*out = (struct ir_const){a.sym | b.sym, (int64_t)(x + y)};
	}
	return fold_to_width(mod, v, out);
}

static bool fold_expression(struct module *mod, LLVMValueRef v, struct ir_const *out)
{
	switch (LLVMGetConstOpcode(v)) {
	case LLVMGetElementPtr:
		return fold_gep(mod, v, out);
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMTrunc:
		return module_fold(mod, LLVMGetOperand(v, 0), out) &&
		       fold_to_width(mod, v, out);
	case LLVMAdd:
		return fold_sum(mod, v, false, out);
	case LLVMSub:
		return fold_sum(mod, v, true, out);
	default:
		return false;
	}
}

static bool fold_symbol(struct module *mod, LLVMValueRef v, struct ir_const *out)
{
	*out = (struct ir_const){map_get(&mod->symbols, module_key(v), 0), 0};
	return out->sym != 0;
}

/* A symbol stands for another one as a whole; an alias of the middle of an
 * object is replaced by that place. */
static bool fold_alias(struct module *mod, LLVMValueRef v, struct ir_const *out)
{
	if (fold_symbol(mod, v, out) && mod->p->symbols.at[out->sym].target)
		return true;
	return module_fold(mod, LLVMAliasGetAliasee(v), out);
}

bool module_fold(struct module *mod, LLVMValueRef v, struct ir_const *out)
{
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantIntValueKind:
		return fold_int(v, out);
	case LLVMConstantPointerNullValueKind:
	case LLVMConstantAggregateZeroValueKind:
		*out = (struct ir_const){0, 0};
		return true;
	case LLVMConstantFPValueKind:
		*out = (struct ir_const){0, 0};
		return LLVMIsNull(v);
	case LLVMGlobalAliasValueKind:
		return fold_alias(mod, v, out);
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalIFuncValueKind:
		return fold_symbol(mod, v, out);
	case LLVMConstantExprValueKind:
		return fold_expression(mod, v, out);
	default:
		return false;
	}
}

void module_mentioned_symbols(struct module *mod, LLVMValueRef v, struct sym_list *out)
{
	sym_id s = map_get(&mod->symbols, module_key(v), 0);
	if (s) {
		vec_push(&out->syms, s);
		return;
	}
	if (!LLVMIsConstant(v) || LLVMGetValueKind(v) == LLVMBlockAddressValueKind)
		return;
	int n = LLVMGetNumOperands(v);
	for (int i = 0; i < n; i++)
		module_mentioned_symbols(mod, LLVMGetOperand(v, (unsigned)i), out);
}
