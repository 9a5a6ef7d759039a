// SPDX-License-Identifier: MIT
/* Spin with trylock until it succeeds; the twin gives up after some attempts. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static int lock_by_trying(pthread_mutex_t *lock)
{
	while (pthread_mutex_trylock(lock) != 0)
		;
	return 1;
}

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 20000; i++) {
		int locked = lock_by_trying(&m);

		counter++; // NORACE
		if (locked)
			pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
