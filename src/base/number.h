/* SPDX-License-Identifier: MIT */
#ifndef CHEQUER_BASE_NUMBER_H
#define CHEQUER_BASE_NUMBER_H

#include <stdint.h>

/* The greatest common divisor; 0 is divided by all. */
static inline uint64_t number_gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

#endif
