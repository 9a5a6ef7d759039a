/* SPDX-License-Identifier: MIT */
/*
 * Three kinds of failure.
 *
 *	die(...)    the user's mistake or an unreadable project: one message, exit 2
 *	BUG(...)    a broken invariant of ours: message with file and line, abort
 *	warn(...)   one unit or function that cannot be handled: message, go on
 *	note(...)   detail that only -v shows
 *
 * die and BUG run the functions registered with at_die (removing temporary
 * files) before they end the process. All messages go to standard error as
 * 'chequer: ...'.
 */
#ifndef CHEQUER_BASE_DIAG_H
#define CHEQUER_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_CLEAN = 0, EXIT_RACES = 1, EXIT_BAD_INPUT = 2 };

/* -1 with -q, 0 normally, 1 with -v. Set once by the command line. */
extern int diag_verbosity;

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void at_die(void (*cleanup)(void));
/* Every warning and note is also given to 'heard', shown or not; NULL: no longer. */
void diag_listen(void (*heard)(void *context, bool is_note, const char *text), void *context);

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)

void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);

#endif
