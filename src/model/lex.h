/* SPDX-License-Identifier: MIT */
/*
 * The words of a model file. A token that stands in the first column of its
 * line starts a row; indented lines continue the row above.
 */
#ifndef CHEQUER_MODEL_LEX_H
#define CHEQUER_MODEL_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
	TOKEN_END,     /* of the file */
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,  /* text is what stands between the quotes */
	TOKEN_DOTS,    /* ... */
	TOKEN_ARROW,   /* <- */
	TOKEN_EQUALS,  /* == */
	TOKEN_SIGN,    /* one of ( ) , : ; * & = : text[0] */
};

struct token {
	enum token_kind kind;
	const char *text;
	size_t size;
	int64_t number;
	uint32_t line;
	bool first_column;
	bool touches_last; /* no space between this token and the one before */
};

struct lexer {
	const char *file;
	const char *at, *end;
	const char *line_start;
	uint32_t line;
	struct token token; /* the current one */
	char *message;	    /* gets the first error */
	size_t message_size;
};

void lex_init(struct lexer *x, const char *file, const char *text, size_t size,
		char *message, size_t message_size);
/* Moves to the next token; false when there is none that is well formed. */
bool lex_next(struct lexer *x);
/* Writes 'file:line: ...' for the current token's line; returns false. */
bool lex_fail(struct lexer *x, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* 'expected X, found Y'; returns false. */
bool lex_expected(struct lexer *x, const char *what);

bool token_is_sign(const struct token *t, char sign);
bool token_is_word(const struct token *t, const char *word);
/* True when the row that the lexer is in goes on with the current token. */
bool token_in_row(const struct token *t);
/* How many bytes of a token of that size a message shows. */
int token_shown(size_t size);

#endif
