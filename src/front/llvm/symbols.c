/* SPDX-License-Identifier: MIT */
/*
 * Global variables, functions, aliases and ifuncs become symbols, in the order
 * of the module. First all of them are declared, so that initial values and
 * alias targets can refer to any; then they are defined.
 */
#include <stdio.h>
#include <string.h>

#include "front/llvm/unit.h"

/* Plain integer arrays longer than this are data nobody looks into. */
enum { SMALL_ARRAY = 64 };

static enum ir_linkage linkage_of(LLVMValueRef global)
{
	switch (LLVMGetLinkage(global)) {
	case LLVMInternalLinkage:
	case LLVMPrivateLinkage:
	case LLVMLinkerPrivateLinkage:
	case LLVMLinkerPrivateWeakLinkage:
	case LLVMAppendingLinkage: /* llvm.global_ctors: each unit has its own */
		return LINK_INTERNAL;
	case LLVMWeakAnyLinkage:
	case LLVMWeakODRLinkage:
	case LLVMExternalWeakLinkage:
		return LINK_WEAK;
	case LLVMAvailableExternallyLinkage:
	case LLVMLinkOnceAnyLinkage:
	case LLVMLinkOnceODRLinkage:
	case LLVMLinkOnceODRAutoHideLinkage:
		return LINK_ONCE;
	case LLVMCommonLinkage:
		return LINK_COMMON;
	default:
		return LINK_EXTERNAL;
	}
}

/* A leading \01 tells LLVM not to decorate the name; the linker never sees it. */
static str_id link_name(struct unit *u, LLVMValueRef global)
{
	size_t n;
	const char *name = LLVMGetValueName2(global, &n);
	if (n && name[0] == '\1') {
		name++;
		n--;
	}
	if (n)
		return intern_bytes(&u->p->strings, name, n);
	char made_up[32];
	snprintf(made_up, sizeof(made_up), ".unnamed.%u", u->p->symbols.n);
	return program_str(u->p, made_up);
}

static sym_id add_symbol(struct unit *u, LLVMValueRef global, enum ir_symbol_kind kind,
			 unsigned flags)
{
	struct ir_symbol s = {
		.kind = (uint8_t)kind,
		.linkage = (uint8_t)linkage_of(global),
		.name = link_name(u, global),
		.unit = 1,
	};
	if (!LLVMIsDeclaration(global))
		flags |= SYMF_DEFINED;
	s.flags = (uint16_t)flags;
	s.source_name = s.name;
	sym_id id = u->p->symbols.n;
	vec_push(&u->p->symbols, s);
	map_put(&u->symbols, unit_key(global), id);
	return id;
}

static bool is_literal(LLVMValueRef global)
{
	return LLVMGetLinkage(global) == LLVMPrivateLinkage && LLVMIsGlobalConstant(global) &&
	       LLVMGetUnnamedAddress(global) == LLVMGlobalUnnamedAddr;
}

/* llvm.used and friends only keep symbols alive; they are not memory. */
static bool is_marker(LLVMValueRef global)
{
	const char *section = LLVMGetSection(global);
	return section && strcmp(section, "llvm.metadata") == 0;
}

static void declare_variable(struct unit *u, LLVMValueRef global)
{
	unsigned flags = 0;
	if (LLVMIsThreadLocal(global))
		flags |= SYMF_THREAD_LOCAL;
	if (LLVMIsGlobalConstant(global))
		flags |= SYMF_CONST;
	if (is_literal(global))
		flags |= SYMF_STRING;
	sym_id s = add_symbol(u, global, SYM_VARIABLE, flags);
	u->p->symbols.at[s].size = unit_stride(u, LLVMGlobalGetValueType(global));
}

