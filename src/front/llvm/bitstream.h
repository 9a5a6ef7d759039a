/* SPDX-License-Identifier: MIT */
/*
 * The container of LLVM bitcode: a stream of bits made of blocks and records,
 * where abbreviations say how the fields of a record are packed.
 * https://llvm.org/docs/BitCodeFormat.html
 *
 *	switch (bits_next(&s)) {
 *	case BITS_BLOCK:   s.block is its number: bits_enter or bits_skip
 *	case BITS_RECORD:  s.code, s.fields.at[0 .. s.fields.n), s.blob
 *	case BITS_END:     of the block (left already), or of the stream
 *	}
 *
 * Bytes are taken from strangers: whatever does not fit sets 'wrong' for good,
 * and every call after that says BITS_END.
 */
#ifndef CHEQUER_FRONT_LLVM_BITSTREAM_H
#define CHEQUER_FRONT_LLVM_BITSTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

enum bits_found { BITS_END, BITS_BLOCK, BITS_RECORD };

enum { BITS_PADDING = 8 }; /* readable bytes behind the end */

struct abbreviation_field {
	uint8_t kind;
	uint64_t value; /* literal, or width */
};

struct abbreviation {
	uint32_t first, n; /* in fields_at */
};

/* An abbreviation that a BLOCKINFO block gives to all blocks of a number. */
struct shared_abbreviation {
	uint32_t block;
	struct abbreviation a;
};

struct bits_scope {
	uint64_t end; /* where the block must end, in bits */
	uint32_t block;
	uint32_t width;		/* of abbreviation numbers */
	uint32_t first_visible; /* in visible */
};

struct bitstream {
	const uint8_t *bytes;
	uint64_t at, end; /* in bits */
	const char *wrong;
	uint32_t block; /* number of the block found */
	uint32_t block_width;
	uint64_t code;
	uint64_t record_at;    /* where the record starts, for bits_again */
	uint32_t record_limit; /* keep so many elements of its array; 0: all */
	VEC(uint64_t) fields;
	const uint8_t *blob;
	size_t blob_size;
	VEC(struct abbreviation_field) fields_at;
	VEC(struct shared_abbreviation) shared;
	VEC(struct abbreviation) visible; /* of the open blocks, as a stack */
	VEC(struct bits_scope) open;
};

/* 'bytes' have BITS_PADDING readable bytes behind them. */
void bits_init(struct bitstream *s, const void *bytes, size_t size);
void bits_free(struct bitstream *s);
enum bits_found bits_next(struct bitstream *s);
/* After BITS_BLOCK. */
void bits_enter(struct bitstream *s);
void bits_skip(struct bitstream *s);
/* The same record again, with all elements. */
void bits_again(struct bitstream *s);
void bits_fail(struct bitstream *s, const char *wrong);
/* One number of variable width, for blobs that hold a stream of their own. */
uint64_t bits_variable(struct bitstream *s, unsigned width);

/* Field i of the record; one that is not there is wrong. */
static inline uint64_t bits_field(struct bitstream *s, uint32_t i)
{
	if (i < s->fields.n)
		return s->fields.at[i];
	bits_fail(s, "a record is too short");
	return 0;
}

/* The same where absence means 0. */
static inline uint64_t bits_optional(const struct bitstream *s, uint32_t i)
{
	return i < s->fields.n ? s->fields.at[i] : 0;
}

#endif
