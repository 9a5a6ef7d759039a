// SPDX-License-Identifier: MIT
/* A bounded queue: wait in a loop under the mutex. The twin peeks without it. */
#include <pthread.h>

#define SIZE 4
#define TURNS 20

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ring[SIZE];
static int count, in, out;

static void *producer(void *arg)
{
	int i;

	for (i = 0; i < TURNS; i++) {
		pthread_mutex_lock(&m);
		while (count == SIZE) // NORACE
			pthread_cond_wait(&changed, &m);
		ring[in] = i; // NORACE
		in = (in + 1) % SIZE; // NORACE
		count++; // RACE
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *consumer(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < TURNS; i++) {
		if (count > SIZE) // RACE
			return arg;
		pthread_mutex_lock(&m);
		while (count == 0) // NORACE
			pthread_cond_wait(&changed, &m);
		sum += ring[out]; // NORACE
		out = (out + 1) % SIZE; // NORACE
		count--; // NORACE
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&m);
	}
	return sum < 0 ? arg : NULL;
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
