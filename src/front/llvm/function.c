/* SPDX-License-Identifier: MIT */
/*
 * One function: formals, blocks, and the placeholders of build.h.
 */
#include "front/llvm/build.h"
#include "front/llvm/codes.h"

ir_val build(struct builder *b, struct ir_inst i)
{
	i.loc = b->loc;
	vec_push(&b->p->insts, i);
	return ir_val_make(VAL_INST, b->p->insts.n - 1 - b->inst_first);
}

ir_val build_int(struct builder *b, int64_t value)
{
	return ir_val_make(VAL_CONST, program_const(b->p, 0, value));
}

uint32_t build_mark(struct builder *b)
{
	return b->args.n;
}

void build_push(struct builder *b, ir_val v)
{
	vec_push(&b->args, v);
}

ir_val build_list(struct builder *b, uint32_t mark, struct ir_inst i)
{
	i.args = b->p->operands.n;
	i.arg_count = b->args.n - mark;
	for (uint32_t k = mark; k < b->args.n; k++)
		vec_push(&b->p->operands, b->args.at[k]);
	b->args.n = mark;
	return build(b, i);
}

/* A call whose result has no bytes (an empty struct, a token) has no result. */
void build_result(struct builder *b, const struct bc_inst *inst, ir_val v)
{
	if (v == 0 || module_store_size(b->mod, inst->type) == 0)
		v = unknown_value();
	b->mod->value_of.at[inst->value] = v;
}

/* ---- operands ---- */

static ir_val placeholder(struct builder *b, bc_value v)
{
	vec_push(&b->forward, v);
	return ir_val_make(VAL_INST, IR_VAL_MASK - (b->forward.n - 1));
}

/* An aggregate in one piece: what matters are the addresses in it. */
static ir_val build_aggregate(struct builder *b, bc_value v)
{
	struct sym_list mentioned = {0};
	module_mentioned_symbols(b->mod, v, &mentioned);
	uint32_t mark = build_mark(b);
	for (uint32_t i = 0; i < mentioned.syms.n; i++) {
		sym_id s = mentioned.syms.at[i];
		module_take_address(b->mod, s);
		build_push(b, ir_val_make(VAL_CONST, program_const(b->p, s, 0)));
	}
	bool none = mentioned.syms.n == 0;
	vec_free(&mentioned.syms);
	if (none)
		return unknown_value();
	struct ir_inst i = {.op = OP_OTHER,
			    .size = module_store_size(b->mod, value_type(b->mod, v))};
	return build_list(b, mark, i);
}

static ir_val folded_constant(struct builder *b, bc_value v, bool *folded)
{
	struct ir_const c;
	*folded = module_fold(b->mod, v, &c);
	if (!*folded)
		return unknown_value();
	module_take_address(b->mod, c.sym);
	ir_val val = ir_val_make(VAL_CONST, program_const(b->p, c.sym, c.value));
	b->mod->value_of.at[v] = val;
	return val;
}

static ir_val build_expression(struct builder *b, bc_value v)
{
	const struct bc_constant *c = constant_info(b->mod, v);
	struct operation_of o = {
		.op = (enum bc_op)c->op,
		.sub = c->sub,
		.type = value_type(b->mod, v),
		.source = c->source,
		.operands = &b->mod->bc->constant_operands.at[c->first],
		.n = c->n,
	};
	if (is_vector_type(b->mod->bc, o.type))
		o.op = INST_OTHER;
	return build_operation(b, &o);
}

static ir_val constant_value(struct builder *b, bc_value v, bool quiet)
{
	bool folded;
	ir_val val = folded_constant(b, v, &folded);
	if (folded || quiet || value_info(b->mod, v)->kind != BC_CONSTANT)
		return val;
	switch (constant_info(b->mod, v)->kind) {
	case BC_EXPRESSION:
		return build_expression(b, v);
	case BC_AGGREGATE:
		return build_aggregate(b, v);
	default:
		return unknown_value();
	}
}

static ir_val operand_value(struct builder *b, bc_value v, bool quiet)
{
	v = promoted_value(&b->mod->promotion, v);
	if (v >= b->mod->value_of.n)
		return unknown_value();
	if (b->mod->value_of.at[v] != MISSING)
		return b->mod->value_of.at[v];
	if (is_constant(b->mod, v))
		return constant_value(b, v, quiet);
	return placeholder(b, v);
}

