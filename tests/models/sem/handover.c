// SPDX-License-Identifier: MIT
/* A semaphore that starts at zero: the wait comes after the post. */
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int before, after;

static void *producer(void *arg)
{
	before = 1; // NORACE
	sem_post(&full);
	after = 1; // RACE
	return arg;
}

static void *consumer(void *arg)
{
	sem_wait(&full);
	before++; // NORACE
	after++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&full, 0, 0);
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
