// SPDX-License-Identifier: MIT
/* A simulation: compute from the old grid, barrier, swap by one thread, barrier. */
#include <pthread.h>
#include <stdint.h>

#define N 2
#define STEPS 3

static pthread_barrier_t barrier;
static int front[N], back[N];
static int generation;

static void *worker(void *arg)
{
	intptr_t id = (intptr_t)arg;
	int step, i;

	for (step = 0; step < STEPS; step++) {
		back[id] = front[(id + 1) % N] + 1; // NORACE
		pthread_barrier_wait(&barrier);
		for (i = 0; i < N; i++)
			front[i] = back[i]; // RACE
		generation++; // RACE
		pthread_barrier_wait(&barrier);
	}
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
	return generation; // NORACE
}
