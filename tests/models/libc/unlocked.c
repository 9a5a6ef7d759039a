// SPDX-License-Identifier: MIT
/* The _unlocked functions write the stream; flockfile is its lock. getline writes, or
 * gives back, the line that it had before. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include "../two.h"

static FILE *bare, *guarded;
static char *line;
static size_t room;

__attribute__((constructor)) static void open_files(void)
{
	bare = fopen("a", "w");
	guarded = fopen("b", "w");
	line = malloc(80);
}

static void *calls(void *arg)
{
	FILE *own = fopen("c", "w");

	putc_unlocked('x', bare); // RACE
	fwrite_unlocked("x", 1, 1, bare); // RACE
	flockfile(guarded);
	putc_unlocked('x', guarded); // NORACE
	funlockfile(guarded);
	fputs("x", guarded); // NORACE
	if (own)
		putc_unlocked('x', own); // NORACE
	if (getline(&line, &room, bare) > 0) // RACE
		putchar(line[0]); // RACE
	return arg;
}

static void *others(void *arg)
{
	putc_unlocked('y', bare); // RACE
	flockfile(guarded);
	fputs_unlocked("y", guarded); // NORACE
	funlockfile(guarded);
	line[0] = 1; // RACE
	return arg;
}

TWO_THREADS(calls, others)