static bool has_attribute(LLVMValueRef function, unsigned kind)
{
	return LLVMGetEnumAttributeAtIndex(
		       function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

static unsigned function_flags(struct unit *u, LLVMValueRef function)
{
	unsigned flags = 0;
	if (has_attribute(function, u->attribute.noreturn))
		flags |= SYMF_NORETURN;
	if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		flags |= SYMF_VARARG;
	return flags;
}

/* An alias of a function or of a variable: as its value type says. */
static enum ir_symbol_kind alias_kind(LLVMValueRef alias)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(alias);
	return LLVMGetTypeKind(type) == LLVMFunctionTypeKind ? SYM_FUNCTION : SYM_VARIABLE;
}

static void declare_alias(struct unit *u, LLVMValueRef alias)
{
	enum ir_symbol_kind kind = alias_kind(alias);
	unsigned thread_local = LLVMIsThreadLocal(alias) ? SYMF_THREAD_LOCAL : 0;
	sym_id s = add_symbol(u, alias, kind, thread_local);
	if (kind == SYM_VARIABLE)
		u->p->symbols.at[s].size = unit_stride(u, LLVMGlobalGetValueType(alias));
}

void unit_declare_symbols(struct unit *u)
{
	LLVMModuleRef m = u->module;
	LLVMValueRef g = LLVMGetFirstGlobal(m);
	for (; g; g = LLVMGetNextGlobal(g)) {
		if (!is_marker(g))
			declare_variable(u, g);
	}
	for (g = LLVMGetFirstFunction(m); g; g = LLVMGetNextFunction(g)) {
		if (!LLVMGetIntrinsicID(g))
			add_symbol(u, g, SYM_FUNCTION, function_flags(u, g));
	}
	for (g = LLVMGetFirstGlobalAlias(m); g; g = LLVMGetNextGlobalAlias(g))
		declare_alias(u, g);
	for (g = LLVMGetFirstGlobalIFunc(m); g; g = LLVMGetNextGlobalIFunc(g))
		add_symbol(u, g, SYM_FUNCTION, SYMF_IFUNC);
}

sym_id unit_external_function(struct unit *u, const char *name, size_t length)
{
	struct ir_symbol s = {
		.kind = SYM_FUNCTION,
		.linkage = LINK_EXTERNAL,
		.name = intern_bytes(&u->p->strings, name, length),
		.unit = 1,
	};
	s.source_name = s.name;
	vec_push(&u->p->symbols, s);
	return u->p->symbols.n - 1;
}

void unit_take_address(struct unit *u, sym_id s)
{
	for (int hops = 0; s && hops < 64; hops++) {
		struct ir_symbol *symbol = &u->p->symbols.at[s];
		if (symbol->kind != SYM_FUNCTION)
			return;
		symbol->flags |= SYMF_ADDRESS_TAKEN;
		s = symbol->flags & SYMF_IFUNC ? 0 : symbol->target;
	}
}

/* ---- initial values ---- */

static void add_init(struct unit *u, uint64_t offset, uint32_t size, struct ir_const c)
{
	if (!c.sym && (c.value == 0 || size > u->pointer_size))
		return;
	unit_take_address(u, c.sym);
	const_id value = program_const(u->p, c.sym, c.value);
	vec_push(&u->p->inits, ((struct ir_init){offset, size, value}));
}

static void init_scalar(struct unit *u, LLVMValueRef v, uint64_t offset)
{
	uint32_t size = unit_store_size(u, LLVMTypeOf(v));
	struct ir_const c;
	if (unit_fold(u, v, &c)) {
		add_init(u, offset, size, c);
		return;
	}
	struct sym_list mentioned = {0};
	unit_mentioned_symbols(u, v, &mentioned);
	for (uint32_t i = 0; i < mentioned.syms.n; i++)
		add_init(u, offset, size, (struct ir_const){mentioned.syms.at[i], 0});
	vec_free(&mentioned.syms);
}

static void init_data_array(struct unit *u, LLVMValueRef v, uint64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	LLVMTypeRef element = LLVMGetElementType(type);
	uint64_t size = unit_stride(u, type), stride = unit_stride(u, element);
	if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind || size > SMALL_ARRAY)
		return;
	for (uint64_t i = 0; i < size / stride; i++)
		init_scalar(u, LLVMGetAggregateElement(v, (unsigned)i), offset + i * stride);
}

static void init_value(struct unit *u, LLVMValueRef v, uint64_t offset);

static void init_elements(struct unit *u, LLVMValueRef v, uint64_t offset)
{
	uint64_t stride = unit_stride(u, LLVMGetElementType(LLVMTypeOf(v)));
	int n = LLVMGetNumOperands(v);
	for (int i = 0; i < n; i++)
		init_value(u, LLVMGetOperand(v, (unsigned)i), offset + (uint64_t)i * stride);
}

static void init_members(struct unit *u, LLVMValueRef v, uint64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	int n = LLVMGetNumOperands(v);
	for (int i = 0; i < n; i++) {
		uint64_t at = LLVMOffsetOfElement(u->layout, type, (unsigned)i);
		init_value(u, LLVMGetOperand(v, (unsigned)i), offset + at);
	}
}

