/* SPDX-License-Identifier: MIT */
/*
 * Reading one effect: its word, its operands and its options, as the table in
 * effects.def says. Both halves are small interpreters of that table.
 */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "model/parse.h"

enum option {
	O_MODE = 1 << 0,
	O_RECURSIVE = 1 << 1,
	O_RECURSIVE_IF = 1 << 2,
	O_SPIN = 1 << 3,
	O_TRY = 1 << 4,
	O_TIMED = 1 << 5,
	O_WHEN = 1 << 6,
	O_ATTR = 1 << 7,
	O_ID = 1 << 8,
	O_MANY = 1 << 9,
	O_DETACHED = 1 << 10,
	O_INTO = 1 << 11,
	O_FROM = 1 << 12,
	O_COUNT = 1 << 13,
	O_AT = 1 << 14,
	O_SIZE = 1 << 15,
	O_STRING = 1 << 16,
	O_ZEROED = 1 << 17,
	O_ATOMIC = 1 << 18,
	O_REACHABLE = 1 << 19,
	O_INTERIOR = 1 << 20,
	O_THREAD_LOCAL = 1 << 21,
	O_CONST = 1 << 22,
	O_DESTRUCTOR = 1 << 23,
	O_KEEP = 1 << 24,
	O_FOREVER = 1 << 25,
	O_ELSE = 1 << 26,
	O_FAULTS = 1 << 27,
	O_SERIAL = 1 << 28,
	O_PROGRAM = 1 << 29,
	O_AFTER = 1 << 30,
	O_SUCCESS = O_WHEN | O_FOREVER | O_ELSE,
	O_LOCK_KIND = O_SPIN | O_TRY | O_TIMED,
};
#define O_HOLDING (UINT64_C(1) << 31) /* wider than an enumerator may be */
#define O_IN_LOOP (UINT64_C(1) << 32)
#define O_ACROSS (UINT64_C(1) << 33)
#define O_ALSO (UINT64_C(1) << 34)
#define O_BLOCKING (UINT64_C(1) << 35)
#define O_PROCESS (UINT64_C(1) << 36)
#define O_UNLESS (UINT64_C(1) << 37)
#define O_ITSELF (UINT64_C(1) << 38)
#define O_GIVEN (UINT64_C(1) << 39)
#define O_MEMBER (UINT64_C(1) << 40)
#define O_IF (UINT64_C(1) << 41)

struct effect_word {
	const char *word;
	const char *operands;
	uint64_t options;
};

static const struct effect_word words[EFFECT_COUNT] = {
#define EFFECT(id, word, operands, options) [EFFECT_##id] = {word, operands, options},
#include "model/effects.def"
};

const char *effect_kind_name(enum effect_kind kind)
{
	return kind < EFFECT_COUNT ? words[kind].word : "?";
}

/* ---- operands ---- */

static bool fail_argument(struct reader *r)
{
	struct str list = {0};
	for (int i = 0; i < r->param_count; i++) {
		str_add(&list, i ? ", " : "");
		str_addn(&list, r->params[i].text, r->params[i].size);
	}
	if (r->param_count < 0)
		lex_fail(&r->lexer, "the row names no arguments; write %.*s(a, b, ...): "
				      "before using '%.*s'",
			   token_shown(r->names.at[0].size), r->names.at[0].text,
			   token_shown(r->lexer.token.size), r->lexer.token.text);
	else
		lex_fail(&r->lexer, "%.*s has no argument '%.*s'; it has (%s)",
			   token_shown(r->names.at[0].size), r->names.at[0].text,
			   token_shown(r->lexer.token.size), r->lexer.token.text,
			   str_cstr(&list));
	str_free(&list);
	return false;
}