ir_val build_value(struct builder *b, bc_value v)
{
	return operand_value(b, v, false);
}

ir_val build_value_quiet(struct builder *b, bc_value v)
{
	return operand_value(b, v, true);
}

ir_val build_operand(struct builder *b, const struct bc_inst *inst, uint32_t i)
{
	return operand_value(b, b->f->operands.at[inst->first + i], false);
}

const struct bc_inst *defining_inst(const struct builder *b, bc_value v)
{
	if (v >= b->mod->bc->values.n || value_info(b->mod, v)->kind != BC_INST)
		return NULL;
	return &b->f->insts.at[value_info(b->mod, v)->index];
}

/* ---- placeholders ---- */

static bool is_placeholder(const struct builder *b, ir_val v)
{
	return ir_val_tag(v) == VAL_INST && IR_VAL_MASK - ir_val_index(v) < b->forward.n;
}

/* A placeholder may stand for another one; in code that is never reached even
 * for itself. */
static ir_val resolved(const struct builder *b, ir_val v)
{
	for (uint32_t hops = 0; is_placeholder(b, v); hops++) {
		v = b->mod->value_of.at[b->forward.at[IR_VAL_MASK - ir_val_index(v)]];
		if (v == MISSING || hops > b->forward.n)
			return unknown_value();
	}
	return v;
}

/* Block numbers are raw words: small, so never mistaken for a placeholder. */
static void replace_placeholders(struct builder *b, uint32_t operand_first,
				 uint32_t var_first)
{
	struct program *p = b->p;
	if (b->forward.n == 0)
		return;
	for (uint32_t i = b->inst_first; i < p->insts.n; i++) {
		p->insts.at[i].a = resolved(b, p->insts.at[i].a);
		p->insts.at[i].b = resolved(b, p->insts.at[i].b);
		p->insts.at[i].c = resolved(b, p->insts.at[i].c);
	}
	for (uint32_t i = operand_first; i < p->operands.n; i++)
		p->operands.at[i] = resolved(b, p->operands.at[i]);
	for (uint32_t i = var_first; i < p->vars.n; i++)
		p->vars.at[i].value = resolved(b, p->vars.at[i].value);
}

/* ---- the function ---- */

/* The names here are LLVM's; debug variables replace them where there are any. */
static void add_params(struct builder *b)
{
	const struct bc_function *f = b->f;
	const struct bc_global *g = &b->mod->bc->globals.at[f->value];
	b->param_first = b->p->params.n;
	b->param_count = f->formal_count;
	for (uint32_t i = 0; i < b->param_count; i++) {
		bc_value v = b->mod->bc->module_values + i;
		const uint32_t *name = &f->formal_names.at[2 * i];
		struct ir_param param = {
			.name = name[1] ? intern_bytes(&b->p->strings,
						       f->names.at + name[0], name[1])
					: 0,
			.size = module_store_size(b->mod, value_type(b->mod, v)),
			.byval = attribute_byval(b->mod->bc, g->attributes, i + 1) != BC_NONE,
		};
		vec_push(&b->p->params, param);
		b->mod->value_of.at[v] = ir_val_make(VAL_PARAM, i);
	}
}

static void build_declared(struct builder *b, bc_value v, uint32_t declaration)
{
	const struct promotion *p = &b->mod->promotion;
	for (; declaration != BC_NONE; declaration = p->declarations.at[declaration].next) {
		const struct declaration *d = &p->declarations.at[declaration];
		build_variable(b, v, false, d->variable, d->expression);
	}
}

static void build_joins(struct builder *b, uint32_t block)
{
	const struct promotion *p = &b->mod->promotion;
	b->loc = 0;
	for (uint32_t i = p->joins_of_at.at[block]; i < p->joins_of_at.at[block + 1]; i++)
		build_join(b, &p->joins.at[p->joins_of.at[i]]);
}

/* Once all phis of the block are there. */
static void name_joins(struct builder *b, uint32_t block)
{
	const struct promotion *p = &b->mod->promotion;
	for (uint32_t i = p->joins_of_at.at[block]; i < p->joins_of_at.at[block + 1]; i++) {
		const struct join *j = &p->joins.at[p->joins_of.at[i]];
		build_declared(b, j->value, j->declarations);
	}
}

