/* SPDX-License-Identifier: MIT */
/*
 * Calls, and instructions that end a block.
 */
#include "front/llvm/codes.h"
#include "front/llvm/record.h"

/* ---- calls ---- */

/* Fixed arguments are of the formals' types; the others carry theirs. */
static void push_arguments(struct bitcode *m, struct bc_inst *i, bc_type function,
			   uint32_t at)
{
	const struct bc_type_info *t = type_info(m, function);
	for (uint32_t k = 1; k < t->part_count; k++) {
		enum bc_type_kind kind = type_kind(m, type_part(m, function, k));
		bc_value v = record_value(m, &at);
		inst_push(m, i, kind == BC_METADATA || kind == BC_LABEL ? BC_NONE : v);
	}
	while (t->vararg && at < m->in.fields.n)
		inst_push_typed(m, i, &at);
}

/* Function type, callee, arguments. */
static void finish_call(struct bitcode *m, struct bc_inst *i, uint32_t at)
{
	bc_type function = field_type(m, at++), unused;
	if (m->types.n == 0 || type_kind(m, function) != BC_FUNCTION) {
		bitcode_fail(m, "a call has no type");
		return;
	}
	bc_value callee = record_typed(m, &at, &unused);
	if (i->op == INST_CALL && read_debug_call(m, callee, at))
		return;
	inst_push(m, i, callee);
	push_arguments(m, i, function, at);
	inst_finish(m, i, type_part(m, function, 0));
}

/* Attributes, convention and flags, perhaps floating point flags. */
static void read_call(struct bitcode *m)
{
	enum { EXPLICIT_TYPE = 1 << 15, MATH_FLAGS = 1 << 17 };
	struct bc_inst i = inst_start(m, INST_CALL);
	uint64_t flags = bits_field(&m->in, 1);
	i.extra = (uint32_t)bits_field(&m->in, 0);
	if (!(flags & EXPLICIT_TYPE))
		bitcode_fail(m, "a call has no type");
	finish_call(m, &i, flags & MATH_FLAGS ? 3 : 2);
}

/* Attributes, convention, block, block. */
static void read_invoke(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_INVOKE);
	i.extra = (uint32_t)bits_field(&m->in, 0);
	inst_push_block(m, &i, bits_field(&m->in, 2));
	inst_push_block(m, &i, bits_field(&m->in, 3));
	finish_call(m, &i, 4);
}

/* Attributes, convention, block, number of others, blocks. */
static void read_callbr(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_INVOKE);
	uint64_t n = bits_field(&m->in, 3);
	i.extra = (uint32_t)bits_field(&m->in, 0);
	if (n > m->in.fields.n) {
		bitcode_fail(m, "a call is malformed");
		return;
	}
	inst_push_block(m, &i, bits_field(&m->in, 2));
	for (uint32_t k = 0; k < n; k++)
		inst_push_block(m, &i, bits_field(&m->in, 4 + k));
	finish_call(m, &i, 4 + (uint32_t)n);
}

/* ---- control ---- */

static void read_return(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_RET);
	if (m->in.fields.n)
		inst_push_typed(m, &i, &at);
	inst_finish_void(m, &i);
}

static void read_branch(struct bitcode *m)
{
	uint32_t at = 2;
	struct bc_inst i = inst_start(m, m->in.fields.n == 1 ? INST_JUMP : INST_BRANCH);
	inst_push_block(m, &i, bits_field(&m->in, 0));
	if (i.op == INST_BRANCH) {
		inst_push_block(m, &i, bits_field(&m->in, 1));
		inst_push_value(m, &i, &at);
	}
	inst_finish_void(m, &i);
}

/* Type, condition, default block, then value (absolute) and block of each case. */
static void read_switch(struct bitcode *m)
{
	uint32_t at = 1;
	struct bc_inst i = inst_start(m, INST_SWITCH);
	inst_push_value(m, &i, &at);
	inst_push_block(m, &i, bits_field(&m->in, at));
	for (at = 3; at + 1 < m->in.fields.n; at += 2) {
		uint64_t v = m->in.fields.at[at];
		inst_push(m, &i, v < m->values.n ? (bc_value)v : BC_UNDEF);
		inst_push_block(m, &i, m->in.fields.at[at + 1]);
	}
	inst_finish_void(m, &i);
}

static void read_indirect(struct bitcode *m)
{
	uint32_t at = 1;
	struct bc_inst i = inst_start(m, INST_GOTO);
	inst_push_value(m, &i, &at);
	for (; at < m->in.fields.n; at++)
		inst_push_block(m, &i, m->in.fields.at[at]);
	inst_finish_void(m, &i);
}

/* resume, cleanupret, catchret: blocks start at field 1, if there are any. */
static void read_unwind(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_UNWIND);
	if (m->in.code != CODE_RESUME && m->in.fields.n > 1)
		inst_push_block(m, &i, m->in.fields.at[1]);
	inst_finish_void(m, &i);
}

/* Pad, number of handlers, handlers, perhaps where else to unwind. */
static void read_catchswitch(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_UNWIND);
	uint64_t n = bits_field(&m->in, 1);
	if (n > m->in.fields.n) {
		bitcode_fail(m, "a handler is malformed");
		return;
	}
	if (m->in.fields.n > 2 + n)
		inst_push_block(m, &i, m->in.fields.at[2 + n]);
	for (uint32_t k = 0; k < n; k++)
		inst_push_block(m, &i, bits_field(&m->in, 2 + k));
	inst_finish(m, &i, needed_type(m, BC_TOKEN, 0, NULL, 0));
}

/* Type, is it a cleanup, number of clauses, then kind and value of each. */
static void read_landingpad(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_OTHER);
	uint64_t n = bits_field(&m->in, 2);
	uint32_t at = 3;
	for (uint64_t k = 0; k < n && !m->in.wrong; k++) {
		at++;
		inst_push_typed(m, &i, &at);
	}
	inst_finish(m, &i, field_type(m, 0));
}

/* Parent, number of arguments, arguments. */
static void read_pad(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_OTHER);
	uint64_t n = bits_field(&m->in, 1);
	uint32_t at = 2;
	for (uint64_t k = 0; k < n && !m->in.wrong; k++)
		inst_push_typed(m, &i, &at);
	at = 0;
	inst_push_value(m, &i, &at);
	inst_finish(m, &i, needed_type(m, BC_TOKEN, 0, NULL, 0));
}

bool read_control(struct bitcode *m)
{
	struct bc_inst stop = inst_start(m, INST_STOP);
	switch (m->in.code) {
	case CODE_RET:
		read_return(m);
		return true;
	case CODE_BR:
		read_branch(m);
		return true;
	case CODE_SWITCH:
		read_switch(m);
		return true;
	case CODE_INDIRECTBR:
		read_indirect(m);
		return true;
	case CODE_UNREACHABLE:
		inst_finish_void(m, &stop);
		return true;
	case CODE_RESUME:
	case CODE_CLEANUPRET:
	case CODE_CATCHRET:
		read_unwind(m);
		return true;
	case CODE_CATCHSWITCH:
		read_catchswitch(m);
		return true;
	case CODE_LANDINGPAD:
		read_landingpad(m);
		return true;
	case CODE_CATCHPAD:
	case CODE_CLEANUPPAD:
		read_pad(m);
		return true;
	case CODE_CALL:
		read_call(m);
		return true;
	case CODE_INVOKE:
		read_invoke(m);
		return true;
	case CODE_CALLBR:
		read_callbr(m);
		return true;
	default:
		return false;
	}
}
