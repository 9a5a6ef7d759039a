/* SPDX-License-Identifier: MIT */
/*
 * A bitcode file: identification, module, and the names of its globals, which
 * come last. Function bodies are only located here; each is read when it is
 * asked for.
 */
#include "front/llvm/bitcode.h"

#include <errno.h>
#include <string.h>

#include "front/llvm/codes.h"

/* ---- globals ---- */

static bool same_text(const struct bitcode *m, const char *text)
{
	size_t n = strlen(text);
	bool same = m->in.fields.n == n;
	for (size_t i = 0; i < n && same; i++)
		same = m->in.fields.at[i] == (uint8_t)text[i];
	return same;
}

static void add_section(struct bitcode *m)
{
	struct bc_section s = {same_text(m, "llvm.metadata"), (uint32_t)m->bytes_of.n,
			       m->in.fields.n};
	for (uint32_t i = 0; i < m->in.fields.n; i++)
		str_addc(&m->bytes_of, (char)m->in.fields.at[i]);
	vec_push(&m->sections, s);
}

static void take_text(const struct bitcode *m, struct str *out)
{
	str_clear(out);
	for (uint32_t i = 0; i < m->in.fields.n; i++) {
		char c = (char)m->in.fields.at[i];
		str_addc(out, c ? c : '?');
	}
}

/* The first two fields are where its name is. */
static struct bc_global named_global(struct bitcode *m, enum bc_value_kind kind)
{
	uint64_t at = bits_field(&m->in, 0), size = bits_field(&m->in, 1);
	struct bc_global g = {.kind = (uint8_t)kind, .init = BC_NONE, .debug = BC_NONE};
	if (at > m->strings_size || size > m->strings_size - at) {
		bitcode_fail(m, "a name is not in the file");
		return g;
	}
	g.name = m->strings + at;
	g.name_size = (uint32_t)size;
	return g;
}

/* The type of its address. */
static bc_type address_type(struct bitcode *m, uint64_t space)
{
	bc_type t = find_type(m, BC_POINTER, space, NULL, 0);
	if (t != BC_NONE)
		return t;
	bitcode_fail(m, "a type does not exist");
	return 0;
}

static void add_global(struct bitcode *m, struct bc_global g, uint64_t space)
{
	if (m->values.n != m->globals.n)
		bitcode_fail(m, "a global comes after constants");
	struct bc_value_info v = {g.kind, address_type(m, space), m->globals.n};
	vec_push(&m->globals, g);
	vec_push(&m->values, v);
}

static bc_value later_value(uint64_t id)
{
	return id < BC_UNDEF ? (bc_value)id : BC_UNDEF;
}

/* type, flags and address space, initial value + 1, linkage, alignment, section,
 * visibility, thread-local, unnamed... */
static void add_variable(struct bitcode *m)
{
	struct bc_global g = named_global(m, BC_VARIABLE);
	uint64_t flags = bits_field(&m->in, 3), init = bits_field(&m->in, 4);
	g.type = field_type(m, 2);
	g.constant = flags & 1;
	g.declared = init == 0;
	g.init = init ? later_value(init - 1) : BC_NONE;
	g.linkage = (uint8_t)bits_field(&m->in, 5);
	g.section = (uint32_t)bits_optional(&m->in, 7);
	g.thread_local = bits_optional(&m->in, 9) != 0;
	g.unnamed = (uint8_t)bits_optional(&m->in, 10);
	if (!(flags & 2))
		bitcode_fail(m, "a variable has no type");
	add_global(m, g, flags >> 2);
}

/* type, convention, is it only declared, linkage, attributes, alignment, section, visibility, ...
 * [18] address space */
static void add_function(struct bitcode *m)
{
	struct bc_global g = named_global(m, BC_FUNC);
	g.type = field_type(m, 2);
	g.declared = bits_field(&m->in, 4) != 0;
	g.linkage = (uint8_t)bits_field(&m->in, 5);
	g.attributes = (uint32_t)bits_field(&m->in, 6);
	g.section = (uint32_t)bits_optional(&m->in, 8);
	g.hidden = bits_optional(&m->in, 9) == 1;
	if (m->types.n == 0 || type_kind(m, g.type) != BC_FUNCTION)
		bitcode_fail(m, "a function has no type");
	add_global(m, g, bits_optional(&m->in, 18));
}

/* type, address space, what it stands for, linkage, visibility, dll, thread-local */
static void add_alias(struct bitcode *m, enum bc_value_kind kind)
{
	struct bc_global g = named_global(m, kind);
	g.type = field_type(m, 2);
	g.init = later_value(bits_field(&m->in, 4));
	g.linkage = (uint8_t)bits_field(&m->in, 5);
	g.thread_local = kind == BC_ALIAS && bits_optional(&m->in, 8) != 0;
	add_global(m, g, bits_field(&m->in, 3));
}

/* ---- the module ---- */

