/* SPDX-License-Identifier: MIT */
/*
 * A function block: constants and debug info of its own, the instructions, the
 * names of its values, and what is attached to it.
 */
#include <string.h>

#include "front/llvm/bitcode.h"
#include "front/llvm/codes.h"

static void start_function(struct bitcode *m, bc_value function)
{
	struct bc_function *f = &m->function;
	bc_type type = m->globals.at[function].type;
	vec_clear(&f->insts);
	vec_clear(&f->operands);
	vec_clear(&f->targets);
	vec_clear(&f->blocks);
	vec_clear(&f->positions);
	vec_clear(&f->formal_names);
	str_clear(&f->names);
	vec_push(&f->positions, ((struct bc_position){0, 0, BC_NONE, BC_NONE}));
	f->value = function;
	f->debug = m->globals.at[function].debug;
	f->block_count = 0;
	f->last_position = 0;
	m->values.n = m->module_values;
	m->constants.n = m->module_constants;
	m->constant_operands.n = m->module_operands;
	m->elements.n = m->module_elements;
	m->bytes_of.n = m->module_bytes;
	m->node_base = m->nodes.n;
	f->formal_count = type_info(m, type)->part_count - 1;
	for (uint32_t i = 0; i < f->formal_count; i++) {
		struct bc_value_info v = {BC_FORMAL, type_part(m, type, i + 1), i};
		vec_push(&m->values, v);
		vec_push(&f->formal_names, 0);
		vec_push(&f->formal_names, 0);
	}
}

/* ---- names ---- */

static void name_formal(struct bitcode *m, uint32_t formal)
{
	struct bc_function *f = &m->function;
	bits_again(&m->in);
	f->formal_names.at[2 * formal] = (uint32_t)f->names.n;
	for (uint32_t i = 1; i < m->in.fields.n; i++)
		str_addc(&f->names, (char)m->in.fields.at[i]);
	f->formal_names.at[2 * formal + 1] =
		(uint32_t)f->names.n - f->formal_names.at[2 * formal];
}

/* clang names the values of a bit-field access 'bf.load', 'bf.set'... */
static bool names_bit_field(const struct bitcode *m)
{
	const uint64_t *at = m->in.fields.at;
	return m->in.fields.n > 4 && at[1] == 'b' && at[2] == 'f' && at[3] == '.';
}

/* Most names are of no use: only their first letters are looked at. */
static void read_names(struct bitcode *m)
{
	m->in.record_limit = 4;
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code != NAME_ENTRY)
			continue;
		uint64_t v = bits_field(&m->in, 0);
		if (v >= m->values.n) {
			bitcode_fail(m, "a name is of no value");
			break;
		}
		struct bc_value_info info = m->values.at[v];
		if (info.kind == BC_FORMAL)
			name_formal(m, info.index);
		else if (info.kind == BC_INST && names_bit_field(m))
			m->function.insts.at[info.index].flags |= BCF_BIT_FIELD;
	}
	m->in.record_limit = 0;
}

/* Without an instruction number in front, it is the function's own. */
static void read_attachment(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code != NODE_ATTACHMENT || m->in.fields.n % 2)
			continue;
		for (uint32_t i = 0; i < m->in.fields.n; i += 2) {
			if (m->in.fields.at[i] == BC_KIND_DEBUG)
				m->function.debug =
					node_number(m, m->in.fields.at[i + 1]);
		}
	}
}

/* ---- checks ---- */

static void split_blocks(struct bitcode *m)
{
	struct bc_function *f = &m->function;
	uint32_t first = 0;
	for (uint32_t i = 0; i < f->insts.n; i++) {
		if (f->insts.at[i].op >= INST_INVOKE) {
			vec_push(&f->blocks, ((struct bc_block){first, i + 1 - first}));
			first = i + 1;
		}
	}
	if (first != f->insts.n || f->blocks.n != f->block_count || f->blocks.n == 0)
		bitcode_fail(m, "the blocks of a function are not complete");
}

static void check_references(struct bitcode *m)
{
	const struct bc_function *f = &m->function;
	for (uint32_t i = 0; i < f->operands.n; i++) {
		bc_value v = f->operands.at[i];
		if (v >= m->values.n && v != BC_NONE)
			bitcode_fail(m, "a value does not exist");
	}
	for (uint32_t i = 0; i < f->targets.n; i++) {
		if (f->targets.at[i] >= f->blocks.n)
			bitcode_fail(m, "a block does not exist");
	}
}

void read_function(struct bitcode *m, bc_value function)
{
	enum bits_found found;
	start_function(m, function);
	bits_enter(&m->in);
	while ((found = bits_next(&m->in)) != BITS_END) {
		if (found == BITS_RECORD)
			read_inst(m);
		else if (m->in.block == BLOCK_CONSTANTS)
			read_constants(m);
		else if (m->in.block == BLOCK_METADATA)
			read_nodes(m);
		else if (m->in.block == BLOCK_NAMES)
			read_names(m);
		else if (m->in.block == BLOCK_ATTACHMENT)
			read_attachment(m);
		else
			bits_skip(&m->in);
	}
	if (!m->in.wrong) {
		split_blocks(m);
		check_references(m);
	}
}
