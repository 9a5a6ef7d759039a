// SPDX-License-Identifier: MIT
/* The index is a field of the thread's own arguments, the slots are elsewhere. */
#include <pthread.h>

#define N 3

struct slot {
	int hits;
	int misses;
};

struct worker {
	int index;
	pthread_t thread;
};

static struct slot slots[N];
static struct worker workers[N];

static void *run(void *arg)
{
	struct worker *w = arg;
	struct slot *s = &slots[w->index]; // NORACE

	s->hits++; // RACE
	return NULL;
}

int main(void)
{
	int i, hits = 0;

	for (i = 0; i < N; i++) {
		workers[i].index = i / 2; // NORACE
		pthread_create(&workers[i].thread, NULL, run, &workers[i]);
	}
	for (i = 0; i < N; i++)
		pthread_join(workers[i].thread, NULL);
	for (i = 0; i < N; i++)
		hits += slots[i].hits; // NORACE
	return hits != N;
}
