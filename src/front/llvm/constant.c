/* SPDX-License-Identifier: MIT */
/*
 * Constants and sizes: what needs the data layout but no function.
 */
#include "front/llvm/module.h"

uint32_t module_store_size(struct module *mod, bc_type type)
{
	if (type == BC_NONE)
		return 0;
	uint64_t size = measured(mod->bc, type)->store;
	return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

uint64_t module_stride(struct module *mod, bc_type type)
{
	return measured(mod->bc, type)->stride;
}

static struct gep_step member_step(struct module *mod, bc_type *type, bc_value index)
{
	struct ir_const c = {0};
	bc_type outer = *type;
	bool folded = is_constant(mod, index) && module_fold(mod, index, &c) && !c.sym;
	if (!folded || (uint64_t)c.value >= type_info(mod->bc, outer)->part_count) {
		bitcode_fail(mod->bc, "a member does not exist");
		return (struct gep_step){.member = true};
	}
	*type = type_part(mod->bc, outer, (uint32_t)c.value);
	uint64_t at = member_offset(mod->bc, outer, (uint32_t)c.value);
	return (struct gep_step){.member = true, .offset = at};
}

struct gep_step module_gep_step(struct module *mod, bc_type *type, bool first,
				bc_value index)
{
	bc_type outer = *type;
	if (first)
		return (struct gep_step){.stride = module_stride(mod, outer)};
	switch (type_kind(mod->bc, outer)) {
	case BC_STRUCT:
		return member_step(mod, type, index);
	case BC_ARRAY:
	case BC_VECTOR:
	case BC_SCALABLE_VECTOR:
		*type = type_part(mod->bc, outer, 0);
		return (struct gep_step){.stride = module_stride(mod, *type),
					 .count = type_info(mod->bc, outer)->n};
	default:
		bitcode_fail(mod->bc, "an index is of no aggregate");
		return (struct gep_step){.member = true};
	}
}

/* ---- folding ---- */

/* Integers keep their sign; a truth value is 0 or 1. */
static int64_t narrow(int64_t value, unsigned bits)
{
	if (bits == 0 || bits >= 64)
		return value;
	uint64_t mask = ((uint64_t)1 << bits) - 1, v = (uint64_t)value & mask;
	if (bits > 1 && v >> (bits - 1))
		v |= ~mask;
	return (int64_t)v;
}

static bool fold_int(const struct module *mod, bc_value v, struct ir_const *out)
{
	const struct bc_constant *c = constant_info(mod, v);
	uint64_t bits = type_info(mod->bc, value_type(mod, v))->n;
	*out = (struct ir_const){0, narrow(c->value, (unsigned)bits)};
	return !c->wide;
}

static bool fold_gep(struct module *mod, bc_value v, struct ir_const *out)
{
	const struct bc_constant *c = constant_info(mod, v);
	if (type_kind(mod->bc, value_type(mod, v)) != BC_POINTER ||
	    !module_fold(mod, constant_operand(mod, c, 0), out))
		return false;
	bc_type type = c->source;
	uint64_t offset = (uint64_t)out->value;
	for (uint32_t i = 1; i < c->n; i++) {
		bc_value index = constant_operand(mod, c, i);
		struct gep_step step = module_gep_step(mod, &type, i == 1, index);
		struct ir_const k;
		if (step.member) {
			offset += step.offset;
			continue;
		}
		if (!module_fold(mod, index, &k) || k.sym)
			return false;
		offset += (uint64_t)k.value * step.stride;
	}
	out->value = (int64_t)offset;
	return true;
}

/* An integer result must fit; an address must keep all its bits. */
static bool fold_to_width(struct module *mod, bc_value v, struct ir_const *out)
{
	const struct bc_type_info *type = type_info(mod->bc, value_type(mod, v));
	if (type->kind == BC_POINTER)
		return true;
	if (type->kind != BC_INTEGER)
		return false;
	if (out->sym)
		return type->n >= mod->pointer_size * 8;
	out->value = narrow(out->value, (unsigned)type->n);
	return true;
}

static bool fold_sum(struct module *mod, bc_value v, bool subtract, struct ir_const *out)
{
	const struct bc_constant *c = constant_info(mod, v);
	struct ir_const a, b;
	if (!module_fold(mod, constant_operand(mod, c, 0), &a) ||
	    !module_fold(mod, constant_operand(mod, c, 1), &b))
		return false;
	uint64_t x = (uint64_t)a.value, y = (uint64_t)b.value;
	if (subtract) {
		if (b.sym && b.sym != a.sym)
			return false;
		*out = (struct ir_const){b.sym ? 0 : a.sym, (int64_t)(x - y)};
	} else {
		if (a.sym && b.sym)
			return false;
		*out = (struct ir_const){a.sym | b.sym, (int64_t)(x + y)};
	}
	return fold_to_width(mod, v, out);
}

static bool fold_expression(struct module *mod, bc_value v, struct ir_const *out)
{
	const struct bc_constant *c = constant_info(mod, v);
	if (c->op == INST_GEP)
		return fold_gep(mod, v, out);
	if (c->op == INST_CAST && (c->sub == CAST_BITS || c->sub == CAST_TRUNC))
		return module_fold(mod, constant_operand(mod, c, 0), out) &&
		       fold_to_width(mod, v, out);
	if (c->op == INST_ARITH && (c->sub == ARITH_ADD || c->sub == ARITH_SUB))
		return fold_sum(mod, v, c->sub == ARITH_SUB, out);
	return false;
}

static bool fold_symbol(const struct module *mod, bc_value v, struct ir_const *out)
{
	*out = (struct ir_const){mod->symbol_of.at[v], 0};
	return out->sym != 0;
}

/* A symbol stands for another one as a whole; an alias of the middle of an
 * object is replaced by that place. */
static bool fold_alias(struct module *mod, bc_value v, struct ir_const *out)
{
	if (fold_symbol(mod, v, out) && mod->p->symbols.at[out->sym].target)
		return true;
	return module_fold(mod, mod->bc->globals.at[v].init, out);
}

static bool fold_constant(struct module *mod, bc_value v, struct ir_const *out)
{
	const struct bc_constant *c = constant_info(mod, v);
	switch (c->kind) {
	case BC_INT:
		return fold_int(mod, v, out);
	case BC_ZERO:
		*out = (struct ir_const){0, 0};
		return true;
	case BC_EXPRESSION:
		return fold_expression(mod, v, out);
	case BC_SAME:
		return module_fold(mod, constant_operand(mod, c, 0), out);
	default:
		return false;
	}
}

/* Deeper than that nobody nests; aliases of each other in a damaged file are. */
enum { DEPTH_MAX = 2000 };

bool module_fold(struct module *mod, bc_value v, struct ir_const *out)
{
	if (mod->depth > DEPTH_MAX)
		return false;
	mod->depth++;
	bool folded = false;
	switch (value_info(mod, v)->kind) {
	case BC_ALIAS:
		folded = fold_alias(mod, v, out);
		break;
	case BC_VARIABLE:
	case BC_FUNC:
	case BC_IFUNC:
		folded = fold_symbol(mod, v, out);
		break;
	case BC_CONSTANT:
		folded = fold_constant(mod, v, out);
		break;
	default:
		break;
	}
	mod->depth--;
	return folded;
}

void module_mentioned_symbols(struct module *mod, bc_value v, struct sym_list *out)
{
	if (v < mod->bc->globals.n) {
		if (mod->symbol_of.at[v])
			vec_push(&out->syms, mod->symbol_of.at[v]);
		return;
	}
	const struct bc_constant *c = constant_info(mod, v);
	if (c->kind == BC_DATA || mod->depth > DEPTH_MAX)
		return;
	mod->depth++;
	for (uint32_t i = 0; i < c->n; i++)
		module_mentioned_symbols(mod, constant_operand(mod, c, i), out);
	mod->depth--;
}