static void module_record(struct bitcode *m)
{
	switch (m->in.code) {
	case MODULE_VERSION:
		m->version = bits_field(&m->in, 0);
		break;
	case MODULE_TRIPLE:
		take_text(m, &m->triple);
		break;
	case MODULE_LAYOUT:
		take_text(m, &m->layout_text);
		break;
	case MODULE_ASSEMBLY:
		take_text(m, &m->assembly);
		break;
	case MODULE_SECTION:
		add_section(m);
		break;
	case MODULE_VARIABLE:
		add_variable(m);
		break;
	case MODULE_FUNCTION:
		add_function(m);
		break;
	case MODULE_ALIAS:
		add_alias(m, BC_ALIAS);
		break;
	case MODULE_IFUNC:
		add_alias(m, BC_IFUNC);
		break;
	default:
		break;
	}
}

static void module_block(struct bitcode *m)
{
	switch (m->in.block) {
	case BLOCK_TYPES:
		read_types(m);
		break;
	case BLOCK_ATTRIBUTE_GROUPS:
		read_attribute_groups(m);
		break;
	case BLOCK_ATTRIBUTES:
		read_attributes(m);
		break;
	case BLOCK_CONSTANTS:
		read_constants(m);
		break;
	case BLOCK_METADATA:
		read_nodes(m);
		break;
	case BLOCK_FUNCTION:
		vec_push(&m->bodies, ((struct bc_body){m->in.at, m->in.block_width}));
		bits_skip(&m->in);
		break;
	default:
		bits_skip(&m->in);
	}
}

/* Of a module that another LLVM has written, only the target is understood. */
static void read_module(struct bitcode *m, bool foreign)
{
	enum bits_found found;
	bits_enter(&m->in);
	while ((found = bits_next(&m->in)) != BITS_END) {
		if (found == BITS_BLOCK && foreign)
			bits_skip(&m->in);
		else if (found == BITS_BLOCK)
			module_block(m);
		else if (!foreign || m->in.code == MODULE_TRIPLE)
			module_record(m);
	}
}

static void read_identification(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code == IDENTIFICATION_PRODUCER)
			take_text(m, &m->producer);
		if (m->in.code == IDENTIFICATION_EPOCH)
			m->epoch = bits_field(&m->in, 0);
	}
}

static void read_strings(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code != STRINGS_BLOB || !m->in.blob)
			continue;
		m->strings = (const char *)m->in.blob;
		m->strings_size = m->in.blob_size;
	}
}

static void check_module(struct bitcode *m)
{
	for (uint32_t i = 0; i < m->globals.n; i++) {
		struct bc_global *g = &m->globals.at[i];
		if (g->init != BC_NONE && g->init >= m->values.n)
			bitcode_fail(m, "a constant does not exist");
		if (g->section > m->sections.n)
			g->section = 0;
	}
	if (!m->in.wrong && m->version != 2)
		bitcode_fail(m, "its version is unknown");
	m->module_values = m->values.n;
	m->module_constants = m->constants.n;
	m->module_operands = m->constant_operands.n;
	m->module_elements = m->elements.n;
	m->module_bytes = m->bytes_of.n;
	m->module_nodes = m->nodes.n;
}

/* ---- the file ---- */

struct places {
	uint64_t identification, module, strings; /* in bits; 0: none */
	uint32_t width[3];
	uint32_t modules;
};

/* Blocks at the top level; the names come after what they name. */
static struct places find_blocks(struct bitcode *m)
{
	struct places p = {0};
	while (bits_next(&m->in) == BITS_BLOCK) {
		if (m->in.block == BLOCK_IDENTIFICATION && !p.identification) {
			p.identification = m->in.at;
			p.width[0] = m->in.block_width;
		} else if (m->in.block == BLOCK_MODULE) {
			p.module = m->in.at;
			p.width[1] = m->in.block_width;
			p.modules++;
		} else if (m->in.block == BLOCK_STRINGS && !p.strings) {
			p.strings = m->in.at;
			p.width[2] = m->in.block_width;
		}
		bits_skip(&m->in);
	}
	if (p.modules != 1)
		bitcode_fail(m, p.modules ? "it holds several modules"
					  : "it holds no module");
	return p;
}

static bool go_to(struct bitcode *m, uint64_t at, uint32_t block, uint32_t width)
{
	if (m->in.wrong || !at)
		return false;
	m->in.at = at;
	m->in.block = block;
	m->in.block_width = width;
	return true;
}

/* 19 by its producer, whatever comes after the number. */
static bool is_foreign(const struct bitcode *m)
{
	const char *producer = str_cstr(&m->producer);
	return strncmp(producer, "LLVM19", 6) != 0 ||
	       (producer[6] >= '0' && producer[6] <= '9');
}

