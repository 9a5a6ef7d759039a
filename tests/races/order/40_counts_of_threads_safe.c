// SPDX-License-Identifier: MIT
/* Each thread has a count of what it is to do: main sets it, the thread clears it, and main waits until the sum of
 * all is zero. States are known of one variable, not of an element for each thread. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };

static atomic_ulong pending[THREADS];
static int items[THREADS], operation;

static void *work(void *arg)
{
	long id = (long)arg;

	for (;;) {
		if (atomic_load(&pending[id]) == 0)
			continue;
		items[id] += operation; // FP the count says whose turn it is
		atomic_store(&pending[id], 0);
	}
	return NULL;
}

static void handle(int next)
{
	unsigned long sum;

	operation = next; // FP the count says whose turn it is
	for (int i = 0; i < THREADS; i++) {
		items[i] = i; // FP the count says whose turn it is
		atomic_store(&pending[i], 1);
	}
	do {
		sum = 0;
		for (int i = 0; i < THREADS; i++)
			sum += atomic_load(&pending[i]);
	} while (sum);
	for (int i = 0; i < THREADS; i++)
		items[i] = 0; // FP the count says whose turn it is
}

int main(void)
{
	pthread_t id;

	for (long i = 0; i < THREADS; i++)
		pthread_create(&id, NULL, work, (void *)i);
	for (int i = 0; i < 100; i++)
		handle(i);
	return 0;
}
