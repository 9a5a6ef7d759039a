// SPDX-License-Identifier: MIT
/* A semaphore of one as a lock, with each way of waiting. */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s, other;
static int locked, tried, try_ignored, timed, outside, value;

static void *worker(void *arg)
{
	struct timespec t = {1, 0};

	sem_wait(&s);
	locked++; // NORACE
	sem_post(&s);
	outside++; // RACE
	if (sem_trywait(&s) == 0) {
		tried++; // NORACE
		sem_post(&s);
	}
	if (sem_timedwait(&s, &t) == 0) {
		timed++; // NORACE
		sem_post(&s);
	}
	sem_trywait(&other);
	try_ignored++; // RACE
	sem_post(&other);
	sem_getvalue(&s, &value); // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&s, 0, 1);
	sem_init(&other, 0, 1);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	sem_destroy(&s);
	return 0;
}
