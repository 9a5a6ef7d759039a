// SPDX-License-Identifier: MIT
/* docs/soundness.md, 21: a lock made of a flag, given back with a relaxed store in one
 * place, and with a stronger one in another. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_int held;
static int n;

static void *one(void *arg)
{
	int free = 0;

	while (!atomic_compare_exchange_strong(&held, &free, 1))
		free = 0;
	n++; // FN low: nothing orders it before the store
	atomic_store_explicit(&held, 0, memory_order_relaxed);
	return arg;
}

static void *two(void *arg)
{
	int free = 0;

	(void)busy;
	while (!atomic_compare_exchange_strong(&held, &free, 1))
		free = 0;
	n++; // FN low (soundness.md, 21)
	atomic_store_explicit(&held, 0, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
