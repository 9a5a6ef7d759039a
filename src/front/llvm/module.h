/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: one module on its way into a program.
 *
 * The arrays remember what each value and each debug info node became.
 */
#ifndef CHEQUER_FRONT_LLVM_MODULE_H
#define CHEQUER_FRONT_LLVM_MODULE_H

#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/bitcode.h"
#include "front/llvm/promote.h"
#include "ir/ir.h"

#define MISSING UINT32_MAX

/* A place in the source that holds instructions: which file, which function. */
struct scope {
	file_id file;
	str_id function;
};

struct variable {
	str_id name;
	type_id type;
	loc_id loc;
};

struct module {
	struct program *p;
	struct bitcode *bc;
	struct promotion promotion;
	uint32_t pointer_size;
	char *directory;	       /* where we run: files under it show relative */
	const char *logical_directory; /* the same as $PWD has it, or NULL */
	VEC(sym_id) symbol_of;	       /* by global; 0: it is none */
	VEC(ir_val) value_of;	       /* by value; MISSING: not lowered yet */
	VEC(uint8_t) intrinsic_of;     /* by global: enum intrinsic + 1, 0 unknown */
	struct map made_symbols;       /* name to sym_id, of functions not declared */
	VEC(uint32_t) node_ids;	 /* by node: id of its file, type or position, index of
				  * its variable, + 1; 0: not yet */
	VEC(uint32_t) scope_ids; /* by node: index in scope_at + 1 */
	VEC(struct scope) scope_at;
	VEC(struct variable) variable_at;
	VEC(bc_node) pending_types; /* have an id, not yet filled */
	uint32_t depth;		    /* of nested constants being looked into */
	bool in_literal;	    /* lowering the value of a string literal */
	type_id void_type;
	struct bc_position last_position;
	loc_id last_loc;
};

static inline ir_val unknown_value(void)
{
	return ir_val_make(VAL_UNKNOWN, 0);
}

static inline const struct bc_value_info *value_info(const struct module *mod, bc_value v)
{
	return &mod->bc->values.at[v];
}
static inline const struct bc_constant *constant_info(const struct module *mod, bc_value v)
{
	return &mod->bc->constants.at[value_info(mod, v)->index];
}
static inline bc_value constant_operand(const struct module *mod,
					const struct bc_constant *c, uint32_t i)
{
	return mod->bc->constant_operands.at[c->first + i];
}
/* Globals and constants. */
static inline bool is_constant(const struct module *mod, bc_value v)
{
	return v < mod->bc->values.n && value_info(mod, v)->kind <= BC_CONSTANT;
}
static inline bc_type value_type(const struct module *mod, bc_value v)
{
	return value_info(mod, v)->type;
}

static inline bool global_is_intrinsic(const struct bc_global *g)
{
	return g->declared && g->name_size > 5 && memcmp(g->name, "llvm.", 5) == 0;
}

/* ---- symbols.c ---- */

void module_declare_symbols(struct module *mod);
/* Initial values, alias targets, types; after all symbols are declared. */
void module_define_symbols(struct module *mod);
/* What debug info says about the function at hand. */
void module_describe_function(struct module *mod);
/* A function of that name that the module does not declare. */
sym_id module_external_function(struct module *mod, const char *name, size_t length);
void module_take_address(struct module *mod, sym_id s);

/* ---- assembly.c ---- */
/* Versions of symbols; after all are defined. */
void module_read_assembly(struct module *mod);

/* ---- constant.c ---- */

/* Bytes that a load or store of the type touches, and bytes from one array
 * element to the next. 0 for types without a size. */
uint32_t module_store_size(struct module *mod, bc_type type);
uint64_t module_stride(struct module *mod, bc_type type);
/* A constant as an integer, or a symbol and a byte offset; false when it is
 * neither (floats, undef, differences of addresses). */
bool module_fold(struct module *mod, bc_value v, struct ir_const *out);
/* The symbols inside a constant, each pushed once for every mention. */
struct sym_list {
	VEC(sym_id) syms;
};
void module_mentioned_symbols(struct module *mod, bc_value v, struct sym_list *out);

/* What one more index of a getelementptr means. */
struct gep_step {
	bool member;     /* a constant offset, whatever the index */
	uint64_t offset; /* of the member */
	uint64_t stride; /* otherwise */
	uint64_t count;  /* elements of the array indexed; 0: not known */
};
struct gep_step module_gep_step(struct module *mod, bc_type *type, bool first,
				bc_value index);

/* ---- position.c ---- */

loc_id module_loc(struct module *mod, const struct bc_position *at);
loc_id module_line_loc(struct module *mod, bc_node file, unsigned line);
const struct scope *module_scope(struct module *mod, bc_node scope);

/* ---- types.c ---- */

/* Whether it is a node of that code that has at least n fields. */
bool module_is_node(const struct module *mod, bc_node node, unsigned code, unsigned n);
unsigned module_node_code(const struct module *mod, bc_node node);
/* Field 'i' as a number; 0 when absent. */
uint64_t module_node_number(const struct module *mod, bc_node node, unsigned i);
/* Field 'i' as another node; BC_NONE when absent. */
bc_node module_node_operand(const struct module *mod, bc_node node, unsigned i);
/* The same where it is never absent and written without the 1. */
bc_node module_node_reference(const struct module *mod, bc_node node, unsigned i);
str_id module_node_string(struct module *mod, bc_node node, unsigned i);
type_id module_type(struct module *mod, bc_node node);
/* Element i of the type list of a function type; i = 0 is the result. */
type_id module_signature_type(struct module *mod, bc_node subprogram, unsigned i);
const struct variable *module_variable(struct module *mod, bc_node node,
				       uint32_t *id);
/* Fills every type that was only mentioned so far, and what those mention. */
void module_finish_types(struct module *mod);

/* ---- lower.c ---- */

/* For the debug info nodes that have come since. */
void module_make_room(struct module *mod);

/* ---- function.c ---- */

/* The function at hand in mod->bc. */
void module_lower_function(struct module *mod);

#endif
