/* SPDX-License-Identifier: MIT */
/*
 * Structures as bytes, and back. Each function writes what it is given, or reads into it,
 * so that one function says how a structure looks both ways. Any bytes may be read: when
 * they make no sense, 'bad' is set and everything from there on is 0.
 *
 *	struct bytes b = {.out = &text};                        writing
 *	struct bytes b = {.at = p, .end = p + n, .memory = &a}; reading, strings into a
 *	bytes_u32(&b, &x->line);  bytes_text(&b, &x->file);
 *	bytes_free(&b);
 */
#ifndef CHEQUER_BASE_BYTES_H
#define CHEQUER_BASE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/digest.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

struct bytes {
	struct str *out; /* writing when set, else reading from 'at' */
	const unsigned char *at, *end;
	struct arena *memory;
	struct intern texts;       /* strings written so far: again, they are a number */
	VEC(const char *) strings; /* those read so far */
	bool bad;
};

typedef void bytes_coder(struct bytes *b, void *element);

void bytes_u64(struct bytes *b, uint64_t *x);
void bytes_u32(struct bytes *b, uint32_t *x);
/* An enumeration or a flag: up to and including 'most'. */
uint32_t bytes_up_to(struct bytes *b, uint32_t x, uint32_t most);
void bytes_bool(struct bytes *b, bool *x);
void bytes_text(struct bytes *b, const char **x); /* may be NULL */
void bytes_digest(struct bytes *b, struct digest *x);
/* An array of *n elements; what is to be kept of it is returned. */
const void *bytes_list(struct bytes *b, const void *list, uint32_t *n, size_t size,
		       bytes_coder *element);
/* True when all was read and made sense. */
bool bytes_done(const struct bytes *b);
void bytes_free(struct bytes *b);

#endif
