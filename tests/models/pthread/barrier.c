// SPDX-License-Identifier: MIT
/* A barrier for two: what is before it is before what is after it. */
#include <pthread.h>

static pthread_barrier_t b;
static int first, second, same;

static void *left(void *arg)
{
	first = 1; // NORACE
	same++; // RACE
	pthread_barrier_wait(&b);
	second = 1; // NORACE
	return arg;
}

static void *right(void *arg)
{
	second = 2; // NORACE
	same++; // RACE
	pthread_barrier_wait(&b);
	first = 2; // NORACE
	return arg;
}

int main(void)
{
	pthread_t one, two;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&one, NULL, left, NULL);
	pthread_create(&two, NULL, right, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_barrier_destroy(&b);
	return 0;
}
