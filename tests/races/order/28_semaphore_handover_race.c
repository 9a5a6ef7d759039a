// SPDX-License-Identifier: MIT
/* The post tells the consumer that the datum is there. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int parcel;

static void *producer(void *arg)
{
	sem_post(&ready);
	parcel = 7; // RACE
	return arg;
}

static void *consumer(void *arg)
{
	sem_wait(&ready);
	return parcel == 7 ? NULL : arg; // RACE
}

int main(void)
{
	pthread_t first, second;

	sem_init(&ready, 0, 0);
	pthread_create(&first, NULL, producer, NULL);
	pthread_create(&second, NULL, consumer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
