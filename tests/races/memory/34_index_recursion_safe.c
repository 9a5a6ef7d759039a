// SPDX-License-Identifier: MIT
/* The index of a thread's own element goes through a recursive function. */
#include <pthread.h>

#define N 4

static struct {
	int total;
	int deepest;
} slots[N];

static void descend(int index, int depth)
{
	if (depth > slots[index].deepest) // NORACE
		slots[index].deepest = depth; // NORACE
	if (depth < 8)
		descend(index, depth + 1);
	slots[index].total += depth; // NORACE
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
