/* SPDX-License-Identifier: MIT */
/* A few numbers are put in place one by one; many are dealt out by one byte after
 * another, the lowest first, leaving out bytes that all have in common. What is in order
 * already is left alone. */
#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

enum { FEW = 32, VALUES = 256, BYTE_BITS = 8, BITS = 64 };

static uint32_t byte_of(uint64_t x, unsigned shift)
{
	return x >> shift & (VALUES - 1);
}

static void deal(const uint64_t *at, uint32_t n, unsigned shift, uint64_t *out)
{
	uint32_t next[VALUES] = {0}, first = 0;
	for (uint32_t i = 0; i < n; i++)
		next[byte_of(at[i], shift)]++;
	for (uint32_t v = 0; v < VALUES; v++) {
		uint32_t count = next[v];
		next[v] = first;
		first += count;
	}
	for (uint32_t i = 0; i < n; i++)
		out[next[byte_of(at[i], shift)]++] = at[i];
}

/* The bits in which some differ; 0 also when they are in order. */
static uint64_t bits_to_sort(const uint64_t *at, uint32_t n)
{
	uint64_t differ = 0;
	bool ordered = true;
	for (uint32_t i = 1; i < n; i++) {
		differ |= at[i] ^ at[0];
		ordered &= at[i - 1] <= at[i];
	}
	return ordered ? 0 : differ;
}

static void sort_many(uint64_t *at, uint32_t n)
{
	uint64_t differ = bits_to_sort(at, n);
	if (!differ)
		return;
	uint64_t *room = xmalloc(n * sizeof(*room)), *from = at, *to = room;
	for (unsigned shift = 0; shift < BITS; shift += BYTE_BITS) {
		if (!byte_of(differ, shift))
			continue;
		deal(from, n, shift, to);
		uint64_t *dealt = to;
		to = from;
		from = dealt;
	}
	if (from != at)
		memcpy(at, from, n * sizeof(*at));
	free(room);
}

void sort_u64(uint64_t *at, uint32_t n)
{
	if (n > FEW) {
		sort_many(at, n);
		return;
	}
	for (uint32_t i = 1; i < n; i++) {
		uint64_t x = at[i];
		uint32_t k = i;
		for (; k > 0 && at[k - 1] > x; k--)
			at[k] = at[k - 1];
		at[k] = x;
	}
}

static bool is_ordered(const uint32_t *at, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (at[i - 1] > at[i])
			return false;
	return true;
}

static void sort_many_u32(uint32_t *at, uint32_t n)
{
	if (is_ordered(at, n))
		return;
	uint64_t *wide = xmalloc(n * sizeof(*wide));
	for (uint32_t i = 0; i < n; i++)
		wide[i] = at[i];
	sort_many(wide, n);
	for (uint32_t i = 0; i < n; i++)
		at[i] = (uint32_t)wide[i];
	free(wide);
}

void sort_u32(uint32_t *at, uint32_t n)
{
	if (n > FEW) {
		sort_many_u32(at, n);
		return;
	}
	for (uint32_t i = 1; i < n; i++) {
		uint32_t x = at[i], k = i;
		for (; k > 0 && at[k - 1] > x; k--)
			at[k] = at[k - 1];
		at[k] = x;
	}
}

uint32_t sort_u64_set(uint64_t *at, uint32_t n)
{
	uint32_t kept = 0;
	sort_u64(at, n);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	return kept;
}

uint32_t sort_u32_set(uint32_t *at, uint32_t n)
{
	uint32_t kept = 0;
	sort_u32(at, n);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	return kept;
}

void put_in_place(void *array, size_t size, uint32_t *place, uint32_t n)
{
	char *at = array, moved[MAX_ELEMENT];
	for (uint32_t i = 0; i < n; i++) {
		while (place[i] != i) {
			uint32_t to = place[i];
			memcpy(moved, at + to * size, size);
			memcpy(at + to * size, at + i * size, size);
			memcpy(at + i * size, moved, size);
			place[i] = place[to];
			place[to] = to;
		}
	}
}
