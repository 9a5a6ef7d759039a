// SPDX-License-Identifier: MIT
/* Two functions that call each other; each level takes and releases the lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int evens, odds;

static void odd(int n);

static void even(int n)
{
	pthread_mutex_lock(&m);
	evens++; // NORACE
	pthread_mutex_unlock(&m);
	if (n > 0)
		odd(n - 1);
}

static void odd(int n)
{
	odds++; // RACE
	if (n > 0)
		even(n - 1);
}

static void *worker(void *arg)
{
	even(5);
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
