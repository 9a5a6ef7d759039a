// SPDX-License-Identifier: MIT
/* volatile is not atomic. */
#include <pthread.h>
#include <stdatomic.h>

static volatile int stop;
static volatile long laps;

static void *runner(void *arg)
{
	int i;

	for (i = 0; i < 1000 && !stop; i++) // RACE
		laps++; // RACE
	return arg;
}

static void *referee(void *arg)
{
	if (laps < 5) // RACE
		stop = 0; // RACE
	stop = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, runner, NULL);
	pthread_create(&second, NULL, referee, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
