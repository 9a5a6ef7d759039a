/* SPDX-License-Identifier: MIT */
/*
 * From text to a program: units, files, types and symbols.
 *
 * A first pass looks only at the lines that start with var, proto or func, and
 * makes the symbols; so the second pass can resolve every @name at once, and
 * functions may call each other in any order. Nothing in the text is a count:
 * what is allocated is always proportional to what was read.
 */
#include "ir/text.h"

#include <string.h>

#include "ir/parser.h"
#include "ir/syntax.h"

/* ---- pieces ---- */

/* '@name' or '@name%unit'; unit 0 when it is not there. */
static str_id symbol_name(struct lexer *l, uint32_t *unit)
{
	lexer_expect(l, '@');
	str_id name = lexer_name(l);
	*unit = 0;
	if (l->at < l->end && *l->at == '%')
		*unit = lexer_numbered(l, '%', UINT32_MAX);
	return name;
}

static sym_id symbol_lookup(const struct parser *ps, str_id name, uint32_t unit)
{
	return map_get(&ps->symbols, map_key2(unit, name), 0);
}

sym_id parse_symbol(struct parser *ps)
{
	uint32_t unit;
	str_id name = symbol_name(&ps->lexer, &unit);
	sym_id s = symbol_lookup(ps, name, unit);
	if (!s)
		lexer_fail(&ps->lexer,
			   "@%.100s is not declared: a line must start with var, proto "
			   "or func and its name",
			   ir_str(ps->p, name));
	return s;
}

type_id parse_type_ref(struct parser *ps)
{
	return lexer_numbered(&ps->lexer, 't', UINT32_MAX);
}

const_id parse_const(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	if (lexer_peek(l) != '@') {
		int64_t value = lexer_signed(l);
		return l->failed ? 0 : program_const(ps->p, 0, value);
	}
	sym_id s = parse_symbol(ps);
	int64_t offset = 0;
	if (l->at < l->end && *l->at == '+') {
		l->at++;
		offset = (int64_t)lexer_unsigned(l, INT64_MAX);
	} else if (l->at < l->end && *l->at == '-') {
		offset = lexer_signed(l);
	}
	return l->failed ? 0 : program_const(ps->p, s, offset);
}

static bool parse_one_loc(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	struct ir_loc loc = {0};
	lexer_expect(l, '!');
	loc.file = (file_id)lexer_unsigned(l, UINT32_MAX);
	lexer_expect(l, ':');
	loc.line = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	lexer_expect(l, ':');
	loc.column = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	if (lexer_accept_word(l, "in"))
		loc.function = lexer_name(l);
	vec_push(&ps->chain, loc);
	return lexer_accept_word(l, "at");
}

/* The chain is written from the inside out and interned from the outside in. */
loc_id parse_loc(struct parser *ps)
{
	loc_id id = 0;
	if (lexer_peek(&ps->lexer) != '!')
		return 0;
	vec_clear(&ps->chain);
	while (parse_one_loc(ps))
		;
	if (ps->lexer.failed)
		return 0;
	for (uint32_t i = ps->chain.n; i-- > 0;) {
		struct ir_loc loc = ps->chain.at[i];
		loc.inlined_at = id;
		id = program_loc(ps->p, loc);
		if (!id)
			lexer_fail(&ps->lexer, "!0:0:0 is no position");
	}
	return id;
}

/* 'word 7': the next id of a dense array */
static void expect_next(struct parser *ps, uint64_t n, uint32_t next)
{
	if (n != next)
		lexer_fail(&ps->lexer, "expected number %u here", next);
}

/* ---- units, files, types ---- */

static void parse_unit(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	struct ir_unit unit = {0};
	expect_next(ps, lexer_unsigned(l, UINT32_MAX), ps->p->units.n);
	unit.name = lexer_quoted(l);
	unit.pointer_size = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	if (lexer_peek(l) == '"')
		unit.triple = lexer_quoted(l);
	vec_push(&ps->p->units, unit);
}

static void parse_file(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	uint32_t n = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	expect_next(ps, n, ps->p->files.n);
	str_id name = lexer_quoted(l);
	if (!l->failed && map_get(&ps->p->file_ids, name, 0))
		lexer_fail(l, "this file has a number already");
	vec_push(&ps->p->files, name);
	map_put(&ps->p->file_ids, name, n);
}

