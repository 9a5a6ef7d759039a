/* SPDX-License-Identifier: MIT */
/* The pieces of the text form. */
#include "ir/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/syntax.h"

void lexer_fail(struct lexer *l, const char *format, ...)
{
	char what[256];
	va_list ap;
	if (l->failed)
		return;
	va_start(ap, format);
	vsnprintf(what, sizeof(what), format, ap);
	va_end(ap);
	snprintf(l->message, l->message_size, "%s:%u: %s", l->name, l->line, what);
	l->failed = true;
	l->at = l->end;
}

char lexer_peek(struct lexer *l)
{
	while (l->at < l->end && (*l->at == ' ' || *l->at == '\t' || *l->at == '\r'))
		l->at++;
	if (l->at < l->end && *l->at == '#') {
		const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
		l->at = newline ? newline : l->end;
	}
	return l->at < l->end && *l->at != '\n' ? *l->at : 0;
}

bool lexer_accept(struct lexer *l, char c)
{
	if (lexer_peek(l) != c)
		return false;
	l->at++;
	return true;
}

void lexer_expect(struct lexer *l, char c)
{
	if (!lexer_accept(l, c))
		lexer_fail(l, "expected '%c'", c);
}

void lexer_end_line(struct lexer *l)
{
	if (lexer_peek(l))
		lexer_fail(l, "unexpected '%c' at the end of the statement", *l->at);
	else if (l->at < l->end && *l->at == 0)
		lexer_fail(l, "unexpected zero byte");
}

bool lexer_next_line(struct lexer *l)
{
	while (!lexer_peek(l) && l->at < l->end) {
		if (*l->at == 0) {
			lexer_fail(l, "unexpected zero byte");
			return false;
		}
		l->at++;
		l->line++;
	}
	return l->at < l->end;
}

struct word lexer_word(struct lexer *l)
{
	lexer_peek(l);
	struct word w = {l->at, 0};
	while (l->at < l->end && is_name_char((unsigned char)*l->at))
		l->at++;
	w.size = (size_t)(l->at - w.at);
	return w;
}

bool word_is(struct word w, const char *text)
{
	return w.size && strncmp(text, w.at, w.size) == 0 && text[w.size] == 0;
}

bool lexer_accept_word(struct lexer *l, const char *text)
{
	struct word w = lexer_word(l);
	if (word_is(w, text))
		return true;
	l->at = w.at;
	return false;
}

/* Digits right here, without skipping space. */
static uint64_t digits(struct lexer *l, uint64_t max)
{
	const char *start = l->at;
	uint64_t n = 0;
	for (; l->at < l->end && *l->at >= '0' && *l->at <= '9'; l->at++) {
		uint64_t digit = (uint64_t)(*l->at - '0');
		if (n > (UINT64_MAX - digit) / 10 || n * 10 + digit > max) {
			lexer_fail(l, "number too large");
			return 0;
		}
		n = n * 10 + digit;
	}
	if (l->at == start)
		lexer_fail(l, "expected a number");
	return n;
}

uint64_t lexer_unsigned(struct lexer *l, uint64_t max)
{
	lexer_peek(l);
	return digits(l, max);
}

int64_t lexer_signed(struct lexer *l)
{
	const uint64_t limit = (uint64_t)INT64_MAX;
	if (!lexer_accept(l, '-'))
		return (int64_t)digits(l, limit);
	uint64_t n = digits(l, limit + 1);
	return n > limit ? INT64_MIN : -(int64_t)n;
}

uint32_t lexer_numbered(struct lexer *l, char prefix, uint32_t max)
{
	if (!lexer_accept(l, prefix))
		lexer_fail(l, "expected '%c' and a number", prefix);
	return (uint32_t)digits(l, max);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static char escaped(struct lexer *l)
{
	if (l->at < l->end && (*l->at == '"' || *l->at == '\\'))
		return *l->at++;
	int high = l->end - l->at >= 2 ? hex_digit(l->at[0]) : -1;
	int low = high >= 0 ? hex_digit(l->at[1]) : -1;
	if (low < 0) {
		lexer_fail(l, "expected '\"', '\\' or two hexadecimal digits after '\\'");
		return 0;
	}
	l->at += 2;
	return (char)(high << 4 | low);
}

str_id lexer_quoted(struct lexer *l)
{
	lexer_expect(l, '"');
	str_clear(&l->scratch);
	while (l->at < l->end && *l->at != '"' && *l->at != '\n') {
		const char *start = l->at;
		while (l->at < l->end && *l->at != '"' && *l->at != '\\' && *l->at != '\n')
			l->at++;
		str_addn(&l->scratch, start, (size_t)(l->at - start));
		if (l->at < l->end && *l->at == '\\') {
			l->at++;
			str_addc(&l->scratch, escaped(l));
		}
	}
	if (l->at == l->end || *l->at != '"') {
		lexer_fail(l, "string without closing quote");
		return 0;
	}
	l->at++;
	return intern_bytes(l->strings, l->scratch.at, l->scratch.n);
}

str_id lexer_name(struct lexer *l)
{
	if (lexer_peek(l) == '"')
		return lexer_quoted(l);
	struct word w = lexer_word(l);
	if (w.size == 0 || (*w.at >= '0' && *w.at <= '9')) {
		lexer_fail(l, "expected a name");
		return 0;
	}
	return intern_bytes(l->strings, w.at, w.size);
}
