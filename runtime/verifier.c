/* SPDX-License-Identifier: MIT */
/*
 * The functions of the software verification competition, for programs that call them
 * without a body: values come from the seed, mostly small ones. Weak: a body wins.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

/* Loops and array indices want small numbers, conditions zero or not. */
static uint64_t any_value(void)
{
	uint64_t r = draw(DRAW_VALUE);
	switch (r % 8) {
	case 0:
	case 1:
		return 0;
	case 2:
	case 3:
		return 1;
	case 4:
		return (r >> 8) % 4;
	case 5:
		return (r >> 8) % 16;
	case 6:
		return (r >> 8) % 256;
	default:
		return r >> 8;
	}
}

#define VALUE(name, T)                                                                   \
	WEAK T __VERIFIER_nondet_##name(void);                                           \
	WEAK T __VERIFIER_nondet_##name(void)                                            \
	{                                                                                \
		return (T)any_value();                                                   \
	}
VALUE(char, char)
VALUE(uchar, unsigned char)
VALUE(short, short)
VALUE(ushort, unsigned short)
VALUE(int, int)
VALUE(uint, unsigned)
VALUE(unsigned, unsigned)
VALUE(long, long)
VALUE(ulong, unsigned long)
VALUE(longlong, long long)
VALUE(ulonglong, unsigned long long)
VALUE(size_t, size_t)
VALUE(loff_t, long long)
VALUE(u8, uint8_t)
VALUE(u16, uint16_t)
VALUE(u32, uint32_t)
VALUE(float, float)
VALUE(double, double)

WEAK _Bool __VERIFIER_nondet_bool(void);
WEAK _Bool __VERIFIER_nondet_bool(void)
{
	return draw(DRAW_VALUE) >> 7 & 1;
}

/* Any sequence will do for these too. */
int rand(void)
{
	return plan.active ? (int)(any_value() & RAND_MAX) : REAL(rand)();
}

long random(void)
{
	return plan.active ? (long)(any_value() & RAND_MAX) : REAL(random)();
}

/* For drivers: one of so many, by the seed of the run. */
unsigned __chequer_choice(unsigned n);
unsigned __chequer_choice(unsigned n)
{
	return (unsigned)(mix(plan.seed, n) % n);
}

WEAK void *__VERIFIER_nondet_pointer(void);
WEAK void *__VERIFIER_nondet_pointer(void)
{
	return NULL;
}

WEAK void __VERIFIER_atomic_begin(void);
WEAK void __VERIFIER_atomic_begin(void)
{
	atomic_section_begin(CALLER);
}

WEAK void __VERIFIER_atomic_end(void);
WEAK void __VERIFIER_atomic_end(void)
{
	atomic_section_end();
}

/* An execution that does not count. */
WEAK void __VERIFIER_assume(int condition);
WEAK void __VERIFIER_assume(int condition)
{
	if (!condition)
		_exit(0);
}

WEAK void __VERIFIER_assert(int condition);
WEAK void __VERIFIER_assert(int condition)
{
	if (!condition)
		abort();
}

WEAK void __VERIFIER_error(void);
WEAK void __VERIFIER_error(void)
{
	abort();
}

WEAK void reach_error(void);
WEAK void reach_error(void)
{
	abort();
}
