/* SPDX-License-Identifier: MIT */
/*
 * Numbers have seven bits a byte. A string is 0 (NULL), 1 and its bytes with their number
 * in front, or 2 + the index of an earlier string.
 */
#include "base/bytes.h"

#include <string.h>

enum { NO_TEXT, NEW_TEXT, OLD_TEXT };
enum { LARGEST_ELEMENT = 1024 };

/* Each number has one form: no longer than needed. */
static uint64_t read_number(struct bytes *b)
{
	uint64_t x = 0;
	for (uint32_t shift = 0; !b->bad && b->at < b->end; shift += 7) {
		unsigned char byte = *b->at++;
		x |= (uint64_t)(byte & 0x7f) << shift;
		if (shift == 63 && byte > 1)
			break; /* more than 64 bits */
		if (byte & 0x80)
			continue;
		if (!byte && shift)
			break;
		return x;
	}
	b->bad = true;
	return 0;
}

static void write_number(struct str *out, uint64_t x)
{
	for (; x >= 0x80; x >>= 7)
		str_addc(out, (char)(x | 0x80));
	str_addc(out, (char)x);
}

void bytes_u64(struct bytes *b, uint64_t *x)
{
	if (b->out)
		write_number(b->out, *x);
	else
		*x = read_number(b);
}

void bytes_u32(struct bytes *b, uint32_t *x)
{
	uint64_t u = *x;
	bytes_u64(b, &u);
	if (u > UINT32_MAX)
		b->bad = true;
	if (!b->out)
		*x = b->bad ? 0 : (uint32_t)u;
}

uint32_t bytes_up_to(struct bytes *b, uint32_t x, uint32_t most)
{
	bytes_u32(b, &x);
	if (x > most)
		b->bad = true;
	return b->bad ? 0 : x;
}

void bytes_bool(struct bytes *b, bool *x)
{
	*x = bytes_up_to(b, *x, 1);
}

static void write_text(struct bytes *b, const char *x)
{
	uint32_t known = x ? intern_find(&b->texts, x, strlen(x)) : 0;
	if (!x || known) {
		write_number(b->out, x ? known - 1 + OLD_TEXT : NO_TEXT);
		return;
	}
	size_t n = strlen(x);
	write_number(b->out, NEW_TEXT);
	write_number(b->out, n);
	str_addn(b->out, x, n);
	if (n > 0) /* intern has the empty string as 0, none */
		intern_bytes(&b->texts, x, n);
}

static const char *read_text(struct bytes *b)
{
	uint64_t kind = read_number(b);
	if (b->bad || kind == NO_TEXT)
		return NULL;
	if (kind >= OLD_TEXT && kind - OLD_TEXT < b->strings.n)
		return b->strings.at[kind - OLD_TEXT];
	uint64_t n = kind == NEW_TEXT ? read_number(b) : UINT64_MAX;
	if (n > (uint64_t)(b->end - b->at)) {
		b->bad = true;
		return NULL;
	}
	char *text = arena_alloc(b->memory, (size_t)n + 1);
	memcpy(text, b->at, (size_t)n);
	text[n] = '\0';
	b->at += n;
	if (n > 0)
		vec_push(&b->strings, text);
	return text;
}

void bytes_text(struct bytes *b, const char **x)
{
	if (b->out)
		write_text(b, *x);
	else
		*x = read_text(b);
}

void bytes_digest(struct bytes *b, struct digest *x)
{
	if (b->out) {
		str_addn(b->out, (const char *)x->at, sizeof(x->at));
		return;
	}
	bool there = !b->bad && b->end - b->at >= DIGEST_SIZE;
	memset(x->at, 0, sizeof(x->at));
	if (there) {
		memcpy(x->at, b->at, sizeof(x->at));
		b->at += sizeof(x->at);
	}
	b->bad = !there;
}

/* Every element has at least one byte: what claims to be more is damaged. */
static const void *read_list(struct bytes *b, uint32_t *n, size_t size,
			     bytes_coder *element)
{
	if (b->bad || *n > (size_t)(b->end - b->at))
		b->bad = true;
	if (b->bad)
		*n = 0;
	char *list = arena_zalloc(b->memory, (*n + (size_t)1) * size);
	for (uint32_t i = 0; i < *n && !b->bad; i++)
		element(b, list + i * size);
	return list;
}

const void *bytes_list(struct bytes *b, const void *list, uint32_t *n, size_t size,
		       bytes_coder *element)
{
	_Alignas(16) char copy[LARGEST_ELEMENT]; /* what is written stays as it is */
	if (size > sizeof(copy))
		BUG("an element of %zu bytes", size);
	bytes_u32(b, n);
	if (!b->out)
		return read_list(b, n, size, element);
	for (uint32_t i = 0; i < *n; i++) {
		memcpy(copy, (const char *)list + i * size, size);
		element(b, copy);
	}
	return list;
}

bool bytes_done(const struct bytes *b)
{
	return !b->bad && b->at == b->end;
}

void bytes_free(struct bytes *b)
{
	intern_free(&b->texts);
	vec_free(&b->strings);
}
