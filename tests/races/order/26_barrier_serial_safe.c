// SPDX-License-Identifier: MIT
/* One of those who wait at a barrier is told so, and does the work for all. */
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 4 };

static pthread_barrier_t barrier;
static int part[THREADS];
static long total;

static void *work(void *arg)
{
	int *mine = arg;

	for (int i = 0; i < ROUNDS; i++) {
		*mine += i; // NORACE
		if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
			for (int k = 0; k < THREADS; k++)
				total += part[k]; // NORACE
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, &part[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return total == 0; // NORACE
}
