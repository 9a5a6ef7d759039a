// SPDX-License-Identifier: MIT
/* Relaxed atomics with fences beside them. */
#include <pthread.h>
#include <stdatomic.h>

static int data, more;
static atomic_int ready;
static int counted;

static void *give(void *arg)
{
	data = 1; // NORACE
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	more = 1; // NORACE
	__sync_synchronize();
	__atomic_store_n(&counted, 1, __ATOMIC_RELAXED);
	return arg;
}

static void *take(void *arg)
{
	int sum = 0;

	if (atomic_load_explicit(&ready, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		sum += data; // NORACE
	}
	while (!__atomic_load_n(&counted, __ATOMIC_RELAXED))
		;
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	sum += more; // NORACE
	return sum ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, give, NULL);
	pthread_create(&b, NULL, take, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
