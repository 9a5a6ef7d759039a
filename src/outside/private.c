/* SPDX-License-Identifier: MIT */
/*
 * Structs of the system that have the driver's own memory behind them: alloc_etherdev(n)
 * makes both at once, netdev_priv(dev) finds the second behind the first. They are two
 * objects here, with a pointer from the one to the other, so that each has its type. In a
 * module, calls of such functions become calls of new ones that do this.
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

static ir_val add_allocation(struct program *p, struct body *b, ir_val size)
{
	struct ir_inst call =
		make_call(p, declare_function(p, "chequer.alloc", 1), &size, 1, 0);
	call.size = p->units.at[1].pointer_size;
	return add(b, call);
}

/* The function that a row has called with what was made. */
static void add_set_up(struct program *p, struct body *b, const struct model *m, ir_val made)
{
	const struct effect *e = model_effect(m, EFFECT_CALL_NOW);
	if (!e || e->arg < 0)
		return;
	struct ir_inst call = {.op = OP_CALL, .a = ir_val_make(VAL_PARAM, (uint32_t)e->arg),
			       .args = p->operands.n, .arg_count = 1};
	vec_push(&p->operands, made);
	add(b, call);
}

static sym_id make_maker(struct program *p, const struct model *m, const struct effect *e,
			 const struct place *at)
{
	struct body b = {0};
	ir_val size = ir_val_make(VAL_CONST, program_const(p, 0, (int64_t)at->size));
	ir_val made = add_allocation(p, &b, size);
	ir_val own = add_allocation(p, &b, ir_val_make(VAL_PARAM, (uint32_t)e->arg));
	ir_val where = add(&b, offset_inst(p, made, at->offset));
	add(&b, memory_inst(p, OP_STORE, where, own));
	add_set_up(p, &b, m, made);
	vec_push(&b.insts, ((struct ir_inst){.op = OP_RET, .a = made}));
	body_end_block(&b);
	add_parameters(p, (uint32_t)m->param_count);
	return make_function(p, m->name, &b);
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
	const struct effect *makes = model_effect(m, EFFECT_MAKES);
	const struct effect *finds = model_effect(m, EFFECT_PRIVATE);
	const struct effect *e = makes ? makes : finds;
	struct place at;
	if (!e || e->arg < 0 || m->param_count <= 0 || !find_place(p, e->name, &at))
		return 0;
	return makes ? make_maker(p, m, e, &at) : make_finder(p, m, e, &at);
}

static void call_instead(struct program *p, sym_id old, sym_id new)
{
	for (uint32_t i = 0; i < p->insts.n; i++)
		if (p->insts.at[i].op == OP_CALL && ir_val_symbol(p, p->insts.at[i].a) == old)
			p->insts.at[i].a = address_of(p, new);
}

void split_private(struct program *p, const struct models *m)
{
	uint32_t symbols = p->symbols.n;
	for (sym_id s = 1; s < symbols; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		const struct model *row =
			y->kind == SYM_FUNCTION ? models_find(m, ir_str(p, y->name)) : NULL;
		sym_id new = row ? make_for(p, row) : 0;
		if (new)
			call_instead(p, s, new);
	}
}
