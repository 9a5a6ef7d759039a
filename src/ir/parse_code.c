/* SPDX-License-Identifier: MIT */
/*
 * From text to a program: functions. What an instruction looks like follows
 * from the shape of its opcode; print.c has the same switch.
 */
#include "ir/parser.h"
#include "ir/syntax.h"

/* ---- operands ---- */

static ir_val parse_indexed(struct lexer *l, char prefix, enum ir_val_tag tag)
{
	return ir_val_make(tag, lexer_numbered(l, prefix, IR_VAL_MASK));
}

static ir_val parse_const_val(struct parser *ps)
{
	const_id c = parse_const(ps);
	if (c > IR_VAL_MASK)
		lexer_fail(&ps->lexer, "too many constants");
	return ir_val_make(VAL_CONST, c & IR_VAL_MASK);
}

static ir_val parse_val(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	switch (lexer_peek(l)) {
	case '%':
		return parse_indexed(l, '%', VAL_INST);
	case '$':
		return parse_indexed(l, '$', VAL_PARAM);
	case '?':
		l->at++;
		return ir_val_make(VAL_UNKNOWN, 0);
	case '_':
		l->at++;
		return 0;
	default:
		return parse_const_val(ps);
	}
}

static uint32_t parse_block_ref(struct parser *ps)
{
	return lexer_numbered(&ps->lexer, 'b', UINT32_MAX);
}

static void add_operand(struct parser *ps, struct ir_inst *i, ir_val v)
{
	vec_push(&ps->p->operands, v);
	i->arg_count++;
}

static void parse_operands(struct parser *ps, struct ir_inst *i, int n)
{
	i->a = parse_val(ps);
	if (n > 1) {
		lexer_expect(&ps->lexer, ',');
		i->b = parse_val(ps);
	}
	if (n > 2) {
		lexer_expect(&ps->lexer, ',');
		i->c = parse_val(ps);
	}
}

/* '8,' */
static void parse_size(struct parser *ps, struct ir_inst *i)
{
	i->size = (uint32_t)lexer_unsigned(&ps->lexer, UINT32_MAX);
	lexer_expect(&ps->lexer, ',');
}

/* '8,' or nothing: an integer operand is never followed by a comma here. */
static void parse_optional_size(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	char c = lexer_peek(l);
	const char *start = l->at;
	if (c < '0' || c > '9')
		return;
	struct word w = lexer_word(l);
	bool is_size = w.size && lexer_peek(l) == ',';
	l->at = start;
	if (is_size)
		parse_size(ps, i);
}

/* ---- instructions by shape ---- */

static void parse_local(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	i->size = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	if (lexer_accept(l, ','))
		i->a = parse_val(ps);
	if (lexer_accept_word(l, "x"))
		i->imm = lexer_signed(l);
}

static void parse_offset(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	parse_optional_size(ps, i);
	i->a = parse_val(ps);
	if (lexer_accept(l, '+')) {
		i->imm = (int64_t)lexer_unsigned(l, INT64_MAX);
		return;
	}
	lexer_expect(l, '-');
	uint64_t n = lexer_unsigned(l, (uint64_t)INT64_MAX + 1);
	i->imm = n > INT64_MAX ? INT64_MIN : -(int64_t)n;
}

static void parse_index(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	parse_optional_size(ps, i);
	i->a = parse_val(ps);
	lexer_expect(l, '+');
	i->b = parse_val(ps);
	lexer_expect(l, '*');
	i->imm = lexer_signed(l);
}

static void parse_list(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	lexer_expect(l, '(');
	if (lexer_accept(l, ')'))
		return;
	do
		add_operand(ps, i, parse_val(ps));
	while (!l->failed && lexer_accept(l, ','));
	lexer_expect(l, ')');
}

static void parse_phi(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	i->size = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	while (!l->failed && lexer_accept(l, ',')) {
		add_operand(ps, i, parse_block_ref(ps));
		lexer_expect(l, ':');
		add_operand(ps, i, parse_val(ps));
	}
}

static void parse_call(struct parser *ps, struct ir_inst *i)
{
	parse_optional_size(ps, i);
	if (i->op == OP_ASM)
		i->imm = lexer_quoted(&ps->lexer);
	else
		i->a = parse_val(ps);
	parse_list(ps, i);
}

static void parse_case(struct parser *ps, struct ir_inst *i)
{
	bool is_default = lexer_accept_word(&ps->lexer, "default");
	add_operand(ps, i, is_default ? 0 : parse_val(ps));
	lexer_expect(&ps->lexer, ':');
	add_operand(ps, i, parse_block_ref(ps));
}

static void parse_switch(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	i->a = parse_val(ps);
	lexer_expect(l, '[');
	if (lexer_accept(l, ']'))
		return;
	do
		parse_case(ps, i);
	while (!l->failed && lexer_accept(l, ','));
	lexer_expect(l, ']');
}