static enum bitcode_state read_all(struct bitcode *m)
{
	struct places p = find_blocks(m);
	if (go_to(m, p.identification, BLOCK_IDENTIFICATION, p.width[0]))
		read_identification(m);
	bool foreign = m->epoch != 0 || is_foreign(m);
	if (!foreign && go_to(m, p.strings, BLOCK_STRINGS, p.width[2]))
		read_strings(m);
	m->module_nodes = UINT32_MAX;
	if (go_to(m, p.module, BLOCK_MODULE, p.width[1]))
		read_module(m, foreign);
	if (m->in.wrong)
		return BITCODE_WRONG;
	if (foreign)
		return BITCODE_FOREIGN;
	check_module(m);
	read_layout(m);
	return m->in.wrong ? BITCODE_WRONG : BITCODE_READ;
}

/* The stream may be wrapped: then 'offset' and 'size' follow magic and version. */
static bool find_stream(struct bitcode *m)
{
	static const uint8_t magic[] = {'B', 'C', 0xc0, 0xde},
			     wrapper[] = {0xde, 0xc0, 0x17, 0x0b};
	const uint8_t *at = (const uint8_t *)m->file.at;
	size_t size = m->file.n - BITS_PADDING;
	if (size >= 20 && memcmp(at, wrapper, 4) == 0) {
		size_t offset = at[8] | at[9] << 8 | at[10] << 16 | (size_t)at[11] << 24;
		size_t inner = at[12] | at[13] << 8 | at[14] << 16 | (size_t)at[15] << 24;
		if (offset > size || inner > size - offset)
			return false;
		at += offset;
		size = inner;
	}
	if (size < 4 || memcmp(at, magic, 4) != 0)
		return false;
	bits_init(&m->in, at, size);
	m->in.at = 32;
	return true;
}

static void start(struct bitcode *m)
{
	*m = (struct bitcode){.strings = ""};
	vec_push(&m->attributes, (struct bc_attribute_list){0});
	vec_reserve(&m->types, 1); /* type 0 can be looked at, even if there is none */
	m->types.at[0] = (struct bc_type_info){0};
	vec_reserve(&m->function.operands, 1); /* lists may be empty, not nowhere */
	vec_reserve(&m->constant_operands, 1);
}

static enum bitcode_state read_file(struct bitcode *m)
{
	static const char padding[BITS_PADDING];
	str_addn(&m->file, padding, sizeof(padding));
	if (!find_stream(m)) {
		m->in.wrong = "it is no bitcode";
		return BITCODE_WRONG;
	}
	return read_all(m);
}

enum bitcode_state bitcode_open(struct bitcode *m, const char *path)
{
	start(m);
	if (!str_read_file(&m->file, path)) {
		m->in.wrong = strerror(errno);
		return BITCODE_WRONG;
	}
	return read_file(m);
}

enum bitcode_state bitcode_open_bytes(struct bitcode *m, const void *bytes, size_t size)
{
	start(m);
	str_addn(&m->file, bytes, size);
	return read_file(m);
}

/* ---- functions ---- */

static bc_value next_with_body(struct bitcode *m)
{
	while (m->next_global < m->globals.n) {
		const struct bc_global *g = &m->globals.at[m->next_global++];
		if (g->kind == BC_FUNC && !g->declared)
			return m->next_global - 1;
	}
	return BC_NONE;
}

bool bitcode_next_function(struct bitcode *m)
{
	bc_value f = next_with_body(m);
	if (m->in.wrong || (f == BC_NONE && m->next_body == m->bodies.n))
		return false;
	if (f == BC_NONE || m->next_body == m->bodies.n) {
		bitcode_fail(m, "functions and bodies do not agree");
		return false;
	}
	struct bc_body body = m->bodies.at[m->next_body++];
	go_to(m, body.at, BLOCK_FUNCTION, body.width);
	read_function(m, f);
	return !m->in.wrong;
}

void bitcode_close(struct bitcode *m)
{
	struct bc_function *f = &m->function;
	bits_free(&m->in);
	free_layout(&m->layout);
	vec_free(&m->types);
	vec_free(&m->type_list);
	vec_free(&m->groups);
	vec_free(&m->attributes);
	vec_free(&m->attribute_groups_of);
	vec_free(&m->sections);
	vec_free(&m->globals);
	vec_free(&m->values);
	vec_free(&m->constants);
	vec_free(&m->constant_operands);
	vec_free(&m->elements);
	vec_free(&m->nodes);
	vec_free(&m->node_fields);
	vec_free(&m->bodies);
	vec_free(&f->insts);
	vec_free(&f->operands);
	vec_free(&f->targets);
	vec_free(&f->blocks);
	vec_free(&f->positions);
	vec_free(&f->formal_names);
	str_free(&f->names);
	str_free(&m->file);
	str_free(&m->producer);
	str_free(&m->triple);
	str_free(&m->layout_text);
	str_free(&m->assembly);
	str_free(&m->bytes_of);
}
