// SPDX-License-Identifier: MIT
/* A NULL lock means 'no locking wanted'; the tests agree, or do not. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared, private_count;

static void update(int *what, pthread_mutex_t *lock)
{
	if (lock)
		pthread_mutex_lock(lock);
	(*what)++; // RACE
	if (lock)
		pthread_mutex_unlock(lock);
}

static void *locked(void *arg)
{
	update(&shared, &m);
	return arg;
}

static void *other(void *arg)
{
	update(&shared, NULL);
	update(&private_count, NULL);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, locked, NULL);
	pthread_create(&second, NULL, other, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
