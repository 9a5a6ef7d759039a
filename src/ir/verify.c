/* SPDX-License-Identifier: MIT */
/*
 * Every invariant of ir.h, as checks that return NULL or what is wrong: first
 * the tables, so that ids may be followed, then each function. Outside of what
 * is checked: that a value is computed on every path before its use (the front
 * end's own verifier has seen to that), and that types make sense, which only
 * names in messages depend on.
 */
#include "ir/text.h"

#include <string.h>

#include "ir/syntax.h"
#include "ir/verify.h"

struct verifier {
	const struct program *p;
	const struct ir_func *f;
	func_id func; /* being looked at, for the description */
	sym_id sym;
	uint32_t inst;
	VEC(uint32_t) pred_at; /* [blocks + 1] range in preds */
	VEC(uint32_t) preds;   /* of all blocks of the function, by block */
	VEC(uint32_t) seen;    /* by block: stamp of the phi that listed it */
	VEC(uint32_t) targets; /* scratch: successors of one block */
	uint32_t stamp;
};

/* ---- instructions ---- */

static const char *check_val(const struct verifier *v, ir_val val)
{
	uint32_t index = ir_val_index(val);
	switch ((unsigned)ir_val_tag(val)) {
	case VAL_NONE:
		return "operand: missing";
	case VAL_INST:
		if (index >= v->f->inst_count)
			return "operand: instruction out of range";
		if (!inst_has_result(ir_inst_at(v->p, v->f, index)))
			return "operand: the instruction has no result";
		return NULL;
	case VAL_PARAM:
		return index < v->f->param_count ? NULL : "operand: no such parameter";
	case VAL_CONST:
		if (index == 0 || index >= v->p->consts.n)
			return "operand: constant out of range";
		return NULL;
	case VAL_UNKNOWN:
		return index == 0 ? NULL : "operand: unknown with an index";
	default:
		return "operand: unknown tag";
	}
}

static const char *check_vals(const struct verifier *v, const ir_val *vals, uint32_t n)
{
	const char *wrong = NULL;
	for (uint32_t i = 0; i < n && !wrong; i++)
		wrong = check_val(v, vals[i]);
	return wrong;
}

static const char *check_block_ref(const struct verifier *v, uint64_t block)
{
	return block < v->f->block_count ? NULL : "block number out of range";
}

/* How many of a, b, c are operands; the others must be zero. */
static uint32_t operand_count(const struct ir_inst *i)
{
	switch (op_shape(i->op)) {
	case SHAPE_OFFSET:
	case SHAPE_LOAD:
	case SHAPE_CAST:
	case SHAPE_CALL:
	case SHAPE_SWITCH:
	case SHAPE_BRANCH:
		return 1;
	case SHAPE_LOCAL:
	case SHAPE_RET:
	case SHAPE_GOTO:
		return i->a != 0;
	case SHAPE_INDEX:
	case SHAPE_STORE:
	case SHAPE_RMW:
	case SHAPE_BINARY:
		return 2;
	case SHAPE_COPY:
	case SHAPE_SET:
	case SHAPE_CMPXCHG:
	case SHAPE_SELECT:
		return 3;
	default:
		return 0;
	}
}

static const char *check_operands(const struct verifier *v, const struct ir_inst *i)
{
	const ir_val fields[] = {i->a, i->b, i->c};
	uint32_t n = operand_count(i);
	const char *wrong = check_vals(v, fields, n);
	if (wrong || i->op == OP_BRANCH)
		return wrong;
	for (uint32_t k = n; k < 3; k++) {
		if (fields[k])
			return "operand: one that the opcode does not have";
	}
	return NULL;
}

static const char *check_phi(struct verifier *v, const struct ir_inst *i, uint32_t block)
{
	const ir_val *args = v->p->operands.at + i->args;
	uint32_t first = v->pred_at.at[block], end = v->pred_at.at[block + 1];
	uint32_t listed = ++v->stamp;
	if (i->arg_count % 2)
		return "phi: a block without value";
	for (uint32_t k = 0; k < i->arg_count; k += 2) {
		const char *wrong = check_block_ref(v, args[k]);
		wrong = wrong ? wrong : check_val(v, args[k + 1]);
		if (wrong)
			return wrong;
		v->seen.at[args[k]] = listed;
	}
	uint32_t matched = ++v->stamp;
	for (uint32_t k = first; k < end; k++) {
		uint32_t *seen = &v->seen.at[v->preds.at[k]];
		if (*seen != listed && *seen != matched)
			return "phi: a predecessor is missing";
		*seen = matched;
	}
	for (uint32_t k = 0; k < i->arg_count; k += 2) {
		if (v->seen.at[args[k]] != matched)
			return "phi: a block that is no predecessor";
	}
	return NULL;
}

static const char *check_switch(const struct verifier *v, const struct ir_inst *i)
{
	const ir_val *args = v->p->operands.at + i->args;
	const char *wrong = i->arg_count % 2 ? "switch: a case without block" : NULL;
	for (uint32_t k = 0; k + 1 < i->arg_count && !wrong; k += 2) {
		if (args[k] && ir_val_tag(args[k]) != VAL_CONST)
			return "switch: a case that is not constant";
		wrong = args[k] ? check_val(v, args[k]) : NULL;
		wrong = wrong ? wrong : check_block_ref(v, args[k + 1]);
	}
	return wrong;
}