static void build_beside(struct builder *b, const struct bc_inst *inst)
{
	if (inst->op == INST_ASSIGN)
		build_declared(b, operand_of(b, inst, 1), inst->extra);
	else if (inst->op == INST_VARIABLE)
		build_variable(b, operand_of(b, inst, 0), inst->sub, inst->extra, inst->more);
}

static void build_block(struct builder *b, uint32_t block)
{
	struct ir_block k = {.inst_first = b->p->insts.n - b->inst_first};
	const struct bc_block *from = &b->f->blocks.at[block];
	bool named = false;
	build_joins(b, block);
	for (uint32_t i = from->first; i < from->first + from->n; i++) {
		const struct bc_inst *inst = &b->f->insts.at[i];
		if (inst->op != INST_PHI && !named) {
			name_joins(b, block);
			named = true;
		}
		if (inst->op == INST_ASSIGN || inst->op == INST_VARIABLE) {
			build_beside(b, inst);
		} else if (inst->op != INST_NOTHING) {
			b->loc = module_loc(b->mod, &b->f->positions.at[inst->position]);
			build_inst(b, inst);
		}
	}
	k.inst_count = b->p->insts.n - b->inst_first - k.inst_first;
	vec_push(&b->p->blocks, k);
}

/* 'f()', in the C of before 2023; without debug information it may be. */
static bool is_open(const struct builder *b)
{
	enum { SUBPROGRAM_FLAGS = 11, FLAG_PROTOTYPED = 1 << 8 };
	return module_node_code(b->mod, b->f->debug) != NODE_SUBPROGRAM ||
	       !(module_node_number(b->mod, b->f->debug, SUBPROGRAM_FLAGS) & FLAG_PROTOTYPED);
}

static void describe(struct builder *b, struct ir_func *f)
{
	const struct ir_symbol *s = &b->p->symbols.at[f->sym];
	f->flags = (s->flags & SYMF_VARARG ? FUNCF_VARARG : 0) |
		   (s->flags & SYMF_NORETURN ? FUNCF_NORETURN : 0);
	f->loc = s->loc;
	if (module_node_code(b->mod, b->f->debug) == NODE_SUBPROGRAM)
		f->result_type = module_signature_type(b->mod, b->f->debug, 0);
}

/* Room for the values and debug info nodes of this function. */
static void make_room(struct module *mod)
{
	const struct bitcode *m = mod->bc;
	uint32_t from = mod->value_of.n < m->module_values ? mod->value_of.n : m->module_values;
	vec_reserve(&mod->value_of, m->values.n);
	mod->value_of.n = m->values.n;
	for (uint32_t v = from; v < m->values.n; v++)
		mod->value_of.at[v] = MISSING;
	module_make_room(mod);
}

static bool ignores(void *context, bc_value callee)
{
	struct module *mod = context;
	return callee < mod->bc->globals.n &&
	       intrinsic_of(mod, callee) == INTRINSIC_NOTHING;
}

void module_lower_function(struct module *mod)
{
	struct program *p = mod->p;
	struct builder b = {
		.mod = mod, .p = p, .f = &mod->bc->function, .inst_first = p->insts.n};
	struct ir_func f = {
		.sym = mod->symbol_of.at[b.f->value],
		.block_first = p->blocks.n,
		.block_count = b.f->blocks.n,
		.inst_first = p->insts.n,
		.param_first = p->params.n,
		.var_first = p->vars.n,
	};
	uint32_t operand_first = p->operands.n;
	promote_locals(mod->bc, &mod->promotion, ignores, mod);
	make_room(mod);
	module_describe_function(mod);
	describe(&b, &f);
	add_params(&b);
	for (uint32_t k = 0; k < f.block_count; k++) {
		b.in_entry = k == 0;
		build_block(&b, k);
	}
	replace_placeholders(&b, operand_first, f.var_first);
	f.param_count = p->params.n - f.param_first;
	if (!f.param_count && is_open(&b))
		f.flags |= FUNCF_OPEN;
	f.inst_count = p->insts.n - f.inst_first;
	f.var_count = p->vars.n - f.var_first;
	p->symbols.at[f.sym].func = p->funcs.n;
	vec_push(&p->funcs, f);
	vec_free(&b.forward);
	vec_free(&b.args);
	map_free(&b.seen_variables);
	map_free(&b.homes);
}
