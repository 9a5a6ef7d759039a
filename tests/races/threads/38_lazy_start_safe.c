// SPDX-License-Identifier: MIT
/* A library that starts its thread at the first call. What it sets before it
 * creates it, nobody sets again. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started;
static int limit;

static void *work(void *arg)
{
	volatile int sum = 0;

	for (int i = 0; i < limit; i++) // NORACE
		sum += i;
	return arg;
}

int start(int n)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	if (!started) { // NORACE
		limit = n; // NORACE
		if (pthread_create(&t, NULL, work, NULL) == 0)
			started = 1; // NORACE
	}
	pthread_mutex_unlock(&lock);
	return 0;
}