/* Is there 'name:' here? Then it is consumed. */
static bool accept_label(struct lexer *l, str_id *name)
{
	const char *start = l->at;
	*name = 0;
	if (lexer_peek(l) != '"') {
		struct word w = lexer_word(l);
		bool is_label = w.size && lexer_peek(l) == ':';
		l->at = start;
		if (!is_label)
			return false;
	}
	*name = lexer_name(l);
	lexer_expect(l, ':');
	return true;
}

static void parse_member(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	struct ir_member m = {0};
	accept_label(l, &m.name);
	m.type = parse_type_ref(ps);
	lexer_expect(l, '+');
	m.offset = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	if (lexer_accept_word(l, "bits")) {
		m.bit_offset = (uint16_t)lexer_unsigned(l, UINT16_MAX);
		lexer_expect(l, ':');
		m.bit_size = (uint16_t)lexer_unsigned(l, UINT16_MAX);
	}
	vec_push(&ps->p->members, m);
}

/* The lines between '{' and '}'; returns how many there are. */
static uint32_t parse_lines(struct parser *ps, void (*line)(struct parser *))
{
	struct lexer *l = &ps->lexer;
	uint32_t n = 0;
	lexer_end_line(l);
	for (; lexer_next_line(l) && *l->at != '}'; n++) {
		line(ps);
		lexer_end_line(l);
	}
	lexer_expect(l, '}');
	return n;
}

static uint8_t parse_type_kind(struct lexer *l)
{
	struct word w = lexer_word(l);
	uint32_t kind = word_find(&words_types, w.at, w.size);
	if (kind == words_types.n)
		lexer_fail(l, "expected a kind of type");
	return (uint8_t)kind;
}

static void parse_type_flags(struct parser *ps, struct ir_type *t)
{
	struct lexer *l = &ps->lexer;
	struct word w;
	while ((w = lexer_word(l)).size) {
		uint32_t bit = word_find(&words_type_flags, w.at, w.size);
		if (bit == words_type_flags.n)
			lexer_fail(l, "unknown qualifier");
		else
			t->flags |= (uint8_t)(1u << bit);
	}
}

static void parse_type(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	struct ir_type t = {0};
	expect_next(ps, lexer_unsigned(l, UINT32_MAX), ps->p->types.n);
	lexer_expect(l, '=');
	t.kind = parse_type_kind(l);
	char c = lexer_peek(l);
	if (c < '0' || c > '9')
		t.name = lexer_name(l);
	t.size = lexer_unsigned(l, UINT64_MAX);
	if (lexer_peek(l) == 't')
		t.target = parse_type_ref(ps);
	parse_type_flags(ps, &t);
	t.loc = parse_loc(ps);
	t.members = ps->p->members.n;
	if (lexer_accept(l, '{'))
		t.member_count = parse_lines(ps, parse_member);
	vec_push(&ps->p->types, t);
}

/* ---- symbols ---- */

static void parse_init(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	struct ir_init init = {0};
	lexer_expect(l, '+');
	init.offset = lexer_unsigned(l, UINT64_MAX);
	init.size = (uint32_t)lexer_unsigned(l, UINT32_MAX);
	init.value = parse_const(ps);
	vec_push(&ps->p->inits, init);
}

static void parse_linkage(struct parser *ps, struct ir_symbol *s, uint32_t linkage)
{
	if (linkage <= LINK_INTERNAL || s->linkage == LINK_INTERNAL)
		lexer_fail(&ps->lexer, "'%%' and a unit alone make a symbol internal");
	s->linkage = (uint8_t)linkage;
}

static void parse_unit_option(struct parser *ps, struct ir_symbol *s)
{
	s->unit = (uint32_t)lexer_unsigned(&ps->lexer, UINT32_MAX);
	if (s->linkage == LINK_INTERNAL)
		lexer_fail(&ps->lexer, "the unit of an internal symbol is in its name");
}

static void parse_option(struct parser *ps, struct ir_symbol *s, struct word w)
{
	struct lexer *l = &ps->lexer;
	uint32_t flag = word_find(&words_symbol_flags, w.at, w.size);
	uint32_t linkage = word_find(&words_linkage, w.at, w.size);
	if (flag < words_symbol_flags.n)
		s->flags |= (uint16_t)(1u << flag);
	else if (linkage < words_linkage.n)
		parse_linkage(ps, s, linkage);
	else if (word_is(w, "unit"))
		parse_unit_option(ps, s);
	else if (word_is(w, "source"))
		s->source_name = lexer_name(l);
	else if (word_is(w, "in"))
		s->scope = lexer_name(l);
	else if (word_is(w, "text"))
		s->text = lexer_name(l);
	else if (word_is(w, "section"))
		s->section = lexer_name(l);
	else
		lexer_fail(l, "unknown property of a symbol");
}

