/* SPDX-License-Identifier: MIT */
/*
 * The records of a function block. An operand is written as the distance back
 * from the next value; one that comes later is followed by its type.
 *
 * Debug records stand behind the instruction that they belong in front of, and
 * a position behind the instruction that it is of.
 */
#include <string.h>

#include "front/llvm/bitcode.h"
#include "front/llvm/codes.h"
#include "front/llvm/operations.h"

/* ---- fields ---- */

static bc_value relative(const struct bitcode *m, uint64_t distance)
{
	return m->values.n - (uint32_t)distance;
}

static bc_value value_field(struct bitcode *m, uint32_t *at)
{
	return relative(m, bits_field(&m->in, (*at)++));
}

/* With its type, which follows if the value is not there yet. */
static bc_value typed_field(struct bitcode *m, uint32_t *at, bc_type *type)
{
	bc_value v = value_field(m, at);
	if (v < m->values.n)
		*type = m->values.at[v].type;
	else
		*type = field_type(m, (*at)++);
	return v;
}

static void push(struct bitcode *m, struct bc_inst *i, bc_value v)
{
	vec_push(&m->function.operands, v);
	i->n++;
}

static bc_type push_typed(struct bitcode *m, struct bc_inst *i, uint32_t *at)
{
	bc_type t = 0;
	push(m, i, typed_field(m, at, &t));
	return t;
}

static void push_value(struct bitcode *m, struct bc_inst *i, uint32_t *at)
{
	push(m, i, value_field(m, at));
}

static void push_block(struct bitcode *m, struct bc_inst *i, uint64_t block)
{
	vec_push(&m->function.targets, block < UINT32_MAX ? (uint32_t)block : UINT32_MAX);
	i->to_count++;
}

/* ---- types of results ---- */

static bc_type needed_type(struct bitcode *m, enum bc_type_kind kind, uint64_t n,
			   const bc_type *parts, uint32_t part_count)
{
	bc_type t = find_type(m, kind, n, parts, part_count);
	if (t != BC_NONE)
		return t;
	bitcode_fail(m, "a type does not exist");
	return 0;
}

static bc_type bool_type(struct bitcode *m)
{
	if (!m->bool_type)
		m->bool_type = 1 + needed_type(m, BC_INTEGER, 1, NULL, 0);
	return m->bool_type - 1;
}

static bc_type pointer_type(struct bitcode *m, uint64_t space)
{
	if (space)
		return needed_type(m, BC_POINTER, space, NULL, 0);
	if (!m->pointer_type)
		m->pointer_type = 1 + needed_type(m, BC_POINTER, 0, NULL, 0);
	return m->pointer_type - 1;
}

/* A vector as long as 'like', of other elements. */
static bc_type vector_like(struct bitcode *m, bc_type like, bc_type element)
{
	return needed_type(m, type_kind(m, like), type_info(m, like)->n, &element, 1);
}

static bc_type element_type(struct bitcode *m, bc_type t)
{
	if (is_vector_type(m, t))
		return type_part(m, t, 0);
	bitcode_fail(m, "an operand is no vector");
	return 0;
}

/* ---- adding ---- */

static struct bc_inst start(const struct bitcode *m, enum bc_op op)
{
	return (struct bc_inst){
		.op = (uint8_t)op,
		.value = BC_NONE,
		.first = m->function.operands.n,
		.to = m->function.targets.n,
	};
}

static void finish(struct bitcode *m, struct bc_inst *i, bc_type type)
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
static void finish_void(struct bitcode *m, struct bc_inst *i)
{
	i->type = BC_NONE;
	vec_push(&m->function.insts, *i);
}

/* ---- computations ---- */

static void read_binary(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_OTHER);
	bc_type t = push_typed(m, &i, &at);
	push_value(m, &i, &at);
	struct operation o = binary_operation(m, bits_field(&m->in, at), t);
	i.op = o.op;
	i.sub = o.sub;
	finish(m, &i, t);
}