/* An argument by its name, or 'result'. */
static bool read_argument(struct reader *r, int8_t *out)
{
	const struct token *t = &r->lexer.token;
	if (!token_in_row(t) || t->kind != TOKEN_NAME)
		return lex_expected(&r->lexer, "an argument name or 'result'");
	*out = ARG_NONE;
	if (token_is_word(t, "result"))
		*out = ARG_RESULT;
	for (int i = 0; i < r->param_count; i++)
		if (r->params[i].size == t->size && !token_is_word(t, "_") &&
		    memcmp(r->params[i].text, t->text, t->size) == 0)
			*out = (int8_t)i;
	if (*out == ARG_NONE)
		return fail_argument(r);
	return lex_next(&r->lexer);
}

/* An argument with an optional star, which sets 'flag'. */
static bool read_starred(struct reader *r, int8_t *out, uint32_t flag, struct effect *e)
{
	if (token_is_sign(&r->lexer.token, '*')) {
		e->flags |= flag;
		if (!lex_next(&r->lexer))
			return false;
	}
	return read_argument(r, out);
}

/* Where a value goes: '*argument' or 'result'. */
static bool read_place(struct reader *r, int8_t *out)
{
	if (token_is_word(&r->lexer.token, "result"))
		return read_argument(r, out);
	if (!token_is_sign(&r->lexer.token, '*'))
		return lex_expected(&r->lexer, "'*' and an argument name, or 'result'");
	if (!lex_next(&r->lexer))
		return false;
	if (token_is_word(&r->lexer.token, "result"))
		return lex_expected(&r->lexer, "an argument name after '*'");
	return read_argument(r, out);
}

static bool read_number(struct reader *r, int64_t *out)
{
	const struct token *t = &r->lexer.token;
	if (!token_in_row(t) || t->kind != TOKEN_NUMBER)
		return lex_expected(&r->lexer, "a number");
	*out = t->number;
	return lex_next(&r->lexer);
}

static bool read_name(struct reader *r, const char **out)
{
	const struct token *t = &r->lexer.token;
	if (!token_in_row(t) || t->kind != TOKEN_STRING)
		return lex_expected(&r->lexer, "a name in quotes");
	char *name = arena_alloc(&r->models->memory, t->size + 1);
	memcpy(name, t->text, t->size);
	name[t->size] = 0;
	*out = name;
	return lex_next(&r->lexer);
}

static bool read_lock(struct reader *r, struct effect *e)
{
	const struct token *t = &r->lexer.token;
	if (!token_in_row(t) || t->kind != TOKEN_STRING)
		return read_argument(r, &e->arg);
	return read_name(r, &e->name);
}

/* A number of bytes, or 'tag.member'. */
static bool read_place_in_struct(struct reader *r, int64_t *bytes, const char **member)
{
	const struct token *t = &r->lexer.token;
	if (!token_in_row(t) || t->kind != TOKEN_NAME)
		return read_number(r, bytes);
	char *name = arena_alloc(&r->models->memory, t->size + 1);
	memcpy(name, t->text, t->size);
	name[t->size] = 0;
	if (!strchr(name, '.'))
		return lex_expected(&r->lexer, "a number or tag.member");
	*member = name;
	*bytes = -1;
	return lex_next(&r->lexer);
}

static bool can_pass_stored(const struct effect *e)
{
	return e->kind == EFFECT_SIGNAL_HANDLER || e->kind == EFFECT_CREATE ||
	       e->kind == EFFECT_CALL_LATER || e->kind == EFFECT_CALL_NOW;
}

/* '*argument' or '*argument at PLACE': what is stored there. */
static bool read_stored_pass(struct reader *r, struct effect *e, uint8_t which)
{
	int64_t bytes = 0;
	e->pass_loads |= (uint8_t)(1u << which);
	if (!lex_next(&r->lexer) || !read_argument(r, &e->passes[which]))
		return false;
	if (!token_is_word(&r->lexer.token, "at"))
		return true;
	if (!lex_next(&r->lexer) ||
	    !read_place_in_struct(r, &bytes, &e->pass_member[which]))
		return false;
	if (bytes > INT32_MAX)
		return lex_fail(&r->lexer, "no struct is that large");
	e->pass_at[which] = (int32_t)bytes;
	return true;
}

