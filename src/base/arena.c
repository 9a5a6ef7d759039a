/* SPDX-License-Identifier: MIT */
/*
 * A list of chunks that grow geometrically. Reset goes back to the first
 * chunk and reuses the rest in order, so that a scratch arena stops calling
 * malloc once it has seen its largest function.
 */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

enum { FIRST_CHUNK = 16 << 10, LARGEST_STEP = 4 << 20, ALIGN = 16 };

struct arena_chunk {
	struct arena_chunk *next;
	size_t size;
	_Alignas(16) char data[];
};

static void use_chunk(struct arena *a, struct arena_chunk *c)
{
	a->current = c;
	a->at = c->data;
	a->end = c->data + c->size;
}

static struct arena_chunk *chunk_new(size_t size)
{
	struct arena_chunk *c = xmalloc(sizeof(*c) + size);
	c->next = NULL;
	c->size = size;
	return c;
}

static void next_chunk(struct arena *a, size_t need)
{
	struct arena_chunk *c = a->current;
	size_t size = c ? c->size * 2 : FIRST_CHUNK;
	if (c && c->next && c->next->size >= need) {
		use_chunk(a, c->next);
		return;
	}
	if (size > LARGEST_STEP)
		size = LARGEST_STEP;
	if (size < need)
		size = need;
	struct arena_chunk *fresh = chunk_new(size);
	if (c) {
		fresh->next = c->next;
		c->next = fresh;
	} else {
		a->first = fresh;
	}
	use_chunk(a, fresh);
}

void *arena_alloc(struct arena *a, size_t size)
{
	size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	if (size == 0)
		size = ALIGN;
	if (!a->at || (size_t)(a->end - a->at) < size)
		next_chunk(a, size);
	void *p = a->at;
	a->at += size;
	a->used += size;
	return p;
}

void *arena_zalloc(struct arena *a, size_t size)
{
	return memset(arena_alloc(a, size), 0, size);
}

void *arena_memdup(struct arena *a, const void *src, size_t size)
{
	void *p = arena_alloc(a, size);
	if (size)
		memcpy(p, src, size);
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_memdup(a, s, strlen(s) + 1);
}

char *arena_printf(struct arena *a, const char *format, ...)
{
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, format, ap);
	char *s = arena_alloc(a, (size_t)n + 1);
	vsnprintf(s, (size_t)n + 1, format, again);
	va_end(again);
	va_end(ap);
	return s;
}

void arena_reset(struct arena *a)
{
	a->used = 0;
	if (a->first)
		use_chunk(a, a->first);
}

void arena_release(struct arena *a)
{
	struct arena_chunk *c = a->first, *next;
	for (; c; c = next) {
		next = c->next;
		free(c);
	}
	*a = (struct arena){0};
}
