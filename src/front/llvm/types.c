/* SPDX-License-Identifier: MIT */
/*
 * Debug info types and variables.
 *
 * A type that is mentioned gets its id at once and its content later, from a
 * work list: C types refer to each other in circles, and a long chain of
 * structs must not become a deep recursion.
 *
 * The C interface gives the operands of a debug info node only by number; the
 * numbers below are those of LLVM 19's DebugInfoMetadata.h.
 */
#include <string.h>

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

enum {
	NODE_FILE = 0, /* of every type and variable with a name */
	NODE_BASE = 3, /* of derived and composite types */
	DERIVED_EXTRA = 4,
	COMPOSITE_ELEMENTS = 4,
	SIGNATURE_TYPES = 3,
	SUBPROGRAM_TYPE = 4,
	SUBRANGE_COUNT = 0,
	VARIABLE_NAME = 1,
	VARIABLE_TYPE = 3,
	OPERANDS_MAX = 16, /* no node of fixed shape has more */
};

/* ---- operands ---- */

struct operands {
	LLVMValueRef *at;
	unsigned n;
	LLVMValueRef few[OPERANDS_MAX];
};

static void operands_get(struct module *mod, LLVMMetadataRef node, struct operands *o)
{
	LLVMValueRef v = LLVMMetadataAsValue(mod->context, node);
	o->n = LLVMGetMDNodeNumOperands(v);
	o->at = o->n > OPERANDS_MAX ? xcalloc(o->n, sizeof(*o->at)) : o->few;
	LLVMGetMDNodeOperands(v, o->at);
}

static void operands_release(struct operands *o)
{
	if (o->at != o->few)
		free(o->at);
}

/* Nodes and strings as metadata; an operand that is a number is not a node. */
static LLVMMetadataRef as_node(LLVMValueRef v)
{
	if (!v || LLVMGetValueKind(v) != LLVMMetadataAsValueValueKind)
		return NULL;
	return LLVMValueAsMetadata(v);
}

LLVMMetadataRef module_node_operand(struct module *mod, LLVMMetadataRef node, unsigned i)
{
	struct operands o;
	operands_get(mod, node, &o);
	LLVMMetadataRef found = i < o.n ? as_node(o.at[i]) : NULL;
	operands_release(&o);
	return found;
}

static str_id string_of(struct module *mod, LLVMValueRef v)
{
	unsigned n = 0;
	const char *s = v && as_node(v) ? LLVMGetMDString(v, &n) : NULL;
	return s && n ? intern_bytes(&mod->p->strings, s, n) : 0;
}

