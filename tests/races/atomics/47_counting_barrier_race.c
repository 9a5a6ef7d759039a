// SPDX-License-Identifier: MIT
/* As 47_counting_barrier_safe.c, but nobody looks at the counter, or what is shared is
 * touched on both sides of it. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };

static atomic_int arrived, left = THREADS;
static int part[THREADS], seen[THREADS], total;

static void *work(void *arg)
{
	long i = (long)arg;

	part[i] = (int)i + 1; // RACE
	atomic_fetch_add(&arrived, 1); // NORACE
	seen[i] = part[(i + 1) % THREADS]; // RACE
	total += seen[i]; // RACE
	if (atomic_fetch_sub(&left, 1) == 1)
		return (void *)(long)total; // RACE
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return seen[0];
}
