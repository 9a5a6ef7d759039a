// SPDX-License-Identifier: MIT
/* volatile is not atomic. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static atomic_long laps;

static void *runner(void *arg)
{
	int i;

	for (i = 0; i < 1000 && !stop; i++) // NORACE
		laps++; // NORACE
	return arg;
}

static void *referee(void *arg)
{
	if (laps < 5) // NORACE
		stop = 0; // NORACE
	stop = 1; // NORACE
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
