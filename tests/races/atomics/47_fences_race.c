// SPDX-License-Identifier: MIT
/* Relaxed atomics with a fence on one side only, with one that comes too early, and with
 * fences for the compiler. */
#include <pthread.h>
#include <stdatomic.h>

static int data, more, last;
static atomic_int ready, ready_more, ready_last;

static void *give(void *arg)
{
	data = 1; // RACE
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	more = 1; // RACE
	atomic_store_explicit(&ready_more, 1, memory_order_relaxed);
	last = 1; // RACE
	atomic_signal_fence(memory_order_release);
	atomic_store_explicit(&ready_last, 1, memory_order_relaxed);
	return arg;
}

static void *take(void *arg)
{
	int sum = 0;

	if (atomic_load_explicit(&ready, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		sum += data; // RACE
	}
	if (atomic_load_explicit(&ready_more, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		sum += more; // RACE
	}
	if (atomic_load_explicit(&ready_last, memory_order_relaxed)) {
		atomic_signal_fence(memory_order_acquire);
		sum += last; // RACE
	}
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
