// SPDX-License-Identifier: MIT
/* All threads of one entry: own slot first, the neighbour's slot after the barrier. */
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_barrier_t barrier;
static int slots[N], sums[N];

static void *worker(void *arg)
{
	intptr_t id = (intptr_t)arg;

	slots[id] = (int)id + 1; // RACE
	sums[id] = slots[(id + 1) % N]; // RACE
	pthread_barrier_wait(&barrier);
	return NULL;
}

int main(void)
{
	pthread_t t[N];
	intptr_t i;

	pthread_barrier_init(&barrier, NULL, N);
	for (i = 0; i < N; i++)
		pthread_create(&t[i], NULL, worker, (void *)i);
	for (i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return sums[0] + sums[1] + sums[2] != 6; // NORACE
}
