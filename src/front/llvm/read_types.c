/* SPDX-License-Identifier: MIT */
/*
 * The type table of a module. A type may name a later one (a struct that points
 * to itself did, when pointers had types); ids are checked when all are read.
 */
#include "front/llvm/bitcode.h"
#include "front/llvm/codes.h"

bc_type field_type(struct bitcode *m, uint32_t i)
{
	uint64_t t = bits_field(&m->in, i);
	if (t < m->types.n)
		return (bc_type)t;
	bitcode_fail(m, "a type does not exist");
	return 0;
}

bc_type find_type(const struct bitcode *m, enum bc_type_kind kind, uint64_t n,
		  const bc_type *parts, uint32_t part_count)
{
	for (bc_type t = 0; t < m->types.n; t++) {
		const struct bc_type_info *info = &m->types.at[t];
		bool same = info->kind == kind && info->n == n &&
			    info->part_count == part_count && !info->packed;
		for (uint32_t i = 0; i < part_count && same; i++)
			same = type_part(m, t, i) == parts[i];
		if (same)
			return t;
	}
	return BC_NONE;
}

static void add_parts(struct bitcode *m, struct bc_type_info *t, uint32_t from)
{
	t->parts = m->type_list.n;
	for (uint32_t i = from; i < m->in.fields.n; i++) {
		uint64_t part = m->in.fields.at[i];
		vec_push(&m->type_list, part > UINT32_MAX ? BC_NONE : (bc_type)part);
	}
	t->part_count = m->type_list.n - t->parts;
}

static void sequence(struct bitcode *m, struct bc_type_info *t, enum bc_type_kind kind)
{
	t->kind = (uint8_t)kind;
	t->n = bits_field(&m->in, 0);
	uint64_t element = bits_field(&m->in, 1);
	t->parts = m->type_list.n;
	t->part_count = 1;
	vec_push(&m->type_list, element > UINT32_MAX ? BC_NONE : (bc_type)element);
	if (kind == BC_VECTOR && bits_optional(&m->in, 2))
		t->kind = BC_SCALABLE_VECTOR;
}

static void record_type(struct bitcode *m, struct bc_type_info *t,
			enum bc_type_kind kind, uint32_t from)
{
	t->kind = (uint8_t)kind;
	bool flag = bits_field(&m->in, 0) != 0;
	t->packed = kind == BC_STRUCT && flag;
	t->vararg = kind == BC_FUNCTION && flag;
	add_parts(m, t, from);
	if (kind == BC_FUNCTION && t->part_count == 0)
		bitcode_fail(m, "a function type has no result");
}

static enum bc_type_kind simple_kind(uint64_t code)
{
	switch (code) {
	case TYPE_CODE_HALF:
		return BC_HALF;
	case TYPE_CODE_BFLOAT:
		return BC_BFLOAT;
	case TYPE_CODE_FLOAT:
		return BC_FLOAT;
	case TYPE_CODE_DOUBLE:
		return BC_DOUBLE;
	case TYPE_CODE_X86_FP80:
		return BC_X86_FP80;
	case TYPE_CODE_FP128:
		return BC_FP128;
	case TYPE_CODE_PPC_FP128:
		return BC_PPC_FP128;
	case TYPE_CODE_X86_MMX:
		return BC_X86_MMX;
	case TYPE_CODE_X86_AMX:
		return BC_X86_AMX;
	case TYPE_CODE_LABEL:
		return BC_LABEL;
	case TYPE_CODE_METADATA:
		return BC_METADATA;
	case TYPE_CODE_TOKEN:
		return BC_TOKEN;
	case TYPE_CODE_OPAQUE:
		return BC_OPAQUE;
	case TYPE_CODE_TARGET:
		return BC_TARGET;
	default:
		return BC_VOID;
	}
}

static struct bc_type_info make_type(struct bitcode *m)
{
	struct bc_type_info t = {0};
	switch (m->in.code) {
	case TYPE_CODE_INTEGER:
	case TYPE_CODE_POINTER:
		t.kind = m->in.code == TYPE_CODE_INTEGER ? BC_INTEGER : BC_POINTER;
		t.n = bits_field(&m->in, 0);
		if (t.n > 1 << 24)
			bitcode_fail(m, "a type is too wide");
		break;
	case TYPE_CODE_ARRAY:
		sequence(m, &t, BC_ARRAY);
		break;
	case TYPE_CODE_VECTOR:
		sequence(m, &t, BC_VECTOR);
		break;
	case TYPE_CODE_STRUCT_ANON:
	case TYPE_CODE_STRUCT_NAMED:
		record_type(m, &t, BC_STRUCT, 1);
		break;
	case TYPE_CODE_FUNCTION:
		record_type(m, &t, BC_FUNCTION, 1);
		break;
	default:
		t.kind = (uint8_t)simple_kind(m->in.code);
		if (t.kind == BC_VOID && m->in.code != TYPE_CODE_VOID)
			bitcode_fail(m, "a kind of type is unknown");
	}
	return t;
}

void read_types(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code != TYPE_CODE_COUNT && m->in.code != TYPE_CODE_STRUCT_NAME)
			vec_push(&m->types, make_type(m));
	}
	for (uint32_t i = 0; i < m->type_list.n; i++) {
		if (m->type_list.at[i] >= m->types.n) {
			m->type_list.at[i] = 0;
			bitcode_fail(m, "a type does not exist");
		}
	}
}
