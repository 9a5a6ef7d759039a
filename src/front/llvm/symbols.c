/* SPDX-License-Identifier: MIT */
/*
 * Global variables, functions, aliases and ifuncs become symbols, in the order
 * of the module. First all of them are declared, so that initial values and
 * alias targets can refer to any; then they are defined.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "front/llvm/codes.h"
#include "front/llvm/module.h"

/* Plain integer arrays longer than this are data nobody looks into. */
enum { SMALL_ARRAY = 64 };

/* Linkages as the file numbers them; some numbers are older words for others. */
static enum ir_linkage linkage_of(unsigned linkage)
{
	switch (linkage) {
	case 2: /* appending, llvm.global_ctors: each unit has its own */
	case 3: /* internal */
	case 9: /* private, and two forms of it */
	case 13:
	case 14:
		return LINK_INTERNAL;
	case 1: /* weak */
	case 16:
	case 10: /* weak_odr */
	case 17:
	case 7: /* extern_weak */
		return LINK_WEAK;
	case 12: /* available_externally */
	case 4:  /* linkonce */
	case 18:
	case 11: /* linkonce_odr */
	case 19:
		return LINK_ONCE;
	case 8:
		return LINK_COMMON;
	default:
		return LINK_EXTERNAL;
	}
}

static bool is_private(unsigned linkage)
{
	return linkage == 9 || linkage == 13 || linkage == 14;
}

/* A leading \01 tells LLVM not to decorate the name; the linker never sees it. */
static str_id link_name(struct module *mod, const struct bc_global *g)
{
	const char *name = g->name;
	size_t n = g->name_size;
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

static sym_id add_symbol(struct module *mod, bc_value global, enum ir_symbol_kind kind,
			 unsigned flags)
{
	const struct bc_global *g = &mod->bc->globals.at[global];
	struct ir_symbol s = {
		.kind = (uint8_t)kind,
		.linkage = (uint8_t)linkage_of(g->linkage),
		.name = link_name(mod, g),
		.unit = 1,
	};
	if (!g->declared)
		flags |= SYMF_DEFINED;
	s.flags = (uint16_t)flags;
	s.source_name = s.name;
	sym_id id = mod->p->symbols.n;
	vec_push(&mod->p->symbols, s);
	mod->symbol_of.at[global] = id;
	return id;
}

/* llvm.used and friends only keep symbols alive; they are not memory. */
static bool is_marker(const struct module *mod, const struct bc_global *g)
{
	return g->section && mod->bc->sections.at[g->section - 1].marker;
}

static bool is_name(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!isalnum((unsigned char)text[i]) && text[i] != '_')
			return false;
	}
	return n > 0 && !isdigit((unsigned char)text[0]);
}

/* Literals that may be a format of printf or scanf, or the name of a function that is
 * looked up at run time, keep their characters. */
static str_id literal_text(struct module *mod, const struct bc_global *g)
{
	enum { LONGEST = 512 };
	if (g->init == BC_NONE || value_info(mod, g->init)->kind != BC_CONSTANT)
		return 0;
	const struct bc_constant *c = constant_info(mod, g->init);
	if (c->kind != BC_DATA || !c->text)
		return 0;
	const char *text = str_cstr(&mod->bc->bytes_of) + c->value;
	size_t n = c->size;
	if (n > 0 && !text[n - 1])
		n--;
	if (n > LONGEST || memchr(text, 0, n) ||
	    (!memchr(text, '%', n) && !is_name(text, n)))
		return 0;
	return intern_bytes(&mod->p->strings, text, n);
}

static void set_section(struct module *mod, sym_id s, const struct bc_global *g)
{
	if (!g->section)
		return;
	const struct bc_section *c = &mod->bc->sections.at[g->section - 1];
	mod->p->symbols.at[s].section = intern_bytes(
		&mod->p->strings, str_cstr(&mod->bc->bytes_of) + c->name, c->size);
}

static void declare_variable(struct module *mod, bc_value global)
{
	const struct bc_global *g = &mod->bc->globals.at[global];
	bool literal = is_private(g->linkage) && g->constant && g->unnamed == 1;
	unsigned flags = (g->thread_local ? SYMF_THREAD_LOCAL : 0) |
			 (g->constant ? SYMF_CONST : 0) | (literal ? SYMF_STRING : 0);
	sym_id s = add_symbol(mod, global, SYM_VARIABLE, flags);
	mod->p->symbols.at[s].size = module_stride(mod, g->type);
	if (literal)
		mod->p->symbols.at[s].text = literal_text(mod, g);
	set_section(mod, s, g);
}

