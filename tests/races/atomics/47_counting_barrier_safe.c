// SPDX-License-Identifier: MIT
/* Barriers made of a counter: the last one lets the others go on, or does the rest alone. It
 * is not proved, but no race is shown. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };

static atomic_int arrived, round_number, left = THREADS;
static int part[THREADS], seen[THREADS], done[THREADS];

static void barrier(void)
{
	int now = atomic_load(&round_number); // NORACE

	if (atomic_fetch_add(&arrived, 1) == THREADS - 1) {
		atomic_store(&arrived, 0); // NORACE
		atomic_fetch_add(&round_number, 1); // NORACE
	} else {
		while (atomic_load(&round_number) == now) // NORACE
			;
	}
}

static void *work(void *arg)
{
	long i = (long)arg;

	part[i] = (int)i + 1; // NORACE
	barrier();
	seen[i] = part[(i + 1) % THREADS]; // NORACE
	done[i] = 1; // NORACE
	if (atomic_fetch_sub(&left, 1) == 1)
		for (int k = 0; k < THREADS; k++)
			if (!done[k]) // NORACE
				return arg;
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return seen[0] + done[0];
}