str_id module_node_string(struct module *mod, LLVMMetadataRef node, unsigned i)
{
	struct operands o;
	operands_get(mod, node, &o);
	str_id s = i < o.n ? string_of(mod, o.at[i]) : 0;
	operands_release(&o);
	return s;
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

static bool is_type(LLVMMetadataRef node)
{
	switch (LLVMGetMetadataKind(node)) {
	case LLVMDIBasicTypeMetadataKind:
	case LLVMDIDerivedTypeMetadataKind:
	case LLVMDICompositeTypeMetadataKind:
	case LLVMDISubroutineTypeMetadataKind:
	case LLVMDIStringTypeMetadataKind:
		return true;
	default:
		return false;
	}
}

type_id module_type(struct module *mod, LLVMMetadataRef node)
{
	if (!node || !is_type(node))
		return 0;
	type_id id = map_get(&mod->types, module_key(node), 0);
	if (id)
		return id;
	id = mod->p->types.n;
	vec_push(&mod->p->types, (struct ir_type){0});
	map_put(&mod->types, module_key(node), id);
	vec_push(&mod->pending_types, node);
	return id;
}

/* Where debug info leaves the type out, it means void. */
static type_id type_or_void(struct module *mod, LLVMMetadataRef node)
{
	return node ? module_type(mod, node) : void_type(mod);
}

static str_id type_name(struct module *mod, LLVMMetadataRef node)
{
	size_t n = 0;
	const char *name = LLVMDITypeGetName(node, &n);
	return n ? intern_bytes(&mod->p->strings, name, n) : 0;
}

static struct ir_type named(struct module *mod, LLVMMetadataRef node,
			    enum ir_type_kind kind)
{
	return (struct ir_type){
		.kind = (uint8_t)kind,
		.name = type_name(mod, node),
		.size = LLVMDITypeGetSizeInBits(node) / 8,
	};
}

static void fill_derived(struct module *mod, type_id id, LLVMMetadataRef node)
{
	unsigned tag = LLVMGetDINodeTag(node);
	bool pointer = tag == TAG_POINTER || tag == TAG_REFERENCE ||
		       tag == TAG_RVALUE_REFERENCE || tag == TAG_POINTER_TO_MEMBER;
	struct ir_type t = named(mod, node, pointer ? TYPE_POINTER : TYPE_ALIAS);
	if (tag == TAG_CONST)
		t.flags = TYPE_CONST;
	if (tag == TAG_VOLATILE)
		t.flags = TYPE_VOLATILE;
	if (tag == TAG_ATOMIC)
		t.flags = TYPE_ATOMIC;
	struct operands o;
	operands_get(mod, node, &o);
	t.target = type_or_void(mod, as_node(o.at[NODE_BASE]));
	if (tag == TAG_TYPEDEF)
		t.loc = module_line_loc(mod, as_node(o.at[NODE_FILE]),
					LLVMDITypeGetLine(node));
	operands_release(&o);
	mod->p->types.at[id] = t;
}

/* How many elements; 0 when it is not a constant. */
static uint64_t subrange_count(struct module *mod, LLVMMetadataRef node)
{
	if (!node || LLVMGetMetadataKind(node) != LLVMDISubrangeMetadataKind)
		return 0;
	struct operands o;
	operands_get(mod, node, &o);
	LLVMValueRef count = o.n ? o.at[SUBRANGE_COUNT] : NULL;
	int64_t n =
		count && LLVMIsAConstantInt(count) ? LLVMConstIntGetSExtValue(count) : 0;
	operands_release(&o);
	return n > 0 ? (uint64_t)n : 0;
}

/* int a[2][3] is an array of 2 arrays of 3: one type for each subrange, the
 * outermost with the id of the node. The whole size is known, and each inner
 * array is its share; of a[][3] nothing is known. */
static void fill_array(struct module *mod, type_id id, LLVMMetadataRef node,
		       const struct operands *composite)
{
	struct ir_type t = named(mod, node, TYPE_ARRAY);
	type_id element = type_or_void(mod, as_node(composite->at[NODE_BASE]));
	LLVMMetadataRef ranges = as_node(composite->at[COMPOSITE_ELEMENTS]);
	struct operands o = {.at = o.few, .n = 0};
	if (ranges)
		operands_get(mod, ranges, &o);
	for (unsigned i = 0; i + 1 < o.n; i++) {
		uint64_t count = subrange_count(mod, as_node(o.at[i]));
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
	operands_release(&o);
}

/* Byte offset and bits of a bit-field: clang records where its storage unit
 * starts as the member's extra data. */
static void place_bit_field(struct ir_member *m, LLVMMetadataRef node,
			    LLVMValueRef storage)
{
	uint64_t at = LLVMDITypeGetOffsetInBits(node);
	uint64_t unit = at & ~(uint64_t)7;
	if (storage && LLVMIsAConstantInt(storage))
		unit = LLVMConstIntGetZExtValue(storage);
	if (unit > at)
		unit = at & ~(uint64_t)7;
	m->offset = (uint32_t)(unit / 8);
	m->bit_offset = (uint16_t)(at - unit);
	m->bit_size = (uint16_t)LLVMDITypeGetSizeInBits(node);
}

static bool is_derived(LLVMMetadataRef node)
{
	return LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind;
}

static void add_member(struct module *mod, LLVMMetadataRef node)
{
	unsigned tag = is_derived(node) ? LLVMGetDINodeTag(node) : 0;
	LLVMDIFlags flags = tag ? LLVMDITypeGetFlags(node) : 0;
	if (tag != TAG_MEMBER && tag != TAG_INHERITANCE)
		return;
	if (flags & LLVMDIFlagStaticMember)
		return;
	struct operands o;
	operands_get(mod, node, &o);
	struct ir_member m = {
		.name = tag == TAG_MEMBER ? type_name(mod, node) : 0,
		.type = module_type(mod, as_node(o.at[NODE_BASE])),
		.offset = (uint32_t)(LLVMDITypeGetOffsetInBits(node) / 8),
	};
	if (flags & LLVMDIFlagBitField)
		place_bit_field(&m, node, o.at[DERIVED_EXTRA]);
	operands_release(&o);
	vec_push(&mod->p->members, m);
}

/* Rust's enums hold their variants in a nameless part of their own. */
static void add_variant_part(struct module *mod, LLVMMetadataRef node)
{
	struct ir_member m = {.type = module_type(mod, node)};
	vec_push(&mod->p->members, m);
}

static void fill_members(struct module *mod, struct ir_type *t, LLVMMetadataRef elements)
{
	struct operands o;
	t->members = mod->p->members.n;
	operands_get(mod, elements, &o);
	for (unsigned i = 0; i < o.n; i++) {
		LLVMMetadataRef e = as_node(o.at[i]);
		if (!e)
			continue;
		if (LLVMGetMetadataKind(e) == LLVMDICompositeTypeMetadataKind &&
		    LLVMGetDINodeTag(e) == TAG_VARIANT_PART)
			add_variant_part(mod, e);
		else
			add_member(mod, e);
	}
	operands_release(&o);
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

static void fill_composite(struct module *mod, type_id id, LLVMMetadataRef node)
{
	enum ir_type_kind kind = composite_kind(LLVMGetDINodeTag(node));
	struct operands o;
	operands_get(mod, node, &o);
	if (kind == TYPE_ARRAY) {
		fill_array(mod, id, node, &o);
	} else {
		struct ir_type t = named(mod, node, kind);
		LLVMMetadataRef elements = as_node(o.at[COMPOSITE_ELEMENTS]);
		t.loc = module_line_loc(mod, as_node(o.at[NODE_FILE]),
					LLVMDITypeGetLine(node));
		if (kind != TYPE_SCALAR && elements)
			fill_members(mod, &t, elements);
		mod->p->types.at[id] = t;
	}
	operands_release(&o);
}

static type_id list_type(struct module *mod, LLVMMetadataRef signature, unsigned i)
{
	LLVMMetadataRef list = module_node_operand(mod, signature, SIGNATURE_TYPES);
	if (!list)
		return 0;
	struct operands o;
	operands_get(mod, list, &o);
	type_id t = 0;
	if (i < o.n)
		t = type_or_void(mod, as_node(o.at[i]));
	else if (i == 0)
		t = void_type(mod);
	operands_release(&o);
	return t;
}

static void fill_type(struct module *mod, LLVMMetadataRef node)
{
	type_id id = map_get(&mod->types, module_key(node), 0);
	switch (LLVMGetMetadataKind(node)) {
	case LLVMDIDerivedTypeMetadataKind:
		fill_derived(mod, id, node);
		break;
	case LLVMDICompositeTypeMetadataKind:
		fill_composite(mod, id, node);
		break;
	case LLVMDISubroutineTypeMetadataKind: {
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

type_id module_signature_type(struct module *mod, LLVMMetadataRef subprogram, unsigned i)
{
	LLVMMetadataRef type = module_node_operand(mod, subprogram, SUBPROGRAM_TYPE);
	return type ? list_type(mod, type, i) : 0;
}

const struct variable *module_variable(struct module *mod, LLVMMetadataRef node,
				       uint32_t *id)
{
	uint32_t i = map_get(&mod->variables, module_key(node), MISSING);
	if (i == MISSING) {
		struct operands o;
		operands_get(mod, node, &o);
		struct variable v = {
			.name = string_of(mod, o.at[VARIABLE_NAME]),
			.type = module_type(mod, as_node(o.at[VARIABLE_TYPE])),
			.loc = module_line_loc(mod, LLVMDIVariableGetFile(node),
					       LLVMDIVariableGetLine(node)),
		};
		operands_release(&o);
		i = mod->variable_at.n;
		vec_push(&mod->variable_at, v);
		map_put(&mod->variables, module_key(node), i);
	}
	if (id)
		*id = i;
	return &mod->variable_at.at[i];
}
