/* SPDX-License-Identifier: MIT */
/*
 * A program as text. One line a fact, ids in the text only where they are
 * dense and stable (units, files, types, blocks, instructions); strings,
 * positions and constants stand where they are used. docs/ir.md has the
 * grammar; the program must be one that ir_verify accepts.
 */
#include "ir/text.h"

#include "ir/writer.h"

/* ---- units, files, types, symbols ---- */

static void put_units(struct writer *w)
{
	for (uint32_t i = 1; i < w->p->units.n; i++) {
		const struct ir_unit *u = &w->p->units.at[i];
		put_numbered(w, "unit ", i);
		put_char(w, ' ');
		put_quoted(w, u->name);
		put_numbered(w, " ", u->pointer_size);
		if (u->triple) {
			put_char(w, ' ');
			put_quoted(w, u->triple);
		}
		put_char(w, '\n');
	}
}

static void put_files(struct writer *w)
{
	for (file_id i = 1; i < w->p->files.n; i++) {
		put_numbered(w, "file ", i);
		put_char(w, ' ');
		put_quoted(w, w->p->files.at[i]);
		put_char(w, '\n');
	}
}

static void put_member(struct writer *w, const struct ir_member *m)
{
	put_char(w, '\t');
	if (m->name) {
		put_name(w, m->name);
		put(w, ": ");
	}
	put_numbered(w, "t", m->type);
	put_numbered(w, " +", m->offset);
	if (m->bit_size || m->bit_offset) {
		put_numbered(w, " bits ", m->bit_offset);
		put_numbered(w, ":", m->bit_size);
	}
	put_char(w, '\n');
}

static void put_type(struct writer *w, type_id id)
{
	const struct ir_type *t = &w->p->types.at[id];
	put_numbered(w, "type ", id);
	put(w, " = ");
	put(w, words_types.at[t->kind]);
	if (t->name) {
		put_char(w, ' ');
		put_name(w, t->name);
	}
	put_numbered(w, " ", t->size);
	if (t->target)
		put_numbered(w, " t", t->target);
	put_flags(w, &words_type_flags, t->flags);
	put_loc(w, t->loc);
	if (t->member_count) {
		put(w, " {\n");
		for (uint32_t i = 0; i < t->member_count; i++)
			put_member(w, &w->p->members.at[t->members + i]);
		put_char(w, '}');
	}
	put_char(w, '\n');
}

static void put_types(struct writer *w)
{
	for (type_id t = 1; t < w->p->types.n; t++) {
		put_type(w, t);
		if (w->text.n >= FLUSH_SIZE)
			writer_flush(w);
	}
}

static void put_inits(struct writer *w, const struct ir_symbol *s)
{
	put(w, " {\n");
	for (uint32_t i = 0; i < s->init_count; i++) {
		const struct ir_init *init = &w->p->inits.at[s->init + i];
		put_numbered(w, "\t+", init->offset);
		put_numbered(w, " ", init->size);
		put_char(w, ' ');
		put_const(w, init->value);
		put_char(w, '\n');
	}
	put_char(w, '}');
}

static void put_symbol_options(struct writer *w, const struct ir_symbol *s)
{
	/* A body says 'defined' by itself. */
	unsigned flags = s->func ? s->flags & ~(unsigned)SYMF_DEFINED : s->flags;
	if (s->linkage > LINK_INTERNAL)
		put_word(w, words_linkage.at[s->linkage]);
	put_flags(w, &words_symbol_flags, flags);
	if (s->unit != 1 && s->linkage != LINK_INTERNAL)
		put_numbered(w, " unit ", s->unit);
	if (s->source_name) {
		put(w, " source ");
		put_name(w, s->source_name);
	}
	if (s->scope) {
		put(w, " in ");
		put_name(w, s->scope);
	}
	if (s->text) {
		put(w, " text ");
		put_name(w, s->text);
	}
	if (s->section) {
		put(w, " section ");
		put_name(w, s->section);
	}
	if (s->target) {
		put(w, " = ");
		put_symbol(w, s->target);
	}
}

static void put_declaration(struct writer *w, sym_id id)
{
	const struct ir_symbol *s = &w->p->symbols.at[id];
	put(w, s->kind == SYM_FUNCTION ? "proto " : "var ");
	put_symbol(w, id);
	if (s->kind != SYM_FUNCTION || s->size)
		put_numbered(w, " ", s->size);
	if (s->type)
		put_numbered(w, " t", s->type);
	put_symbol_options(w, s);
	put_loc(w, s->loc);
	if (s->init_count)
		put_inits(w, s);
	put_char(w, '\n');
}

