// SPDX-License-Identifier: MIT
/* trylock: the lock is held only where the result said so. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *polite(void *arg)
{
	int i;

	for (i = 0; i < 10; i++) {
		if (pthread_mutex_trylock(&m) == 0) {
			hits++; // NORACE
			pthread_mutex_unlock(&m);
		}
	}
	return arg;
}

static void *insistent(void *arg)
{
	int i;

	for (i = 0; i < 10; i++) {
		pthread_mutex_lock(&m);
		hits++; // NORACE
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, polite, NULL);
	pthread_create(&second, NULL, insistent, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