static void read_cast(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_CAST);
	push_typed(m, &i, &at);
	bc_type t = field_type(m, at++);
	i.sub = cast_operation(bits_field(&m->in, at));
	if (is_vector_type(m, t))
		i.op = INST_OTHER;
	finish(m, &i, t);
}

/* One operand; the result is of its type. */
static void read_unary(struct bitcode *m, enum bc_op op)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, op);
	finish(m, &i, push_typed(m, &i, &at));
}

static void read_gep(struct bitcode *m)
{
	uint32_t at = 2;
	struct bc_inst i = start(m, INST_GEP);
	i.extra = field_type(m, 1);
	bc_type t = push_typed(m, &i, &at);
	while (at < m->in.fields.n) {
		bc_type index = push_typed(m, &i, &at);
		if (is_vector_type(m, index) && !is_vector_type(m, t))
			t = vector_like(m, index, t);
	}
	if (type_kind(m, t) != BC_POINTER)
		i.op = INST_OTHER;
	finish(m, &i, t);
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
	struct bc_inst i = start(m, INST_COMPARE);
	bc_type t = push_typed(m, &i, &at);
	push_value(m, &i, &at);
	uint64_t predicate = bits_field(&m->in, at);
	i.sub = predicate < FIRST_INTEGER ? CMP_COUNT
					  : compare_of(predicate - FIRST_INTEGER);
	if (i.sub == CMP_COUNT || is_vector_type(m, t)) {
		i.op = INST_OTHER;
		i.sub = 0;
	}
	finish(m, &i, is_vector_type(m, t) ? vector_like(m, t, bool_type(m)) : bool_type(m));
}

static void read_select(struct bitcode *m)
{
	uint32_t at = 0;
	bc_type t = 0, on = 0;
	struct bc_inst i = start(m, INST_SELECT);
	bc_value yes = typed_field(m, &at, &t), no = value_field(m, &at);
	push(m, &i, typed_field(m, &at, &on));
	push(m, &i, yes);
	push(m, &i, no);
	if (is_vector_type(m, on))
		i.op = INST_OTHER;
	finish(m, &i, t);
}

static void read_extract_element(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_OTHER);
	bc_type t = push_typed(m, &i, &at);
	push_typed(m, &i, &at);
	finish(m, &i, element_type(m, t));
}

static void read_insert_element(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_OTHER);
	bc_type t = push_typed(m, &i, &at);
	push_value(m, &i, &at);
	push_typed(m, &i, &at);
	finish(m, &i, t);
}

/* The mask, a constant, is no operand of ours. */
static void read_shuffle(struct bitcode *m)
{
	uint32_t at = 0;
	bc_type mask = 0;
	struct bc_inst i = start(m, INST_OTHER);
	bc_type t = push_typed(m, &i, &at);
	push_value(m, &i, &at);
	typed_field(m, &at, &mask);
	bc_type element = element_type(m, t);
	element_type(m, mask);
	if (!m->in.wrong)
		finish(m, &i, vector_like(m, mask, element));
}

static void read_extract_value(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_EXTRACT);
	bc_type t = push_typed(m, &i, &at);
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
	finish(m, &i, t);
}

static void read_insert_value(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_OTHER);
	bc_type t = push_typed(m, &i, &at);
	push_typed(m, &i, &at);
	finish(m, &i, t);
}

/* Type, then pairs of a signed distance and a block; an even number of fields
 * has flags at the end. */
static void read_phi(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_PHI);
	bc_type t = field_type(m, 0);
	for (uint32_t at = 1; at + 1 < m->in.fields.n; at += 2) {
		uint64_t d = m->in.fields.at[at];
		push(m, &i, relative(m, d & 1 ? -(d >> 1) : d >> 1));
		push_block(m, &i, m->in.fields.at[at + 1]);
	}
	finish(m, &i, t);
}

/* ---- memory ---- */

