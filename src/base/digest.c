/* SPDX-License-Identifier: MIT */
/* BLAKE2b as in RFC 7693, without a key, for digests of 16 bytes. */
#include "base/digest.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 128, ROUNDS = 12, READ_SIZE = 1 << 16 };

static const uint64_t iv[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const unsigned char sigma[10][16] = {
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static inline uint64_t rotate(uint64_t x, unsigned n)
{
	return x >> n | x << (64 - n);
}

static inline void mix(uint64_t v[16], const unsigned at[4], uint64_t x, uint64_t y)
{
	uint64_t *a = &v[at[0]], *b = &v[at[1]], *c = &v[at[2]], *d = &v[at[3]];
	*a += *b + x;
	*d = rotate(*d ^ *a, 32);
	*c += *d;
	*b = rotate(*b ^ *c, 24);
	*a += *b + y;
	*d = rotate(*d ^ *a, 16);
	*c += *d;
	*b = rotate(*b ^ *c, 63);
}

static inline uint64_t load(const unsigned char *at)
{
	uint64_t x = 0;
	for (unsigned i = 0; i < 8; i++)
		x |= (uint64_t)at[i] << 8 * i;
	return x;
}

static void compress(struct digester *d, const unsigned char *block, bool last)
{
	static const unsigned at[8][4] = {
		{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
		{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
	};
	uint64_t v[16], m[16];
	for (unsigned i = 0; i < 8; i++) {
		v[i] = d->h[i];
		v[i + 8] = iv[i];
	}
	v[12] ^= d->total;
	if (last)
		v[14] = ~v[14];
	for (unsigned i = 0; i < 16; i++)
		m[i] = load(block + 8 * i);
	for (unsigned r = 0; r < ROUNDS; r++) {
		const unsigned char *s = sigma[r % 10];
		for (unsigned i = 0; i < 8; i++)
			mix(v, at[i], m[s[2 * i]], m[s[2 * i + 1]]);
	}
	for (unsigned i = 0; i < 8; i++)
		d->h[i] ^= v[i] ^ v[i + 8];
}

void digest_start(struct digester *d)
{
	memcpy(d->h, iv, sizeof(d->h));
	d->h[0] ^= 0x01010000 ^ DIGEST_SIZE;
	d->total = 0;
	d->n = 0;
}

/* A full block waits until more comes: the last one is treated differently. */
void digest_add(struct digester *d, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	while (n > 0) {
		if (d->n == BLOCK) {
			d->total += BLOCK;
			compress(d, d->block, false);
			d->n = 0;
		}
		size_t part = n < BLOCK - d->n ? n : BLOCK - d->n;
		memcpy(d->block + d->n, at, part);
		d->n += part;
		at += part;
		n -= part;
	}
}

void digest_number(struct digester *d, uint64_t x)
{
	unsigned char bytes[8];
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(x >> 8 * i);
	digest_add(d, bytes, sizeof(bytes));
}

void digest_text(struct digester *d, const char *text)
{
	size_t n = text ? strlen(text) : 0;
	digest_number(d, text ? n : UINT64_MAX);
	digest_add(d, text ? text : "", n);
}

void digest_digest(struct digester *d, const struct digest *x)
{
	digest_add(d, x->at, sizeof(x->at));
}

struct digest digest_end(struct digester *d)
{
	struct digest x;
	d->total += d->n;
	memset(d->block + d->n, 0, BLOCK - d->n);
	compress(d, d->block, true);
	for (unsigned i = 0; i < DIGEST_SIZE; i++)
		x.at[i] = (unsigned char)(d->h[i / 8] >> 8 * (i % 8));
	return x;
}

struct digest digest_of(const void *bytes, size_t n)
{
	struct digester d;
	digest_start(&d);
	digest_add(&d, bytes, n);
	return digest_end(&d);
}

bool digest_file(const char *path, struct digest *out)
{
	unsigned char buffer[READ_SIZE];
	struct digester d;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	digest_start(&d);
	if (fd < 0)
		return false;
	while ((n = read(fd, buffer, sizeof(buffer))) > 0)
		digest_add(&d, buffer, (size_t)n);
	close(fd);
	*out = digest_end(&d);
	return n == 0;
}

bool digest_same(const struct digest *a, const struct digest *b)
{
	return memcmp(a->at, b->at, sizeof(a->at)) == 0;
}

void digest_hex(const struct digest *x, char out[DIGEST_HEX + 1])
{
	static const char digits[] = "0123456789abcdef";
	for (unsigned i = 0; i < DIGEST_SIZE; i++) {
		out[2 * i] = digits[x->at[i] >> 4];
		out[2 * i + 1] = digits[x->at[i] & 15];
	}
	out[DIGEST_HEX] = '\0';
}
