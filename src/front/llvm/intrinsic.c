/* SPDX-License-Identifier: MIT */
/*
 * LLVM's intrinsics. The table gives those with a meaning of their own; of the
 * rest, one that touches no memory is an untracked computation, and any other
 * is a call by name, so that no effect is lost.
 */
#include <string.h>

#include "front/llvm/build.h"
#include "front/llvm/codes.h"

/* An entry matches the name and the name followed by a dot (types, variants);
 * the first match counts. */
static const struct intrinsic_row {
	const char *name;
	enum intrinsic which;
} rows[] = {
	{"llvm.dbg", INTRINSIC_NOTHING},
	{"llvm.memcpy", INTRINSIC_COPY},
	{"llvm.memmove", INTRINSIC_COPY},
	{"llvm.memset", INTRINSIC_SET},
	{"llvm.sadd.with.overflow", INTRINSIC_ADD},
	{"llvm.uadd.with.overflow", INTRINSIC_ADD},
	{"llvm.ssub.with.overflow", INTRINSIC_SUB},
	{"llvm.usub.with.overflow", INTRINSIC_SUB},
	{"llvm.smul.with.overflow", INTRINSIC_MUL},
	{"llvm.umul.with.overflow", INTRINSIC_MUL},
	{"llvm.ptrmask", INTRINSIC_MASK},
	{"llvm.threadlocal.address", INTRINSIC_OPERAND},
	{"llvm.expect", INTRINSIC_OPERAND},
	{"llvm.ptr.annotation", INTRINSIC_OPERAND},
	{"llvm.annotation", INTRINSIC_OPERAND},
	{"llvm.launder.invariant.group", INTRINSIC_OPERAND},
	{"llvm.strip.invariant.group", INTRINSIC_OPERAND},
	{"llvm.preserve.static.offset", INTRINSIC_OPERAND},
	{"llvm.ssa.copy", INTRINSIC_OPERAND},
	{"llvm.arithmetic.fence", INTRINSIC_OPERAND},
	{"llvm.trap", INTRINSIC_STOP},
	{"llvm.ubsantrap", INTRINSIC_STOP},
	{"llvm.lifetime.start", INTRINSIC_NOTHING},
	{"llvm.lifetime.end", INTRINSIC_NOTHING},
	{"llvm.invariant.start", INTRINSIC_NOTHING},
	{"llvm.invariant.end", INTRINSIC_NOTHING},
	{"llvm.assume", INTRINSIC_NOTHING},
	{"llvm.donothing", INTRINSIC_NOTHING},
	{"llvm.sideeffect", INTRINSIC_NOTHING},
	{"llvm.pseudoprobe", INTRINSIC_NOTHING},
	{"llvm.prefetch", INTRINSIC_NOTHING},
	{"llvm.stacksave", INTRINSIC_NOTHING},
	{"llvm.stackrestore", INTRINSIC_NOTHING},
	{"llvm.var.annotation", INTRINSIC_NOTHING},
	{"llvm.codeview.annotation", INTRINSIC_NOTHING},
	{"llvm.experimental.noalias.scope.decl", INTRINSIC_NOTHING},
	{"llvm.returnaddress", INTRINSIC_NOTHING},
	{"llvm.addressofreturnaddress", INTRINSIC_NOTHING},
	{"llvm.frameaddress", INTRINSIC_NOTHING},
	{"llvm.sponentry", INTRINSIC_NOTHING},
};

static bool matches(const char *name, size_t n, const char *prefix)
{
	size_t k = strlen(prefix);
	return n >= k && memcmp(name, prefix, k) == 0 && (n == k || name[k] == '.');
}

static enum intrinsic classify(const struct module *mod, const struct bc_global *g)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (matches(g->name, g->name_size, rows[i].name))
			return rows[i].which;
	}
	unsigned flags = attribute_flags(mod->bc, g->attributes, BC_ON_FUNCTION);
	return flags & BC_NO_MEMORY ? INTRINSIC_VALUE : INTRINSIC_CALL;
}

enum intrinsic intrinsic_of(struct module *mod, bc_value function)
{
	const struct bc_global *g = &mod->bc->globals.at[function];
	if (g->kind != BC_FUNC || !global_is_intrinsic(g))
		return INTRINSIC_NONE;
	uint8_t *known = &mod->intrinsic_of.at[function];
	if (!*known)
		*known = (uint8_t)(classify(mod, g) + 1);
	return (enum intrinsic)(*known - 1);
}

