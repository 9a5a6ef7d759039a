// SPDX-License-Identifier: MIT
/* The recursion releases the lock around its own call. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level, deepest;

static void down(int n)
{
	pthread_mutex_lock(&m);
	level++; // NORACE
	if (level > deepest) // NORACE
		deepest = level; // NORACE
	pthread_mutex_unlock(&m);
	if (n > 0)
		down(n - 1);
	pthread_mutex_lock(&m);
	level--; // NORACE
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	down(4);
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
