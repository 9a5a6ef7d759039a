/* SPDX-License-Identifier: MIT */
/*
 * The records of a function block: memory and debug info here, the others by
 * their kinds.
 *
 * Debug records stand behind the instruction that they belong in front of, and
 * a position behind the instruction that it is of.
 */
#include <string.h>

#include "front/llvm/codes.h"
#include "front/llvm/operations.h"
#include "front/llvm/record.h"

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
	struct bc_inst i = inst_start(m, INST_ALLOCA);
	uint64_t count = bits_field(&m->in, 2);
	i.extra = field_type(m, 0);
	if (!(bits_field(&m->in, 3) & EXPLICIT_TYPE) || count >= m->values.n)
		bitcode_fail(m, "a local is malformed");
	inst_push(m, &i, (bc_value)count);
	inst_finish(m, &i, pointer_type(m, bits_optional(&m->in, 4)));
}

/* Address, type, alignment, volatile, order, scope. */
static void read_load(struct bitcode *m, bool atomic)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_LOAD);
	inst_push_typed(m, &i, &at);
	bc_type t = field_type(m, at);
	i.flags = access_flags(bits_field(&m->in, at + 2),
			       atomic ? bits_field(&m->in, at + 4) : 1);
	i.order = atomic ? (uint8_t)bits_field(&m->in, at + 3) : 0;
	inst_finish(m, &i, t);
}

/* Address, value, alignment, volatile, order, scope. */
static void read_store(struct bitcode *m, bool atomic)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_STORE);
	inst_push_typed(m, &i, &at);
	bc_type t = inst_push_typed(m, &i, &at);
	i.extra = t;
	i.flags = access_flags(bits_field(&m->in, at + 1),
			       atomic ? bits_field(&m->in, at + 3) : 1);
	i.order = atomic ? (uint8_t)bits_field(&m->in, at + 2) : 0;
	inst_finish_void(m, &i);
}

/* Address, expected, new, volatile, order, scope... gives a pair. */
static void read_cmpxchg(struct bitcode *m)
{
	uint32_t at = 0;
	struct bc_inst i = inst_start(m, INST_CMPXCHG);
	inst_push_typed(m, &i, &at);
	bc_type t = inst_push_typed(m, &i, &at);
	inst_push_value(m, &i, &at);
	i.extra = t;
	i.flags = access_flags(bits_field(&m->in, at), 1);
	i.order = (uint8_t)bits_field(&m->in, at + 1);
	bc_type pair[] = {t, bool_type(m)};
	inst_finish(m, &i, needed_type(m, BC_STRUCT, 0, pair, 2));
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
	struct bc_inst i = inst_start(m, INST_RMW);
	inst_push_typed(m, &i, &at);
	bc_type t = inst_push_typed(m, &i, &at);
	i.sub = rmw_of(bits_field(&m->in, at));
	i.flags = access_flags(bits_field(&m->in, at + 1), bits_field(&m->in, at + 3));
	i.order = (uint8_t)bits_field(&m->in, at + 2);
	inst_finish(m, &i, t);
}

static void read_fence(struct bitcode *m)
{
	struct bc_inst i = inst_start(m, INST_FENCE);
	i.order = (uint8_t)bits_field(&m->in, 0);
	i.flags = access_flags(0, bits_field(&m->in, 1));
	inst_finish_void(m, &i);
}

static void read_vaarg(struct bitcode *m)
{
	uint32_t at = 1;
	struct bc_inst i = inst_start(m, INST_VAARG);
	inst_push_value(m, &i, &at);
	inst_finish(m, &i, field_type(m, at));
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
	struct bc_inst i = inst_start(m, INST_VARIABLE);
	m->has_declares |= at_address;
	m->has_values |= !at_address;
	i.sub = at_address;
	i.extra = node;
	i.more = expression;
	i.type = BC_NONE;
	inst_push(m, &i, v);
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
			     ? record_typed(m, &at, &unused)
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
bool read_debug_call(struct bitcode *m, bc_value callee, uint32_t at)
{
	bool declare = is_named(m, callee, "llvm.dbg.declare");
	if (!declare && !is_named(m, callee, "llvm.dbg.value"))
		return false;
	bc_node nodes[3];
	for (int i = 0; i < 3; i++)
		nodes[i] = node_number(m, record_value(m, &at));
	struct bc_inst i = variable(m, declare, node_value(m, nodes[0]), nodes[1], nodes[2]);
	vec_push(&m->function.insts, i);
	return true;
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