bool is_overflow_call(const struct builder *b, const struct bc_inst *call)
{
	if (call->op != INST_CALL)
		return false;
	bc_value callee = operand_of(b, call, 0);
	if (callee >= b->mod->bc->globals.n)
		return false;
	enum intrinsic which = intrinsic_of(b->mod, callee);
	return which == INTRINSIC_ADD || which == INTRINSIC_SUB || which == INTRINSIC_MUL;
}

/* ---- debug variables ---- */

static void name_param(struct builder *b, uint32_t i, const struct variable *v)
{
	struct ir_param *param = &b->p->params.at[b->param_first + i];
	if (i >= b->param_count || param->type)
		return;
	param->type = v->type;
	if (v->name)
		param->name = v->name;
}

/* The first variable seen for a formal is the formal's own. One that lies where
 * the formal points to is only when that is a copy made for this call; otherwise
 * it is a local that the caller has made room for. */
static void note_param(struct builder *b, ir_val value, bool in_memory,
		       const struct variable *v)
{
	uint32_t i = ir_val_index(value);
	if (ir_val_tag(value) == VAL_PARAM) {
		if (!in_memory || b->p->params.at[b->param_first + i].byval)
			name_param(b, i, v);
		return;
	}
	uint32_t home = in_memory ? map_get(&b->homes, value, MISSING) : MISSING;
	if (home != MISSING)
		name_param(b, home, v);
}

/* Where the variable is: the value itself, or in memory at that address. False
 * when it is only a piece of the value, or computed from it. */
static bool is_understood(const struct module *mod, bc_node expression, bool *in_memory)
{
	enum { FOLLOW_POINTER = 0x06 }; /* DW_OP_deref */
	if (!module_is_node(mod, expression, NODE_EXPRESSION, 1))
		return false;
	uint32_t n = mod->bc->nodes.at[expression].n;
	if (n == 1)
		return true;
	if (*in_memory || n > 2 || module_node_number(mod, expression, 1) != FOLLOW_POINTER)
		return false;
	*in_memory = true;
	return true;
}

static void add_variable(struct builder *b, bc_node node, ir_val value,
			 bool in_memory)
{
	uint32_t id;
	const struct variable *v = module_variable(b->mod, node, &id);
	if (b->in_entry)
		note_param(b, value, in_memory, v);
	if (!v->name || map_get(&b->seen_variables, map_key2(value, id), 0))
		return;
	map_put(&b->seen_variables, map_key2(value, id), 1);
	struct ir_var var = {v->name, v->type, value, in_memory, v->loc};
	vec_push(&b->p->vars, var);
}

void build_variable(struct builder *b, bc_value v, bool at_address, bc_node variable,
		    bc_node expression)
{
	bool in_memory = at_address;
	const struct bc_inst *from = defining_inst(b, v);
	bool gone = from && from->op == INST_NOTHING;
	if (v >= b->mod->bc->values.n || is_constant(b->mod, v) || gone ||
	    module_node_code(b->mod, variable) != NODE_LOCAL_VAR ||
	    !is_understood(b->mod, expression, &in_memory))
		return;
	ir_val value = build_value_quiet(b, v);
	if (ir_val_tag(value) == VAL_INST || ir_val_tag(value) == VAL_PARAM)
		add_variable(b, variable, value, in_memory);
}

/* ---- the rest ---- */

static ir_val argument(struct builder *b, const struct bc_inst *call, uint32_t i)
{
	return i + 1 < call->n ? build_operand(b, call, i + 1) : unknown_value();
}

/* A truth value that is set; the element size of the atomic variants is none. */
static bool is_set(struct builder *b, const struct bc_inst *call, uint32_t i)
{
	struct ir_const c;
	bc_value v = i + 1 < call->n ? operand_of(b, call, i + 1) : BC_NONE;
	return is_constant(b->mod, v) &&
	       type_info(b->mod->bc, value_type(b->mod, v))->n == 1 &&
	       module_fold(b->mod, v, &c) && c.value;
}

/* Operands: to, from or byte, size, then volatile or the size of an element. */
static ir_val build_block_access(struct builder *b, const struct bc_inst *call,
				 enum ir_op op)
{
	struct ir_inst i = {
		.op = (uint8_t)op,
		.flags = is_set(b, call, 3) ? INSTF_VOLATILE : 0,
	};
	i.a = argument(b, call, 0);
	i.b = argument(b, call, 1);
	i.c = argument(b, call, 2);
	build(b, i);
	return 0;
}