static void declare_function(struct module *mod, bc_value global)
{
	const struct bc_global *g = &mod->bc->globals.at[global];
	unsigned attributes = attribute_flags(mod->bc, g->attributes, BC_ON_FUNCTION);
	unsigned flags = (attributes & BC_NORETURN ? SYMF_NORETURN : 0) |
			 (attributes & BC_INTERRUPT ? SYMF_INTERRUPT : 0) |
			 (type_info(mod->bc, g->type)->vararg ? SYMF_VARARG : 0) |
			 (g->hidden ? SYMF_HIDDEN : 0);
	if (!global_is_intrinsic(g))
		set_section(mod, add_symbol(mod, global, SYM_FUNCTION, flags), g);
}

/* An alias of a function or of a variable: as its value type says. */
static void declare_alias(struct module *mod, bc_value global)
{
	const struct bc_global *g = &mod->bc->globals.at[global];
	bool function = type_kind(mod->bc, g->type) == BC_FUNCTION;
	sym_id s = add_symbol(mod, global, function ? SYM_FUNCTION : SYM_VARIABLE,
			      g->thread_local ? SYMF_THREAD_LOCAL : 0);
	if (!function)
		mod->p->symbols.at[s].size = module_stride(mod, g->type);
}

void module_declare_symbols(struct module *mod)
{
	const struct bitcode *m = mod->bc;
	for (bc_value v = 0; v < m->globals.n; v++)
		vec_push(&mod->symbol_of, 0);
	for (bc_value v = 0; v < m->globals.n; v++) {
		switch (m->globals.at[v].kind) {
		case BC_VARIABLE:
			if (!is_marker(mod, &m->globals.at[v]))
				declare_variable(mod, v);
			break;
		case BC_FUNC:
			declare_function(mod, v);
			break;
		case BC_ALIAS:
			declare_alias(mod, v);
			break;
		default:
			add_symbol(mod, v, SYM_FUNCTION, SYMF_IFUNC);
		}
	}
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

static void init_scalar(struct module *mod, bc_value v, uint64_t offset)
{
	uint32_t size = module_store_size(mod, value_type(mod, v));
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

/* Element i of plain data, with its sign. */
static int64_t element(const struct module *mod, const struct bc_constant *c, uint32_t i,
		       uint64_t bits)
{
	uint64_t v = c->text ? (uint8_t)mod->bc->bytes_of.at[(size_t)c->value + i]
			     : mod->bc->elements.at[c->first + i];
	if (bits < 64 && v >> (bits - 1) & 1)
		v |= ~(uint64_t)0 << bits;
	return (int64_t)v;
}

static void init_data_array(struct module *mod, bc_value v, uint64_t offset)
{
	const struct bc_constant *c = constant_info(mod, v);
	bc_type type = value_type(mod, v);
	uint64_t size = module_stride(mod, type);
	if (type_info(mod->bc, type)->part_count != 1 || size > SMALL_ARRAY)
		return;
	bc_type element_type = type_part(mod->bc, type, 0);
	uint64_t bits = type_info(mod->bc, element_type)->n;
	uint64_t stride = module_stride(mod, element_type);
	if (type_kind(mod->bc, element_type) != BC_INTEGER || bits < 8 || bits > 64 ||
	    (stride == 1 && mod->in_literal))
		return;
	uint32_t n = c->text ? c->size : c->n;
	for (uint32_t i = 0; i < n && i < size / stride; i++)
		add_init(mod, offset + i * stride, (uint32_t)stride,
			 (struct ir_const){0, element(mod, c, i, bits)});
}

static void init_value(struct module *mod, bc_value v, uint64_t offset);

/* Where member i starts, when the one before it starts at 'at'. */
static uint64_t next_member(struct module *mod, bc_type type, uint32_t i, uint64_t at)
{
	bool packed = type_info(mod->bc, type)->packed;
	if (i > 0)
		at += module_stride(mod, type_part(mod->bc, type, i - 1));
	uint32_t align =
		packed ? 1 : measured(mod->bc, type_part(mod->bc, type, i))->align;
	return (at + align - 1) / align * align;
}

static void init_aggregate(struct module *mod, bc_value v, uint64_t offset)
{
	const struct bc_constant *c = constant_info(mod, v);
	bc_type type = value_type(mod, v);
	const struct bc_type_info *info = type_info(mod->bc, type);
	bool members = info->kind == BC_STRUCT;
	if (members ? c->n > info->part_count : info->part_count != 1) {
		bitcode_fail(mod->bc, "an initial value does not fit");
		return;
	}
	uint64_t stride = members ? 0 : module_stride(mod, type_part(mod->bc, type, 0));
	uint64_t at = 0;
	for (uint32_t i = 0; i < c->n && !mod->bc->in.wrong; i++) {
		if (members)
			at = next_member(mod, type, i, at);
		else
			at = i * stride;
		init_value(mod, constant_operand(mod, c, i), offset + at);
	}
}

static void init_value(struct module *mod, bc_value v, uint64_t offset)
{
	if (value_info(mod, v)->kind != BC_CONSTANT) {
		init_scalar(mod, v, offset);
		return;
	}
	switch (constant_info(mod, v)->kind) {
	case BC_ZERO:
	case BC_ANYTHING:
	case BC_FLOATING:
		return;
	case BC_DATA:
		init_data_array(mod, v, offset);
		return;
	case BC_AGGREGATE:
		init_aggregate(mod, v, offset);
		return;
	default:
		init_scalar(mod, v, offset);
	}
}

/* ---- definitions ---- */

static void describe_variable(struct module *mod, sym_id s, const struct bc_global *g)
{
	bc_node node = g->debug;
	if (module_node_code(mod, node) == NODE_GLOBAL_VAR_EXPR)
		node = module_node_operand(mod, node, 1);
	if (module_node_code(mod, node) != NODE_GLOBAL_VAR)
		return;
	const struct variable *v = module_variable(mod, node, NULL);
	struct ir_symbol *symbol = &mod->p->symbols.at[s];
	symbol->type = v->type;
	symbol->loc = v->loc;
	if (v->name)
		symbol->source_name = v->name;
	str_id function = module_scope(mod, module_node_operand(mod, node, 1))->function;
	if (function) {
		symbol->flags |= SYMF_STATIC_LOCAL;
		symbol->scope = function;
	}
}

static void define_variable(struct module *mod, bc_value global)
{
	sym_id s = mod->symbol_of.at[global];
	const struct bc_global *g = &mod->bc->globals.at[global];
	if (!s)
		return;
	describe_variable(mod, s, g);
	uint32_t first = mod->p->inits.n;
	mod->in_literal = mod->p->symbols.at[s].flags & SYMF_STRING;
	if (g->init != BC_NONE)
		init_value(mod, g->init, 0);
	mod->p->symbols.at[s].init = first;
	mod->p->symbols.at[s].init_count = mod->p->inits.n - first;
}

static void describe_function(struct module *mod, sym_id s, bc_node node)
{
	if (!s || module_node_code(mod, node) != NODE_SUBPROGRAM)
		return;
	loc_id loc = module_line_loc(mod, module_node_operand(mod, node, 4),
				     (unsigned)module_node_number(mod, node, 5));
	str_id name = module_node_string(mod, node, 2);
	type_id type = module_type(mod, module_node_operand(mod, node, 6));
	struct ir_symbol *symbol = &mod->p->symbols.at[s];
	symbol->loc = loc;
	symbol->type = type;
	if (name)
		symbol->source_name = name;
}

void module_describe_function(struct module *mod)
{
	const struct bc_function *f = &mod->bc->function;
	describe_function(mod, mod->symbol_of.at[f->value], f->debug);
}

static void define_target(struct module *mod, bc_value global)
{
	sym_id s = mod->symbol_of.at[global];
	bc_value target = mod->bc->globals.at[global].init;
	struct ir_const c;
	if (target != BC_NONE && module_fold(mod, target, &c) && c.sym != s &&
	    c.value == 0)
		mod->p->symbols.at[s].target = c.sym;
}

/* Bodies bring what debug info says of them. */
void module_define_symbols(struct module *mod)
{
	const struct bitcode *m = mod->bc;
	for (bc_value v = 0; v < m->globals.n; v++) {
		if (m->globals.at[v].kind == BC_ALIAS)
			define_target(mod, v);
	}
	for (bc_value v = 0; v < m->globals.n; v++) {
		if (m->globals.at[v].kind == BC_IFUNC)
			define_target(mod, v);
	}
	for (bc_value v = 0; v < m->globals.n; v++) {
		if (m->globals.at[v].kind == BC_VARIABLE)
			define_variable(mod, v);
		else if (m->globals.at[v].kind == BC_FUNC && m->globals.at[v].declared)
			describe_function(mod, mod->symbol_of.at[v],
					  m->globals.at[v].debug);
	}
}
