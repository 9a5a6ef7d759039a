// SPDX-License-Identifier: MIT
/* Semaphores that never count more than one, though waits and posts are in helpers. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s, other;
static int n, in_main;

static void enter(sem_t *x)
{
	sem_wait(x);
}

static void leave(sem_t *x)
{
	sem_post(x);
}

static void *worker(void *arg)
{
	enter(&s);
	n++; // NORACE
	leave(&s);
	sem_wait(&other);
	in_main++; // NORACE
	sem_post(&other);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&s, 0, 1);
	sem_init(&other, 0, 1);
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	enter(&other);
	in_main++; // NORACE
	leave(&other);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
