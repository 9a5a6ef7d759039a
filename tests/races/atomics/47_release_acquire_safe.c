// SPDX-License-Identifier: MIT
/* A plain datum published by a release store, read after an acquire load saw it. */
#include <pthread.h>
#include <stdatomic.h>

static int datum;
static atomic_int ready;

static void *producer(void *arg)
{
	datum = 9; // NORACE
	atomic_store_explicit(&ready, 1, memory_order_release); // NORACE
	return arg;
}

static void *consumer(void *arg)
{
	while (!atomic_load_explicit(&ready, memory_order_acquire)) // NORACE
		;
	return datum == 9 ? NULL : arg; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, producer, NULL);
	pthread_create(&second, NULL, consumer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