/* '"name" at 24': memory in which what was kept is found. */
static bool read_kept_pass(struct reader *r, struct effect *e, uint8_t which)
{
	int64_t bytes = 0;
	if (!read_name(r, &e->name))
		return false;
	if (!token_is_word(&r->lexer.token, "at"))
		return lex_expected(&r->lexer, "'at' and a number");
	if (!lex_next(&r->lexer) || !read_number(r, &bytes))
		return false;
	if (bytes < 0 || bytes > INT32_MAX)
		return lex_fail(&r->lexer, "no struct is that large");
	e->pass_at[which] = (int32_t)bytes;
	return true;
}

static bool read_pass(struct reader *r, struct effect *e)
{
	const struct token *t = &r->lexer.token;
	if (e->pass_count == MAX_PASSES)
		return lex_fail(&r->lexer, "more than %d arguments for a callback",
				  MAX_PASSES);
	int8_t *pass = &e->passes[e->pass_count++];
	if (can_pass_stored(e) && token_is_sign(&r->lexer.token, '*'))
		return read_stored_pass(r, e, e->pass_count - 1);
	if (e->kind == EFFECT_SIGNAL_HANDLER && token_in_row(t) && t->kind == TOKEN_STRING)
		return read_kept_pass(r, e, e->pass_count - 1);
	if (token_is_word(&r->lexer.token, "_"))
		return lex_next(&r->lexer);
	return read_argument(r, pass);
}

/* 'function(argument, _, ...)': a callback and what it gets. '*function(...)': one that
 * is in a struct; a handler in a struct may be without what it gets. */
static bool read_callee(struct reader *r, int8_t *function, struct effect *e)
{
	struct lexer *x = &r->lexer;
	if (!read_starred(r, function, EFFECTF_HANDLER_IN_STRUCT, e))
		return false;
	if (e->kind == EFFECT_SIGNAL_HANDLER && e->flags & EFFECTF_HANDLER_IN_STRUCT &&
	    !token_is_sign(&x->token, '('))
		return true;
	if (!token_is_sign(&x->token, '('))
		return lex_expected(x, "'(' and what the function is called with");
	if (!lex_next(x))
		return false;
	while (!token_is_sign(&x->token, ')')) {
		if (e->pass_count && !token_is_sign(&x->token, ','))
			return lex_expected(x, "',' or ')'");
		if (e->pass_count && !lex_next(x))
			return false;
		if (!read_pass(r, e))
			return false;
	}
	return lex_next(x);
}

static bool read_entry(struct reader *r, struct effect *e)
{
	if (!read_callee(r, &e->arg, e))
		return false;
	for (uint8_t i = e->pass_count; i-- > 0;) {
		if (e->passes[i] == ARG_NONE)
			continue;
		e->other = e->passes[i];
		e->extra = (int8_t)i;
	}
	return true;
}

static bool read_varargs(struct reader *r, struct effect *e)
{
	struct lexer *x = &r->lexer;
	if (token_is_word(&x->token, "va")) {
		e->flags |= EFFECTF_VA_LIST;
		return lex_next(x) && read_argument(r, &e->other);
	}
	if (!token_in_row(&x->token) || x->token.kind != TOKEN_DOTS)
		return lex_expected(x, "'...' or 'va' and the argument that is a va_list");
	if (!r->vararg)
		return lex_fail(x, "the row's argument list does not end with '...'");
	e->other = (int8_t)r->param_count;
	return lex_next(x);
}

static bool read_sign(struct reader *r, enum token_kind kind, char sign, const char *what)
{
	const struct token *t = &r->lexer.token;
	if (!token_in_row(t) || t->kind != kind || (sign && t->text[0] != sign))
		return lex_expected(&r->lexer, what);
	return lex_next(&r->lexer);
}

