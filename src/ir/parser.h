/* SPDX-License-Identifier: MIT */
/*
 * What the two halves of the parser share: parse.c reads the declarations,
 * parse_code.c the functions.
 */
#ifndef CHEQUER_IR_PARSER_H
#define CHEQUER_IR_PARSER_H

#include "ir/lexer.h"

struct parser {
	struct lexer lexer;
	struct program *p;
	struct map symbols;	/* (unit of an internal symbol or 0, name) to symbol */
	VEC(uint8_t) declared;	/* by symbol: its declaration was read */
	VEC(struct ir_loc) chain; /* scratch of parse_loc */
};

/* '@name', '@name%unit': a symbol that some line declares; 0 on error. */
sym_id parse_symbol(struct parser *ps);
/* 't12' */
type_id parse_type_ref(struct parser *ps);
/* An integer, or a symbol with an optional offset. */
const_id parse_const(struct parser *ps);
/* '!file:line:column...' when it is there, else 0. */
loc_id parse_loc(struct parser *ps);
/* After the word 'func': the head, and the lines up to '}'. */
void parse_func(struct parser *ps);

#endif
