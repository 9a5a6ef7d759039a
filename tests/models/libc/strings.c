// SPDX-License-Identifier: MIT
/* Results that are an argument, point into one, or are stored through one:
 * a write through them is a write of the argument's memory. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "../two.h"

static char returned[32], interior[32], end_of_number[32], token[32], separated[32], fresh[32];
static char *place;

static void *calls(void *arg)
{
	char *p, *save;

	p = strcpy(returned, "abc"); // RACE
	*p = 'x'; // RACE
	p = strchr(interior, 'x');
	if (p)
		*p = 'y'; // RACE
	strtol(end_of_number, &p, 10); // RACE
	*p = 'x'; // RACE
	p = strtok_r(token, ",", &save); // RACE
	if (p)
		*p = 'x'; // RACE
	p = strdup(fresh);
	if (p)
		*p = 'x'; // NORACE
	free(p);
	place = separated; // RACE
	strsep(&place, ","); // RACE
	return arg;
}

static void *accesses(void *arg)
{
	int n = 0;

	n += returned[0]; // RACE
	n += interior[0]; // RACE
	end_of_number[0] = '1'; // RACE
	n += token[0]; // RACE
	n += fresh[0]; // NORACE
	n += separated[0]; // RACE
	n += place != NULL; // RACE
	return n ? arg : NULL;
}

TWO_THREADS(calls, accesses)
