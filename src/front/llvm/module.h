/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: one module on its way into a program.
 *
 * LLVM hands out pointers, the program wants ids: the maps remember what each
 * LLVM object became. Those that only matter within a function are emptied
 * between functions, which keeps them small and near.
 */
#ifndef CHEQUER_FRONT_LLVM_MODULE_H
#define CHEQUER_FRONT_LLVM_MODULE_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/map.h"
#include "base/str.h"
#include "ir/ir.h"

#define MISSING UINT32_MAX

struct attribute_kinds {
	unsigned noreturn, returns_twice, byval, memory, optnone;
};

/* A place in the source that holds instructions: which file, which function. */
struct scope {
	file_id file;
	str_id function;
};

/* In bytes: what a load or store touches, and from one array element to the
 * next. */
struct type_size {
	uint64_t store, stride;
	bool scalable;
};

struct variable {
	str_id name;
	type_id type;
	loc_id loc;
};

struct module {
	struct program *p;
	LLVMContextRef context;
	LLVMModuleRef llvm;
	LLVMTargetDataRef layout;
	uint32_t pointer_size;
	struct attribute_kinds attribute;
	unsigned debug_kind;           /* metadata kind '!dbg' */
	LLVMMetadataRef no_expression; /* the empty DIExpression */
	LLVMMetadataRef dereference;   /* the one that follows a pointer */
	char *directory;               /* where we run: files under it show relative */
	const char *logical_directory; /* the same as $PWD has it, or NULL */
	struct map symbols;            /* global value to sym_id */
	struct map constants;          /* folded constant to ir_val */
	struct map values;             /* of this function: formal, instruction to
					* ir_val, block to its number */
	struct map sizes;              /* type to index in size_at */
	VEC(struct type_size) size_at;
	struct map intrinsics;        /* function to enum intrinsic */
	struct map made_symbols;      /* name to sym_id, of functions not declared */
	struct map locs;              /* of this function: position to loc_id */
	struct map files, types;      /* debug info node to id */
	struct map scopes, variables; /* debug info node to index in: */
	VEC(struct scope) scope_at;
	VEC(struct variable) variable_at;
	VEC(LLVMMetadataRef) pending_types; /* have an id, not yet filled */
	bool in_literal;                    /* lowering the value of a string literal */
	type_id void_type;
	LLVMMetadataRef last_location;
	loc_id last_loc;
};

static inline uint64_t module_key(const void *llvm)
{
	return (uint64_t)(uintptr_t)llvm;
}

static inline ir_val unknown_value(void)
{
	return ir_val_make(VAL_UNKNOWN, 0);
}

/* ---- symbols.c ---- */

void module_declare_symbols(struct module *mod);
/* Initial values, alias targets, types; after all symbols are declared. */
void module_define_symbols(struct module *mod);
/* A function of that name that the module does not declare. */
sym_id module_external_function(struct module *mod, const char *name, size_t length);
void module_take_address(struct module *mod, sym_id s);

/* ---- constant.c ---- */

/* Bytes that a load or store of the type touches, and bytes from one array
 * element to the next. 0 for types without a size. */
uint32_t module_store_size(struct module *mod, LLVMTypeRef type);
uint64_t module_stride(struct module *mod, LLVMTypeRef type);
/* A constant as an integer, or a symbol and a byte offset; false when it is
 * neither (floats, undef, differences of addresses). */
bool module_fold(struct module *mod, LLVMValueRef v, struct ir_const *out);
/* The symbols inside a constant, each pushed once for every mention. */
struct sym_list {
	VEC(sym_id) syms;
};
void module_mentioned_symbols(struct module *mod, LLVMValueRef v, struct sym_list *out);

/* What one more index of a getelementptr means. */
struct gep_step {
	bool member;     /* a constant offset, whatever the index */
	uint64_t offset; /* of the member */
	uint64_t stride; /* otherwise */
	uint64_t count;  /* elements of the array indexed; 0: not known */
};
struct gep_step module_gep_step(struct module *mod, LLVMTypeRef *type, bool first,
				LLVMValueRef index);

/* ---- position.c ---- */

loc_id module_loc(struct module *mod, LLVMMetadataRef location);
loc_id module_line_loc(struct module *mod, LLVMMetadataRef file, unsigned line);
const struct scope *module_scope(struct module *mod, LLVMMetadataRef scope);

/* ---- types.c ---- */

/* Operand 'i' of a debug info node; NULL when absent. */
LLVMMetadataRef module_node_operand(struct module *mod, LLVMMetadataRef node, unsigned i);
str_id module_node_string(struct module *mod, LLVMMetadataRef node, unsigned i);
type_id module_type(struct module *mod, LLVMMetadataRef node);
/* Element i of the type list of a function type; i = 0 is the result. */
type_id module_signature_type(struct module *mod, LLVMMetadataRef subprogram, unsigned i);
const struct variable *module_variable(struct module *mod, LLVMMetadataRef node,
				       uint32_t *id);
/* Fills every type that was only mentioned so far, and what those mention. */
void module_finish_types(struct module *mod);

/* ---- function.c ---- */

void module_lower_function(struct module *mod, LLVMValueRef function);

#endif
