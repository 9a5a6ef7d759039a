// SPDX-License-Identifier: MIT
/* A home-made spinlock from atomic_flag. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int counter;

static void lock(void)
{
	while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) // NORACE
		;
}

static void unlock(void)
{
	atomic_flag_clear_explicit(&busy, memory_order_release); // NORACE
}

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 100; i++) {
		counter++; // RACE
		lock();
		unlock();
	}
	return arg;
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
