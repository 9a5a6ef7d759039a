/* SPDX-License-Identifier: MIT */
/*
 * Structs of the system that have the driver's own memory behind them: alloc_etherdev(n)
 * makes both at once, netdev_priv(dev) finds the second behind the first. They are two
 * objects here, with a pointer from the one to the other, so that each has its type.
 */
#include <string.h>

#include "ir/names.h"
#include "outside/internal.h"

static uint32_t add(struct body *b, struct ir_inst i)
{
	vec_push(&b->insts, i);
	return ir_val_make(VAL_INST, b->insts.n - 1);
}

static struct ir_inst memory_inst(const struct program *p, uint8_t op, ir_val a, ir_val value)
{
	return (struct ir_inst){.op = op, .order = ORDER_SEQ_CST, .a = a, .b = value,
				.size = p->units.at[1].pointer_size};
}

static struct ir_inst offset_inst(const struct program *p, ir_val a, int64_t offset)
{
	return (struct ir_inst){.op = OP_OFFSET, .size = p->units.at[1].pointer_size, .a = a,
				.imm = offset};
}

/* What the program takes private memory for: the type of a variable that holds the result
 * of a function that finds it. */
static bool finds_private(const struct program *p, const struct models *m, sym_id s)
{
	const struct model *row = s ? models_find(m, ir_str(p, p->symbols.at[s].name)) : NULL;
	return row && model_effect(row, EFFECT_PRIVATE);
}

static type_id private_type(const struct program *p, const struct models *m)
{
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t i = 0; i < fn->var_count; i++) {
			const struct ir_var *v = &p->vars.at[fn->var_first + i];
			if (ir_val_tag(v->value) != VAL_INST || !pointed_struct(p, v->type))
				continue;
			const struct ir_inst *x = ir_inst_at(p, fn, ir_val_index(v->value));
			if (x->op == OP_CALL && finds_private(p, m, ir_val_symbol(p, x->a)))
				return v->type;
		}
	}
	return 0;
}

/* Says of a value of f which type it has. */
static void add_variable(struct program *p, func_id f, ir_val value, type_id type)
{
	struct ir_func *fn = &p->funcs.at[f];
	uint32_t first = fn->var_first;
	fn->var_first = p->vars.n;
	for (uint32_t i = 0; i < fn->var_count; i++) {
		struct ir_var v = p->vars.at[first + i];
		vec_push(&p->vars, v);
	}
	vec_push(&p->vars, ((struct ir_var){.name = program_str(p, "private"), .type = type,
					    .value = value}));
	fn->var_count++;
}

/* After a call that makes such a struct: its private memory, and the pointer to it. */
static void add_private(struct program *p, func_id f, uint32_t call, const struct effect *e,
			const struct place *at, type_id type)
{
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], call);
	ir_val size = p->operands.at[i->args + (uint32_t)e->arg];
	struct ir_inst own = make_call(p, declare_function(p, "chequer.alloc", 1), &size, 1,
				       i->loc);
	own.size = p->units.at[1].pointer_size;
	insert(p, f, call + 1, own);
	insert(p, f, call + 2, offset_inst(p, ir_val_make(VAL_INST, call), at->offset));
	insert(p, f, call + 3, memory_inst(p, OP_STORE, ir_val_make(VAL_INST, call + 2),
					   ir_val_make(VAL_INST, call + 1)));
	if (type)
		add_variable(p, f, ir_val_make(VAL_INST, call + 1), type);
}

static void look_at_call(struct program *p, const struct models *m, func_id f, uint32_t i,
			 type_id type)
{
	const struct ir_inst *x = ir_inst_at(p, &p->funcs.at[f], i);
	sym_id to = x->op == OP_CALL ? ir_val_symbol(p, x->a) : 0;
	const struct model *row = to ? models_find(m, ir_str(p, p->symbols.at[to].name)) : NULL;
	const struct effect *e = row ? model_effect(row, EFFECT_MAKES) : NULL;
	struct place at;
	if (e && e->arg >= 0 && (uint32_t)e->arg < x->arg_count && find_place(p, e->name, &at))
		add_private(p, f, i, e, &at, type);
}

static sym_id make_finder(struct program *p, const struct model *m, const struct effect *e,
			  const struct place *at)
{
	struct body b = {0};
	ir_val of = ir_val_make(VAL_PARAM, (uint32_t)e->arg);
	ir_val where = add(&b, offset_inst(p, of, at->offset));
	ir_val own = add(&b, memory_inst(p, OP_LOAD, where, 0));
	vec_push(&b.insts, ((struct ir_inst){.op = OP_RET, .a = own}));
	body_end_block(&b);
	add_parameters(p, (uint32_t)m->param_count);
	return make_function(p, m->name, &b);
}

static sym_id make_for(struct program *p, const struct model *m)
{
	const struct effect *e = model_effect(m, EFFECT_PRIVATE);
	struct place at;
	if (!e || e->arg < 0 || m->param_count <= 0 || !find_place(p, e->name, &at))
		return 0;
	return make_finder(p, m, e, &at);
}

static void call_instead(struct program *p, sym_id old, sym_id new)
{
	for (uint32_t i = 0; i < p->insts.n; i++)
		if (p->insts.at[i].op == OP_CALL && ir_val_symbol(p, p->insts.at[i].a) == old)
			p->insts.at[i].a = address_of(p, new);
}

void split_private(struct program *p, const struct models *m)
{
	uint32_t symbols = p->symbols.n, funcs = p->funcs.n;
	type_id type = private_type(p, m);
	for (func_id f = 1; f < funcs; f++)
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++)
			look_at_call(p, m, f, i, type);
	for (sym_id s = 1; s < symbols; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		const struct model *row =
			y->kind == SYM_FUNCTION ? models_find(m, ir_str(p, y->name)) : NULL;
		sym_id new = row ? make_for(p, row) : 0;
		if (new)
			call_instead(p, s, new);
	}
}