static void parse_goto(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	if (lexer_peek(l) != '[')
		i->a = parse_val(ps);
	lexer_expect(l, '[');
	if (lexer_accept(l, ']'))
		return;
	do
		add_operand(ps, i, parse_block_ref(ps));
	while (!l->failed && lexer_accept(l, ','));
	lexer_expect(l, ']');
}

static void parse_branch(struct parser *ps, struct ir_inst *i)
{
	i->a = parse_val(ps);
	lexer_expect(&ps->lexer, ',');
	i->b = parse_block_ref(ps);
	lexer_expect(&ps->lexer, ',');
	i->c = parse_block_ref(ps);
}

static void parse_ret(struct parser *ps, struct ir_inst *i)
{
	char c = lexer_peek(&ps->lexer);
	if (c && c != '!')
		i->a = parse_val(ps);
}

static void parse_body(struct parser *ps, struct ir_inst *i)
{
	switch (op_shape(i->op)) {
	case SHAPE_LOCAL:
		parse_local(ps, i);
		break;
	case SHAPE_OFFSET:
		parse_offset(ps, i);
		break;
	case SHAPE_INDEX:
		parse_index(ps, i);
		break;
	case SHAPE_LOAD:
	case SHAPE_CAST:
		parse_size(ps, i);
		parse_operands(ps, i, 1);
		break;
	case SHAPE_STORE:
	case SHAPE_RMW:
	case SHAPE_BINARY:
		parse_size(ps, i);
		parse_operands(ps, i, 2);
		break;
	case SHAPE_COPY:
	case SHAPE_SET:
		parse_operands(ps, i, 3);
		break;
	case SHAPE_CMPXCHG:
	case SHAPE_SELECT:
		parse_size(ps, i);
		parse_operands(ps, i, 3);
		break;
	case SHAPE_PHI:
		parse_phi(ps, i);
		break;
	case SHAPE_LIST:
		i->size = (uint32_t)lexer_unsigned(&ps->lexer, UINT32_MAX);
		parse_list(ps, i);
		break;
	case SHAPE_CALL:
	case SHAPE_ASM:
		parse_call(ps, i);
		break;
	case SHAPE_RET:
		parse_ret(ps, i);
		break;
	case SHAPE_JUMP:
		i->imm = parse_block_ref(ps);
		break;
	case SHAPE_BRANCH:
		parse_branch(ps, i);
		break;
	case SHAPE_SWITCH:
		parse_switch(ps, i);
		break;
	case SHAPE_GOTO:
		parse_goto(ps, i);
		break;
	case SHAPE_FENCE:
	case SHAPE_STOP:
	case SHAPE_NONE:
		break;
	}
}

static void parse_suffix(struct parser *ps, struct ir_inst *i)
{
	struct lexer *l = &ps->lexer;
	struct word w;
	while ((w = lexer_word(l)).size) {
		uint32_t order = word_find(&words_orders, w.at, w.size);
		uint32_t flag = word_find(&words_inst_flags, w.at, w.size);
		if (order < words_orders.n)
			i->order = (uint8_t)order;
		else if (flag < words_inst_flags.n)
			i->flags |= (uint8_t)(1u << flag);
		else
			lexer_fail(l, "expected a memory order or a flag, found '%.*s'",
				   (int)(w.size < 40 ? w.size : 40), w.at);
	}
	i->loc = parse_loc(ps);
}

static void parse_sub(struct lexer *l, struct ir_inst *i)
{
	const struct word_list *subs = op_subs(i->op);
	if (!subs)
		return;
	struct word w = lexer_word(l);
	uint32_t sub = word_find(subs, w.at, w.size);
	if (sub == subs->n)
		lexer_fail(l, "expected the operation of this '%s'",
			   words_ops.at[i->op]);
	i->sub = (uint8_t)sub;
}

/* 'has_number': '%number =' stood before the word. */
static void parse_inst(struct parser *ps, struct ir_func *f, struct word w,
		       bool has_number, uint32_t number)
{
	struct lexer *l = &ps->lexer;
	struct ir_inst i = {.args = ps->p->operands.n};
	uint32_t op = word_find(&words_ops, w.at, w.size);
	if (op == OP_NONE || op == OP_COUNT) {
		lexer_fail(l, "unknown instruction '%.*s'",
			   (int)(w.size < 40 ? w.size : 40), w.at);
		return;
	}
	i.op = (uint8_t)op;
	parse_sub(l, &i);
	parse_body(ps, &i);
	parse_suffix(ps, &i);
	if (f->block_count == 0)
		lexer_fail(l, "an instruction before the first block");
	if (inst_has_result(&i) != has_number)
		lexer_fail(l, has_number ? "this instruction has no result"
					 : "the result needs a name, %%%u",
			   f->inst_count);
	if (has_number && number != f->inst_count)
		lexer_fail(l, "this is instruction %%%u", f->inst_count);
	if (f->inst_count == IR_VAL_MASK)
		lexer_fail(l, "too many instructions in one function");
	if (l->failed)
		return;
	vec_push(&ps->p->insts, i);
	f->inst_count++;
	vec_last(&ps->p->blocks).inst_count++;
}

