/* SPDX-License-Identifier: MIT */
/*
 * LLVM's intrinsics. The table gives those with a meaning of their own; of the
 * rest, one that touches no memory is an untracked computation, and any other
 * is a call by name, so that no effect is lost.
 */
#include <string.h>

#include "front/llvm/build.h"

/* An entry matches the name and the name followed by a dot (types, variants);
 * the first match counts. */
static const struct intrinsic_row {
	const char *name;
	enum intrinsic which;
} rows[] = {
	{"llvm.dbg.declare", INTRINSIC_DECLARE},
	{"llvm.dbg.value", INTRINSIC_VARIABLE},
	{"llvm.dbg", INTRINSIC_NOTHING},
	{"llvm.memcpy", INTRINSIC_COPY},
	{"llvm.memmove", INTRINSIC_COPY},
	{"llvm.memset", INTRINSIC_SET},
	{"llvm.sadd.with.overflow", INTRINSIC_ADD},
	{"llvm.uadd.with.overflow", INTRINSIC_ADD},
	{"llvm.ssub.with.overflow", INTRINSIC_SUB},
	{"llvm.usub.with.overflow", INTRINSIC_SUB},
	{"llvm.smul.with.overflow", INTRINSIC_MUL},
	{"llvm.umul.with.overflow", INTRINSIC_MUL},
	{"llvm.ptrmask", INTRINSIC_MASK},
	{"llvm.threadlocal.address", INTRINSIC_OPERAND},
	{"llvm.expect", INTRINSIC_OPERAND},
	{"llvm.ptr.annotation", INTRINSIC_OPERAND},
	{"llvm.annotation", INTRINSIC_OPERAND},
	{"llvm.launder.invariant.group", INTRINSIC_OPERAND},
	{"llvm.strip.invariant.group", INTRINSIC_OPERAND},
	{"llvm.preserve.static.offset", INTRINSIC_OPERAND},
	{"llvm.ssa.copy", INTRINSIC_OPERAND},
	{"llvm.arithmetic.fence", INTRINSIC_OPERAND},
	{"llvm.trap", INTRINSIC_STOP},
	{"llvm.ubsantrap", INTRINSIC_STOP},
	{"llvm.lifetime.start", INTRINSIC_NOTHING},
	{"llvm.lifetime.end", INTRINSIC_NOTHING},
	{"llvm.invariant.start", INTRINSIC_NOTHING},
	{"llvm.invariant.end", INTRINSIC_NOTHING},
	{"llvm.assume", INTRINSIC_NOTHING},
	{"llvm.donothing", INTRINSIC_NOTHING},
	{"llvm.sideeffect", INTRINSIC_NOTHING},
	{"llvm.pseudoprobe", INTRINSIC_NOTHING},
	{"llvm.prefetch", INTRINSIC_NOTHING},
	{"llvm.stacksave", INTRINSIC_NOTHING},
	{"llvm.stackrestore", INTRINSIC_NOTHING},
	{"llvm.var.annotation", INTRINSIC_NOTHING},
	{"llvm.codeview.annotation", INTRINSIC_NOTHING},
	{"llvm.experimental.noalias.scope.decl", INTRINSIC_NOTHING},
	{"llvm.returnaddress", INTRINSIC_NOTHING},
	{"llvm.addressofreturnaddress", INTRINSIC_NOTHING},
	{"llvm.frameaddress", INTRINSIC_NOTHING},
	{"llvm.sponentry", INTRINSIC_NOTHING},
};

static bool matches(const char *name, size_t n, const char *prefix)
{
	size_t k = strlen(prefix);
	return n >= k && memcmp(name, prefix, k) == 0 && (n == k || name[k] == '.');
}

static bool touches_memory(struct module *mod, LLVMValueRef function)
{
	LLVMAttributeIndex on = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMAttributeRef a =
		LLVMGetEnumAttributeAtIndex(function, on, mod->attribute.memory);
	return !a || LLVMGetEnumAttributeValue(a) != 0; /* 0: memory(none) */
}

