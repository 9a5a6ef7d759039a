// SPDX-License-Identifier: MIT
/* errno is every thread's own; the library's static buffers are the library's: two calls
 * race, not the uses of the result. What is copied out of them is ours. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../two.h"

static int copied_out, upper;
static time_t now;

static void *worker(void *arg)
{
	struct tm mine, *theirs;
	const char *home = getenv("HOME");

	errno = 0; // NORACE
	if (errno) // NORACE
		return NULL;
	upper += isupper('x') != 0; // RACE
	theirs = localtime(&(time_t){0}); // RACE
	copied_out = theirs->tm_year; // RACE
	localtime_r(&now, &mine); // NORACE
	mine.tm_year++; // NORACE
	rand(); // NORACE
	strerror(1); // NORACE
	return home ? arg : NULL;
}

TWO_THREADS(worker, worker)
