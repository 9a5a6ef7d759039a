// SPDX-License-Identifier: MIT
/* A sequence lock: retrying does not undo the race on plain data; atomic data, read
 * relaxed between fences, is fine. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void publish(int value)
{
	unsigned s = atomic_load_explicit(&sequence, memory_order_relaxed); // NORACE

	atomic_store_explicit(&sequence, s + 1, memory_order_relaxed); // NORACE
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&x, value, memory_order_relaxed); // NORACE
	atomic_store_explicit(&y, -value, memory_order_relaxed); // NORACE
	atomic_store_explicit(&sequence, s + 2, memory_order_release); // NORACE
}

static int snapshot(void)
{
	unsigned before, after;
	int a, b;

	do {
		before = atomic_load_explicit(&sequence, memory_order_acquire); // NORACE
		a = atomic_load_explicit(&x, memory_order_relaxed); // NORACE
		b = atomic_load_explicit(&y, memory_order_relaxed); // NORACE
		atomic_thread_fence(memory_order_acquire);
		after = atomic_load_explicit(&sequence, memory_order_relaxed); // NORACE
	} while (before != after || before & 1);
	return a + b;
}

static void *writer(void *arg)
{
	int i;

	for (i = 0; i < 20000; i++)
		publish(i);
	return arg;
}

static void *reader(void *arg)
{
	int i, bad = 0;

	for (i = 0; i < 20000; i++)
		bad += snapshot();
	return bad ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, writer, NULL);
	pthread_create(&second, NULL, reader, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
