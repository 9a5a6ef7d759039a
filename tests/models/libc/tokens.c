// SPDX-License-Identifier: MIT
/* strtok_r goes on where the place says when it is given no string; strsep always does.
 * What they return points into the string, and what they cut is written. */
#include <string.h>
#include "../two.h"

static char first[32], later[32], cut[32], place_only[32], wrapped[32], read_only[32];
static char *shared_place = place_only;

static char *next(char **place)
{
	return strtok_r(NULL, ",", place); // RACE
}

static char *token(char *s, char **place)
{
	return strtok_r(s, ",", place); // RACE
}

static void *calls(void *arg)
{
	char *save, *other, *third, *rest = cut, local[8] = "a,b";
	char *a = strtok_r(first, ",", &save); // RACE

	if (a)
		a[0] = 1; // RACE
	a = strtok_r(later, ",", &other); // RACE
	a = strtok_r(NULL, ",", &other); // RACE
	a = next(&other);
	if (a)
		a[9] = 1; // RACE
	while ((a = strsep(&rest, ","))) // RACE
		a[9] = 1; // RACE
	a = strtok_r(NULL, ",", &shared_place); // RACE
	a = strtok_r(local, ",", &save);
	if (a)
		a[0] = 1;
	a = token(wrapped, &third);
	a = token(NULL, &third);
	if (a)
		a[9] = 1; // RACE
	arg = strchr(read_only, ','); // NORACE
	return arg;
}

static void *accesses(void *arg)
{
	char local[8] = "c,d", *save;
	char *a = strtok_r(local, ",", &save);

	if (a)
		a[0] = 1;
	first[0] = 1; // RACE
	later[9] = 1; // RACE
	cut[9] = 1; // RACE
	place_only[0] = 1; // RACE
	wrapped[9] = 1; // RACE
	arg = strchr(read_only, ','); // NORACE
	return arg;
}

TWO_THREADS(calls, accesses)
