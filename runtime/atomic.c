/* SPDX-License-Identifier: MIT */
/*
 * Atomic operations: announced like any access, then performed, always sequentially
 * consistent. That allows fewer executions than a weaker order would, never more.
 */
#include "runtime.h"

#define ACCESS(p, flags) access_at(p, sizeof(*(p)), (flags) | ATOMIC, CALLER)

#define LOAD_STORE(bits, T)                                                              \
	T __tsan_atomic##bits##_load(const volatile T *p, int order);                    \
	T __tsan_atomic##bits##_load(const volatile T *p, int order)                     \
	{                                                                                \
		(void)order;                                                             \
		ACCESS(p, READS);                                                        \
		return __atomic_load_n(p, __ATOMIC_SEQ_CST);                             \
	}                                                                                \
	void __tsan_atomic##bits##_store(volatile T *p, T value, int order);             \
	void __tsan_atomic##bits##_store(volatile T *p, T value, int order)              \
	{                                                                                \
		(void)order;                                                             \
		ACCESS(p, WRITES);                                                       \
		__atomic_store_n(p, value, __ATOMIC_SEQ_CST);                            \
	}

#define MODIFY(bits, T, name, builtin)                                                   \
	T __tsan_atomic##bits##_##name(volatile T *p, T value, int order);               \
	T __tsan_atomic##bits##_##name(volatile T *p, T value, int order)                \
	{                                                                                \
		(void)order;                                                             \
		ACCESS(p, WRITES);                                                       \
		return builtin(p, value, __ATOMIC_SEQ_CST);                              \
	}

/* One that will fail only reads. */
#define COMPARE(bits, T)                                                                 \
	static T compare##bits(volatile T *p, T expected, T value, uintptr_t pc)         \
	{                                                                                \
		bool writes = __atomic_load_n(p, __ATOMIC_RELAXED) == expected;          \
		access_at(p, sizeof(*p), (writes ? WRITES : READS) | ATOMIC, pc);        \
		__atomic_compare_exchange_n(p, &expected, value, 0, __ATOMIC_SEQ_CST,    \
					    __ATOMIC_SEQ_CST);                           \
		return expected;                                                         \
	}                                                                                \
	COMPARE_FUNCTIONS(bits, T)

#define COMPARE_FUNCTIONS(bits, T)                                                       \
	int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *expected,    \
							  T value, int order, int fail); \
	int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *expected,    \
							  T value, int order, int fail)  \
	{                                                                                \
		(void)order, (void)fail;                                                 \
		T was = compare##bits(p, *expected, value, CALLER);                      \
		bool same = was == *expected;                                            \
		*expected = was;                                                         \
		return same;                                                             \
	}                                                                                \
	int __tsan_atomic##bits##_compare_exchange_weak(volatile T *p, T *expected,      \
							T value, int order, int fail);   \
	int __tsan_atomic##bits##_compare_exchange_weak(volatile T *p, T *expected,      \
							T value, int order, int fail)    \
	{                                                                                \
		(void)order, (void)fail;                                                 \
		T was = compare##bits(p, *expected, value, CALLER);                      \
		bool same = was == *expected;                                            \
		*expected = was;                                                         \
		return same;                                                             \
	}                                                                                \
	T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T value, \
						     int order, int fail);               \
	T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T value, \
						     int order, int fail)                \
	{                                                                                \
		(void)order, (void)fail;                                                 \
		return compare##bits(p, expected, value, CALLER);                        \
	}

#define ALL(bits, T)                                                                     \
	LOAD_STORE(bits, T)                                                              \
	MODIFY(bits, T, exchange, __atomic_exchange_n)                                   \
	MODIFY(bits, T, fetch_add, __atomic_fetch_add)                                   \
	MODIFY(bits, T, fetch_sub, __atomic_fetch_sub)                                   \
	MODIFY(bits, T, fetch_and, __atomic_fetch_and)                                   \
	MODIFY(bits, T, fetch_or, __atomic_fetch_or)                                     \
	MODIFY(bits, T, fetch_xor, __atomic_fetch_xor)                                   \
	MODIFY(bits, T, fetch_nand, __atomic_fetch_nand)                                 \
	COMPARE(bits, T)

ALL(8, uint8_t)
ALL(16, uint16_t)
ALL(32, uint32_t)
ALL(64, uint64_t)

/* ---- 16 bytes: with compare and swap, so that no other library is needed ---- */

#ifdef __SIZEOF_INT128__
#define WIDE unsigned __int128
__extension__ typedef WIDE wide;

static wide swap_wide(volatile wide *p, wide expected, wide value)
{
	return __sync_val_compare_and_swap(p, expected, value);
}

static wide read_wide(const volatile wide *p)
{
	return swap_wide((volatile wide *)(uintptr_t)p, 0, 0);
}

#define MODIFY_WIDE(name, expression)                                                    \
	wide __tsan_atomic128_##name(volatile wide *p, wide value, int order);           \
	wide __tsan_atomic128_##name(volatile wide *p, wide value, int order)            \
	{                                                                                \
		(void)order;                                                             \
		ACCESS(p, WRITES);                                                       \
		wide old = read_wide(p), seen;                                           \
		while ((seen = swap_wide(p, old, (expression))) != old)                  \
			old = seen;                                                      \
		return old;                                                              \
	}
MODIFY_WIDE(exchange, value)
MODIFY_WIDE(fetch_add, old + value)
MODIFY_WIDE(fetch_sub, old - value)
MODIFY_WIDE(fetch_and, old & value)
MODIFY_WIDE(fetch_or, old | value)
MODIFY_WIDE(fetch_xor, old ^ value)
MODIFY_WIDE(fetch_nand, ~(old & value))

wide __tsan_atomic128_load(const volatile wide *p, int order);
wide __tsan_atomic128_load(const volatile wide *p, int order)
{
	(void)order;
	ACCESS(p, READS);
	return read_wide(p);
}

void __tsan_atomic128_store(volatile wide *p, wide value, int order);
void __tsan_atomic128_store(volatile wide *p, wide value, int order)
{
	(void)order;
	ACCESS(p, WRITES);
	wide old = read_wide(p), seen;
	while ((seen = swap_wide(p, old, value)) != old)
		old = seen;
}

static wide compare128(volatile wide *p, wide expected, wide value, uintptr_t pc)
{
	access_at(p, sizeof(*p), (read_wide(p) == expected ? WRITES : READS) | ATOMIC, pc);
	return swap_wide(p, expected, value);
}
COMPARE_FUNCTIONS(128, wide)
#endif

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
	(void)order;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}