static bool read_operand(struct reader *r, char letter, struct effect *e)
{
	switch (letter) {
	case 'a':
		return read_argument(r, &e->arg);
	case 'd':
		return read_starred(r, &e->arg, EFFECTF_DEREF, e);
	case 'r':
		return read_starred(r, &e->arg, EFFECTF_BY_ADDRESS, e);
	case 'p':
		return read_sign(r, TOKEN_SIGN, '*', "'*' and an argument name") &&
		       read_argument(r, &e->arg);
	case 'l':
		return read_lock(r, e);
	case 'O':
		return read_starred(r, &e->other, EFFECTF_DEREF, e);
	case 'o':
		return read_argument(r, &e->other);
	case 'n':
		return read_name(r, &e->name);
	case 'f':
	case 'h':
		return read_callee(r, &e->arg, e);
	case 'g':
		return read_callee(r, &e->other, e);
	case 'e':
		return read_entry(r, e);
	case 'v':
		return read_varargs(r, e);
	case '<':
		return read_sign(r, TOKEN_ARROW, 0, "'<-'");
	case '=':
		return read_sign(r, TOKEN_SIGN, '=', "'='");
	case '#':
		return read_sign(r, TOKEN_EQUALS, 0, "'=='") && read_number(r, &e->value);
	default:
		BUG("effects.def: operand letter '%c'", letter);
	}
}

static bool read_operands(struct reader *r, const char *operands, struct effect *e)
{
	for (const char *p = operands; *p; p++) {
		bool optional = *p == '?';
		p += optional;
		const struct token *t = &r->lexer.token;
		if (optional && (!token_in_row(t) || token_is_sign(t, ';')))
			continue;
		if (!read_operand(r, *p, e))
			return false;
	}
	return true;
}

/* ---- options ---- */

static bool read_when(struct reader *r, struct effect *e)
{
	static const struct {
		const char *word;
		enum result_class class;
	} classes[] = {{"zero", RESULT_ZERO},
		       {"nonzero", RESULT_NONZERO},
		       {"negative", RESULT_NEGATIVE},
		       {"nonnegative", RESULT_NONNEGATIVE}};
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		if (!token_is_word(&r->lexer.token, classes[i].word))
			continue;
		e->when = classes[i].class;
		return lex_next(&r->lexer);
	}
	return lex_expected(&r->lexer, "zero, nonzero, negative or nonnegative");
}

/* NUMBER, argument, argument*argument, argument*NUMBER */
static bool read_size(struct reader *r, struct effect *e)
{
	struct lexer *x = &r->lexer;
	e->size_kind = SIZE_BYTES;
	if (token_in_row(&x->token) && x->token.kind == TOKEN_NUMBER)
		return read_number(r, &e->value);
	e->size_kind = SIZE_ARGUMENT;
	if (!read_argument(r, &e->size_arg))
		return false;
	if (!token_is_sign(&x->token, '*'))
		return true;
	if (!lex_next(x))
		return false;
	if (token_in_row(&x->token) && x->token.kind == TOKEN_NUMBER) {
		e->size_kind = SIZE_SCALED;
		return read_number(r, &e->value);
	}
	e->size_kind = SIZE_PRODUCT;
	return read_argument(r, &e->size_arg2);
}

static bool read_recursive_if(struct reader *r, struct effect *e)
{
	e->flags |= EFFECTF_RECURSIVE;
	if (!token_is_word(&r->lexer.token, "if"))
		return true;
	return lex_next(&r->lexer) && read_argument(r, &e->third) &&
	       read_sign(r, TOKEN_SIGN, '&', "'&' and a number") &&
	       read_number(r, &e->value);
}

static bool read_unless(struct reader *r, struct effect *e)
{
	if (!read_argument(r, &e->size_arg))
		return false;
	return e->kind == EFFECT_STATE_WRITE ||
	       (read_sign(r, TOKEN_SIGN, '&', "'&' and a number") &&
		read_number(r, &e->otherwise));
}

