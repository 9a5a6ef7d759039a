/* SPDX-License-Identifier: MIT */
/*
 * New code in a linked program. Instructions are known by their index in the function, so
 * a function that gets one more is written again at the end of the table, with everything
 * that comes after it moved by one.
 */
#include "outside/internal.h"

sym_id declare_function(struct program *p, const char *name, uint32_t unit)
{
	sym_id known = ir_find_symbol(p, name);
	if (known)
		return known;
	str_id id = program_str(p, name);
	vec_push(&p->symbols, ((struct ir_symbol){.kind = SYM_FUNCTION, .linkage = LINK_EXTERNAL,
						  .name = id, .source_name = id,
						  .unit = unit}));
	program_index_symbols(p);
	return p->symbols.n - 1;
}

ir_val address_of(struct program *p, sym_id s)
{
	return ir_val_make(VAL_CONST, program_const(p, s, 0));
}

struct ir_inst make_call(struct program *p, sym_id callee, ir_val argument, loc_id loc)
{
	struct ir_inst call = {.op = OP_CALL, .a = address_of(p, callee), .loc = loc,
			       .args = p->operands.n};
	if (argument) {
		vec_push(&p->operands, argument);
		call.arg_count = 1;
	}
	return call;
}

/* ---- a function with one instruction more ---- */

static ir_val moved(ir_val v, uint32_t at)
{
	if (ir_val_tag(v) == VAL_INST && ir_val_index(v) >= at)
		return ir_val_make(VAL_INST, ir_val_index(v) + 1);
	return v;
}

static struct ir_inst moved_inst(struct program *p, struct ir_inst i, uint32_t at)
{
	uint32_t first = i.args;
	i.a = moved(i.a, at);
	if (i.op != OP_BRANCH) { /* there they are blocks */
		i.b = moved(i.b, at);
		i.c = moved(i.c, at);
	}
	i.args = p->operands.n;
	for (uint32_t k = 0; k < i.arg_count; k++) {
		ir_val v = p->operands.at[first + k];
		vec_push(&p->operands, ir_arg_is_block(i.op, k) ? v : moved(v, at));
	}
	return i;
}

static void move_blocks(struct program *p, struct ir_func *f, uint32_t at)
{
	uint32_t first = f->block_first;
	f->block_first = p->blocks.n;
	for (uint32_t b = 0; b < f->block_count; b++) {
		struct ir_block x = p->blocks.at[first + b];
		if (x.inst_first > at)
			x.inst_first++;
		else if (at < x.inst_first + x.inst_count)
			x.inst_count++;
		vec_push(&p->blocks, x);
	}
}

void insert_call(struct program *p, func_id id, uint32_t at, sym_id callee)
{
	struct ir_func f = p->funcs.at[id];
	uint32_t first = f.inst_first;
	f.inst_first = p->insts.n;
	for (uint32_t i = 0; i < f.inst_count; i++) {
		if (i == at) {
			struct ir_inst call =
				make_call(p, callee, 0, p->insts.at[first + i].loc);
			vec_push(&p->insts, call);
		}
		struct ir_inst x = moved_inst(p, p->insts.at[first + i], at);
		vec_push(&p->insts, x);
	}
	f.inst_count++;
	move_blocks(p, &f, at);
	for (uint32_t i = 0; i < f.var_count; i++) {
		struct ir_var *v = &p->vars.at[f.var_first + i];
		v->value = moved(v->value, at);
	}
	p->funcs.at[id] = f;
}

/* ---- a new function ---- */

func_id make_function(struct program *p, const char *name, uint32_t unit,
		      const struct ir_inst *at, uint32_t n)
{
	str_id text = program_str(p, name);
	func_id id = p->funcs.n;
	struct ir_func f = {.sym = p->symbols.n, .block_first = p->blocks.n, .block_count = 1,
			    .inst_first = p->insts.n, .inst_count = n + 1,
			    .param_first = p->params.n, .var_first = p->vars.n};
	for (uint32_t i = 0; i < n; i++)
		vec_push(&p->insts, at[i]);
	vec_push(&p->insts, ((struct ir_inst){.op = OP_RET}));
	vec_push(&p->blocks, ((struct ir_block){0, n + 1}));
	vec_push(&p->symbols, ((struct ir_symbol){.kind = SYM_FUNCTION, .linkage = LINK_INTERNAL,
						  .flags = SYMF_DEFINED, .name = text,
						  .source_name = text, .unit = unit,
						  .func = id}));
	vec_push(&p->funcs, f);
	program_index_symbols(p);
	return id;
}