static uint8_t access_flags(uint64_t is_volatile, uint64_t scope)
{
	return (uint8_t)((is_volatile ? BCF_VOLATILE : 0) |
			 (scope == 0 ? BCF_ONE_THREAD : 0));
}

/* Type, type of the count, count (absolute), flags, address space. */
static void read_alloca(struct bitcode *m)
{
	enum { EXPLICIT_TYPE = 1 << 6 };
	struct bc_inst i = start(m, INST_ALLOCA);
	uint64_t count = bits_field(&m->in, 2);
	i.extra = field_type(m, 0);
	if (!(bits_field(&m->in, 3) & EXPLICIT_TYPE) || count >= m->values.n)
		bitcode_fail(m, "a local is malformed");
	push(m, &i, (bc_value)count);
	finish(m, &i, pointer_type(m, bits_optional(&m->in, 4)));
}

/* Address, type, alignment, volatile, order, scope. */
static void read_load(struct bitcode *m, bool atomic)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_LOAD);
	push_typed(m, &i, &at);
	bc_type t = field_type(m, at);
	i.flags = access_flags(bits_field(&m->in, at + 2),
			       atomic ? bits_field(&m->in, at + 4) : 1);
	i.order = atomic ? (uint8_t)bits_field(&m->in, at + 3) : 0;
	finish(m, &i, t);
}

/* Address, value, alignment, volatile, order, scope. */
static void read_store(struct bitcode *m, bool atomic)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_STORE);
	push_typed(m, &i, &at);
	bc_type t = push_typed(m, &i, &at);
	i.extra = t;
	i.flags = access_flags(bits_field(&m->in, at + 1),
			       atomic ? bits_field(&m->in, at + 3) : 1);
	i.order = atomic ? (uint8_t)bits_field(&m->in, at + 2) : 0;
	finish_void(m, &i);
}

/* Address, expected, new, volatile, order, scope... gives a pair. */
static void read_cmpxchg(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_CMPXCHG);
	push_typed(m, &i, &at);
	bc_type t = push_typed(m, &i, &at);
	push_value(m, &i, &at);
	i.extra = t;
	i.flags = access_flags(bits_field(&m->in, at), 1);
	i.order = (uint8_t)bits_field(&m->in, at + 1);
	bc_type pair[] = {t, bool_type(m)};
	finish(m, &i, needed_type(m, BC_STRUCT, 0, pair, 2));
}

static uint8_t rmw_of(uint64_t code)
{
	static const uint8_t subs[] = {RMW_XCHG, RMW_ADD, RMW_SUB, RMW_AND, RMW_OTHER, RMW_OR,
				       RMW_XOR,	 RMW_MAX, RMW_MIN, RMW_MAX, RMW_MIN};
	return code < sizeof(subs) ? subs[code] : RMW_OTHER;
}

/* Address, value, operation, volatile, order, scope. */
static void read_rmw(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_RMW);
	push_typed(m, &i, &at);
	bc_type t = push_typed(m, &i, &at);
	i.sub = rmw_of(bits_field(&m->in, at));
	i.flags = access_flags(bits_field(&m->in, at + 1), bits_field(&m->in, at + 3));
	i.order = (uint8_t)bits_field(&m->in, at + 2);
	finish(m, &i, t);
}

static void read_fence(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_FENCE);
	i.order = (uint8_t)bits_field(&m->in, 0);
	i.flags = access_flags(0, bits_field(&m->in, 1));
	finish_void(m, &i);
}

static void read_vaarg(struct bitcode *m)
{
	uint32_t at = 1;
	struct bc_inst i = start(m, INST_VAARG);
	push_value(m, &i, &at);
	finish(m, &i, field_type(m, at));
}

/* ---- debug variables ---- */