static bool read_count(struct reader *r, struct effect *e)
{
	const struct token *t = &r->lexer.token;
	if (token_in_row(t) && t->kind == TOKEN_NUMBER)
		return read_number(r, &e->value);
	return read_argument(r, &e->other);
}

/* Signals: one number or more, each below 64. */
static bool read_faults(struct reader *r, struct effect *e)
{
	const struct token *t = &r->lexer.token;
	int64_t number = 0;
	do {
		if (!read_number(r, &number))
			return false;
		if (number <= 0 || number > 63)
			return lex_fail(&r->lexer, "a signal has a number from 1 to 63");
		e->faults |= UINT64_C(1) << number;
	} while (token_in_row(t) && t->kind == TOKEN_NUMBER);
	return true;
}

static bool read_serial(struct reader *r, struct effect *e)
{
	int64_t n = 0;
	if (!read_number(r, &n))
		return false;
	if (n < 1 || n > 3)
		return lex_fail(&r->lexer, "'serial' is 1, 2 or 3");
	e->serial = (uint8_t)n;
	return true;
}

static bool read_option_operand(struct reader *r, uint64_t option, struct effect *e)
{
	switch (option) {
	case O_WHEN:
		return read_when(r, e);
	case O_SIZE:
		return read_size(r, e);
	case O_STRING:
		e->size_kind = SIZE_STRING;
		return true;
	case O_RECURSIVE_IF:
		return read_recursive_if(r, e);
	case O_ELSE:
		return read_number(r, &e->otherwise);
	case O_FOREVER:
		return read_argument(r, &e->forever);
	case O_ATTR:
	case O_DESTRUCTOR:
		return read_argument(r, &e->other);
	case O_FROM:
		return read_starred(r, &e->other, EFFECTF_BY_ADDRESS, e);
	case O_ID:
	case O_INTO:
		return read_place(r, &e->third);
	case O_COUNT:
		return read_count(r, e);
	case O_FAULTS:
		return read_faults(r, e);
	case O_AT:
		return read_place_in_struct(r, &e->value, &e->member);
	case O_AFTER:
		return read_name(r, &e->name);
	case O_HOLDING:
		return read_name(r, &e->holding);
	case O_SERIAL:
		return read_serial(r, e);
	case O_UNLESS:
		return read_unless(r, e);
	case O_BLOCKING:
		return read_number(r, &e->otherwise);
	case O_MEMBER:
		e->flags |= EFFECTF_MEMBER | EFFECTF_MANY;
		return read_argument(r, &e->size_arg2);
	case O_IF:
		e->flags |= EFFECTF_IF;
		return read_argument(r, &e->size_arg);
	default:
		BUG("option %#llx has no reader", (unsigned long long)option);
	}
}