static enum intrinsic classify(struct module *mod, LLVMValueRef function)
{
	size_t n;
	const char *name = LLVMGetValueName2(function, &n);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (matches(name, n, rows[i].name))
			return rows[i].which;
	}
	return touches_memory(mod, function) ? INTRINSIC_CALL : INTRINSIC_VALUE;
}

enum intrinsic intrinsic_of(struct module *mod, LLVMValueRef function)
{
	if (!LLVMGetIntrinsicID(function))
		return INTRINSIC_NONE;
	uint32_t known = map_get(&mod->intrinsics, module_key(function), MISSING);
	if (known == MISSING) {
		known = classify(mod, function);
		map_put(&mod->intrinsics, module_key(function), known);
	}
	return (enum intrinsic)known;
}

bool is_overflow_call(struct module *mod, LLVMValueRef v)
{
	if (!LLVMIsACallInst(v))
		return false;
	LLVMValueRef callee = LLVMGetCalledValue(v);
	if (LLVMGetValueKind(callee) != LLVMFunctionValueKind)
		return false;
	enum intrinsic which = intrinsic_of(mod, callee);
	return which == INTRINSIC_ADD || which == INTRINSIC_SUB || which == INTRINSIC_MUL;
}

/* ---- debug variables ---- */

static void name_param(struct builder *b, uint32_t i, const struct variable *v)
{
	struct ir_param *param = &b->p->params.at[b->param_first + i];
	if (i >= b->param_count || param->type)
		return;
	param->type = v->type;
	if (v->name)
		param->name = v->name;
}

/* The first variable seen for a formal is the formal's own. One that lies where
 * the formal points to is only when that is a copy made for this call; otherwise
 * it is a local that the caller has made room for. */
static void note_param(struct builder *b, ir_val value, bool in_memory,
		       const struct variable *v)
{
	uint32_t i = ir_val_index(value);
	if (ir_val_tag(value) == VAL_PARAM) {
		if (!in_memory || b->p->params.at[b->param_first + i].byval)
			name_param(b, i, v);
		return;
	}
	uint32_t home = in_memory ? map_get(&b->homes, value, MISSING) : MISSING;
	if (home != MISSING)
		name_param(b, home, v);
}

/* The value a debug intrinsic speaks of; NULL when it is gone or a list. */
static LLVMValueRef described_value(LLVMValueRef call)
{
	LLVMValueRef wrapped = LLVMGetOperand(call, 0);
	LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped));
	if (kind != LLVMLocalAsMetadataMetadataKind)
		return NULL;
	LLVMValueRef v = NULL;
	LLVMGetMDNodeOperands(wrapped, &v);
	return v;
}

/* Where the variable is: the value itself, or in memory at that address. False
 * when it is only a piece of the value, or computed from it. */
static bool is_understood(struct builder *b, LLVMValueRef call, bool *in_memory)
{
	LLVMMetadataRef e = LLVMValueAsMetadata(LLVMGetOperand(call, 2));
	if (e == b->mod->no_expression)
		return true;
	if (*in_memory || e != b->mod->dereference)
		return false;
	*in_memory = true;
	return true;
}

static void add_variable(struct builder *b, LLVMMetadataRef node, ir_val value,
			 bool in_memory)
{
	uint32_t id;
	const struct variable *v = module_variable(b->mod, node, &id);
	if (b->in_entry)
		note_param(b, value, in_memory, v);
	if (!v->name || map_get(&b->seen_variables, map_key2(value, id), 0))
		return;
	map_put(&b->seen_variables, map_key2(value, id), 1);
	struct ir_var var = {v->name, v->type, value, in_memory, v->loc};
	vec_push(&b->p->vars, var);
}

static void build_variable(struct builder *b, LLVMValueRef call, bool in_memory)
{
	LLVMValueRef described = described_value(call);
	if (!described || !is_understood(b, call, &in_memory))
		return;
	ir_val value = build_value_quiet(b, described);
	if (ir_val_tag(value) == VAL_INST || ir_val_tag(value) == VAL_PARAM)
		add_variable(b, LLVMValueAsMetadata(LLVMGetOperand(call, 1)), value,
			     in_memory);
}

