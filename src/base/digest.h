/* SPDX-License-Identifier: MIT */
/*
 * Names for contents: BLAKE2b (RFC 7693) of 128 bits. Two contents with the same digest
 * are taken to be the same.
 *
 *	struct digester d;
 *	digest_start(&d);
 *	digest_text(&d, "a");  digest_text(&d, "bc");    not the same as "ab", "c"
 *	struct digest x = digest_end(&d);
 */
#ifndef CHEQUER_BASE_DIGEST_H
#define CHEQUER_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SIZE = 16, DIGEST_HEX = 2 * DIGEST_SIZE };

struct digest {
	unsigned char at[DIGEST_SIZE];
};

struct digester {
	uint64_t h[8];
	uint64_t total;
	unsigned char block[128];
	size_t n;
};

void digest_start(struct digester *d);
void digest_add(struct digester *d, const void *bytes, size_t n);
/* With their lengths, so that what follows cannot be mistaken for a part of them. */
void digest_text(struct digester *d, const char *text); /* NULL is not "" */
void digest_number(struct digester *d, uint64_t x);
void digest_digest(struct digester *d, const struct digest *x);
struct digest digest_end(struct digester *d);

struct digest digest_of(const void *bytes, size_t n);
/* Of what is in a file; false when it cannot be read. */
bool digest_file(const char *path, struct digest *out);
bool digest_same(const struct digest *a, const struct digest *b);
/* Lower case, with a NUL behind it. */
void digest_hex(const struct digest *x, char out[DIGEST_HEX + 1]);

#endif
