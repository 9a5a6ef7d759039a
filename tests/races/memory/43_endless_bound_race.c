// SPDX-License-Identifier: MIT
/* The bound of a counting loop is as large as numbers get: what it touches has no end that could
 * be computed. */
#include <limits.h>
#include <pthread.h>

static int cells[64];

static void fill(long stop)
{
	for (long i = 0; i < LONG_MAX; i++) {
		if (i == stop)
			break;
		cells[2 * i] = 1; // RACE
	}
}

static void *work(void *arg)
{
	fill(8);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	cells[8] = 2; // RACE
	pthread_join(t, NULL);
	return 0;
}
