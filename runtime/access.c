/* SPDX-License-Identifier: MIT */
/*
 * The functions that clang's instrumentation calls before each access. Where nothing is
 * to be done, that is found out here, by the address of the caller: two loads and a branch. In
 * optimised code they are inlined that far (inline.c).
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

unsigned char quiet[1 << QUIET_BITS];

static void visit(const struct access *a)
{
	if (atomic_load(&watched))
		meet_watched(a, 0);
	if (!self.slot && !is_quiet(a->pc))
		visit_place(a);
}

void touch(const volatile void *p, size_t size, unsigned flags, uintptr_t pc)
{
	if (self.inside)
		return;
	if (!plan.active) {
		be_quiet(pc);
		return;
	}
	if (size == 0)
		return;
	int error = errno;
	struct access a = {(uintptr_t)p, (uintptr_t)p + size, flags, pc, 0};
	enter();
	if (plan.replay)
		visit_replayed(&a);
	else
		visit(&a);
	leave();
	errno = error;
}

/* Called; or from inlined code, which has its own byte for the place. */
#define HOOK(name, size, flags)                                                          \
	void __tsan_##name(void *p);                                                     \
	void __tsan_##name(void *p)                                                      \
	{                                                                                \
		access_at(p, size, flags, CALLER);                                       \
	}                                                                                \
	void __chequer_##name(void *p, volatile unsigned char *site);                    \
	void __chequer_##name(void *p, volatile unsigned char *site)                     \
	{                                                                                \
		access_at(p, size, flags, CALLER);                                       \
		if (is_quiet(CALLER))                                                    \
			*site = 0;                                                       \
	}
#define HOOKS(size)                                                                      \
	HOOK(read##size, size, READS)                                                    \
	HOOK(write##size, size, WRITES)                                                  \
	HOOK(volatile_read##size, size, READS | VOLATILE)                                \
	HOOK(volatile_write##size, size, WRITES | VOLATILE)                              \
	HOOK(read_write##size, size, WRITES)                                             \
	HOOK(unaligned_read##size, size, READS)                                          \
	HOOK(unaligned_write##size, size, WRITES)                                        \
	HOOK(unaligned_volatile_read##size, size, READS | VOLATILE)                      \
	HOOK(unaligned_volatile_write##size, size, WRITES | VOLATILE)                    \
	HOOK(unaligned_read_write##size, size, WRITES)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
HOOK(vptr_read, sizeof(void *), READS)

void __tsan_vptr_update(void **p, void *value);
void __tsan_vptr_update(void **p, void *value)
{
	if (*p != value)
		access_at(p, sizeof(void *), WRITES, CALLER);
}

void __tsan_read_range(void *p, size_t size);
void __tsan_read_range(void *p, size_t size)
{
	access_at(p, size, READS, CALLER);
}

void __tsan_write_range(void *p, size_t size);
void __tsan_write_range(void *p, size_t size)
{
	access_at(p, size, WRITES, CALLER);
}

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	access_at(from, size, READS, CALLER);
	access_at(to, size, WRITES, CALLER);
	return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size)
{
	access_at(from, size, READS, CALLER);
	access_at(to, size, WRITES, CALLER);
	return memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size);
void *__tsan_memset(void *to, int byte, size_t size)
{
	access_at(to, size, WRITES, CALLER);
	return memset(to, byte, size);
}

/* Only where functions can be atomic as a whole does it matter where they begin. */
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
	(void)caller;
	if (has_atomic_functions && in_atomic_function(CALLER))
		atomic_section_begin(CALLER);
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
	if (has_atomic_functions && in_atomic_function(CALLER))
		atomic_section_end();
}

void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_begin(void)
{
	self.inside++;
}

void __tsan_ignore_thread_end(void);
void __tsan_ignore_thread_end(void)
{
	self.inside--;
}

/* Each instrumented unit calls this before main. */
void __tsan_init(void);
void __tsan_init(void)
{
	static atomic_int done;
	if (atomic_exchange(&done, 1))
		return;
	self.inside++;
	const char *path = getenv("CHEQUER_CONFIRM");
	if (path && *path)
		read_plan(path);
	if (plan.active) {
		prepare_fork();
		watch_for_ends();
		watch_for_crashes();
		atexit(leave_late);
	}
	self.inside--;
}
