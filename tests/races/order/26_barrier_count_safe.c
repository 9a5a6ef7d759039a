// SPDX-License-Identifier: MIT
// A barrier for all three threads: nobody passes it
// before the writer has come.
#include <pthread.h>

static pthread_barrier_t barrier;
static int data;

static void *writer(void *arg)
{
	data = 1; // NORACE
	pthread_barrier_wait(&barrier);
	return arg;
}

static void *reader(void *arg)
{
	pthread_barrier_wait(&barrier);
	return data ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t a, b, c;

	pthread_barrier_init(&barrier, NULL, 3);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_create(&c, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