/* The value in a node; none when it is a list, or gone. */
static bc_value node_value(const struct bitcode *m, bc_node node)
{
	if (node >= m->nodes.n || m->nodes.at[node].code != BC_VALUE_NODE ||
	    m->nodes.at[node].n < 2)
		return BC_NONE;
	uint64_t v = m->node_fields.at[m->nodes.at[node].u.first + 1];
	return v < BC_UNDEF ? (bc_value)v : BC_NONE;
}

/* In front of the last instruction, which keeps its place at the end. */
static void add_debug_inst(struct bitcode *m, struct bc_inst i)
{
	struct bc_function *f = &m->function;
	vec_push(&f->insts, i);
	if (f->insts.n < 2)
		return;
	struct bc_inst *last = &f->insts.at[f->insts.n - 2];
	if (last->value != BC_NONE)
		m->values.at[last->value].index = f->insts.n - 1;
	struct bc_inst moved = *last;
	*last = i;
	f->insts.at[f->insts.n - 1] = moved;
}

static struct bc_inst variable(struct bitcode *m, bool at_address, bc_value v,
			       bc_node node, bc_node expression)
{
	struct bc_inst i = start(m, INST_VARIABLE);
	i.sub = at_address;
	i.extra = node;
	i.more = expression;
	i.type = BC_NONE;
	push(m, &i, v);
	return i;
}

/* Position, variable, expression, value. An assignment (of assignment tracking)
 * says no more about names than a value. */
static void read_variable(struct bitcode *m)
{
	bc_node node = node_number(m, bits_field(&m->in, 1));
	bc_node expression = node_number(m, bits_field(&m->in, 2));
	uint32_t at = 3;
	bc_type unused;
	bc_value v = m->in.code == CODE_VARIABLE_SIMPLE
			     ? typed_field(m, &at, &unused)
			     : node_value(m, node_number(m, bits_field(&m->in, at)));
	add_debug_inst(m, variable(m, m->in.code == CODE_VARIABLE_DECLARE, v, node,
				   expression));
}

static bool is_named(const struct bitcode *m, bc_value v, const char *name)
{
	if (v >= m->globals.n || m->globals.at[v].kind != BC_FUNC)
		return false;
	const struct bc_global *g = &m->globals.at[v];
	return g->name_size == strlen(name) && memcmp(g->name, name, g->name_size) == 0;
}

/* The same as calls, in modules of the older form; the arguments are nodes. */
static bool read_debug_call(struct bitcode *m, bc_value callee, uint32_t at)
{
	bool declare = is_named(m, callee, "llvm.dbg.declare");
	if (!declare && !is_named(m, callee, "llvm.dbg.value"))
		return false;
	bc_node nodes[3];
	for (int i = 0; i < 3; i++)
		nodes[i] = node_number(m, value_field(m, &at));
	struct bc_inst i = variable(m, declare, node_value(m, nodes[0]), nodes[1], nodes[2]);
	vec_push(&m->function.insts, i);
	return true;
}

/* ---- calls ---- */

/* Fixed arguments are of the formals' types; the others carry theirs. */
static void push_arguments(struct bitcode *m, struct bc_inst *i, bc_type function,
			   uint32_t at)
{
	const struct bc_type_info *t = type_info(m, function);
	for (uint32_t k = 1; k < t->part_count; k++) {
		enum bc_type_kind kind = type_kind(m, type_part(m, function, k));
		bc_value v = value_field(m, &at);
		push(m, i, kind == BC_METADATA || kind == BC_LABEL ? BC_NONE : v);
	}
	while (t->vararg && at < m->in.fields.n)
		push_typed(m, i, &at);
}

/* Function type, callee, arguments. */
static void finish_call(struct bitcode *m, struct bc_inst *i, uint32_t at)
{
	bc_type function = field_type(m, at++), unused;
	if (m->types.n == 0 || type_kind(m, function) != BC_FUNCTION) {
		bitcode_fail(m, "a call has no type");
		return;
	}
	bc_value callee = typed_field(m, &at, &unused);
	if (i->op == INST_CALL && read_debug_call(m, callee, at))
		return;
	push(m, i, callee);
	push_arguments(m, i, function, at);
	finish(m, i, type_part(m, function, 0));
}

