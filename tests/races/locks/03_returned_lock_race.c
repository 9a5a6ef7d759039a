// SPDX-License-Identifier: MIT
/* The function that takes the lock returns it, for the caller to release. */
#include <pthread.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
static int table[8];

static pthread_mutex_t *enter(pthread_mutex_t *which)
{
	pthread_mutex_lock(which);
	return which;
}

static void leave(pthread_mutex_t *held)
{
	pthread_mutex_unlock(held);
}

static void *writer(void *arg)
{
	pthread_mutex_t *held = enter(&table_lock);

	table[3] = 1; // RACE
	leave(held);
	return arg;
}

static void *clearer(void *arg)
{
	pthread_mutex_t *held = enter(&other_lock);

	table[3] = 0; // RACE
	leave(held);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, writer, NULL);
	pthread_create(&second, NULL, clearer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
