// SPDX-License-Identifier: MIT
/* The reader is created after the wait on one way only, and what is written after the post is not
 * waited for. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int early, late;

static void *load(void *arg)
{
	early = 1; // RACE
	sem_post(&ready);
	late = 1; // RACE
	return arg;
}

static void *read_early(void *arg)
{
	return early ? arg : NULL; // RACE
}

static void *read_late(void *arg)
{
	return late ? arg : NULL; // RACE
}

int main(int argc, char **argv)
{
	pthread_t a, b, c;

	sem_init(&ready, 0, 0);
	pthread_create(&a, NULL, load, NULL);
	if (argc > 1)
		sem_wait(&ready);
	pthread_create(&b, NULL, read_early, NULL);
	if (argc <= 1)
		sem_wait(&ready);
	pthread_create(&c, NULL, read_late, argv);
	return 0;
}
