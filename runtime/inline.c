/* SPDX-License-Identifier: MIT */
/*
 * The hooks of access.c as they are inlined into optimised code (src/confirm/inline.c): each place
 * has a byte of its own that says whether there may be something to do, so that elsewhere an
 * access costs two loads and a branch, and the compiler keeps its registers. Compiled to
 * bitcode, not into the library; x86-64 only.
 */
#include <stdatomic.h>
#include <stdint.h>

#define INLINE __attribute__((always_inline, nodebug))

extern _Atomic uint64_t __chequer_watched;

/* Each copy of the code has its own byte; volatile, or copies were merged. */
#define SITE()                                                                           \
	({                                                                               \
		volatile unsigned char *site;                                            \
		asm volatile("leaq 771f(%%rip), %0\n"                                    \
			     "\t.pushsection chequer_sites, \"aw\", @progbits\n"         \
			     "771:\t.byte 1\n"                                           \
			     "\t.popsection"                                             \
			     : "=r"(site));                                              \
		site;                                                                    \
	})

#define HOOK(kind, size)                                                                 \
	void __chequer_##kind##size(void *p, volatile unsigned char *site);              \
	INLINE void __tsan_##kind##size(void *p);                                        \
	INLINE void __tsan_##kind##size(void *p)                                         \
	{                                                                                \
		volatile unsigned char *site = SITE();                                   \
		if (__builtin_expect(                                                    \
			    *site | (atomic_load_explicit(&__chequer_watched,            \
							  memory_order_relaxed) != 0),   \
			    0))                                                          \
			__chequer_##kind##size(p, site);                                 \
	}
#define HOOKS(size)                                                                      \
	HOOK(read, size)                                                                 \
	HOOK(write, size)                                                                \
	HOOK(volatile_read, size)                                                        \
	HOOK(volatile_write, size)                                                       \
	HOOK(read_write, size)                                                           \
	HOOK(unaligned_read, size)                                                       \
	HOOK(unaligned_write, size)                                                      \
	HOOK(unaligned_volatile_read, size)                                              \
	HOOK(unaligned_volatile_write, size)                                             \
	HOOK(unaligned_read_write, size)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