static ir_val build_binary(struct builder *b, const struct bc_inst *call,
			   enum ir_arith sub)
{
	ir_val x = argument(b, call, 0);
	ir_val y = argument(b, call, 1);
	bc_value first = call->n > 1 ? operand_of(b, call, 1) : BC_NONE;
	bc_type type = first < b->mod->bc->values.n ? value_type(b->mod, first) : call->type;
	struct ir_inst i = {.op = OP_ARITH,
			    .sub = (uint8_t)sub,
			    .size = module_store_size(b->mod, type),
			    .a = x,
			    .b = y};
	return build(b, i);
}

static ir_val build_computation(struct builder *b, const struct bc_inst *call)
{
	uint32_t mark = build_mark(b);
	for (uint32_t i = 1; i < call->n; i++)
		build_push(b, build_operand(b, call, i));
	uint32_t size = module_store_size(b->mod, call->type);
	return build_list(b, mark, (struct ir_inst){.op = OP_OTHER, .size = size});
}

/* ---- names without types ---- */

static size_t digits(const char *s, size_t n)
{
	size_t i = 0;
	while (i < n && s[i] >= '0' && s[i] <= '9')
		i++;
	return i;
}

/* Whether the word is a type as LLVM appends it: p0, i32, f64, v4i32, nxv2i64,
 * a8i16, s_struct.x, sl_... */
static bool is_type_word(const char *s, size_t n)
{
	if (n > 3 && memcmp(s, "nxv", 3) == 0) {
		s += 2;
		n -= 2;
	}
	if (n > 2 && (memcmp(s, "s_", 2) == 0 || memcmp(s, "sl", 2) == 0))
		return s[1] == '_' || s[2] == '_';
	if (n < 2)
		return false;
	size_t d = digits(s + 1, n - 1);
	if (d && (s[0] == 'v' || s[0] == 'a') && 1 + d < n)
		return is_type_word(s + 1 + d, n - 1 - d);
	if (n == 4 && memcmp(s, "bf16", 4) == 0)
		return true;
	return d && d == n - 1 && strchr("pif", s[0]);
}

/* Without the types that LLVM appends: llvm.va_start, not llvm.va_start.p0. */
static size_t base_name(const char *name, size_t n)
{
	for (;;) {
		size_t dot = n;
		while (dot > 0 && name[dot - 1] != '.')
			dot--;
		if (dot <= strlen("llvm.") || !is_type_word(name + dot, n - dot))
			return n;
		n = dot - 1;
	}
}

static ir_val build_by_name(struct builder *b, const struct bc_inst *call)
{
	const struct bc_global *g = &b->mod->bc->globals.at[operand_of(b, call, 0)];
	return build_named_call(b, call, g->name, base_name(g->name, g->name_size));
}

/* 'unreachable' follows a trap and becomes the stop; if anything else follows,
 * the trap stays as a call that does not return. */
static ir_val build_trap(struct builder *b, const struct bc_inst *call)
{
	const struct bc_inst *next = call + 1;
	if (call->op == INST_CALL && next->op == INST_STOP)
		return 0;
	return build_by_name(b, call);
}

ir_val build_intrinsic(struct builder *b, const struct bc_inst *call, enum intrinsic which)
{
	switch (which) {
	case INTRINSIC_NOTHING:
		return unknown_value();
	case INTRINSIC_OPERAND:
		return argument(b, call, 0);
	case INTRINSIC_COPY:
		return build_block_access(b, call, OP_COPY);
	case INTRINSIC_SET:
		return build_block_access(b, call, OP_SET);
	case INTRINSIC_ADD:
		return build_binary(b, call, ARITH_ADD);
	case INTRINSIC_SUB:
		return build_binary(b, call, ARITH_SUB);
	case INTRINSIC_MUL:
		return build_binary(b, call, ARITH_MUL);
	case INTRINSIC_MASK:
		return build_binary(b, call, ARITH_AND);
	case INTRINSIC_STOP:
		return build_trap(b, call);
	case INTRINSIC_VALUE:
		return build_computation(b, call);
	default:
		return build_by_name(b, call);
	}
}
