// SPDX-License-Identifier: MIT
// Each thread gets a lock of the same array, but not the same one.
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;

static void *add(void *lock)
{
	pthread_mutex_lock(lock);
	total++; // RACE
	pthread_mutex_unlock(lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, &locks[0]);
	pthread_create(&b, NULL, add, &locks[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total; // NORACE
}
