// SPDX-License-Identifier: MIT
/* Inline assembly that touches nothing shared, beside shared data. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static inline void relax(void)
{
	__asm__ volatile("" ::: "memory");
}

static void *worker(void *arg)
{
	relax();
	pthread_mutex_lock(&m);
	relax();
	pthread_mutex_unlock(&m);
	value++; // RACE
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
