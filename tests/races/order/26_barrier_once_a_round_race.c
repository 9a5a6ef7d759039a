// SPDX-License-Identifier: MIT
/* One barrier a round: the next round begins while others still copy. */
#include <pthread.h>
#include <stdint.h>

#define N 2
#define STEPS 3

static pthread_barrier_t barrier;
static int front[N], back[N];

static void *worker(void *arg)
{
	intptr_t id = (intptr_t)arg;
	int step;

	for (step = 0; step < STEPS; step++) {
		back[id] = front[(id + 1) % N] + 1; // RACE
		pthread_barrier_wait(&barrier);
		front[id] = back[id]; // RACE
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
	return front[0]; // NORACE
}
