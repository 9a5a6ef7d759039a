// SPDX-License-Identifier: MIT
/* A recursive function goes on to the neighbour of the own element. */
#include <pthread.h>

#define N 4

static struct {
	int total;
	int deepest;
} slots[N];

static void descend(int index, int depth)
{
	if (depth > slots[index].deepest) // RACE
		slots[index].deepest = depth; // RACE
	if (depth < 8)
		descend((index + 1) % N, depth + 1);
	slots[index].total += depth; // RACE
}

static void *worker(void *arg)
{
	descend((int)(long)arg, 0);
	return NULL;
}

int main(void)
{
	pthread_t ids[N];
	long i;

	for (i = 0; i < N; i++)
		pthread_create(&ids[i], NULL, worker, (void *)i);
	for (i = 0; i < N; i++)
		pthread_join(ids[i], NULL);
	return slots[0].total; // NORACE
}