static void parse_options(struct parser *ps, struct ir_symbol *s)
{
	struct lexer *l = &ps->lexer;
	struct word w;
	char c = lexer_peek(l);
	if (c >= '0' && c <= '9')
		s->size = lexer_unsigned(l, UINT64_MAX);
	if (lexer_peek(l) == 't' && l->end - l->at > 1 && l->at[1] >= '0' && l->at[1] <= '9')
		s->type = parse_type_ref(ps);
	while ((w = lexer_word(l)).size)
		parse_option(ps, s, w);
	if (lexer_accept(l, '='))
		s->target = parse_symbol(ps);
}

static void parse_declaration(struct parser *ps, enum ir_symbol_kind kind)
{
	struct lexer *l = &ps->lexer;
	sym_id id = parse_symbol(ps);
	if (l->failed)
		return;
	struct ir_symbol s = ps->p->symbols.at[id];
	if (ps->declared.at[id] || s.kind != kind) {
		lexer_fail(l, "@%.100s is declared twice", ir_str(ps->p, s.name));
		return;
	}
	ps->declared.at[id] = 1;
	parse_options(ps, &s);
	s.loc = parse_loc(ps);
	s.init = ps->p->inits.n;
	if (lexer_accept(l, '{'))
		s.init_count = parse_lines(ps, parse_init);
	ps->p->symbols.at[id] = s;
}

/* ---- the first pass ---- */

static void announce(struct parser *ps, enum ir_symbol_kind kind)
{
	struct ir_symbol s = {.kind = (uint8_t)kind};
	uint32_t unit;
	s.name = symbol_name(&ps->lexer, &unit);
	if (ps->lexer.failed || symbol_lookup(ps, s.name, unit))
		return;
	s.linkage = unit ? LINK_INTERNAL : LINK_EXTERNAL;
	s.unit = unit ? unit : 1;
	map_put(&ps->symbols, map_key2(unit, s.name), ps->p->symbols.n);
	vec_push(&ps->p->symbols, s);
	vec_push(&ps->declared, 0);
}

static bool line_starts(const struct lexer *l, const char *prefix)
{
	size_t n = strlen(prefix);
	return (size_t)(l->end - l->at) >= n && memcmp(l->at, prefix, n) == 0;
}

static void announce_symbols(struct parser *ps)
{
	struct lexer *l = &ps->lexer;
	const char *start = l->at, *newline;
	vec_push(&ps->declared, 0);
	while (l->at < l->end) {
		bool is_var = line_starts(l, "var @");
		const char *line = l->at;
		if (is_var || line_starts(l, "proto @") || line_starts(l, "func @")) {
			l->at += is_var ? 4 : *l->at == 'p' ? 6 : 5;
			announce(ps, is_var ? SYM_VARIABLE : SYM_FUNCTION);
		}
		newline = memchr(line, '\n', (size_t)(l->end - line));
		if (l->failed || !newline)
			break;
		l->at = newline + 1;
		l->line++;
	}
	if (!l->failed) {
		l->at = start;
		l->line = 1;
	}
}

/* ---- the whole ---- */

static void parse_statement(struct parser *ps)
{
	struct word w = lexer_word(&ps->lexer);
	if (word_is(w, "unit"))
		parse_unit(ps);
	else if (word_is(w, "file"))
		parse_file(ps);
	else if (word_is(w, "type"))
		parse_type(ps);
	else if (word_is(w, "var"))
		parse_declaration(ps, SYM_VARIABLE);
	else if (word_is(w, "proto"))
		parse_declaration(ps, SYM_FUNCTION);
	else if (word_is(w, "func"))
		parse_func(ps);
	else
		lexer_fail(&ps->lexer, "expected unit, file, type, var, proto or func");
	lexer_end_line(&ps->lexer);
}

bool ir_parse(const char *name, const char *text, size_t size, struct program *out,
	      char *message, size_t message_size)
{
	struct parser ps = {.p = out};
	program_init(out);
	ps.lexer = (struct lexer){.name = name, .at = text, .end = text + size,
				  .line = 1, .message = message,
				  .message_size = message_size, .strings = &out->strings};
	announce_symbols(&ps);
	while (!ps.lexer.failed && lexer_next_line(&ps.lexer))
		parse_statement(&ps);
	if (!ps.lexer.failed)
		program_index_symbols(out);
	str_free(&ps.lexer.scratch);
	map_free(&ps.symbols);
	vec_free(&ps.declared);
	vec_free(&ps.chain);
	return !ps.lexer.failed;
}
