// SPDX-License-Identifier: MIT
/* munge behind two more calls that swap the order of the parameters. */
#include <pthread.h>

static pthread_mutex_t green = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t blue = PTHREAD_MUTEX_INITIALIZER;
static long total, count;

static void add(long *to, pthread_mutex_t *guard, long n)
{
	pthread_mutex_lock(guard);
	*to += n; // NORACE
	pthread_mutex_unlock(guard);
}

static void add_swapped(pthread_mutex_t *guard, long n, long *to)
{
	add(to, guard, n);
}

static void record(pthread_mutex_t *a, pthread_mutex_t *b, long n)
{
	add_swapped(a, n, &total);
	add_swapped(b, 1, &count);
}

static void *left(void *arg)
{
	record(&green, &blue, 10);
	return arg;
}

static void *right(void *arg)
{
	record(&green, &blue, 20);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, left, NULL);
	pthread_create(&second, NULL, right, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
