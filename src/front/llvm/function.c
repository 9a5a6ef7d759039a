/* SPDX-License-Identifier: MIT */
/*
 * One function: formals, blocks, and the placeholders of build.h.
 */
#include <string.h>

#include "front/llvm/build.h"

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

uint32_t build_block_number(struct builder *b, LLVMBasicBlockRef block)
{
	return map_get(&b->mod->values, module_key(block), 0);
}

/* A call whose result has no bytes (an empty struct, a token) has no result. */
void build_result(struct builder *b, LLVMValueRef inst, ir_val v)
{
	if (v == 0 || module_store_size(b->mod, LLVMTypeOf(inst)) == 0)
		v = unknown_value();
	map_put(&b->mod->values, module_key(inst), v);
}

/* ---- operands ---- */

static ir_val placeholder(struct builder *b, LLVMValueRef v)
{
	vec_push(&b->forward, v);
	return ir_val_make(VAL_INST, IR_VAL_MASK - (b->forward.n - 1));
}

static bool is_aggregate(LLVMValueRef v)
{
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
		return true;
	default:
		return false;
	}
}

/* An aggregate in one piece: what matters are the addresses in it. */
static ir_val build_aggregate(struct builder *b, LLVMValueRef v)
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
			    .size = module_store_size(b->mod, LLVMTypeOf(v))};
	return build_list(b, mark, i);
}

static ir_val folded_constant(struct builder *b, LLVMValueRef v, bool *folded)
{
	struct ir_const c;
	*folded = module_fold(b->mod, v, &c);
	if (!*folded)
		return unknown_value();
	module_take_address(b->mod, c.sym);
	ir_val val = ir_val_make(VAL_CONST, program_const(b->p, c.sym, c.value));
	map_put(&b->mod->constants, module_key(v), val);
	return val;
}

static ir_val constant_value(struct builder *b, LLVMValueRef v, bool quiet)
{
	uint32_t known = map_get(&b->mod->constants, module_key(v), MISSING);
	if (known != MISSING)
		return known;
	bool folded;
	ir_val val = folded_constant(b, v, &folded);
	if (folded || quiet)
		return val;
	if (LLVMGetValueKind(v) == LLVMConstantExprValueKind)
		return build_operation(b, v, LLVMGetConstOpcode(v));
	return is_aggregate(v) ? build_aggregate(b, v) : unknown_value();
}

static ir_val operand_value(struct builder *b, LLVMValueRef v, bool quiet)
{
	if (LLVMIsConstant(v))
		return constant_value(b, v, quiet);
	uint32_t known = map_get(&b->mod->values, module_key(v), MISSING);
	if (known != MISSING)
		return known;
	if (LLVMGetValueKind(v) == LLVMInstructionValueKind)
		return placeholder(b, v);
	return unknown_value();
}

ir_val build_value(struct builder *b, LLVMValueRef v)
{
	return operand_value(b, v, false);
}

ir_val build_value_quiet(struct builder *b, LLVMValueRef v)
{
	return operand_value(b, v, true);
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
		LLVMValueRef llvm = b->forward.at[IR_VAL_MASK - ir_val_index(v)];
		v = map_get(&b->mod->values, module_key(llvm), MISSING);
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

static bool is_byval(struct module *mod, LLVMValueRef function, unsigned i)
{
	return LLVMGetEnumAttributeAtIndex(function, i + 1, mod->attribute.byval) != NULL;
}

/* The names here are LLVM's; debug variables replace them where there are any. */
static void add_params(struct builder *b, LLVMValueRef function)
{
	b->param_first = b->p->params.n;
	b->param_count = LLVMCountParams(function);
	for (unsigned i = 0; i < b->param_count; i++) {
		LLVMValueRef v = LLVMGetParam(function, i);
		size_t n;
		const char *name = LLVMGetValueName2(v, &n);
		struct ir_param param = {
			.name = n ? intern_bytes(&b->p->strings, name, n) : 0,
			.size = module_store_size(b->mod, LLVMTypeOf(v)),
			.byval = is_byval(b->mod, function, i),
		};
		vec_push(&b->p->params, param);
		map_put(&b->mod->values, module_key(v), ir_val_make(VAL_PARAM, i));
	}
}

static uint32_t number_blocks(struct builder *b, LLVMValueRef function)
{
	uint32_t n = 0;
	LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(function);
	for (; k; k = LLVMGetNextBasicBlock(k))
		map_put(&b->mod->values, module_key(k), n++);
	return n;
}

static void build_block(struct builder *b, LLVMBasicBlockRef block)
{
	struct ir_block k = {.inst_first = b->p->insts.n - b->inst_first};
	LLVMValueRef i = LLVMGetFirstInstruction(block);
	for (; i; i = LLVMGetNextInstruction(i)) {
		b->loc = module_loc(b->mod, LLVMInstructionGetDebugLoc(i));
		build_inst(b, i);
	}
	k.inst_count = b->p->insts.n - b->inst_first - k.inst_first;
	vec_push(&b->p->blocks, k);
}

static void build_blocks(struct builder *b, LLVMValueRef function)
{
	LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(function);
	b->in_entry = true;
	for (; k; k = LLVMGetNextBasicBlock(k)) {
		build_block(b, k);
		b->in_entry = false;
	}
}

static void describe(struct builder *b, struct ir_func *f, LLVMValueRef function)
{
	const struct ir_symbol *s = &b->p->symbols.at[f->sym];
	f->flags = (s->flags & SYMF_VARARG ? FUNCF_VARARG : 0) |
		   (s->flags & SYMF_NORETURN ? FUNCF_NORETURN : 0);
	f->loc = s->loc;
	LLVMMetadataRef node = LLVMGetSubprogram(function);
	if (node)
		f->result_type = module_signature_type(b->mod, node, 0);
}

/* A map that one huge function made large is not kept: clearing it again and
 * again would cost more than all the small functions together. */
static void empty(struct map *m)
{
	if (m->cap > 4096)
		map_free(m);
	else
		map_clear(m);
}

void module_lower_function(struct module *mod, LLVMValueRef function)
{
	struct program *p = mod->p;
	struct builder b = {.mod = mod, .p = p, .inst_first = p->insts.n};
	struct ir_func f = {
		.sym = map_get(&mod->symbols, module_key(function), 0),
		.block_first = p->blocks.n,
		.inst_first = p->insts.n,
		.param_first = p->params.n,
		.var_first = p->vars.n,
	};
	uint32_t operand_first = p->operands.n;
	describe(&b, &f, function);
	add_params(&b, function);
	f.block_count = number_blocks(&b, function);
	build_blocks(&b, function);
	replace_placeholders(&b, operand_first, f.var_first);
	f.param_count = p->params.n - f.param_first;
	f.inst_count = p->insts.n - f.inst_first;
	f.var_count = p->vars.n - f.var_first;
	p->symbols.at[f.sym].func = p->funcs.n;
	vec_push(&p->funcs, f);
	empty(&mod->values);
	empty(&mod->locs);
	vec_free(&b.forward);
	vec_free(&b.args);
	map_free(&b.seen_variables);
	map_free(&b.homes);
}