/* Attributes, convention and flags, perhaps floating point flags. */
static void read_call(struct bitcode *m)
{
	enum { EXPLICIT_TYPE = 1 << 15, MATH_FLAGS = 1 << 17 };
	struct bc_inst i = start(m, INST_CALL);
	uint64_t flags = bits_field(&m->in, 1);
	i.extra = (uint32_t)bits_field(&m->in, 0);
	if (!(flags & EXPLICIT_TYPE))
		bitcode_fail(m, "a call has no type");
	finish_call(m, &i, flags & MATH_FLAGS ? 3 : 2);
}

/* Attributes, convention, block, block. */
static void read_invoke(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_INVOKE);
	i.extra = (uint32_t)bits_field(&m->in, 0);
	push_block(m, &i, bits_field(&m->in, 2));
	push_block(m, &i, bits_field(&m->in, 3));
	finish_call(m, &i, 4);
}

/* Attributes, convention, block, number of others, blocks. */
static void read_callbr(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_INVOKE);
	uint64_t n = bits_field(&m->in, 3);
	i.extra = (uint32_t)bits_field(&m->in, 0);
	if (n > m->in.fields.n) {
		bitcode_fail(m, "a call is malformed");
		return;
	}
	push_block(m, &i, bits_field(&m->in, 2));
	for (uint32_t k = 0; k < n; k++)
		push_block(m, &i, bits_field(&m->in, 4 + k));
	finish_call(m, &i, 4 + (uint32_t)n);
}

/* ---- control ---- */

static void read_return(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = start(m, INST_RET);
	if (m->in.fields.n)
		push_typed(m, &i, &at);
	finish_void(m, &i);
}

static void read_branch(struct bitcode *m)
{
	uint32_t at = 2;
	struct bc_inst i = start(m, m->in.fields.n == 1 ? INST_JUMP : INST_BRANCH);
	push_block(m, &i, bits_field(&m->in, 0));
	if (i.op == INST_BRANCH) {
		push_block(m, &i, bits_field(&m->in, 1));
		push_value(m, &i, &at);
	}
	finish_void(m, &i);
}

/* Type, condition, default block, then value (absolute) and block of each case. */
static void read_switch(struct bitcode *m)
{
	uint32_t at = 1;
	struct bc_inst i = start(m, INST_SWITCH);
	push_value(m, &i, &at);
	push_block(m, &i, bits_field(&m->in, at));
	for (at = 3; at + 1 < m->in.fields.n; at += 2) {
		uint64_t v = m->in.fields.at[at];
		push(m, &i, v < m->values.n ? (bc_value)v : BC_UNDEF);
		push_block(m, &i, m->in.fields.at[at + 1]);
	}
	finish_void(m, &i);
}

static void read_indirect(struct bitcode *m)
{
	uint32_t at = 1;
	struct bc_inst i = start(m, INST_GOTO);
	push_value(m, &i, &at);
	for (; at < m->in.fields.n; at++)
		push_block(m, &i, m->in.fields.at[at]);
	finish_void(m, &i);
}

/* resume, cleanupret, catchret: blocks start at field 1, if there are any. */
static void read_unwind(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_UNWIND);
	if (m->in.code != CODE_RESUME && m->in.fields.n > 1)
		push_block(m, &i, m->in.fields.at[1]);
	finish_void(m, &i);
}

/* Pad, number of handlers, handlers, perhaps where else to unwind. */
static void read_catchswitch(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_UNWIND);
	uint64_t n = bits_field(&m->in, 1);
	if (n > m->in.fields.n) {
		bitcode_fail(m, "a handler is malformed");
		return;
	}
	if (m->in.fields.n > 2 + n)
		push_block(m, &i, m->in.fields.at[2 + n]);
	for (uint32_t k = 0; k < n; k++)
		push_block(m, &i, bits_field(&m->in, 2 + k));
	finish(m, &i, needed_type(m, BC_TOKEN, 0, NULL, 0));
}

