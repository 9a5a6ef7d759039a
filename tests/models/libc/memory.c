// SPDX-License-Identifier: MIT
/* Calls that write or read memory count as accesses of it, with their size. */
#define _GNU_SOURCE
#include <string.h>
#include "../two.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char text[64] = "constant";
static char copied[64], moved[64], set[64], compared[64], found[64], length[64], string[64];
static char joined[64], bounded[64], duplicated[64], guarded[64], both_read[64];
static char head_and_tail[64], source[64], chunk[64];

static void *calls(void *arg)
{
	size_t n = 0;
	char local[64], *p;

	memcpy(copied, text, sizeof(copied)); // RACE
	memmove(moved, text, sizeof(moved)); // RACE
	memset(set, 0, sizeof(set)); // RACE
	n += memcmp(compared, text, sizeof(compared)) == 0; // RACE
	n += memchr(found, 'x', sizeof(found)) != NULL; // RACE
	n += strlen(length); // RACE
	strcpy(string, text); // RACE
	strcat(joined, text); // RACE
	strncpy(bounded, text, sizeof(bounded)); // RACE
	p = strdup(duplicated); // RACE
	memcpy(local, source, sizeof(local)); // RACE
	pthread_mutex_lock(&m);
	memcpy(guarded, text, sizeof(guarded)); // NORACE
	pthread_mutex_unlock(&m);
	n += strlen(both_read); // NORACE
	memcpy(head_and_tail, text, 32); // NORACE
	memset(chunk + 16, 0, 16); // RACE
	return n || p || local[0] ? arg : NULL;
}

static void *accesses(void *arg)
{
	int n = 0;

	n += copied[3]; // RACE
	n += moved[3]; // RACE
	n += set[3]; // RACE
	compared[3] = 1; // RACE
	found[3] = 1; // RACE
	length[3] = 1; // RACE
	n += string[3]; // RACE
	n += joined[3]; // RACE
	n += bounded[3]; // RACE
	duplicated[3] = 1; // RACE
	source[3] = 1; // RACE
	pthread_mutex_lock(&m);
	n += guarded[3]; // NORACE
	pthread_mutex_unlock(&m);
	n += both_read[3]; // NORACE
	n += head_and_tail[40]; // NORACE
	n += chunk[20]; // RACE
	n += chunk[40]; // NORACE
	return n ? arg : NULL;
}

TWO_THREADS(calls, accesses)
