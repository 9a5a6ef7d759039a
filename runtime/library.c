/* SPDX-License-Identifier: MIT */
/*
 * Memory that library functions read and write for their caller is announced as if the
 * caller did it.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static inline bool on_duty(void)
{
	return plan.active && !self.inside;
}

static void reads_string(const char *s, uintptr_t pc)
{
	if (on_duty() && !nothing_to_do(pc))
		touch(s, REAL(strlen)(s) + 1, READS, pc);
}

static void copies_string(const char *to, const char *from, size_t most, uintptr_t pc)
{
	if (!on_duty() || nothing_to_do(pc))
		return;
	size_t n = REAL(strnlen)(from, most);
	n += n < most;
	touch(from, n, READS, pc);
	touch(to, n, WRITES, pc);
}

/* ---- memory ---- */

static void frees(void *p, uintptr_t pc)
{
	if (p && on_duty() && !nothing_to_do(pc))
		touch(p, malloc_usable_size(p), WRITES | FREES, pc);
}

/* Whoever is held before an access to what was there is not about to touch this. */
static void *given(void *p, size_t n)
{
	if (p && n && on_duty() && atomic_load_explicit(&watched, memory_order_relaxed))
		forget_memory((uintptr_t)p, (uintptr_t)p + n);
	return p;
}

__attribute__((weak)) void free(void *p)
{
	frees(p, CALLER);
	REAL(free)(p);
}

__attribute__((weak)) void *realloc(void *p, size_t size)
{
	frees(p, CALLER);
	return p ? REAL(realloc)(p, size) : given(REAL(realloc)(p, size), size);
}

/* Weak: a program may have its own. */
__attribute__((weak)) void *malloc(size_t size)
{
	return given(REAL(malloc)(size), size);
}

__attribute__((weak)) void *calloc(size_t n, size_t size)
{
	return given(REAL(calloc)(n, size), n * size);
}

/* Every element is compared; which are moved depends on what they are. */
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	if (on_duty() && n > 1)
		access_at(base, n * size, READS, CALLER);
	REAL(qsort)(base, n, size, compare);
}

/* ---- strings ---- */

size_t strlen(const char *s)
{
	reads_string(s, CALLER);
	return REAL(strlen)(s);
}

int strcmp(const char *a, const char *b)
{
	size_t n = 0;
	while (a[n] && a[n] == b[n])
		n++;
	if (on_duty()) {
		access_at(a, n + 1, READS, CALLER);
		access_at(b, n + 1, READS, CALLER);
	}
	return (unsigned char)a[n] - (unsigned char)b[n];
}

char *strcpy(char *restrict to, const char *restrict from)
{
	copies_string(to, from, SIZE_MAX, CALLER);
	return REAL(strcpy)(to, from);
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
	copies_string(to, from, n, CALLER);
	return REAL(strncpy)(to, from, n);
}

char *strcat(char *restrict to, const char *restrict from)
{
	reads_string(to, CALLER);
	if (on_duty())
		copies_string(to + REAL(strlen)(to), from, SIZE_MAX, CALLER);
	return REAL(strcat)(to, from);
}

int strncmp(const char *a, const char *b, size_t most)
{
	size_t n = 0;
	while (n < most && a[n] && a[n] == b[n])
		n++;
	if (on_duty()) {
		access_at(a, n + (n < most), READS, CALLER);
		access_at(b, n + (n < most), READS, CALLER);
	}
	return n < most ? (unsigned char)a[n] - (unsigned char)b[n] : 0;
}

int memcmp(const void *a, const void *b, size_t n)
{
	if (on_duty()) {
		access_at(a, n > 0, READS, CALLER); /* as far as they are the same, at least */
		access_at(b, n > 0, READS, CALLER);
	}
	return REAL(memcmp)(a, b, n);
}

/* Ends the string that it finds, which is always written to. */
static void cuts(const char *from, const char *delimiters, uintptr_t pc)
{
	if (!from || !on_duty() || nothing_to_do(pc))
		return;
	size_t n = REAL(strcspn)(from, delimiters);
	touch(from, n + 1, READS, pc);
	if (from[n])
		touch(from + n, 1, WRITES, pc);
}

char *strsep(char **restrict place, const char *restrict delimiters)
{
	cuts(*place, delimiters, CALLER);
	return REAL(strsep)(place, delimiters);
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict place)
{
	const char *from = text ? text : *place;
	if (on_duty()) {
		access_at(place, sizeof(*place), WRITES, CALLER);
		if (from)
			cuts(from + REAL(strspn)(from, delimiters), delimiters, CALLER);
	}
	return REAL(strtok_r)(text, delimiters, place);
}