static const char *check_goto(const struct verifier *v, const struct ir_inst *i)
{
	const char *wrong = NULL;
	for (uint32_t k = 0; k < i->arg_count && !wrong; k++)
		wrong = check_block_ref(v, v->p->operands.at[i->args + k]);
	return wrong;
}

static const char *check_branch(const struct verifier *v, const struct ir_inst *i)
{
	const char *wrong = check_block_ref(v, i->b);
	return wrong ? wrong : check_block_ref(v, i->c);
}

static bool has_list(const struct ir_inst *i)
{
	enum ir_shape shape = op_shape(i->op);
	return shape == SHAPE_PHI || shape == SHAPE_LIST || shape == SHAPE_CALL ||
	       shape == SHAPE_ASM || shape == SHAPE_SWITCH || shape == SHAPE_GOTO;
}

static const char *check_list(const struct verifier *v, const struct ir_inst *i)
{
	const ir_val *args = v->p->operands.at + i->args;
	switch (i->op) {
	case OP_SWITCH:
		return check_switch(v, i);
	case OP_GOTO:
		return check_goto(v, i);
	case OP_ASM:
		if (i->imm < 0 || i->imm >= v->p->strings.n)
			return "asm: text out of range";
		return check_vals(v, args, i->arg_count);
	case OP_OTHER:
	case OP_CALL:
		return check_vals(v, args, i->arg_count);
	case OP_JUMP:
		return check_block_ref(v, (uint64_t)i->imm);
	case OP_BRANCH:
		return check_branch(v, i);
	default: /* the operands of phi come later, with the predecessors */
		return NULL;
	}
}

static bool is_memory(const struct ir_inst *i)
{
	return i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_RMW ||
	       i->op == OP_CMPXCHG;
}

static const char *check_order(const struct ir_inst *i)
{
	bool always = i->op == OP_RMW || i->op == OP_CMPXCHG || i->op == OP_FENCE;
	if (i->order > ORDER_SEQ_CST)
		return "unknown memory order";
	if (i->order && !is_memory(i) && i->op != OP_FENCE)
		return "a memory order on an instruction that has none";
	if (!i->order && always)
		return "an atomic operation without memory order";
	if (i->size == 0 && is_memory(i))
		return "a memory access of no bytes";
	return NULL;
}

static const char *check_inst(const struct verifier *v, const struct ir_inst *i)
{
	const struct word_list *subs = op_subs(i->op);
	const char *wrong;
	if (i->op == OP_NONE || i->op >= OP_COUNT)
		return "unknown opcode";
	if (subs && i->sub >= subs->n)
		return "unknown operation of an opcode";
	if (i->flags >= 1u << words_inst_flags.n ||
	    (i->flags && op_is_terminator(i->op)))
		return "unknown instruction flag";
	if (i->loc >= v->p->locs.n)
		return "instruction: position out of range";
	if (i->arg_count && !has_list(i))
		return "an argument list on an opcode that has none";
	if (!range_ok(i->args, i->arg_count, v->p->operands.n))
		return "argument list out of range";
	wrong = check_order(i);
	wrong = wrong ? wrong : check_operands(v, i);
	return wrong ? wrong : check_list(v, i);
}

/* ---- functions ---- */

static const char *check_ranges(const struct program *p, const struct ir_func *f)
{
	if (f->sym == 0 || f->sym >= p->symbols.n)
		return "function: symbol out of range";
	if (&p->funcs.at[p->symbols.at[f->sym].func] != f)
		return "function: its symbol has another body";
	if (f->flags >= 1u << words_func_flags.n)
		return "function: unknown flag";
	if (!range_ok(f->block_first, f->block_count, p->blocks.n) ||
	    !range_ok(f->inst_first, f->inst_count, p->insts.n) ||
	    !range_ok(f->param_first, f->param_count, p->params.n) ||
	    !range_ok(f->var_first, f->var_count, p->vars.n))
		return "function: blocks, instructions, parameters or variables out of range";
	if (f->loc >= p->locs.n || f->result_type >= p->types.n)
		return "function: position or type out of range";
	return f->block_count ? NULL : "function: no block";
}

static const char *check_block(struct verifier *v, uint32_t b, uint32_t next)
{
	const struct ir_block *block = ir_block_at(v->p, v->f, b);
	bool phis = b != 0;
	if (block->inst_first != next || !range_ok(next, block->inst_count, v->f->inst_count))
		return "block: its instructions do not follow those of the block before";
	if (block->inst_count == 0)
		return "block: empty";
	for (uint32_t k = 0; k < block->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(v->p, v->f, next + k);
		v->inst = next + k;
		const char *wrong = check_inst(v, i);
		if (wrong)
			return wrong;
		if (op_is_terminator(i->op) != (k + 1 == block->inst_count))
			return "block: it must end in its only terminator";
		if (i->op == OP_PHI && !phis)
			return "phi: not at the start of a block, or in the first";
		phis = i->op == OP_PHI;
	}
	return NULL;
}

