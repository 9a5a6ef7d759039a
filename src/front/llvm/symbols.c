/* SPDX-License-Identifier: MIT */
/*
 * Global variables, functions, aliases and ifuncs become symbols, in the order
 * of the module. First all of them are declared, so that initial values and
 * alias targets can refer to any; then they are defined.
 */
#include <stdio.h>
#include <string.h>

#include "front/llvm/module.h"

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
static str_id link_name(struct module *mod, LLVMValueRef global)
{
	size_t n;
	const char *name = LLVMGetValueName2(global, &n);
	if (n && name[0] == '\1') {
		name++;
		n--;
	}
	if (n)
		return intern_bytes(&mod->p->strings, name, n);
	char made_up[32];
	snprintf(made_up, sizeof(made_up), ".unnamed.%u", mod->p->symbols.n);
	return program_str(mod->p, made_up);
}

static sym_id add_symbol(struct module *mod, LLVMValueRef global,
			 enum ir_symbol_kind kind, unsigned flags)
{
	struct ir_symbol s = {
		.kind = (uint8_t)kind,
		.linkage = (uint8_t)linkage_of(global),
		.name = link_name(mod, global),
		.unit = 1,
	};
	if (!LLVMIsDeclaration(global))
		flags |= SYMF_DEFINED;
	s.flags = (uint16_t)flags;
	s.source_name = s.name;
	sym_id id = mod->p->symbols.n;
	vec_push(&mod->p->symbols, s);
	map_put(&mod->symbols, module_key(global), id);
	return id;
}

static bool is_literal(LLVMValueRef global)
{
	return LLVMGetLinkage(global) == LLVMPrivateLinkage &&
	       LLVMIsGlobalConstant(global) &&
	       LLVMGetUnnamedAddress(global) == LLVMGlobalUnnamedAddr;
}

/* llvm.used and friends only keep symbols alive; they are not memory. */
static bool is_marker(LLVMValueRef global)
{
	const char *section = LLVMGetSection(global);
	return section && strcmp(section, "llvm.metadata") == 0;
}

/* Literals that may be a format of printf or scanf keep their characters. */
static str_id literal_text(struct module *mod, LLVMValueRef global)
{
	enum { LONGEST = 512 };
	LLVMValueRef init = LLVMGetInitializer(global);
	size_t n = 0;
	if (!init || !LLVMIsAConstantDataSequential(init) || !LLVMIsConstantString(init))
		return 0;
	const char *text = LLVMGetAsString(init, &n);
	if (n > 0 && !text[n - 1])
		n--;
	if (n > LONGEST || memchr(text, 0, n) || !memchr(text, '%', n))
		return 0;
	return intern_bytes(&mod->p->strings, text, n);
}

static void declare_variable(struct module *mod, LLVMValueRef global)
{
	unsigned flags = 0;
	if (LLVMIsThreadLocal(global))
		flags |= SYMF_THREAD_LOCAL;
	if (LLVMIsGlobalConstant(global))
		flags |= SYMF_CONST;
	if (is_literal(global))
		flags |= SYMF_STRING;
	sym_id s = add_symbol(mod, global, SYM_VARIABLE, flags);
	mod->p->symbols.at[s].size = module_stride(mod, LLVMGlobalGetValueType(global));
	if (flags & SYMF_STRING)
		mod->p->symbols.at[s].text = literal_text(mod, global);
}

static bool has_attribute(LLVMValueRef function, unsigned kind)
{
	return LLVMGetEnumAttributeAtIndex(function,
					   (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					   kind) != NULL;
}

static unsigned function_flags(struct module *mod, LLVMValueRef function)
{
	unsigned flags = 0;
	if (has_attribute(function, mod->attribute.noreturn))
		flags |= SYMF_NORETURN;
	if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		flags |= SYMF_VARARG;
	return flags;
}

/* An alias of a function or of a variable: as its value type says. */
static enum ir_symbol_kind alias_kind(LLVMValueRef alias)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(alias);
	return LLVMGetTypeKind(type) == LLVMFunctionTypeKind ? SYM_FUNCTION
							     : SYM_VARIABLE;
}

