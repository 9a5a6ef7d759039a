/* SPDX-License-Identifier: MIT */
/*
 * Instructions that compute a value from others.
 */
#include "front/llvm/codes.h"
#include "front/llvm/operations.h"
#include "front/llvm/record.h"

static void read_binary(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_OTHER);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_value(m, &i, &at);
	struct operation o = binary_operation(m, bits_field(&m->in, at), t);
	i.op = o.op;
	i.sub = o.sub;
	inst_finish(m, &i, t);
}

static void read_cast(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_CAST);
	inst_push_typed(m, &i, &at);
	bc_type t = field_type(m, at++);
	i.sub = cast_operation(bits_field(&m->in, at));
	if (is_vector_type(m, t))
		i.op = INST_OTHER;
	inst_finish(m, &i, t);
}

/* One operand; the result is of its type. */
static void read_unary(struct bitcode *m, enum bc_op op)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, op);
	inst_finish(m, &i, inst_push_typed(m, &i, &at));
}

static void read_gep(struct bitcode *m)
{
	uint32_t at = 2;
	struct bc_inst i = inst_start(m, INST_GEP);
	i.extra = field_type(m, 1);
	bc_type t = inst_push_typed(m, &i, &at);
	while (at < m->in.fields.n) {
		bc_type index = inst_push_typed(m, &i, &at);
		if (is_vector_type(m, index) && !is_vector_type(m, t))
			t = vector_like(m, index, t);
	}
	if (type_kind(m, t) != BC_POINTER)
		i.op = INST_OTHER;
	inst_finish(m, &i, t);
}

static uint8_t compare_of(uint64_t predicate)
{
	static const uint8_t subs[] = {CMP_EQ,  CMP_NE, CMP_UGT, CMP_UGE, CMP_ULT,
				       CMP_ULE, CMP_GT, CMP_GE,  CMP_LT,  CMP_LE};
	return predicate < sizeof(subs) ? subs[predicate] : CMP_COUNT;
}

static void read_compare(struct bitcode *m)
{
	enum { FIRST_INTEGER = 32 };
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_COMPARE);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_value(m, &i, &at);
	uint64_t predicate = bits_field(&m->in, at);
	i.sub = predicate < FIRST_INTEGER ? CMP_COUNT
					  : compare_of(predicate - FIRST_INTEGER);
	if (i.sub == CMP_COUNT || is_vector_type(m, t)) {
		i.op = INST_OTHER;
		i.sub = 0;
	}
	inst_finish(m, &i, is_vector_type(m, t) ? vector_like(m, t, bool_type(m)) : bool_type(m));
}

static void read_select(struct bitcode *m)
{
	uint32_t at = 0;
	bc_type t = 0, on = 0;
	struct bc_inst i = inst_start(m, INST_SELECT);
	bc_value yes = record_typed(m, &at, &t), no = record_value(m, &at);
	inst_push(m, &i, record_typed(m, &at, &on));
	inst_push(m, &i, yes);
	inst_push(m, &i, no);
	if (is_vector_type(m, on))
		i.op = INST_OTHER;
	inst_finish(m, &i, t);
}

static void read_extract_element(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_OTHER);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_typed(m, &i, &at);
	inst_finish(m, &i, element_type(m, t));
}

static void read_insert_element(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_OTHER);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_value(m, &i, &at);
	inst_push_typed(m, &i, &at);
	inst_finish(m, &i, t);
}

/* The mask, a constant, is no operand of ours. */
static void read_shuffle(struct bitcode *m)
{
	uint32_t at = 0;
	bc_type mask = 0;
	struct bc_inst i = inst_start(m, INST_OTHER);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_value(m, &i, &at);
	record_typed(m, &at, &mask);
	bc_type element = element_type(m, t);
	element_type(m, mask);
	if (!m->in.wrong)
		inst_finish(m, &i, vector_like(m, mask, element));
}

static void read_extract_value(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_EXTRACT);
	bc_type t = inst_push_typed(m, &i, &at);
	i.sub = bits_field(&m->in, at) == 0; /* the first half */
	for (; at < m->in.fields.n; at++) {
		uint64_t k = m->in.fields.at[at];
		bool is_array = type_kind(m, t) == BC_ARRAY;
		bool is_struct = type_kind(m, t) == BC_STRUCT;
		if (!is_array && (!is_struct || k >= type_info(m, t)->part_count)) {
			bitcode_fail(m, "a member does not exist");
			return;
		}
		t = type_part(m, t, is_array ? 0 : (uint32_t)k);
	}
	inst_finish(m, &i, t);
}

static void read_insert_value(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_OTHER);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_typed(m, &i, &at);
	inst_finish(m, &i, t);
}

/* Type, then pairs of a signed distance and a block; an even number of fields
 * has flags at the end. */
static void read_phi(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_PHI);
	bc_type t = field_type(m, 0);
	for (uint32_t at = 1; at + 1 < m->in.fields.n; at += 2) {
		uint64_t d = m->in.fields.at[at];
		inst_push(m, &i, record_relative(m, d & 1 ? -(d >> 1) : d >> 1));
		inst_push_block(m, &i, m->in.fields.at[at + 1]);
	}
	inst_finish(m, &i, t);
}

bool read_computation(struct bitcode *m)
{
	switch (m->in.code) {
	case CODE_BINARY:
		read_binary(m);
		return true;
	case CODE_CAST:
		read_cast(m);
		return true;
	case CODE_UNARY:
		read_unary(m, INST_OTHER);
		return true;
	case CODE_FREEZE:
		read_unary(m, INST_FREEZE);
		return true;
	case CODE_GEP:
		read_gep(m);
		return true;
	case CODE_COMPARE:
	case CODE_COMPARE_OLD:
		read_compare(m);
		return true;
	case CODE_SELECT:
		read_select(m);
		return true;
	case CODE_EXTRACTELT:
		read_extract_element(m);
		return true;
	case CODE_INSERTELT:
		read_insert_element(m);
		return true;
	case CODE_SHUFFLEVEC:
		read_shuffle(m);
		return true;
	case CODE_EXTRACTVAL:
		read_extract_value(m);
		return true;
	case CODE_INSERTVAL:
		read_insert_value(m);
		return true;
	case CODE_PHI:
		read_phi(m);
		return true;
	default:
		return false;
	}
}
