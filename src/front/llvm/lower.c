/* SPDX-License-Identifier: MIT */
/*
 * From a bitcode file to an unlinked program: read, promote locals to values,
 * declare every symbol, lower every body, then fill in the types that debug
 * info mentioned on the way. One LLVM context a call, so calls are independent.
 */
#include "front/llvm/lower.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/llvm/read.h"
#include "front/llvm/module.h"

static unsigned attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static struct attribute_kinds attribute_kinds(void)
{
	return (struct attribute_kinds){
		.noreturn = attribute_kind("noreturn"),
		.returns_twice = attribute_kind("returns_twice"),
		.byval = attribute_kind("byval"),
		.memory = attribute_kind("memory"),
		.optnone = attribute_kind("optnone"),
	};
}

/* Bitcode made with plain -O0 forbids every pass on its functions. */
static void allow_passes(LLVMModuleRef m, const struct attribute_kinds *kinds)
{
	LLVMValueRef f = LLVMGetFirstFunction(m);
	for (; f; f = LLVMGetNextFunction(f))
		LLVMRemoveEnumAttributeAtIndex(
			f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			kinds->optnone);
}

static bool promote_locals(LLVMModuleRef m, char *message, size_t message_size)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, "mem2reg", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (!error)
		return true;
	char *text = LLVMGetErrorMessage(error);
	snprintf(message, message_size, "LLVM's mem2reg failed: %s", text);
	LLVMDisposeErrorMessage(text);
	return false;
}

/* Expressions cannot be looked into, but equal ones are one node. */
static void make_expressions(struct module *mod)
{
	uint64_t op_deref = 0x06; /* DW_OP_deref */
	LLVMDIBuilderRef builder = LLVMCreateDIBuilderDisallowUnresolved(mod->llvm);
	mod->no_expression = LLVMDIBuilderCreateExpression(builder, NULL, 0);
	mod->dereference = LLVMDIBuilderCreateExpression(builder, &op_deref, 1);
	LLVMDisposeDIBuilder(builder);
}

/* $PWD may have symbolic links in it where getcwd has none. clang prefers it, so
 * its paths start with either. */
static const char *logical_directory(void)
{
	const char *pwd = getenv("PWD");
	struct stat here, there;
	if (!pwd || pwd[0] != '/' || stat(pwd, &there) || stat(".", &here) ||
	    here.st_dev != there.st_dev || here.st_ino != there.st_ino)
		return NULL;
	return pwd;
}

static void module_init(struct module *mod, LLVMModuleRef m, struct program *out)
{
	*mod = (struct module){
		.p = out,
		.llvm = m,
		.context = LLVMGetModuleContext(m),
		.layout = LLVMGetModuleDataLayout(m),
		.attribute = attribute_kinds(),
		.debug_kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), "dbg", 3),
		.directory = getcwd(NULL, 0),
		.logical_directory = logical_directory(),
	};
	mod->pointer_size = LLVMPointerSize(mod->layout);
	make_expressions(mod);
}

static void module_release(struct module *mod)
{
	struct map *maps[] = {&mod->symbols, &mod->constants,  &mod->values,
			      &mod->sizes,   &mod->intrinsics, &mod->made_symbols,
			      &mod->files,   &mod->locs,       &mod->types,
			      &mod->scopes,  &mod->variables};
	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++)
		map_free(maps[i]);
	vec_free(&mod->size_at);
	vec_free(&mod->scope_at);
	vec_free(&mod->variable_at);
	vec_free(&mod->pending_types);
	free(mod->directory);
}

static void lower_module(LLVMModuleRef m, const char *unit_name, struct program *out)
{
	struct module mod;
	module_init(&mod, m, out);
	struct ir_unit info = {
		.name = program_str(out, unit_name),
		.pointer_size = mod.pointer_size,
		.triple = program_str(out, LLVMGetTarget(m)),
	};
	vec_push(&out->units, info);
	module_declare_symbols(&mod);
	module_define_symbols(&mod);
	LLVMValueRef f = LLVMGetFirstFunction(m);
	for (; f; f = LLVMGetNextFunction(f)) {
		if (LLVMCountBasicBlocks(f))
			module_lower_function(&mod, f);
	}
	module_finish_types(&mod);
	module_release(&mod);
}

static bool lower(const char *path, bool trusted, const char *unit_name,
		  struct program *out, char *message, size_t message_size)
{
	program_init(out);
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef m = read_module(context, path, trusted, message, message_size);
	bool good = m != NULL;
	if (good) {
		struct attribute_kinds kinds = attribute_kinds();
		allow_passes(m, &kinds);
		good = promote_locals(m, message, message_size);
	}
	if (good) {
		/* The C interface sees debug variables only as intrinsics. */
		LLVMSetIsNewDbgInfoFormat(m, 0);
		lower_module(m, unit_name, out);
	}
	if (m)
		LLVMDisposeModule(m);
	LLVMContextDispose(context);
	return good;
}

bool lower_file(const char *path, const char *unit_name, struct program *out,
		char *message, size_t message_size)
{
	return lower(path, false, unit_name, out, message, message_size);
}

bool lower_compiled_file(const char *path, const char *unit_name, struct program *out,
			 char *message, size_t message_size)
{
	return lower(path, true, unit_name, out, message, message_size);
}
