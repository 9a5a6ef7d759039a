// SPDX-License-Identifier: MIT
/* The flag is loaded but its value decides nothing, or too late. */
#include <pthread.h>
#include <stdatomic.h>

static int datum;
static atomic_bool ready;

static void *producer(void *arg)
{
	datum = 9; // RACE
	atomic_store(&ready, 1); // NORACE
	return arg;
}

static void *consumer(void *arg)
{
	int value = 0;

	value = datum; // RACE
	if (!atomic_load(&ready)) // NORACE
		return NULL;
	return value == 9 ? NULL : arg;
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