/* 'flag' alone when it is not 0, 'mode' when option is O_MODE. */
static const struct option_word {
	const char *word;
	uint64_t option;
	uint32_t flag;
	enum lock_mode mode;
} option_words[] = {
	{"shared",	 O_MODE,	 0,			MODE_SHARED},
	{"exclusive",	 O_MODE,	 0,			MODE_EXCLUSIVE},
	{"recursive",	 O_RECURSIVE,	 EFFECTF_RECURSIVE,	0},
	{"recursive",	 O_RECURSIVE_IF, 0,			0},
	{"spin",	 O_SPIN,	 EFFECTF_SPIN,		0},
	{"try",		 O_TRY,		 EFFECTF_TRY,		0},
	{"timed",	 O_TIMED,	 EFFECTF_TIMED,		0},
	{"when",	 O_WHEN,	 0,			0},
	{"forever",	 O_FOREVER,	 0,			0},
	{"else",	 O_ELSE,	 0,			0},
	{"attr",	 O_ATTR,	 0,			0},
	{"id",		 O_ID,		 0,			0},
	{"many",	 O_MANY,	 EFFECTF_MANY,		0},
	{"detached",	 O_DETACHED,	 EFFECTF_DETACHED,	0},
	{"into",	 O_INTO,	 0,			0},
	{"from",	 O_FROM,	 0,			0},
	{"count",	 O_COUNT,	 0,			0},
	{"at",		 O_AT,		 0,			0},
	{"faults",	 O_FAULTS,	 0,			0},
	{"serial",	 O_SERIAL,	 0,			0},
	{"size",	 O_SIZE,	 0,			0},
	{"string",	 O_STRING,	 0,			0},
	{"zeroed",	 O_ZEROED,	 EFFECTF_ZEROED,	0},
	{"atomic",	 O_ATOMIC,	 EFFECTF_ATOMIC,	0},
	{"reachable",	 O_REACHABLE,	 EFFECTF_REACHABLE,	0},
	{"interior",	 O_INTERIOR,	 EFFECTF_INTERIOR,	0},
	{"keep",	 O_KEEP,	 EFFECTF_KEEP,		0},
	{"thread_local", O_THREAD_LOCAL, EFFECTF_THREAD_LOCAL,	0},
	{"const",	 O_CONST,	 EFFECTF_CONST,		0},
	{"destructor",	 O_DESTRUCTOR,	 0,			0},
	{"program",	 O_PROGRAM,	 EFFECTF_PROGRAM,	0},
	{"after",	 O_AFTER,	 0,			0},
	{"holding",	 O_HOLDING,	 0,			0},
	{"in_loop",	 O_IN_LOOP,	 EFFECTF_IN_LOOP,	0},
	{"across_processes", O_ACROSS,	 EFFECTF_ACROSS,	0},
	{"also",	 O_ALSO,	 EFFECTF_ALSO,		0},
	{"process",	 O_PROCESS,	 EFFECTF_PROCESS,	0},
	{"unless",	 O_UNLESS,	 0,			0},
	{"itself",	 O_ITSELF,	 EFFECTF_ITSELF,	0},
	{"given",	 O_GIVEN,	 EFFECTF_GIVEN,		0},
	{"blocking",	 O_BLOCKING,	 0,			0},
	{"member",	 O_MEMBER,	 0,			0},
	{"if",		 O_IF,		 0,			0},
};
enum { OPTION_WORDS = sizeof(option_words) / sizeof(option_words[0]) };

static const struct option_word *find_option(const struct token *t, uint64_t allowed)
{
	for (size_t i = 0; i < OPTION_WORDS; i++)
		if ((option_words[i].option & allowed) &&
		    token_is_word(t, option_words[i].word))
			return &option_words[i];
	return NULL;
}

static bool fail_option(struct reader *r, const char *word, uint64_t allowed)
{
	struct str text = {0};
	str_addf(&text, "';', the end of the row%s", allowed ? " or, after '" : "");
	if (allowed)
		str_addf(&text, "%s', one of:", word);
	for (size_t i = 0; i < OPTION_WORDS; i++)
		if (option_words[i].option & allowed)
			str_addf(&text, " %s", option_words[i].word);
	lex_expected(&r->lexer, str_cstr(&text));
	str_free(&text);
	return false;
}

static bool read_options(struct reader *r, const struct effect_word *w, struct effect *e)
{
	struct lexer *x = &r->lexer;
	uint64_t allowed = w->options;
	while (token_in_row(&x->token) && !token_is_sign(&x->token, ';')) {
		const struct option_word *o = find_option(&x->token, allowed);
		if (!o)
			return fail_option(r, w->word, allowed);
		allowed &= ~o->option;
		if (o->option & (O_SIZE | O_STRING))
			allowed &= ~(uint64_t)(O_SIZE | O_STRING);
		if (!lex_next(x))
			return false;
		e->flags |= o->flag;
		if (o->option == O_MODE)
			e->mode = (uint8_t)o->mode;
		else if (!o->flag && !read_option_operand(r, o->option, e))
			return false;
	}
	return true;
}