char *strdup(const char *s)
{
	reads_string(s, CALLER);
	return REAL(strdup)(s);
}

int puts(const char *s)
{
	reads_string(s, CALLER);
	return REAL(puts)(s);
}

int fputs(const char *restrict s, FILE *restrict out)
{
	reads_string(s, CALLER);
	return REAL(fputs)(s, out);
}

/* ---- formats: strings that are read ---- */

/* Only as far as every argument is of a size we know. */
static void reads_arguments(const char *format, va_list args, uintptr_t pc)
{
	for (const char *f = format; *f; f++) {
		if (*f != '%' || *++f == '%')
			continue;
		f += strspn(f, "-+ #0123456789.");
		size_t wide = strspn(f, "lzjt");
		f += wide + strspn(f + wide, "h");
		if (*f == 's' && !wide)
			reads_string(va_arg(args, const char *), pc);
		else if (strchr("diouxXcp", *f) && *f && (wide || *f == 'p'))
			(void)va_arg(args, long);
		else if (strchr("diouxXc", *f) && *f)
			(void)va_arg(args, int);
		else if (strchr("eEfFgGaA", *f) && *f)
			(void)va_arg(args, double);
		else
			return;
	}
}

#define WITH_ARGUMENTS(call)                                                             \
	uintptr_t pc = CALLER;                                                           \
	va_list args, again;                                                             \
	va_start(args, format);                                                          \
	if (on_duty() && !nothing_to_do(pc)) {                                           \
		va_copy(again, args);                                                    \
		reads_arguments(format, again, pc);                                      \
		va_end(again);                                                           \
	}                                                                                \
	int result = (call);                                                             \
	va_end(args);                                                                    \
	return result;

int printf(const char *restrict format, ...)
{
	WITH_ARGUMENTS(vprintf(format, args))
}

int fprintf(FILE *restrict out, const char *restrict format, ...)
{
	WITH_ARGUMENTS(vfprintf(out, format, args))
}

/* As much as will be written, but no more than there is room for. */
static int print_into(char *to, size_t size, const char *format, va_list args, uintptr_t pc)
{
	if (on_duty() && !nothing_to_do(pc)) {
		va_list again;
		va_copy(again, args);
		self.inside++;
		int n = REAL(vsnprintf)(NULL, 0, format, again);
		self.inside--;
		va_end(again);
		if (n >= 0)
			touch(to, (size_t)n + 1 < size ? (size_t)n + 1 : size, WRITES, pc);
	}
	return REAL(vsnprintf)(to, size, format, args);
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
	WITH_ARGUMENTS(print_into(to, (size_t)1 << 30, format, args, pc))
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
	WITH_ARGUMENTS(print_into(to, size, format, args, pc))
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list args)
{
	return print_into(to, size, format, args, CALLER);
}

int vsprintf(char *restrict to, const char *restrict format, va_list args)
{
	return print_into(to, (size_t)1 << 30, format, args, CALLER);
}

/* ---- files: how much will come is not known before, but at least a byte ---- */

ssize_t read(int fd, void *to, size_t n)
{
	if (on_duty())
		access_at(to, n > 0, WRITES, CALLER);
	return REAL(read)(fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
	if (on_duty())
		access_at(from, n, READS, CALLER);
	return REAL(write)(fd, from, n);
}

ssize_t recv(int fd, void *to, size_t n, int flags)
{
	if (on_duty())
		access_at(to, n > 0, WRITES, CALLER);
	return REAL(recv)(fd, to, n, flags);
}

ssize_t send(int fd, const void *from, size_t n, int flags)
{
	if (on_duty())
		access_at(from, n, READS, CALLER);
	return REAL(send)(fd, from, n, flags);
}

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict in)
{
	if (on_duty())
		access_at(to, size * n > 0, WRITES, CALLER);
	return REAL(fread)(to, size, n, in);
}

size_t fwrite(const void *restrict from, size_t size, size_t n, FILE *restrict out)
{
	if (on_duty())
		access_at(from, size * n, READS, CALLER);
	return REAL(fwrite)(from, size, n, out);
}

char *fgets(char *restrict to, int n, FILE *restrict in)
{
	if (on_duty() && n > 0)
		access_at(to, 1, WRITES, CALLER);
	return REAL(fgets)(to, n, in);
}
