// SPDX-License-Identifier: MIT
/*
 * A function that calls itself and comes back with the lock held.
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void enter(int tries)
{
	if (tries > 0)
		enter(tries - 1);
	else
		pthread_mutex_lock(&m);
}

static void *work(void *arg)
{
	enter(3);
	count++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, work, NULL);
	pthread_create(&second, NULL, work, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
