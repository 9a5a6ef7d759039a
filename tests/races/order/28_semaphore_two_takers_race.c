// SPDX-License-Identifier: MIT
// The main thread hands over to two threads at once: they race with each other, even if
// what the main thread did before is ordered.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data;

static void *take(void *arg)
{
	sem_wait(&ready);
	data++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&ready, 0, 0);
	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, take, NULL);
	data = 1; // NORACE
	sem_post(&ready);
	sem_post(&ready);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return data;
}