/* ---- the effect ---- */

static bool fail_word(struct reader *r)
{
	struct str text = {0};
	str_add(&text, "an effect: wins, locked");
	for (int k = 0; k < EFFECT_COUNT; k++)
		str_addf(&text, ", %s", words[k].word);
	str_add(&text, ", enables_interrupts, interrupt, thread, "
		       "module_begin, module_end, probe, remove, opens, closes, entry, "
		       "outlives, first, last, alone, outside, kernel or primitive");
	lex_expected(&r->lexer, str_cstr(&text));
	str_free(&text);
	return false;
}

static void set_defaults(struct effect *e, uint8_t kind)
{
	*e = (struct effect){.kind = kind, .size_kind = SIZE_UNKNOWN, .arg = ARG_NONE,
			     .other = ARG_NONE, .third = ARG_NONE, .size_arg = ARG_NONE,
			     .size_arg2 = ARG_NONE, .forever = ARG_NONE};
	memset(e->passes, ARG_NONE, sizeof(e->passes));
	if (kind == EFFECT_RELEASE)
		e->mode = MODE_ANY;
	if (kind == EFFECT_ALLOC || kind == EFFECT_TSD_GET || kind == EFFECT_RETURNS_NAMED)
		e->third = ARG_RESULT;
	if (kind == EFFECT_SEM_INIT || kind == EFFECT_BARRIER_INIT)
		e->value = -1;
}

static bool can_be_in_struct(const struct effect *e)
{
	return e->kind == EFFECT_SIGNAL_HANDLER || e->kind == EFFECT_CREATE ||
	       e->kind == EFFECT_CALL_LATER || e->kind == EFFECT_CALL_NOW;
}

static bool check_effect(struct reader *r, const struct effect *e)
{
	if (e->faults && !e->pass_count)
		return lex_fail(&r->lexer, "'faults' needs the number that the handler gets");
	if (e->kind != EFFECT_COND_WAIT && !e->when && e->flags & (EFFECTF_TRY | EFFECTF_TIMED))
		return lex_fail(&r->lexer, "'try' and 'timed' need 'when': the result that "
					     "means success");
	if (!can_be_in_struct(e) && e->flags & EFFECTF_HANDLER_IN_STRUCT)
		return lex_fail(&r->lexer, "'*' before a function is for create, call, later and "
					     "signal_handler");
	if (can_be_in_struct(e) && (e->value || e->member) &&
	    !(e->flags & EFFECTF_HANDLER_IN_STRUCT))
		return lex_fail(&r->lexer, "'at' needs '*argument': a struct that holds the "
					     "handler");
	if ((e->forever != ARG_NONE || e->otherwise) && !e->when &&
	    e->kind != EFFECT_SIGNAL_HANDLER && e->kind != EFFECT_CREATE)
		return lex_fail(&r->lexer, "'%s' needs 'when': the result that means success",
				  e->otherwise ? "else" : "forever");
	if (e->when && (e->kind == EFFECT_ALLOC || e->kind == EFFECT_CREATE) &&
	    e->third == ARG_RESULT)
		return lex_fail(&r->lexer, "'when' cannot test a result that is the %s",
				  e->kind == EFFECT_ALLOC ? "memory" : "thread's id");
	return true;
}

bool read_effect(struct reader *r, struct effect *out)
{
	for (uint8_t k = 0; k < EFFECT_COUNT; k++) {
		if (!token_is_word(&r->lexer.token, words[k].word))
			continue;
		set_defaults(out, k);
		return lex_next(&r->lexer) && read_operands(r, words[k].operands, out) &&
		       read_options(r, &words[k], out) && check_effect(r, out);
	}
	return fail_word(r);
}