/* ---- the rest ---- */

/* A truth value that is set; the element size of the atomic variants is none. */
static bool is_set(LLVMValueRef flag)
{
	return LLVMIsAConstantInt(flag) && LLVMGetIntTypeWidth(LLVMTypeOf(flag)) == 1 &&
	       LLVMConstIntGetZExtValue(flag);
}

/* Operands: to, from or byte, size, then volatile or the size of an element. */
static ir_val build_block_access(struct builder *b, LLVMValueRef call, enum ir_op op)
{
	struct ir_inst i = {
		.op = (uint8_t)op,
		.flags = is_set(LLVMGetOperand(call, 3)) ? INSTF_VOLATILE : 0,
		.a = build_value(b, LLVMGetOperand(call, 0)),
		.b = build_value(b, LLVMGetOperand(call, 1)),
		.c = build_value(b, LLVMGetOperand(call, 2)),
	};
	build(b, i);
	return 0;
}

static ir_val build_binary(struct builder *b, LLVMValueRef call, enum ir_arith sub)
{
	LLVMValueRef first = LLVMGetOperand(call, 0);
	ir_val x = build_value(b, first);
	ir_val y = build_value(b, LLVMGetOperand(call, 1));
	return build(
		b, (struct ir_inst){.op = OP_ARITH,
				    .sub = (uint8_t)sub,
				    .size = module_store_size(b->mod, LLVMTypeOf(first)),
				    .a = x,
				    .b = y});
}

static ir_val build_computation(struct builder *b, LLVMValueRef call)
{
	uint32_t mark = build_mark(b);
	unsigned n = LLVMGetNumArgOperands(call);
	for (unsigned i = 0; i < n; i++)
		build_push(b, build_value(b, LLVMGetOperand(call, i)));
	uint32_t size = module_store_size(b->mod, LLVMTypeOf(call));
	return build_list(b, mark, (struct ir_inst){.op = OP_OTHER, .size = size});
}

/* Without the types that LLVM appends: llvm.va_start, not llvm.va_start.p0. */
static ir_val build_by_name(struct builder *b, LLVMValueRef call)
{
	size_t n;
	unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
	const char *name = LLVMIntrinsicGetName(id, &n);
	return build_named_call(b, call, name, n);
}

/* 'unreachable' follows a trap and becomes the stop; if anything else follows,
 * the trap stays as a call that does not return. */
static ir_val build_trap(struct builder *b, LLVMValueRef call)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);
	if (next && LLVMIsAUnreachableInst(next))
		return 0;
	return build_by_name(b, call);
}

ir_val build_intrinsic(struct builder *b, LLVMValueRef call, enum intrinsic which)
{
	switch (which) {
	case INTRINSIC_DECLARE:
		build_variable(b, call, true);
		return 0;
	case INTRINSIC_VARIABLE:
		build_variable(b, call, false);
		return 0;
	case INTRINSIC_NOTHING:
		return unknown_value();
	case INTRINSIC_OPERAND:
		return build_value(b, LLVMGetOperand(call, 0));
	case INTRINSIC_COPY:
		return build_block_access(b, call, OP_COPY);
	case INTRINSIC_SET:
		return build_block_access(b, call, OP_SET);
	case INTRINSIC_ADD:
		return build_binary(b, call, ARITH_ADD);
	case INTRINSIC_SUB:
		return build_binary(b, call, ARITH_SUB);
	case INTRINSIC_MUL:
		return build_binary(b, call, ARITH_MUL);
	case INTRINSIC_MASK:
		return build_binary(b, call, ARITH_AND);
	case INTRINSIC_STOP:
		return build_trap(b, call);
	case INTRINSIC_VALUE:
		return build_computation(b, call);
	default:
		return build_by_name(b, call);
	}
}