static void put_declarations(struct writer *w)
{
	for (sym_id s = 1; s < w->p->symbols.n; s++) {
		put_declaration(w, s);
		if (w->text.n >= FLUSH_SIZE)
			writer_flush(w);
	}
}

/* ---- instructions ---- */

static void put_block(struct writer *w, uint32_t block)
{
	put_numbered(w, "b", block);
}

/* '8, ' before the operands */
static void put_size(struct writer *w, uint32_t size)
{
	put_unsigned(w, size);
	put(w, ", ");
}

static void put_operands(struct writer *w, ir_val a, ir_val b, ir_val c, int n)
{
	const ir_val operands[] = {a, b, c};
	for (int i = 0; i < n; i++) {
		if (i)
			put(w, ", ");
		put_val(w, operands[i]);
	}
}

static void put_list(struct writer *w, const struct ir_inst *i)
{
	put_char(w, '(');
	for (uint32_t k = 0; k < i->arg_count; k++) {
		if (k)
			put(w, ", ");
		put_val(w, w->p->operands.at[i->args + k]);
	}
	put_char(w, ')');
}

static void put_phi(struct writer *w, const struct ir_inst *i)
{
	const ir_val *args = w->p->operands.at + i->args;
	put_unsigned(w, i->size);
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		put(w, ", ");
		put_block(w, args[k]);
		put(w, ": ");
		put_val(w, args[k + 1]);
	}
}

static void put_switch(struct writer *w, const struct ir_inst *i)
{
	const ir_val *args = w->p->operands.at + i->args;
	put_val(w, i->a);
	put(w, " [");
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		if (k)
			put(w, ", ");
		if (args[k])
			put_val(w, args[k]);
		else
			put(w, "default");
		put(w, ": ");
		put_block(w, args[k + 1]);
	}
	put_char(w, ']');
}

static void put_goto(struct writer *w, const struct ir_inst *i)
{
	const ir_val *args = w->p->operands.at + i->args;
	if (i->a) {
		put_val(w, i->a);
		put_char(w, ' ');
	}
	put_char(w, '[');
	for (uint32_t k = 0; k < i->arg_count; k++) {
		if (k)
			put(w, ", ");
		put_block(w, args[k]);
	}
	put_char(w, ']');
}

static void put_local(struct writer *w, const struct ir_inst *i)
{
	put_unsigned(w, i->size);
	if (i->a) {
		put(w, ", ");
		put_val(w, i->a);
	}
	if (i->imm) {
		put(w, " x ");
		put_signed(w, i->imm);
	}
}

/* 'offset %1 + 16', 'index %1 + %2 * 24' */
static void put_address(struct writer *w, const struct ir_inst *i)
{
	if (i->size)
		put_size(w, i->size);
	put_val(w, i->a);
	if (i->op == OP_INDEX) {
		put(w, " + ");
		put_val(w, i->b);
		put(w, " * ");
		put_signed(w, i->imm);
		return;
	}
	put(w, i->imm < 0 ? " - " : " + ");
	put_unsigned(w, i->imm < 0 ? 0 - (uint64_t)i->imm : (uint64_t)i->imm);
}

static void put_call(struct writer *w, const struct ir_inst *i)
{
	if (i->size)
		put_size(w, i->size);
	if (i->op == OP_ASM)
		put_quoted(w, (str_id)i->imm);
	else
		put_val(w, i->a);
	put_list(w, i);
}

static void put_body(struct writer *w, const struct ir_inst *i)
{
	switch (op_shape(i->op)) {
	case SHAPE_LOCAL:
		put_local(w, i);
		break;
	case SHAPE_OFFSET:
	case SHAPE_INDEX:
		put_address(w, i);
		break;
	case SHAPE_LOAD:
	case SHAPE_CAST:
		put_size(w, i->size);
		put_val(w, i->a);
		break;
	case SHAPE_STORE:
	case SHAPE_RMW:
	case SHAPE_BINARY:
		put_size(w, i->size);
		put_operands(w, i->a, i->b, 0, 2);
		break;
	case SHAPE_COPY:
	case SHAPE_SET:
		put_operands(w, i->a, i->b, i->c, 3);
		break;
	case SHAPE_CMPXCHG:
	case SHAPE_SELECT:
		put_size(w, i->size);
		put_operands(w, i->a, i->b, i->c, 3);
		break;
	case SHAPE_PHI:
		put_phi(w, i);
		break;
	case SHAPE_LIST:
		put_unsigned(w, i->size);
		put_char(w, ' ');
		put_list(w, i);
		break;
	case SHAPE_CALL:
	case SHAPE_ASM:
		put_call(w, i);
		break;
	case SHAPE_RET:
		put_operands(w, i->a, 0, 0, i->a != 0);
		break;
	case SHAPE_JUMP:
		put_block(w, (uint32_t)i->imm);
		break;
	case SHAPE_BRANCH:
		put_val(w, i->a);
		put_numbered(w, ", b", i->b);
		put_numbered(w, ", b", i->c);
		break;
	case SHAPE_SWITCH:
		put_switch(w, i);
		break;
	case SHAPE_GOTO:
		put_goto(w, i);
		break;
	case SHAPE_FENCE:
	case SHAPE_STOP:
	case SHAPE_NONE:
		break;
	}
}

