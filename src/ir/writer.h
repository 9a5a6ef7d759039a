/* SPDX-License-Identifier: MIT */
/*
 * Writing the text form a piece at a time, into a buffer, with hand-made number
 * printing: a dump of a large program is tens of millions of small pieces.
 */
#ifndef CHEQUER_IR_WRITER_H
#define CHEQUER_IR_WRITER_H

#include <stdio.h>

#include "base/str.h"
#include "ir/ir.h"
#include "ir/syntax.h"

enum { FLUSH_SIZE = 1 << 16 };

struct writer {
	const struct program *p;
	FILE *out;
	struct str text;
};

/* Writes what was gathered; callers do when it is more than FLUSH_SIZE. */
void writer_flush(struct writer *w);

void put(struct writer *w, const char *s);
void put_char(struct writer *w, char c);
void put_unsigned(struct writer *w, uint64_t n);
void put_signed(struct writer *w, int64_t n);
void put_numbered(struct writer *w, const char *prefix, uint64_t n);
/* A space and the word; the words of the bits that are set. */
void put_word(struct writer *w, const char *word);
void put_flags(struct writer *w, const struct word_list *words, uint32_t flags);

void put_quoted(struct writer *w, str_id id);
void put_name(struct writer *w, str_id id);
void put_symbol(struct writer *w, sym_id s);
void put_const(struct writer *w, const_id id);
void put_val(struct writer *w, ir_val v);
/* A space and the position, when there is one. */
void put_loc(struct writer *w, loc_id id);

#endif
