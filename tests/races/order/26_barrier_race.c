// SPDX-License-Identifier: MIT
/* Written before the barrier by one thread, read after it by the other. */
#include <pthread.h>

static pthread_barrier_t barrier;
static int value;
static int copy;

static void *writer(void *arg)
{
	value = 1; // RACE
	pthread_barrier_wait(&barrier);
	return arg;
}

static void *reader(void *arg)
{
	copy = value; // RACE
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&first, NULL, writer, NULL);
	pthread_create(&second, NULL, reader, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	pthread_barrier_destroy(&barrier);
	return copy; // NORACE
}
