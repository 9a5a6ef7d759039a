/* SPDX-License-Identifier: MIT */
/*
 * Metadata: strings and nodes, of the module and of one function. Only those
 * that say something about types, variables, positions are kept with their
 * fields; of the others, only their place in the numbering.
 */
#include "front/llvm/bitcode.h"
#include "front/llvm/codes.h"

bc_node node_number(const struct bitcode *m, uint64_t in_file)
{
	uint64_t n = in_file < m->module_nodes
			     ? in_file
			     : m->node_base + (in_file - m->module_nodes);
	return n < UINT32_MAX - 2 ? (bc_node)n : BC_NONE;
}

static bool has_number(uint64_t code)
{
	switch (code) {
	case NODE_NAME:
	case NODE_KIND:
	case NODE_NAMED:
	case NODE_GLOBAL_ATTACHMENT:
	case NODE_INDEX_OFFSET:
	case NODE_INDEX:
	case NODE_STRINGS:
		return false;
	default:
		return true;
	}
}

static bool is_of_interest(uint64_t code)
{
	switch (code) {
	case NODE_VALUE:
	case NODE_NODE:
	case NODE_DISTINCT:
	case NODE_LOCATION:
	case NODE_SUBRANGE:
	case NODE_BASIC_TYPE:
	case NODE_FILE:
	case NODE_DERIVED_TYPE:
	case NODE_COMPOSITE_TYPE:
	case NODE_SUBROUTINE_TYPE:
	case NODE_SUBPROGRAM:
	case NODE_LEXICAL_BLOCK:
	case NODE_LEXICAL_BLOCK_FILE:
	case NODE_NAMESPACE:
	case NODE_GLOBAL_VAR:
	case NODE_LOCAL_VAR:
	case NODE_EXPRESSION:
	case NODE_GLOBAL_VAR_EXPR:
	case NODE_STRING_TYPE:
		return true;
	default:
		return false;
	}
}

static void add_node(struct bitcode *m)
{
	struct bc_node_info node = {.code = BC_EMPTY_NODE, .base = m->node_base};
	if (is_of_interest(m->in.code)) {
		node.code = (uint8_t)m->in.code;
		node.u.first = m->node_fields.n;
		node.n = m->in.fields.n;
		vec_reserve(&m->node_fields, (uint64_t)node.u.first + node.n);
		for (uint32_t i = 0; i < node.n; i++)
			m->node_fields.at[node.u.first + i] = m->in.fields.at[i];
		m->node_fields.n += node.n;
	}
	/* [distinct, language, file, producer, optimised...] */
	if (m->in.code == NODE_COMPILE_UNIT && bits_field(&m->in, 4))
		m->optimised = true;
	vec_push(&m->nodes, node);
}

/* Count, and where in the blob the characters start; before them the lengths, as
 * a stream of its own. The blob ends before the file does, so what is read behind
 * its end is readable. */
static void add_strings(struct bitcode *m)
{
	uint64_t n = bits_field(&m->in, 0), start = bits_field(&m->in, 1);
	if (!m->in.blob || start > m->in.blob_size || n > start * 8) {
		bitcode_fail(m, "strings are malformed");
		return;
	}
	struct bitstream lengths = {.bytes = m->in.blob, .end = start * 8};
	const char *at = (const char *)m->in.blob + start;
	size_t left = m->in.blob_size - start;
	for (uint64_t i = 0; i < n && !lengths.wrong; i++) {
		uint64_t size = bits_variable(&lengths, 6);
		if (size > left)
			bits_fail(&lengths, "strings are malformed");
		struct bc_node_info node = {.code = BC_STRING, .n = (uint32_t)size};
		node.u.text = at;
		vec_push(&m->nodes, node);
		at += lengths.wrong ? 0 : size;
		left -= lengths.wrong ? 0 : size;
	}
	if (lengths.wrong)
		bitcode_fail(m, lengths.wrong);
}

/* [global, kind, node, kind, node...] */
static void attach(struct bitcode *m)
{
	uint64_t v = bits_field(&m->in, 0);
	if (v >= m->globals.n)
		return;
	struct bc_global *g = &m->globals.at[v];
	for (uint32_t i = 1; i + 1 < m->in.fields.n; i += 2) {
		if (m->in.fields.at[i] == BC_KIND_DEBUG && g->debug == BC_NONE)
			g->debug = node_number(m, m->in.fields.at[i + 1]);
	}
}

void read_nodes(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (has_number(m->in.code))
			add_node(m);
		else if (m->in.code == NODE_STRINGS)
			add_strings(m);
		else if (m->in.code == NODE_GLOBAL_ATTACHMENT)
			attach(m);
	}
}
