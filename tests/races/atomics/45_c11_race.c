// SPDX-License-Identifier: MIT
/* C11 atomics among themselves, and beside a plain variable. */
#include <pthread.h>
#include <stdatomic.h>

static long total;
static atomic_int calls;

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 10; i++) {
		total += i; // RACE
		atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed); // NORACE
	}
	return atomic_load(&calls) < 0 ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
