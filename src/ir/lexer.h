/* SPDX-License-Identifier: MIT */
/*
 * Reading the text form a piece at a time. Lines matter: a statement ends with
 * its line, and '#' starts a comment.
 *
 * The first error sticks: it is kept in the message, the text is taken to be
 * at its end, and every later call returns zero. Callers check l->failed where
 * they loop, not after every piece.
 */
#ifndef CHEQUER_IR_LEXER_H
#define CHEQUER_IR_LEXER_H

#include "base/str.h"
#include "ir/ir.h"

struct lexer {
	const char *name; /* of the text, for messages */
	const char *at, *end;
	uint32_t line;
	bool failed;
	char *message;
	size_t message_size;
	struct intern *strings;
	struct str scratch;
};

struct word {
	const char *at;
	size_t size;
};

void lexer_fail(struct lexer *l, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The next character that is not space; 0 at the end of the line. */
char lexer_peek(struct lexer *l);
bool lexer_accept(struct lexer *l, char c);
void lexer_expect(struct lexer *l, char c);
void lexer_end_line(struct lexer *l);
/* Skips to the next line that has something on it; false when there is none. */
bool lexer_next_line(struct lexer *l);

/* A run of name characters; empty when there is none. */
struct word lexer_word(struct lexer *l);
bool lexer_accept_word(struct lexer *l, const char *text);
bool word_is(struct word w, const char *text);
uint64_t lexer_unsigned(struct lexer *l, uint64_t max);
int64_t lexer_signed(struct lexer *l);
/* A prefix letter and a number, such as t12 or b3. */
uint32_t lexer_numbered(struct lexer *l, char prefix, uint32_t max);
/* 'name' or '"any bytes"' */
str_id lexer_name(struct lexer *l);
str_id lexer_quoted(struct lexer *l);

#endif
