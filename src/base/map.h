/* SPDX-License-Identifier: MIT */
/*
 * Hash tables from 64-bit keys to 32-bit values, and interning of byte
 * strings to dense ids. Never iterate one into output: iterate the dense
 * array that the ids index.
 *
 *	struct map m = {0};
 *	map_put(&m, key, value);
 *	uint32_t v = map_get(&m, key, MISSING);
 *
 *	struct intern t = {0};
 *	uint32_t id = intern_bytes(&t, p, n);   1, 2, 3... in order of arrival
 *	const char *s = intern_at(&t, id);      NUL-terminated; id 0 is ""
 */
#ifndef CHEQUER_BASE_MAP_H
#define CHEQUER_BASE_MAP_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A key and its value are side by side: who finds the one has the other. */
struct map_slot {
	uint32_t low, high; /* of key + 1; 0 marks an empty slot */
	uint32_t value;
};
struct map {
	struct map_slot *slots;
	uint32_t n, cap;
};

uint32_t map_get(const struct map *m, uint64_t key, uint32_t missing);
void map_put(struct map *m, uint64_t key, uint32_t value);
/* For sets: puts the key in with 1, if it is not there; true then. */
bool map_add(struct map *m, uint64_t key);
void map_clear(struct map *m);
void map_free(struct map *m);

static inline uint64_t map_key2(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

struct intern_entry {
	const char *bytes;
	uint32_t size;
	uint32_t hash;
};

/* With the hash, so that most entries that are not meant need not be looked at. */
struct intern_slot {
	uint32_t id; /* 0 marks an empty slot */
	uint32_t hash;
};

struct intern {
	struct arena memory;
	struct intern_entry *entries; /* entry 0 is the empty string */
	uint32_t n, cap;
	struct intern_slot *slots;
	uint32_t slot_cap;
};

uint32_t intern_bytes(struct intern *t, const void *bytes, size_t size);
uint32_t intern_str(struct intern *t, const char *s);
/* 0 when the bytes were never interned */
uint32_t intern_find(const struct intern *t, const void *bytes, size_t size);
/* Ids begin with 1 again; costs what was interned since. */
void intern_clear(struct intern *t);
void intern_free(struct intern *t);

static inline const char *intern_at(const struct intern *t, uint32_t id)
{
	return id < t->n ? t->entries[id].bytes : "";
}

uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed);
/* NULL is 0. */
uint64_t hash_text(const char *text);
static inline uint64_t hash_mix(uint64_t h)
{
	h ^= h >> 32;
	h *= 0x9e3779b97f4a7c15u;
	h ^= h >> 29;
	h *= 0xbf58476d1ce4e5b9u;
	return h ^ h >> 32;
}
static inline uint64_t hash_combine(uint64_t h, uint64_t x)
{
	return hash_mix(h * 0x9ddfea08eb382d69u + x + 0x2545f4914f6cdd1du);
}

#endif