/* ---- functions ---- */

static void parse_var(struct parser *ps, struct ir_func *f)
{
	struct lexer *l = &ps->lexer;
	struct ir_var v = {0};
	v.name = lexer_name(l);
	if (lexer_accept(l, ':'))
		v.type = parse_type_ref(ps);
	v.in_memory = lexer_accept_word(l, "at");
	if (!v.in_memory)
		lexer_expect(l, '=');
	v.value = parse_val(ps);
	v.loc = parse_loc(ps);
	vec_push(&ps->p->vars, v);
	f->var_count++;
}

static bool is_block_label(struct lexer *l, struct word w)
{
	return w.size > 1 && w.at[0] == 'b' && w.at[1] >= '0' && w.at[1] <= '9' &&
	       lexer_peek(l) == ':';
}

static void parse_label(struct parser *ps, struct ir_func *f, struct word w)
{
	struct lexer *l = &ps->lexer;
	l->at = w.at;
	uint32_t number = parse_block_ref(ps);
	lexer_expect(l, ':');
	if (number != f->block_count)
		lexer_fail(l, "this is block b%u", f->block_count);
	vec_push(&ps->p->blocks, ((struct ir_block){f->inst_count, 0}));
	f->block_count++;
}

static void parse_line(struct parser *ps, struct ir_func *f)
{
	struct lexer *l = &ps->lexer;
	if (lexer_peek(l) == '%') {
		uint32_t number = lexer_numbered(l, '%', IR_VAL_MASK);
		lexer_expect(l, '=');
		parse_inst(ps, f, lexer_word(l), true, number);
		return;
	}
	struct word w = lexer_word(l);
	if (is_block_label(l, w))
		parse_label(ps, f, w);
	else if (word_is(w, "let"))
		parse_var(ps, f);
	else
		parse_inst(ps, f, w, false, 0);
}

/* '$0 name: t3 8 byval' */
static void parse_param(struct parser *ps, struct ir_func *f)
{
	struct lexer *l = &ps->lexer;
	struct ir_param param = {0};
	if (lexer_numbered(l, '$', UINT32_MAX) != f->param_count)
		lexer_fail(l, "this is parameter $%u", f->param_count);
	if (lexer_peek(l) != ':')
		param.name = lexer_name(l);
	lexer_expect(l, ':');
	if (lexer_peek(l) == 't')
		param.type = parse_type_ref(ps);
	param.size = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	param.byval = lexer_accept_word(l, "byval");
	vec_push(&ps->p->params, param);
	f->param_count++;
}

static void parse_params(struct parser *ps, struct ir_func *f)
{
	struct lexer *l = &ps->lexer;
	lexer_expect(l, '(');
	if (lexer_accept(l, ')'))
		return;
	do
		parse_param(ps, f);
	while (!l->failed && lexer_accept(l, ','));
	lexer_expect(l, ')');
}

static void parse_head(struct parser *ps, struct ir_func *f)
{
	struct lexer *l = &ps->lexer;
	struct word w;
	parse_params(ps, f);
	if (lexer_accept(l, '-')) {
		lexer_expect(l, '>');
		f->result_type = parse_type_ref(ps);
	}
	while ((w = lexer_word(l)).size) {
		uint32_t flag = word_find(&words_func_flags, w.at, w.size);
		if (flag == words_func_flags.n)
			lexer_fail(l, "unknown property of a function");
		else
			f->flags |= 1u << flag;
	}
	f->loc = parse_loc(ps);
	lexer_expect(l, '{');
	lexer_end_line(l);
}

static void define(struct parser *ps, const struct ir_func *f)
{
	struct ir_symbol *s = &ps->p->symbols.at[f->sym];
	if (s->kind != SYM_FUNCTION || s->func) {
		lexer_fail(&ps->lexer, "@%.100s is defined twice", ir_str(ps->p, s->name));
		return;
	}
	s->flags |= SYMF_DEFINED;
	s->func = ps->p->funcs.n;
}

void parse_func(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	struct program *p = ps->p;
	struct ir_func f = {.block_first = p->blocks.n, .inst_first = p->insts.n,
			    .param_first = p->params.n, .var_first = p->vars.n};
	f.sym = parse_symbol(ps);
	if (l->failed)
		return;
	define(ps, &f);
	parse_head(ps, &f);
	while (lexer_next_line(l) && *l->at != '}') {
		parse_line(ps, &f);
		lexer_end_line(l);
	}
	lexer_expect(l, '}');
	vec_push(&p->funcs, f);
}
