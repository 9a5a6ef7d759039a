// SPDX-License-Identifier: MIT
/* The result of trylock tested the wrong way round. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		if (pthread_mutex_trylock(&m))
			continue;
		value = i; // NORACE
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *owner(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		pthread_mutex_lock(&m);
		value++; // NORACE
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, owner, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
