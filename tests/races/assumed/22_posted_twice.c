// SPDX-License-Identifier: MIT
/* docs/soundness.md, 22: a semaphore that starts at 1 and is posted once too often. */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int n;

static void *one(void *arg)
{
	sem_wait(&s);
	n++; // FN two may be inside
	sem_post(&s);
	sem_post(&s);
	return arg;
}

static void *two(void *arg)
{
	sem_wait(&s);
	n++; // FN soundness.md, 22
	sem_post(&s);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&s, 0, 1);
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
