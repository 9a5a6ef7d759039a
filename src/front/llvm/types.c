/* SPDX-License-Identifier: MIT */
/*
 * Debug info types and variables.
 *
 * A type that is mentioned gets its id at once and its content later, from a
 * work list: C types refer to each other in circles, and a long chain of
 * structs must not become a deep recursion.
 *
 * The fields of a node are those that LLVM 19 writes.
 */
#include "front/llvm/codes.h"
#include "front/llvm/module.h"

/* Tags of DWARF, section 7.5.3 of its fifth version. */
enum {
	TAG_ARRAY = 0x01,
	TAG_CLASS = 0x02,
	TAG_ENUM = 0x04,
	TAG_MEMBER = 0x0d,
	TAG_POINTER = 0x0f,
	TAG_REFERENCE = 0x10,
	TAG_STRUCT = 0x13,
	TAG_TYPEDEF = 0x16,
	TAG_UNION = 0x17,
	TAG_INHERITANCE = 0x1c,
	TAG_POINTER_TO_MEMBER = 0x1f,
	TAG_CONST = 0x26,
	TAG_VARIANT_PART = 0x33,
	TAG_VOLATILE = 0x35,
	TAG_RVALUE_REFERENCE = 0x42,
	TAG_ATOMIC = 0x47,
};

/* Which field of a node is what. */
enum {
	TYPE_TAG = 1,
	TYPE_NAME = 2,
	BASIC_SIZE = 3,
	STRING_SIZE = 6,
	TYPE_FILE = 3, /* of derived and composite types, as all below */
	TYPE_LINE = 4,
	TYPE_BASE = 6,
	TYPE_SIZE = 7,
	TYPE_OFFSET = 9,
	TYPE_FLAGS = 10,
	DERIVED_EXTRA = 11,
	COMPOSITE_ELEMENTS = 11,
	SIGNATURE_TYPES = 2,
	SUBPROGRAM_TYPE = 6,
	SUBRANGE_COUNT = 1,
};

enum { FLAG_STATIC_MEMBER = 1 << 12, FLAG_BIT_FIELD = 1 << 19 };

/* ---- fields ---- */

unsigned module_node_code(const struct module *mod, bc_node node)
{
	return node < mod->bc->nodes.n ? mod->bc->nodes.at[node].code : BC_EMPTY_NODE;
}

bool module_is_node(const struct module *mod, bc_node node, unsigned code, unsigned n)
{
	return module_node_code(mod, node) == code && mod->bc->nodes.at[node].n >= n;
}

uint64_t module_node_number(const struct module *mod, bc_node node, unsigned i)
{
	if (node >= mod->bc->nodes.n)
		return 0;
	const struct bc_node_info *info = &mod->bc->nodes.at[node];
	if (info->code == BC_STRING || i >= info->n)
		return 0;
	return mod->bc->node_fields.at[info->u.first + i];
}

/* A number of the file that is a field of 'in'. */
static bc_node numbered(const struct module *mod, bc_node in, uint64_t number)
{
	uint64_t first = mod->bc->module_nodes;
	uint64_t n = number < first ? number
				    : number - first + mod->bc->nodes.at[in].base;
	return n < mod->bc->nodes.n ? (bc_node)n : BC_NONE;
}

bc_node module_node_operand(const struct module *mod, bc_node node, unsigned i)
{
	uint64_t number = module_node_number(mod, node, i);
	return number ? numbered(mod, node, number - 1) : BC_NONE;
}

bc_node module_node_reference(const struct module *mod, bc_node node, unsigned i)
{
	return numbered(mod, node, module_node_number(mod, node, i));
}

static unsigned field_count(const struct module *mod, bc_node node)
{
	bool list = module_node_code(mod, node) == NODE_NODE ||
		    module_node_code(mod, node) == NODE_DISTINCT;
	return list ? mod->bc->nodes.at[node].n : 0;
}

