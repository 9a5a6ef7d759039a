// SPDX-License-Identifier: MIT
/* Each session has a lock of its own, on its stack, which its two workers take. */
#include <pthread.h>

static int total;

static void *worker(void *arg)
{
	pthread_mutex_t *lock = arg;

	pthread_mutex_lock(lock);
	total++; // RACE
	pthread_mutex_unlock(lock);
	return NULL;
}

static void *session(void *arg)
{
	pthread_mutex_t lock;
	pthread_t a, b;

	pthread_mutex_init(&lock, NULL);
	pthread_create(&a, NULL, worker, &lock);
	pthread_create(&b, NULL, worker, &lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return arg;
}

int main(void)
{
	pthread_t ids[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, session, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(ids[i], NULL);
	return total;
}
