// SPDX-License-Identifier: MIT
/* As 27_lazy_set_up_race.c, in a library: that callers may use it from several threads is
 * one doubt, that the flag is the cause is none. */
#include <pthread.h>

static int ready, size, table[8];

static void fill(void)
{
	for (int i = 0; i < 8; i++)
		table[i] = i * size; // RACE
}

int get(int i)
{
	if (!ready) { // RACE
		size = 3; // RACE
		fill();
		ready = 1; // RACE
	}
	return table[i]; // RACE
}

