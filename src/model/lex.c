/* SPDX-License-Identifier: MIT */
/* From the bytes of a model file to tokens, with the errors that can be in them. */
#include "model/lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_name_part(char c)
{
	return is_name_start(c) || is_digit(c) || c == '.';
}

void lex_init(struct lexer *x, const char *file, const char *text, size_t size,
		char *message, size_t message_size)
{
	*x = (struct lexer){.file = file, .at = text, .end = text + size,
			    .line_start = text, .line = 1, .message = message,
			    .message_size = message_size};
	if (message_size)
		message[0] = 0;
}

bool lex_fail(struct lexer *x, const char *format, ...)
{
	int n = snprintf(x->message, x->message_size, "%s:%u: ", x->file, x->token.line);
	if (n < 0 || (size_t)n >= x->message_size)
		return false;
	va_list ap;
	va_start(ap, format);
	vsnprintf(x->message + n, x->message_size - (size_t)n, format, ap);
	va_end(ap);
	return false;
}

bool lex_expected(struct lexer *x, const char *what)
{
	const struct token *t = &x->token;
	int shown = token_shown(t->size);
	if (t->kind == TOKEN_END)
		return lex_fail(x, "expected %s, found the end of the file", what);
	if (t->kind == TOKEN_STRING)
		return lex_fail(x, "expected %s, found \"%.*s\"", what, shown, t->text);
	if (t->first_column && t->kind == TOKEN_NAME)
		return lex_fail(x,
				  "expected %s, found a new row (a row that goes on must "
				  "be indented)",
				  what);
	return lex_fail(x, "expected %s, found '%.*s'", what, shown, t->text);
}

static void skip_blanks(struct lexer *x)
{
	for (; x->at < x->end; x->at++) {
		if (*x->at == '#') {
			while (x->at + 1 < x->end && x->at[1] != '\n')
				x->at++;
		} else if (*x->at == '\n') {
			x->line++;
			x->line_start = x->at + 1;
		} else if (*x->at != ' ' && *x->at != '\t' && *x->at != '\r') {
			return;
		}
	}
}

static size_t span(const struct lexer *x, bool (*accept)(char))
{
	const char *p = x->at;
	while (p < x->end && accept(*p))
		p++;
	return (size_t)(p - x->at);
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

static bool lex_number(struct lexer *x)
{
	struct token *t = &x->token;
	t->kind = TOKEN_NUMBER;
	t->size = span(x, is_name_part);
	bool hex = t->size > 2 && t->text[0] == '0' && (t->text[1] == 'x' || t->text[1] == 'X');
	int64_t base = hex ? 16 : 10;
	for (size_t i = hex ? 2 : 0; i < t->size; i++) {
		int digit = hex_digit(t->text[i]);
		if (digit >= base)
			return lex_expected(x, "a decimal or 0x number");
		if (t->number > (INT32_MAX - digit) / base)
			return lex_expected(x, "a number below 2147483648");
		t->number = t->number * base + digit;
	}
	x->at += t->size;
	return true;
}

static bool lex_string(struct lexer *x)
{
	struct token *t = &x->token;
	t->kind = TOKEN_STRING;
	t->text = ++x->at;
	while (x->at < x->end && *x->at != '"' && *x->at >= ' ' && *x->at <= '~')
		x->at++;
	t->size = (size_t)(x->at - t->text);
	if (x->at == x->end || *x->at != '"')
		return lex_fail(x, "a string of printable characters must end with '\"' on "
				     "its line");
	x->at++;
	return true;
}

static bool lex_sign(struct lexer *x)
{
	static const struct {
		const char *text;
		enum token_kind kind;
	} signs[] = {{"...", TOKEN_DOTS}, {"<-", TOKEN_ARROW}, {"==", TOKEN_EQUALS},
		     {"(", TOKEN_SIGN},	  {")", TOKEN_SIGN},   {",", TOKEN_SIGN},
		     {":", TOKEN_SIGN},	  {";", TOKEN_SIGN},   {"*", TOKEN_SIGN},
		     {"&", TOKEN_SIGN},	  {"=", TOKEN_SIGN}};
	struct token *t = &x->token;
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		size_t n = strlen(signs[i].text);
		if ((size_t)(x->end - x->at) < n || memcmp(x->at, signs[i].text, n) != 0)
			continue;
		t->kind = signs[i].kind;
		t->size = n;
		x->at += n;
		return true;
	}
	return lex_fail(x, "unexpected byte 0x%02x; expected a name, a number, a string or "
			     "one of ( ) , : ; * & = == <- ...",
			  (unsigned char)*x->at);
}

bool lex_next(struct lexer *x)
{
	const char *last_end = x->at;
	skip_blanks(x);
	x->token = (struct token){.kind = TOKEN_END, .text = x->at, .line = x->line,
				  .first_column = x->at == x->line_start,
				  .touches_last = x->at == last_end};
	if (x->at == x->end)
		return true;
	if (is_name_start(*x->at)) {
		x->token.kind = TOKEN_NAME;
		x->token.size = span(x, is_name_part);
		x->at += x->token.size;
		return true;
	}
	if (is_digit(*x->at))
		return lex_number(x);
	if (*x->at == '"')
		return lex_string(x);
	return lex_sign(x);
}

bool token_is_sign(const struct token *t, char sign)
{
	return token_in_row(t) && t->kind == TOKEN_SIGN && t->text[0] == sign;
}

bool token_is_word(const struct token *t, const char *word)
{
	return token_in_row(t) && t->kind == TOKEN_NAME && strlen(word) == t->size &&
	       memcmp(t->text, word, t->size) == 0;
}

bool token_in_row(const struct token *t)
{
	return t->kind != TOKEN_END && !t->first_column;
}

int token_shown(size_t size)
{
	enum { MAX_SHOWN = 60 };
	return size > MAX_SHOWN ? MAX_SHOWN : (int)size;
}