str_id module_node_string(struct module *mod, bc_node node, unsigned i)
{
	bc_node s = module_node_operand(mod, node, i);
	if (module_node_code(mod, s) != BC_STRING)
		return 0;
	const struct bc_node_info *info = &mod->bc->nodes.at[s];
	return info->n ? intern_bytes(&mod->p->strings, info->u.text, info->n) : 0;
}

/* A node that wraps an integer constant. */
static bool node_int(const struct module *mod, bc_node node, int64_t *out)
{
	uint64_t v = module_node_number(mod, node, 1);
	if (!module_is_node(mod, node, BC_VALUE_NODE, 2) || v >= mod->bc->module_values ||
	    value_info(mod, (bc_value)v)->kind != BC_CONSTANT)
		return false;
	const struct bc_constant *c = constant_info(mod, (bc_value)v);
	*out = c->value;
	return c->kind == BC_INT && !c->wide;
}

/* ---- filling ---- */

static type_id void_type(struct module *mod)
{
	if (!mod->void_type) {
		mod->void_type = mod->p->types.n;
		struct ir_type t = {.kind = TYPE_VOID,
				    .name = program_str(mod->p, "void")};
		vec_push(&mod->p->types, t);
	}
	return mod->void_type;
}

static bool is_type(const struct module *mod, bc_node node)
{
	switch (module_node_code(mod, node)) {
	case NODE_BASIC_TYPE:
	case NODE_DERIVED_TYPE:
	case NODE_COMPOSITE_TYPE:
	case NODE_SUBROUTINE_TYPE:
	case NODE_STRING_TYPE:
		return true;
	default:
		return false;
	}
}

type_id module_type(struct module *mod, bc_node node)
{
	if (!is_type(mod, node))
		return 0;
	uint32_t *id = &mod->node_ids.at[node];
	if (*id)
		return *id - 1;
	vec_push(&mod->p->types, (struct ir_type){0});
	*id = mod->p->types.n;
	vec_push(&mod->pending_types, node);
	return *id - 1;
}

/* Where debug info leaves the type out, it means void. */
static type_id type_or_void(struct module *mod, bc_node node)
{
	return node != BC_NONE ? module_type(mod, node) : void_type(mod);
}

static uint64_t size_in_bits(const struct module *mod, bc_node node)
{
	switch (module_node_code(mod, node)) {
	case NODE_BASIC_TYPE:
		return module_node_number(mod, node, BASIC_SIZE);
	case NODE_STRING_TYPE:
		return module_node_number(mod, node, STRING_SIZE);
	default:
		return module_node_number(mod, node, TYPE_SIZE);
	}
}

static unsigned tag_of(const struct module *mod, bc_node node)
{
	return (unsigned)module_node_number(mod, node, TYPE_TAG);
}

static struct ir_type named(struct module *mod, bc_node node, enum ir_type_kind kind)
{
	return (struct ir_type){
		.kind = (uint8_t)kind,
		.name = module_node_string(mod, node, TYPE_NAME),
		.size = size_in_bits(mod, node) / 8,
	};
}

static loc_id type_loc(struct module *mod, bc_node node)
{
	return module_line_loc(mod, module_node_operand(mod, node, TYPE_FILE),
			       (unsigned)module_node_number(mod, node, TYPE_LINE));
}

static void fill_derived(struct module *mod, type_id id, bc_node node)
{
	unsigned tag = tag_of(mod, node);
	bool pointer = tag == TAG_POINTER || tag == TAG_REFERENCE ||
		       tag == TAG_RVALUE_REFERENCE || tag == TAG_POINTER_TO_MEMBER;
	struct ir_type t = named(mod, node, pointer ? TYPE_POINTER : TYPE_ALIAS);
	if (tag == TAG_CONST)
		t.flags = TYPE_CONST;
	if (tag == TAG_VOLATILE)
		t.flags = TYPE_VOLATILE;
	if (tag == TAG_ATOMIC)
		t.flags = TYPE_ATOMIC;
	t.target = type_or_void(mod, module_node_operand(mod, node, TYPE_BASE));
	if (tag == TAG_TYPEDEF)
		t.loc = type_loc(mod, node);
	mod->p->types.at[id] = t;
}

