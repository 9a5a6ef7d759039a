// SPDX-License-Identifier: MIT
/* The producer may be as far ahead as there are places: these are taken in turn, but what
 * both count is one variable for all rounds. */
#include <pthread.h>
#include <semaphore.h>

enum { PLACES = 8, ROUNDS = 100 };

static sem_t empty, full;
static int ring[PLACES], filled;

static void *producer(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&empty);
		ring[i % PLACES] = i; // NORACE
		filled++; // RACE
		sem_post(&full);
	}
	return arg;
}

static void *consumer(void *arg)
{
	long *sum = arg;

	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&full);
		*sum += ring[i % PLACES]; // NORACE
		filled--; // RACE
		sem_post(&empty);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	long sum = 0;

	sem_init(&empty, 0, PLACES);
	sem_init(&full, 0, 0);
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, &sum);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return (int)sum;
}