static void declare_alias(struct module *mod, LLVMValueRef alias)
{
	enum ir_symbol_kind kind = alias_kind(alias);
	unsigned thread_local = LLVMIsThreadLocal(alias) ? SYMF_THREAD_LOCAL : 0;
	sym_id s = add_symbol(mod, alias, kind, thread_local);
	if (kind == SYM_VARIABLE)
		mod->p->symbols.at[s].size =
			module_stride(mod, LLVMGlobalGetValueType(alias));
}

void module_declare_symbols(struct module *mod)
{
	LLVMModuleRef m = mod->llvm;
	LLVMValueRef g = LLVMGetFirstGlobal(m);
	for (; g; g = LLVMGetNextGlobal(g)) {
		if (!is_marker(g))
			declare_variable(mod, g);
	}
	for (g = LLVMGetFirstFunction(m); g; g = LLVMGetNextFunction(g)) {
		if (!LLVMGetIntrinsicID(g))
			add_symbol(mod, g, SYM_FUNCTION, function_flags(mod, g));
	}
	for (g = LLVMGetFirstGlobalAlias(m); g; g = LLVMGetNextGlobalAlias(g))
		declare_alias(mod, g);
	for (g = LLVMGetFirstGlobalIFunc(m); g; g = LLVMGetNextGlobalIFunc(g))
		add_symbol(mod, g, SYM_FUNCTION, SYMF_IFUNC);
}

sym_id module_external_function(struct module *mod, const char *name, size_t length)
{
	struct ir_symbol s = {
		.kind = SYM_FUNCTION,
		.linkage = LINK_EXTERNAL,
		.name = intern_bytes(&mod->p->strings, name, length),
		.unit = 1,
	};
	s.source_name = s.name;
	vec_push(&mod->p->symbols, s);
	return mod->p->symbols.n - 1;
}

void module_take_address(struct module *mod, sym_id s)
{
	for (int hops = 0; s && hops < 64; hops++) {
		struct ir_symbol *symbol = &mod->p->symbols.at[s];
		if (symbol->kind != SYM_FUNCTION)
			return;
		symbol->flags |= SYMF_ADDRESS_TAKEN;
		s = symbol->flags & SYMF_IFUNC ? 0 : symbol->target;
	}
}

/* ---- initial values ---- */

static void add_init(struct module *mod, uint64_t offset, uint32_t size,
		     struct ir_const c)
{
	if (!c.sym && (c.value == 0 || size > mod->pointer_size))
		return;
	module_take_address(mod, c.sym);
	const_id value = program_const(mod->p, c.sym, c.value);
	vec_push(&mod->p->inits, ((struct ir_init){offset, size, value}));
}

static void init_scalar(struct module *mod, LLVMValueRef v, uint64_t offset)
{
	uint32_t size = module_store_size(mod, LLVMTypeOf(v));
	struct ir_const c;
	if (module_fold(mod, v, &c)) {
		add_init(mod, offset, size, c);
		return;
	}
	struct sym_list mentioned = {0};
	module_mentioned_symbols(mod, v, &mentioned);
	for (uint32_t i = 0; i < mentioned.syms.n; i++)
		add_init(mod, offset, size, (struct ir_const){mentioned.syms.at[i], 0});
	vec_free(&mentioned.syms);
}

static void init_data_array(struct module *mod, LLVMValueRef v, uint64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	LLVMTypeRef element = LLVMGetElementType(type);
	uint64_t size = module_stride(mod, type), stride = module_stride(mod, element);
	if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind || size > SMALL_ARRAY ||
	    (stride == 1 && mod->in_literal))
		return;
	for (uint64_t i = 0; i < size / stride; i++)
		init_scalar(mod, LLVMGetAggregateElement(v, (unsigned)i),
			    offset + i * stride);
}

static void init_value(struct module *mod, LLVMValueRef v, uint64_t offset);

static void init_elements(struct module *mod, LLVMValueRef v, uint64_t offset)
{
	uint64_t stride = module_stride(mod, LLVMGetElementType(LLVMTypeOf(v)));
	int n = LLVMGetNumOperands(v);
	for (int i = 0; i < n; i++)
		init_value(mod, LLVMGetOperand(v, (unsigned)i),
			   offset + (uint64_t)i * stride);
}

