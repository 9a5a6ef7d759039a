// SPDX-License-Identifier: MIT
/* docs/soundness.md, 22: a semaphore that starts at 1 and is posted once too often, where its
 * poster may have waited for it again. */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int n, mode;

static void *one(void *arg)
{
	sem_wait(&s);
	n++; // FN two may be inside
	sem_post(&s);
	if (mode)
		sem_wait(&s);
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

int main(int argc, char **argv)
{
	pthread_t a, b;

	(void)argv;
	mode = argc - 1;
	sem_init(&s, 0, 1);
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