/* Type, is it a cleanup, number of clauses, then kind and value of each. */
static void read_landingpad(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_OTHER);
	uint64_t n = bits_field(&m->in, 2);
	uint32_t at = 3;
	for (uint64_t k = 0; k < n && !m->in.wrong; k++) {
		at++;
		push_typed(m, &i, &at);
	}
	finish(m, &i, field_type(m, 0));
}

/* Parent, number of arguments, arguments. */
static void read_pad(struct bitcode *m)
{
	struct bc_inst i = start(m, INST_OTHER);
	uint64_t n = bits_field(&m->in, 1);
	uint32_t at = 2;
	for (uint64_t k = 0; k < n && !m->in.wrong; k++)
		push_typed(m, &i, &at);
	at = 0;
	push_value(m, &i, &at);
	finish(m, &i, needed_type(m, BC_TOKEN, 0, NULL, 0));
}

/* ---- positions ---- */

/* Line, column, scope + 1, inlined at + 1. */
static void read_position(struct bitcode *m)
{
	struct bc_function *f = &m->function;
	uint64_t scope = bits_field(&m->in, 2), inlined = bits_field(&m->in, 3);
	struct bc_position p = {
		.line = (uint32_t)bits_field(&m->in, 0),
		.column = (uint32_t)bits_field(&m->in, 1),
		.scope = scope ? node_number(m, scope - 1) : BC_NONE,
		.inlined_at = inlined ? node_number(m, inlined - 1) : BC_NONE,
	};
	f->last_position = f->positions.n;
	vec_push(&f->positions, p);
}

static void set_position(struct bitcode *m)
{
	struct bc_function *f = &m->function;
	if (f->insts.n)
		vec_last(&f->insts).position = f->last_position;
}

static bool read_control(struct bitcode *m)
{
	struct bc_inst stop = start(m, INST_STOP);
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
		finish_void(m, &stop);
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

static bool read_memory(struct bitcode *m)
{
	switch (m->in.code) {
	case CODE_ALLOCA:
		read_alloca(m);
		return true;
	case CODE_LOAD:
	case CODE_LOAD_ATOMIC:
		read_load(m, m->in.code == CODE_LOAD_ATOMIC);
		return true;
	case CODE_STORE:
	case CODE_STORE_ATOMIC:
		read_store(m, m->in.code == CODE_STORE_ATOMIC);
		return true;
	case CODE_CMPXCHG:
		read_cmpxchg(m);
		return true;
	case CODE_RMW:
		read_rmw(m);
		return true;
	case CODE_FENCE:
		read_fence(m);
		return true;
	case CODE_VAARG:
		read_vaarg(m);
		return true;
	default:
		return false;
	}
}

static bool read_computation(struct bitcode *m)
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

static bool read_beside(struct bitcode *m)
{
	switch (m->in.code) {
	case CODE_BLOCKS:
		m->function.block_count = (uint32_t)bits_field(&m->in, 0);
		return true;
	case CODE_POSITION:
		read_position(m);
		set_position(m);
		return true;
	case CODE_POSITION_AGAIN:
		set_position(m);
		return true;
	case CODE_VARIABLE_VALUE:
	case CODE_VARIABLE_DECLARE:
	case CODE_VARIABLE_ASSIGN:
	case CODE_VARIABLE_SIMPLE:
		read_variable(m);
		return true;
	case CODE_VARIABLE_LABEL:
	case CODE_BUNDLE:
	case CODE_BLOCKADDRESS_USERS:
		return true; /* of no interest */
	default:
		return false;
	}
}

void read_inst(struct bitcode *m)
{
	if (!read_beside(m) && !read_memory(m) && !read_computation(m) && !read_control(m))
		bitcode_fail(m, "a kind of instruction is unknown");
}
