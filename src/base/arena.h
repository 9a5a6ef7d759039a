/* SPDX-License-Identifier: MIT */
/*
 * Arenas: memory with a named lifetime. Whoever allocates takes the arena;
 * nobody frees a node. An arena is not thread-safe: one owner at a time.
 *
 *	struct arena a = {0};           all-zero is a valid empty arena
 *	p = arena_alloc(&a, n);         n bytes, 16-aligned, not cleared
 *	p = arena_zalloc(&a, n);        n zero bytes
 *	arena_reset(&a);                forget everything, keep the memory
 *	arena_release(&a);              give the memory back
 */
#ifndef CHEQUER_BASE_ARENA_H
#define CHEQUER_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *first, *current;
	char *at, *end;
	size_t used; /* bytes handed out since the last reset */
};

void *arena_alloc(struct arena *a, size_t size);
void *arena_zalloc(struct arena *a, size_t size);
void *arena_memdup(struct arena *a, const void *src, size_t size);
char *arena_strdup(struct arena *a, const char *s);
char *arena_printf(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void arena_reset(struct arena *a);
void arena_release(struct arena *a);

#define ARENA_NEW(a, T)	     ((T *)arena_zalloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_zalloc((a), sizeof(T) * (size_t)(n)))

#endif
