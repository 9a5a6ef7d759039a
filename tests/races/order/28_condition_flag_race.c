// SPDX-License-Identifier: MIT
/* A flag set under the mutex tells that the data, written without it, is complete. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static int data[4];

static void *producer(void *arg)
{
	int i;

	pthread_mutex_lock(&m);
	ready = 1; // NORACE
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	for (i = 0; i < 4; i++)
		data[i] = i; // RACE
	return arg;
}

static void *consumer(void *arg)
{
	int i, sum = 0;

	pthread_mutex_lock(&m);
	while (!ready) // NORACE
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	for (i = 0; i < 4; i++)
		sum += data[i]; // RACE
	return sum == 6 ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, producer, NULL);
	pthread_create(&second, NULL, consumer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
