// SPDX-License-Identifier: MIT
/* The pointer to the lock is changed while threads use it: they may hold two
 * different locks by the same name. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t old_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t new_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(pthread_mutex_t *) guard = &old_lock;
static int value;

static void *worker(void *arg)
{
	pthread_mutex_t *held = guard; // NORACE

	usleep(1000);
	pthread_mutex_lock(held);
	value++; // RACE
	pthread_mutex_unlock(held);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	usleep(2000);
	guard = &new_lock; // NORACE
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
