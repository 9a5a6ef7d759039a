// SPDX-License-Identifier: MIT
/* Set up by whoever comes first, as a plain flag says: the flag is a race, and so is all
 * that is set up before it is stored. */
#include <pthread.h>

static int ready, size, table[8];

static void fill(void)
{
	for (int i = 0; i < 8; i++)
		table[i] = i * size; // RACE
}

static int get(int i)
{
	if (!ready) { // RACE
		size = 3; // RACE
		fill();
		ready = 1; // RACE
	}
	return table[i]; // RACE
}

static void *work(void *arg)
{
	get(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	get(2);
	pthread_join(t, NULL);
	return 0;
}