/* How many elements; 0 when it is not a constant. */
static uint64_t subrange_count(struct module *mod, bc_node node)
{
	int64_t n = 0;
	if (module_node_code(mod, node) != NODE_SUBRANGE ||
	    !node_int(mod, module_node_operand(mod, node, SUBRANGE_COUNT), &n))
		return 0;
	return n > 0 ? (uint64_t)n : 0;
}

/* int a[2][3] is an array of 2 arrays of 3: one type for each subrange, the
 * outermost with the id of the node. The whole size is known, and each inner
 * array is its share; of a[][3] nothing is known. */
static void fill_array(struct module *mod, type_id id, bc_node node)
{
	struct ir_type t = named(mod, node, TYPE_ARRAY);
	type_id element = type_or_void(mod, module_node_operand(mod, node, TYPE_BASE));
	bc_node ranges = module_node_operand(mod, node, COMPOSITE_ELEMENTS);
	unsigned n = field_count(mod, ranges);
	for (unsigned i = 0; i + 1 < n; i++) {
		uint64_t count = subrange_count(mod, module_node_operand(mod, ranges, i));
		type_id inner = mod->p->types.n;
		vec_push(&mod->p->types, (struct ir_type){0});
		t.target = inner;
		mod->p->types.at[id] = t;
		t.size = count ? t.size / count : 0;
		t.name = 0;
		id = inner;
	}
	t.target = element;
	mod->p->types.at[id] = t;
}

/* Byte offset and bits of a bit-field: clang records where its storage unit
 * starts as the member's extra data. */
static void place_bit_field(struct module *mod, struct ir_member *m, bc_node node)
{
	uint64_t at = module_node_number(mod, node, TYPE_OFFSET);
	uint64_t unit = at & ~(uint64_t)7;
	int64_t storage;
	if (node_int(mod, module_node_operand(mod, node, DERIVED_EXTRA), &storage))
		unit = (uint64_t)storage;
	if (unit > at)
		unit = at & ~(uint64_t)7;
	m->offset = (uint32_t)(unit / 8);
	m->bit_offset = (uint16_t)(at - unit);
	m->bit_size = (uint16_t)size_in_bits(mod, node);
}

static void add_member(struct module *mod, bc_node node)
{
	bool derived = module_node_code(mod, node) == NODE_DERIVED_TYPE;
	unsigned tag = derived ? tag_of(mod, node) : 0;
	uint64_t flags = tag ? module_node_number(mod, node, TYPE_FLAGS) : 0;
	if (tag != TAG_MEMBER && tag != TAG_INHERITANCE)
		return;
	if (flags & FLAG_STATIC_MEMBER)
		return;
	struct ir_member m = {
		.name = tag == TAG_MEMBER ? module_node_string(mod, node, TYPE_NAME) : 0,
		.type = module_type(mod, module_node_operand(mod, node, TYPE_BASE)),
		.offset = (uint32_t)(module_node_number(mod, node, TYPE_OFFSET) / 8),
	};
	if (flags & FLAG_BIT_FIELD)
		place_bit_field(mod, &m, node);
	vec_push(&mod->p->members, m);
}

/* Rust's enums hold their variants in a nameless part of their own. */
static void add_variant_part(struct module *mod, bc_node node)
{
	struct ir_member m = {.type = module_type(mod, node)};
	vec_push(&mod->p->members, m);
}

static void fill_members(struct module *mod, struct ir_type *t, bc_node elements)
{
	unsigned n = field_count(mod, elements);
	t->members = mod->p->members.n;
	for (unsigned i = 0; i < n; i++) {
		bc_node e = module_node_operand(mod, elements, i);
		if (module_node_code(mod, e) == NODE_COMPOSITE_TYPE &&
		    tag_of(mod, e) == TAG_VARIANT_PART)
			add_variant_part(mod, e);
		else
			add_member(mod, e);
	}
	t->member_count = mod->p->members.n - t->members;
}