static const char *check_blocks(struct verifier *v)
{
	uint32_t next = 0;
	for (uint32_t b = 0; b < v->f->block_count; b++) {
		const char *wrong = check_block(v, b, next);
		if (wrong)
			return wrong;
		next += ir_block_at(v->p, v->f, b)->inst_count;
	}
	return next == v->f->inst_count ? NULL : "function: instructions outside of blocks";
}

static uint32_t successors(struct verifier *v, uint32_t b)
{
	uint32_t n = ir_successors(v->p, v->f, b, v->targets.at, v->targets.cap);
	if (n > v->targets.cap) {
		vec_reserve(&v->targets, n);
		ir_successors(v->p, v->f, b, v->targets.at, v->targets.cap);
	}
	return n;
}

static void zero_fill(struct verifier *v)
{
	uint32_t n = v->f->block_count;
	vec_reserve(&v->pred_at, n + 2);
	vec_reserve(&v->seen, n);
	memset(v->pred_at.at, 0, (n + 2) * sizeof(*v->pred_at.at));
	memset(v->seen.at, 0, n * sizeof(*v->seen.at));
	v->stamp = 0;
}

/* Predecessors by block: count, sum up, fill. */
static void find_preds(struct verifier *v)
{
	uint32_t n = v->f->block_count;
	zero_fill(v);
	for (uint32_t b = 0; b < n; b++) {
		uint32_t count = successors(v, b);
		for (uint32_t k = 0; k < count; k++)
			v->pred_at.at[v->targets.at[k] + 2]++;
	}
	for (uint32_t b = 0; b < n; b++)
		v->pred_at.at[b + 2] += v->pred_at.at[b + 1];
	vec_reserve(&v->preds, v->pred_at.at[n + 1]);
	for (uint32_t b = 0; b < n; b++) {
		uint32_t count = successors(v, b);
		for (uint32_t k = 0; k < count; k++)
			v->preds.at[v->pred_at.at[v->targets.at[k] + 1]++] = b;
	}
}

static const char *check_phis(struct verifier *v)
{
	for (uint32_t b = 1; b < v->f->block_count; b++) {
		const struct ir_block *block = ir_block_at(v->p, v->f, b);
		for (uint32_t k = 0; k < block->inst_count; k++) {
			const struct ir_inst *i = ir_inst_at(v->p, v->f, block->inst_first + k);
			if (i->op != OP_PHI)
				break;
			v->inst = block->inst_first + k;
			const char *wrong = check_phi(v, i, b);
			if (wrong)
				return wrong;
		}
	}
	return NULL;
}

static const char *check_variables(const struct verifier *v)
{
	const struct program *p = v->p;
	for (uint32_t k = 0; k < v->f->param_count; k++) {
		const struct ir_param *param = &p->params.at[v->f->param_first + k];
		if (param->name >= p->strings.n || param->type >= p->types.n)
			return "parameter: name or type out of range";
	}
	for (uint32_t k = 0; k < v->f->var_count; k++) {
		const struct ir_var *var = &p->vars.at[v->f->var_first + k];
		if (var->name >= p->strings.n || var->type >= p->types.n ||
		    var->loc >= p->locs.n)
			return "variable: name, type or position out of range";
		const char *wrong = check_val(v, var->value);
		if (wrong)
			return wrong;
	}
	return NULL;
}

static const char *check_func(struct verifier *v)
{
	const char *wrong = check_ranges(v->p, v->f);
	if (!wrong)
		wrong = check_blocks(v);
	if (!wrong)
		wrong = check_variables(v);
	if (wrong)
		return wrong;
	find_preds(v);
	return check_phis(v);
}

static const char *check_funcs(struct verifier *v)
{
	const char *wrong = NULL;
	for (func_id f = 1; f < v->p->funcs.n && !wrong; f++) {
		v->f = &v->p->funcs.at[f];
		v->func = f;
		v->sym = v->f->sym < v->p->symbols.n ? v->f->sym : 0;
		v->inst = 0;
		wrong = check_func(v);
	}
	return wrong;
}

static void describe(const struct verifier *v, struct str *where)
{
	if (v->sym && v->p->symbols.at[v->sym].name < v->p->strings.n)
		str_addf(where, "@%s", ir_str(v->p, v->p->symbols.at[v->sym].name));
	if (v->func)
		str_addf(where, ", instruction %u", v->inst);
}

const char *ir_verify_where(const struct program *p, struct str *where)
{
	struct verifier v = {.p = p};
	const char *wrong = verify_tables(p, &v.sym);
	if (!wrong)
		wrong = check_funcs(&v);
	if (wrong && where)
		describe(&v, where);
	vec_free(&v.pred_at);
	vec_free(&v.preds);
	vec_free(&v.seen);
	vec_free(&v.targets);
	return wrong;
}

const char *ir_verify(const struct program *p)
{
	return ir_verify_where(p, NULL);
}