static void init_members(struct module *mod, LLVMValueRef v, uint64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	int n = LLVMGetNumOperands(v);
	for (int i = 0; i < n; i++) {
		uint64_t at = LLVMOffsetOfElement(mod->layout, type, (unsigned)i);
		init_value(mod, LLVMGetOperand(v, (unsigned)i), offset + at);
	}
}

static void init_value(struct module *mod, LLVMValueRef v, uint64_t offset)
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
		init_data_array(mod, v, offset);
		return;
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
		init_elements(mod, v, offset);
		return;
	case LLVMConstantStructValueKind:
		init_members(mod, v, offset);
		return;
	default:
		init_scalar(mod, v, offset);
	}
}

/* ---- definitions ---- */

static LLVMMetadataRef debug_variable(struct module *mod, LLVMValueRef global)
{
	size_t n = 0;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
	LLVMMetadataRef found = NULL;
	for (unsigned i = 0; i < n && !found; i++) {
		if (LLVMValueMetadataEntriesGetKind(entries, i) != mod->debug_kind)
			continue;
		LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(entries, i);
		if (LLVMGetMetadataKind(m) == LLVMDIGlobalVariableExpressionMetadataKind)
			found = LLVMDIGlobalVariableExpressionGetVariable(m);
	}
	LLVMDisposeValueMetadataEntries(entries);
	return found;
}

static void describe_variable(struct module *mod, sym_id s, LLVMValueRef global)
{
	LLVMMetadataRef node = debug_variable(mod, global);
	if (!node)
		return;
	const struct variable *v = module_variable(mod, node, NULL);
	struct ir_symbol *symbol = &mod->p->symbols.at[s];
	symbol->type = v->type;
	symbol->loc = v->loc;
	if (v->name)
		symbol->source_name = v->name;
	LLVMMetadataRef scope = LLVMDIVariableGetScope(node);
	str_id function = scope ? module_scope(mod, scope)->function : 0;
	if (function) {
		symbol->flags |= SYMF_STATIC_LOCAL;
		symbol->scope = function;
	}
}

static void define_variable(struct module *mod, LLVMValueRef global)
{
	sym_id s = map_get(&mod->symbols, module_key(global), 0);
	if (!s)
		return;
	describe_variable(mod, s, global);
	LLVMValueRef value = LLVMGetInitializer(global);
	uint32_t first = mod->p->inits.n;
	mod->in_literal = mod->p->symbols.at[s].flags & SYMF_STRING;
	if (value)
		init_value(mod, value, 0);
	mod->p->symbols.at[s].init = first;
	mod->p->symbols.at[s].init_count = mod->p->inits.n - first;
}

static void describe_function(struct module *mod, LLVMValueRef function)
{
	sym_id s = map_get(&mod->symbols, module_key(function), 0);
	LLVMMetadataRef node = s ? LLVMGetSubprogram(function) : NULL;
	if (!node)
		return;
	loc_id loc = module_line_loc(mod, LLVMDIScopeGetFile(node),
				     LLVMDISubprogramGetLine(node));
	str_id name = module_node_string(mod, node, 2);
	type_id type = module_type(mod, module_node_operand(mod, node, 4));
	struct ir_symbol *symbol = &mod->p->symbols.at[s];
	symbol->loc = loc;
	symbol->type = type;
	if (name)
		symbol->source_name = name;
}

static void define_target(struct module *mod, LLVMValueRef global, LLVMValueRef target)
{
	sym_id s = map_get(&mod->symbols, module_key(global), 0);
	struct ir_const c;
	if (target && module_fold(mod, target, &c) && c.sym != s && c.value == 0)
		mod->p->symbols.at[s].target = c.sym;
}

void module_define_symbols(struct module *mod)
{
	LLVMModuleRef m = mod->llvm;
	LLVMValueRef g = LLVMGetFirstGlobalAlias(m);
	for (; g; g = LLVMGetNextGlobalAlias(g))
		define_target(mod, g, LLVMAliasGetAliasee(g));
	for (g = LLVMGetFirstGlobalIFunc(m); g; g = LLVMGetNextGlobalIFunc(g))
		define_target(mod, g, LLVMGetGlobalIFuncResolver(g));
	for (g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
		define_variable(mod, g);
	for (g = LLVMGetFirstFunction(m); g; g = LLVMGetNextFunction(g))
		describe_function(mod, g);
}
