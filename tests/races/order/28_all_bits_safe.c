// SPDX-License-Identifier: MIT
/* As one of two, but the bit that is waited for is set by one thread only. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int first, second;
static long x, y;

static void *one(void *arg)
{
	x++; // NORACE
	pthread_mutex_lock(&m);
	first = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *two(void *arg)
{
	y++; // NORACE
	pthread_mutex_lock(&m);
	second = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_mutex_lock(&m);
	while (!(first && second))
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return (int)(x + y); // NORACE
}