/* 'ret' and 'stop' and 'fence' have nothing between the word and its options. */
static bool has_body(const struct ir_inst *i)
{
	enum ir_shape shape = op_shape(i->op);
	return !(shape == SHAPE_FENCE || shape == SHAPE_STOP || shape == SHAPE_NONE ||
		 (shape == SHAPE_RET && !i->a));
}

static void put_inst(struct writer *w, const struct ir_inst *i, uint32_t index)
{
	const struct word_list *subs = op_subs(i->op);
	put_char(w, '\t');
	if (inst_has_result(i)) {
		put_numbered(w, "%", index);
		put(w, " = ");
	}
	put(w, words_ops.at[i->op]);
	if (subs)
		put_word(w, subs->at[i->sub]);
	if (has_body(i)) {
		put_char(w, ' ');
		put_body(w, i);
	}
	if (i->order)
		put_word(w, words_orders.at[i->order]);
	put_flags(w, &words_inst_flags, i->flags);
	put_loc(w, i->loc);
	put_char(w, '\n');
}

/* ---- functions ---- */

static void put_param(struct writer *w, const struct ir_param *param, uint32_t index)
{
	put_numbered(w, "$", index);
	if (param->name) {
		put_char(w, ' ');
		put_name(w, param->name);
	}
	put(w, ": ");
	if (param->type) {
		put_numbered(w, "t", param->type);
		put_char(w, ' ');
	}
	put_unsigned(w, param->size);
	if (param->byval)
		put(w, " byval");
}

static void put_head(struct writer *w, const struct ir_func *f)
{
	put(w, "func ");
	put_symbol(w, f->sym);
	put_char(w, '(');
	for (uint32_t i = 0; i < f->param_count; i++) {
		if (i)
			put(w, ", ");
		put_param(w, &w->p->params.at[f->param_first + i], i);
	}
	put_char(w, ')');
	if (f->result_type)
		put_numbered(w, " -> t", f->result_type);
	put_flags(w, &words_func_flags, f->flags);
	put_loc(w, f->loc);
	put(w, " {\n");
}

static void put_var(struct writer *w, const struct ir_var *v)
{
	put(w, "\tlet ");
	put_name(w, v->name);
	if (v->type)
		put_numbered(w, ": t", v->type);
	put(w, v->in_memory ? " at " : " = ");
	put_val(w, v->value);
	put_loc(w, v->loc);
	put_char(w, '\n');
}

static void put_func(struct writer *w, func_id id)
{
	const struct ir_func *f = &w->p->funcs.at[id];
	put_head(w, f);
	for (uint32_t i = 0; i < f->var_count; i++)
		put_var(w, &w->p->vars.at[f->var_first + i]);
	for (uint32_t b = 0; b < f->block_count; b++) {
		const struct ir_block *block = ir_block_at(w->p, f, b);
		put_block(w, b);
		put(w, ":\n");
		for (uint32_t i = 0; i < block->inst_count; i++) {
			uint32_t index = block->inst_first + i;
			put_inst(w, ir_inst_at(w->p, f, index), index);
		}
		if (w->text.n >= FLUSH_SIZE)
			writer_flush(w);
	}
	put(w, "}\n");
}

/* ---- the interface ---- */

void ir_print(const struct program *p, FILE *out)
{
	struct writer w = {p, out, {0}};
	put_units(&w);
	put_files(&w);
	put_types(&w);
	put_declarations(&w);
	for (func_id f = 1; f < p->funcs.n; f++) {
		put_char(&w, '\n');
		put_func(&w, f);
	}
	writer_flush(&w);
	str_free(&w.text);
}
