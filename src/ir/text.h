/* SPDX-License-Identifier: MIT */
/*
 * The text form of the IR (docs/ir.md): printing, parsing, verifying.
 * parse(print(p)) prints the same bytes again.
 */
#ifndef CHEQUER_IR_TEXT_H
#define CHEQUER_IR_TEXT_H

#include <stdio.h>

#include "base/str.h"
#include "ir/ir.h"

void ir_print(const struct program *p, FILE *out);

/* On error returns false with 'name:line: ...' in message. */
bool ir_parse(const char *name, const char *text, size_t size, struct program *out,
	      char *message, size_t message_size);

/* Checks every invariant of ir.h; returns NULL or a description of the first
 * violation (static storage). */
const char *ir_verify(const struct program *p);
/* The same; appends '@function, instruction 12' where that is known. */
const char *ir_verify_where(const struct program *p, struct str *where);

#endif