static void init_value(struct unit *u, LLVMValueRef v, uint64_t offset)
{
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantAggregateZeroValueKind:
	case LLVMConstantPointerNullValueKind:
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind:
	case LLVMConstantFPValueKind:
		return;
	case LLVMConstantDataArrayValueKind:
	case LLVMConstantDataVectorValueKind:
		init_data_array(u, v, offset);
		return;
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
		init_elements(u, v, offset);
		return;
	case LLVMConstantStructValueKind:
		init_members(u, v, offset);
		return;
	default:
		init_scalar(u, v, offset);
	}
}

/* ---- definitions ---- */

static LLVMMetadataRef debug_variable(struct unit *u, LLVMValueRef global)
{
	size_t n = 0;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
	LLVMMetadataRef found = NULL;
	for (unsigned i = 0; i < n && !found; i++) {
		if (LLVMValueMetadataEntriesGetKind(entries, i) != u->debug_kind)
			continue;
		LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(entries, i);
		if (LLVMGetMetadataKind(m) == LLVMDIGlobalVariableExpressionMetadataKind)
			found = LLVMDIGlobalVariableExpressionGetVariable(m);
	}
	LLVMDisposeValueMetadataEntries(entries);
	return found;
}

static void describe_variable(struct unit *u, sym_id s, LLVMValueRef global)
{
	LLVMMetadataRef node = debug_variable(u, global);
	if (!node)
		return;
	const struct variable *v = unit_variable(u, node, NULL);
	struct ir_symbol *symbol = &u->p->symbols.at[s];
	symbol->type = v->type;
	symbol->loc = v->loc;
	if (v->name)
		symbol->source_name = v->name;
	LLVMMetadataRef scope = LLVMDIVariableGetScope(node);
	str_id function = scope ? unit_scope(u, scope)->function : 0;
	if (function) {
		symbol->flags |= SYMF_STATIC_LOCAL;
		symbol->scope = function;
	}
}

static void define_variable(struct unit *u, LLVMValueRef global)
{
	sym_id s = map_get(&u->symbols, unit_key(global), 0);
	if (!s)
		return;
	describe_variable(u, s, global);
	LLVMValueRef value = LLVMGetInitializer(global);
	uint32_t first = u->p->inits.n;
	if (value && !(u->p->symbols.at[s].flags & SYMF_STRING && LLVMIsConstantString(value)))
		init_value(u, value, 0);
	u->p->symbols.at[s].init = first;
	u->p->symbols.at[s].init_count = u->p->inits.n - first;
}

static void describe_function(struct unit *u, LLVMValueRef function)
{
	sym_id s = map_get(&u->symbols, unit_key(function), 0);
	LLVMMetadataRef node = s ? LLVMGetSubprogram(function) : NULL;
	if (!node)
		return;
	loc_id loc = unit_line_loc(u, LLVMDIScopeGetFile(node), LLVMDISubprogramGetLine(node));
	str_id name = unit_node_string(u, node, 2);
	type_id type = unit_type(u, unit_node_operand(u, node, 4));
	struct ir_symbol *symbol = &u->p->symbols.at[s];
	symbol->loc = loc;
	symbol->type = type;
	if (name)
		symbol->source_name = name;
}

static void define_target(struct unit *u, LLVMValueRef global, LLVMValueRef target)
{
	sym_id s = map_get(&u->symbols, unit_key(global), 0);
	struct ir_const c;
	if (target && unit_fold(u, target, &c) && c.sym != s && c.value == 0)
		u->p->symbols.at[s].target = c.sym;
}

void unit_define_symbols(struct unit *u)
{
	LLVMModuleRef m = u->module;
	LLVMValueRef g = LLVMGetFirstGlobalAlias(m);
	for (; g; g = LLVMGetNextGlobalAlias(g))
		define_target(u, g, LLVMAliasGetAliasee(g));
	for (g = LLVMGetFirstGlobalIFunc(m); g; g = LLVMGetNextGlobalIFunc(g))
		define_target(u, g, LLVMGetGlobalIFuncResolver(g));
	for (g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
		define_variable(u, g);
	for (g = LLVMGetFirstFunction(m); g; g = LLVMGetNextFunction(g))
		describe_function(u, g);
}
