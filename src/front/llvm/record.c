/* SPDX-License-Identifier: MIT */
/*
 * Operands, types and results of the instruction that a record is.
 */
#include "front/llvm/record.h"

/* ---- fields ---- */

bc_value record_relative(const struct bitcode *m, uint64_t distance)
{
	return m->values.n - (uint32_t)distance;
}

bc_value record_value(struct bitcode *m, uint32_t *at)
{
	return record_relative(m, bits_field(&m->in, (*at)++));
}

/* With its type, which follows if the value is not there yet. */
bc_value record_typed(struct bitcode *m, uint32_t *at, bc_type *type)
{
	bc_value v = record_value(m, at);
	if (v < m->values.n)
		*type = m->values.at[v].type;
	else
		*type = field_type(m, (*at)++);
	return v;
}

void inst_push(struct bitcode *m, struct bc_inst *i, bc_value v)
{
	vec_push(&m->function.operands, v);
	i->n++;
}

bc_type inst_push_typed(struct bitcode *m, struct bc_inst *i, uint32_t *at)
{
	bc_type t = 0;
	inst_push(m, i, record_typed(m, at, &t));
	return t;
}

void inst_push_value(struct bitcode *m, struct bc_inst *i, uint32_t *at)
{
	inst_push(m, i, record_value(m, at));
}

void inst_push_block(struct bitcode *m, struct bc_inst *i, uint64_t block)
{
	vec_push(&m->function.targets, block < UINT32_MAX ? (uint32_t)block : UINT32_MAX);
	i->to_count++;
}

/* ---- types of results ---- */

bc_type needed_type(struct bitcode *m, enum bc_type_kind kind, uint64_t n,
			   const bc_type *parts, uint32_t part_count)
{
	bc_type t = find_type(m, kind, n, parts, part_count);
	if (t != BC_NONE)
		return t;
	bitcode_fail(m, "a type does not exist");
	return 0;
}

bc_type bool_type(struct bitcode *m)
{
	if (!m->bool_type)
		m->bool_type = 1 + needed_type(m, BC_INTEGER, 1, NULL, 0);
	return m->bool_type - 1;
}

bc_type pointer_type(struct bitcode *m, uint64_t space)
{
	if (space)
		return needed_type(m, BC_POINTER, space, NULL, 0);
	if (!m->pointer_type)
		m->pointer_type = 1 + needed_type(m, BC_POINTER, 0, NULL, 0);
	return m->pointer_type - 1;
}

/* A vector as long as 'like', of other elements. */
bc_type vector_like(struct bitcode *m, bc_type like, bc_type element)
{
	return needed_type(m, type_kind(m, like), type_info(m, like)->n, &element, 1);
}

bc_type element_type(struct bitcode *m, bc_type t)
{
	if (is_vector_type(m, t))
		return type_part(m, t, 0);
	bitcode_fail(m, "an operand is no vector");
	return 0;
}

/* ---- adding ---- */

struct bc_inst inst_start(const struct bitcode *m, enum bc_op op)
{
	return (struct bc_inst){
		.op = (uint8_t)op,
		.value = BC_NONE,
		.first = m->function.operands.n,
		.to = m->function.targets.n,
	};
}

void inst_finish(struct bitcode *m, struct bc_inst *i, bc_type type)
{
	i->type = type;
	if (type_kind(m, type) != BC_VOID) {
		struct bc_value_info v = {BC_INST, type, m->function.insts.n};
		i->value = m->values.n;
		vec_push(&m->values, v);
	}
	vec_push(&m->function.insts, *i);
}

/* Without a result. */
void inst_finish_void(struct bitcode *m, struct bc_inst *i)
{
	i->type = BC_NONE;
	vec_push(&m->function.insts, *i);
}
