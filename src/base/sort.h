/* SPDX-License-Identifier: MIT */
/*
 * Sets of numbers in arrays. qsort asks a function for every comparison, which costs
 * more than all the rest when what it compares are numbers.
 */
#ifndef CHEQUER_BASE_SORT_H
#define CHEQUER_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In ascending order. */
void sort_u32(uint32_t *at, uint32_t n);
void sort_u64(uint64_t *at, uint32_t n);
/* Likewise, and each number once; returns how many there are then. */
uint32_t sort_u32_set(uint32_t *at, uint32_t n);
uint32_t sort_u64_set(uint64_t *at, uint32_t n);
/* Element i of the array becomes element place[i], without a copy of the array; 'place' is used
 * up. An element has MAX_ELEMENT bytes at most. */
enum { MAX_ELEMENT = 128 };
void put_in_place(void *array, size_t size, uint32_t *place, uint32_t n);
/* Is x among the numbers, which are in order? */
static inline bool sort_u32_has(const uint32_t *at, uint32_t n, uint32_t x)
{
	uint32_t low = 0, high = n;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (at[middle] < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && at[low] == x;
}

#endif
