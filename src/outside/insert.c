/* SPDX-License-Identifier: MIT */
/*
 * New code in a linked program. Instructions are known by their index in the function, so
 * a function that gets one more is written again at the end of the table, with everything
 * that comes after it moved by one. Where streams are used everywhere, that is four times the
 * program in the end: the last version of each function is all that stays.
 */
#include "outside/internal.h"

#include "ir/edges.h"

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

struct ir_inst make_call(struct program *p, sym_id callee, const ir_val *args, uint32_t n,
			 loc_id loc)
{
	struct ir_inst call = {.op = OP_CALL, .a = address_of(p, callee), .loc = loc,
			       .args = p->operands.n, .arg_count = n};
	for (uint32_t i = 0; i < n; i++)
		vec_push(&p->operands, args[i]);
	return call;
}

const struct model *row_of_call(const struct program *p, const struct models *m,
				const struct ir_inst *i)
{
	sym_id callee = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	if (!callee || p->symbols.at[callee].func)
		return NULL;
	return models_find(m, ir_str(p, p->symbols.at[callee].name));
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

void insert(struct program *p, func_id id, uint32_t at, struct ir_inst new)
{
	struct ir_func f = p->funcs.at[id];
	uint32_t first = f.inst_first;
	f.inst_first = p->insts.n;
	for (uint32_t i = 0; i < f.inst_count; i++) {
		if (i == at)
			vec_push(&p->insts, new);
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

void insert_call(struct program *p, func_id id, uint32_t at, sym_id callee)
{
	loc_id loc = ir_inst_at(p, &p->funcs.at[id], at)->loc;
	insert(p, id, at, make_call(p, callee, NULL, 0, loc));
}

/* ---- a function with one block more ---- */

/* The block of that number, when block b has become two. */
static uint32_t moved_block(uint32_t block, uint32_t b)
{
	return block > b ? block + 1 : block;
}

static void move_targets(struct program *p, struct ir_inst *i, uint32_t b)
{
	if (i->op == OP_JUMP)
		i->imm = moved_block((uint32_t)i->imm, b);
	if (i->op == OP_BRANCH) {
		i->b = moved_block(i->b, b);
		i->c = moved_block(i->c, b);
	}
	for (uint32_t k = 0; k < i->arg_count; k++) {
		ir_val *v = &p->operands.at[i->args + k];
		if (!ir_arg_is_block(i->op, k))
			continue;
		/* what came from the block comes from its second half */
		*v = i->op == OP_PHI && *v == b ? b + 1 : moved_block(*v, b);
	}
}

void split_block(struct program *p, func_id id, uint32_t at, uint32_t other)
{
	uint32_t b = ir_block_of(p, &p->funcs.at[id], at);
	loc_id loc = ir_inst_at(p, &p->funcs.at[id], at)->loc;
	insert(p, id, at, (struct ir_inst){.op = OP_GOTO, .loc = loc});
	struct ir_func *f = &p->funcs.at[id];
	for (uint32_t i = 0; i < f->inst_count; i++)
		move_targets(p, ir_inst_at(p, f, i), b);
	struct ir_inst *leave = ir_inst_at(p, f, at);
	leave->args = p->operands.n;
	leave->arg_count = 2;
	vec_push(&p->operands, moved_block(other, b));
	vec_push(&p->operands, b + 1);
	vec_push(&p->blocks, ((struct ir_block){0})); /* the function's are the last ones */
	f->block_count++;
	for (uint32_t k = f->block_count - 1; k > b + 1; k--)
		*ir_block_at(p, f, k) = *ir_block_at(p, f, k - 1);
	struct ir_block *first = ir_block_at(p, f, b);
	uint32_t end = first->inst_first + first->inst_count;
	first->inst_count = at + 1 - first->inst_first;
	*ir_block_at(p, f, b + 1) = (struct ir_block){at + 1, end - at - 1};
}

/* ---- without what is no longer used ---- */

/* Code of a program, without its functions. */
struct code {
	VEC(struct ir_inst) insts;
	VEC(struct ir_block) blocks;
	VEC(ir_val) operands;
};

static struct ir_inst copy_inst(struct code *to, const struct program *p, struct ir_inst i)
{
	uint32_t first = i.args;
	i.args = to->operands.n;
	for (uint32_t k = 0; k < i.arg_count; k++)
		vec_push(&to->operands, p->operands.at[first + k]);
	return i;
}

static void copy_function(struct code *to, const struct program *p, struct ir_func *f)
{
	uint32_t inst = to->insts.n, block = to->blocks.n;
	for (uint32_t i = 0; i < f->inst_count; i++)
		vec_push(&to->insts, copy_inst(to, p, *ir_inst_at(p, f, i)));
	for (uint32_t b = 0; b < f->block_count; b++)
		vec_push(&to->blocks, *ir_block_at(p, f, b));
	f->inst_first = inst;
	f->block_first = block;
}

#define REPLACE(to, from)                                                             \
	(free((to)->at), (to)->at = (from)->at, (to)->n = (from)->n, (to)->cap = (from)->cap)

void drop_old_code(struct program *p)
{
	struct code to = {.insts = {0}};
	uint64_t n = 0;
	for (func_id f = 1; f < p->funcs.n; f++)
		n += p->funcs.at[f].inst_count;
	if (p->insts.n < n + n / 8)
		return; /* not worth it */
	for (func_id f = 1; f < p->funcs.n; f++)
		copy_function(&to, p, &p->funcs.at[f]);
	vec_trim(&to.insts);
	vec_trim(&to.blocks);
	vec_trim(&to.operands);
	REPLACE(&p->insts, &to.insts);
	REPLACE(&p->blocks, &to.blocks);
	REPLACE(&p->operands, &to.operands);
}

/* ---- new functions and variables ---- */

void body_end_block(struct body *b)
{
	uint32_t first = 0;
	if (b->blocks.n)
		first = vec_last(&b->blocks).inst_first + vec_last(&b->blocks).inst_count;
	vec_push(&b->blocks, ((struct ir_block){first, b->insts.n - first}));
}

/* No two symbols of a unit have one name. */
static str_id new_name(struct program *p, const char *name)
{
	str_id id = program_str(p, name);
	for (sym_id s = 1; s < p->symbols.n; s++) {
		if (p->symbols.at[s].name != id)
			continue;
		struct str longer = {0};
		str_addf(&longer, "%s_", name);
		id = new_name(p, str_cstr(&longer));
		str_free(&longer);
		break;
	}
	return id;
}

static sym_id add_symbol(struct program *p, struct ir_symbol s, const char *name)
{
	s.name = s.source_name = new_name(p, name);
	s.linkage = LINK_INTERNAL;
	s.unit = 1;
	vec_push(&p->symbols, s);
	program_index_symbols(p);
	return p->symbols.n - 1;
}

sym_id make_variable(struct program *p, const char *name, type_id type, uint64_t size)
{
	return add_symbol(p, (struct ir_symbol){.kind = SYM_VARIABLE, .type = type, .size = size,
						.flags = SYMF_DEFINED | SYMF_OUTSIDE}, name);
}

sym_id make_undefined(struct program *p, const char *name, type_id type)
{
	sym_id s = add_symbol(p, (struct ir_symbol){.kind = SYM_VARIABLE, .type = type,
						    .size = p->types.at[type].size,
						    .flags = SYMF_CALLERS}, name);
	p->symbols.at[s].linkage = LINK_EXTERNAL;
	return s;
}

void add_parameters(struct program *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		vec_push(&p->params, ((struct ir_param){.size = p->units.at[1].pointer_size}));
}

/* How many parameters belong to no function yet; those of new functions come last. */
static uint32_t count_new_parameters(const struct program *p)
{
	uint32_t end = 0;
	for (func_id f = 1; f < p->funcs.n; f++) {
		uint32_t last = p->funcs.at[f].param_first + p->funcs.at[f].param_count;
		end = last > end ? last : end;
	}
	return p->params.n - end;
}

sym_id make_function(struct program *p, const char *name, struct body *b)
{
	func_id id = p->funcs.n;
	uint32_t params = count_new_parameters(p);
	struct ir_func f = {.block_first = p->blocks.n, .block_count = b->blocks.n,
			    .inst_first = p->insts.n, .inst_count = b->insts.n,
			    .param_first = p->params.n - params, .param_count = params,
			    .var_first = p->vars.n};
	for (uint32_t i = 0; i < b->insts.n; i++)
		vec_push(&p->insts, b->insts.at[i]);
	for (uint32_t i = 0; i < b->blocks.n; i++)
		vec_push(&p->blocks, b->blocks.at[i]);
	f.sym = add_symbol(p, (struct ir_symbol){.kind = SYM_FUNCTION,
						 .flags = SYMF_DEFINED | SYMF_OUTSIDE,
						 .func = id}, name);
	vec_push(&p->funcs, f);
	vec_free(&b->insts);
	vec_free(&b->blocks);
	return f.sym;
}
