// SPDX-License-Identifier: MIT
/* A library that starts its thread at the first call. Here it creates the
 * thread first. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started;
static int limit;

static void *work(void *arg)
{
	volatile int sum = 0;

	for (int i = 0; i < limit; i++) // RACE
		sum += i;
	return arg;
}

int start(int n)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	if (!started) { // NORACE
		if (pthread_create(&t, NULL, work, NULL) == 0)
			started = 1; // NORACE
		limit = n; // RACE
	}
	pthread_mutex_unlock(&lock);
	return 0;
}
