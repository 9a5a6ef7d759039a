// SPDX-License-Identifier: MIT
/* A flag that is taken with a relaxed exchange: who has it does not see what was done before. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static long count;

static void *work(void *arg)
{
	while (atomic_exchange_explicit(&flag, 1, memory_order_relaxed))
		;
	count++; // RACE
	atomic_store_explicit(&flag, 0, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return (int)count; // NORACE
}
