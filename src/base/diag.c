/* SPDX-License-Identifier: MIT */
/* Messages to the user and the two ways to stop. */
#include "base/diag.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/progress.h"

int diag_verbosity;

enum { MAX_CLEANUPS = 8 };
static void (*cleanups[MAX_CLEANUPS])(void);
static int cleanup_count;
static pthread_mutex_t cleanup_lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	pthread_mutex_t lock; /* guards what is below */
	void (*heard)(void *context, bool is_note, const char *text);
	void *context;
} listener = {.lock = PTHREAD_MUTEX_INITIALIZER};

void at_die(void (*cleanup)(void))
{
	pthread_mutex_lock(&cleanup_lock);
	bool full = cleanup_count == MAX_CLEANUPS;
	if (!full)
		cleanups[cleanup_count++] = cleanup;
	pthread_mutex_unlock(&cleanup_lock);
	if (full)
		BUG("too many cleanups");
}

/* What a file name brings must not speak to the terminal, or look like another message. */
static void clean(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i], next = (unsigned char)text[i + 1];
		if ((c < 0x20 && c != '\t') || c == 0x7f)
			text[i] = '?';
		else if (c == 0xc2 && i + 1 < n && next >= 0x80 && next < 0xa0)
			text[i] = text[i + 1] = '?';
	}
}

/* One write per message, so that lines of parallel workers do not mix. */
static void say(const char *kind, const char *format, va_list ap)
{
	char text[4096];
	int n = snprintf(text, sizeof(text), "chequer: %s", kind);
	int m = vsnprintf(text + n, sizeof(text) - (size_t)n - 1, format, ap);
	size_t len = (size_t)n + (m > 0 ? (size_t)m : 0);
	if (len > sizeof(text) - 2)
		len = sizeof(text) - 2;
	clean(text, len);
	text[len++] = '\n';
	fflush(stdout);
	progress_erase();
	if (write(STDERR_FILENO, text, len) < 0)
		return;
}

static void (*next_cleanup(void))(void)
{
	pthread_mutex_lock(&cleanup_lock);
	void (*next)(void) = cleanup_count > 0 ? cleanups[--cleanup_count] : NULL;
	pthread_mutex_unlock(&cleanup_lock);
	return next;
}

/* Each once, even when several workers die. */
static void clean_up(void)
{
	void (*cleanup)(void);
	while ((cleanup = next_cleanup()))
		cleanup();
}

void die(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	say("error: ", format, ap);
	va_end(ap);
	clean_up();
	exit(EXIT_BAD_INPUT);
}

void diag_listen(void (*heard)(void *context, bool is_note, const char *text), void *context)
{
	pthread_mutex_lock(&listener.lock);
	listener.heard = heard;
	listener.context = context;
	pthread_mutex_unlock(&listener.lock);
}

static void tell_listener(bool is_note, const char *format, va_list ap)
{
	char text[4096];
	pthread_mutex_lock(&listener.lock);
	if (listener.heard) {
		vsnprintf(text, sizeof(text), format, ap);
		listener.heard(listener.context, is_note, text);
	}
	pthread_mutex_unlock(&listener.lock);
}

void warn(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	tell_listener(false, format, ap);
	va_end(ap);
	if (diag_verbosity < 0)
		return;
	va_start(ap, format);
	say("warning: ", format, ap);
	va_end(ap);
}

void note(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	tell_listener(true, format, ap);
	va_end(ap);
	if (diag_verbosity < 1)
		return;
	va_start(ap, format);
	say("note: ", format, ap);
	va_end(ap);
}

void bug_at(const char *file, int line, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	fprintf(stderr, "chequer: BUG at %s:%d: ", file, line);
	vfprintf(stderr, format, ap);
	fputs("\nThis is a mistake in chequer, not in your program. Please report it.\n",
	      stderr);
	va_end(ap);
	clean_up();
	abort();
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);
	if (!p)
		die("out of memory (wanted %zu bytes)", size);
	return p;
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);
	if (!p)
		die("out of memory (wanted %zu times %zu bytes)", n, size);
	return p;
}

void *xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);
	if (!p)
		die("out of memory (wanted %zu bytes)", size);
	return p;
}
