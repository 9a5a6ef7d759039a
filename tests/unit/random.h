/* SPDX-License-Identifier: MIT */
/* Seeded random numbers for tests: the same on every machine and in every run. */
#ifndef CHEQUER_TESTS_UNIT_RANDOM_H
#define CHEQUER_TESTS_UNIT_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
	uint64_t state;
};

static inline uint64_t random_word(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline uint32_t random_below(struct random *r, uint32_t n)
{
	return (uint32_t)(random_word(r) % n);
}

static inline bool random_one_in(struct random *r, uint32_t n)
{
	return random_below(r, n) == 0;
}

#endif