static enum ir_type_kind composite_kind(unsigned tag)
{
	switch (tag) {
	case TAG_STRUCT:
	case TAG_CLASS:
		return TYPE_STRUCT;
	case TAG_UNION:
	case TAG_VARIANT_PART:
		return TYPE_UNION;
	case TAG_ARRAY:
		return TYPE_ARRAY;
	default:
		return TYPE_SCALAR;
	}
}

static void fill_composite(struct module *mod, type_id id, bc_node node)
{
	enum ir_type_kind kind = composite_kind(tag_of(mod, node));
	if (kind == TYPE_ARRAY) {
		fill_array(mod, id, node);
		return;
	}
	struct ir_type t = named(mod, node, kind);
	bc_node elements = module_node_operand(mod, node, COMPOSITE_ELEMENTS);
	t.loc = type_loc(mod, node);
	if (kind != TYPE_SCALAR && elements != BC_NONE)
		fill_members(mod, &t, elements);
	mod->p->types.at[id] = t;
}

static type_id list_type(struct module *mod, bc_node signature, unsigned i)
{
	bc_node list = module_node_operand(mod, signature, SIGNATURE_TYPES);
	if (list == BC_NONE)
		return 0;
	if (i < field_count(mod, list))
		return type_or_void(mod, module_node_operand(mod, list, i));
	return i == 0 ? void_type(mod) : 0;
}

static void fill_type(struct module *mod, bc_node node)
{
	type_id id = mod->node_ids.at[node] - 1;
	switch (module_node_code(mod, node)) {
	case NODE_DERIVED_TYPE:
		fill_derived(mod, id, node);
		break;
	case NODE_COMPOSITE_TYPE:
		fill_composite(mod, id, node);
		break;
	case NODE_SUBROUTINE_TYPE: {
		type_id result = list_type(mod, node, 0);
		mod->p->types.at[id] =
			(struct ir_type){.kind = TYPE_FUNCTION, .target = result};
		break;
	}
	default:
		mod->p->types.at[id] = named(mod, node, TYPE_SCALAR);
	}
}

/* Debug info gives typedefs and qualifiers no size of their own. */
static void size_alias(struct program *p, type_id id)
{
	type_id t = id;
	for (int hops = 0; hops < 256 && p->types.at[t].kind == TYPE_ALIAS; hops++)
		t = p->types.at[t].target;
	p->types.at[id].size = p->types.at[t].size;
}

void module_finish_types(struct module *mod)
{
	struct program *p = mod->p;
	for (uint32_t i = 0; i < mod->pending_types.n; i++)
		fill_type(mod, mod->pending_types.at[i]);
	for (type_id t = 1; t < p->types.n; t++) {
		if (p->types.at[t].kind == TYPE_ALIAS)
			size_alias(p, t);
	}
}

type_id module_signature_type(struct module *mod, bc_node subprogram, unsigned i)
{
	bc_node type = module_node_operand(mod, subprogram, SUBPROGRAM_TYPE);
	return type != BC_NONE ? list_type(mod, type, i) : 0;
}

/* The fields of a global variable have a linkage name among them. */
static struct variable make_variable(struct module *mod, bc_node node)
{
	unsigned file = module_node_code(mod, node) == NODE_GLOBAL_VAR ? 4 : 3;
	return (struct variable){
		.name = module_node_string(mod, node, 2),
		.type = module_type(mod, module_node_operand(mod, node, file + 2)),
		.loc = module_line_loc(
			mod, module_node_operand(mod, node, file),
			(unsigned)module_node_number(mod, node, file + 1)),
	};
}

const struct variable *module_variable(struct module *mod, bc_node node, uint32_t *id)
{
	uint32_t i = mod->node_ids.at[node];
	if (!i) {
		struct variable v = make_variable(mod, node);
		vec_push(&mod->variable_at, v);
		mod->node_ids.at[node] = i = mod->variable_at.n;
	}
	if (id)
		*id = i - 1;
	return &mod->variable_at.at[i - 1];
}
