// SPDX-License-Identifier: MIT
/* As 28_semaphore_first_reader_safe.c, but readers also write, and look again when they
 * have let the writers in. */
#include <pthread.h>
#include <semaphore.h>

static sem_t counting, writing;
static int readers, data, reads;

static void *reader(void *arg)
{
	long *sum = arg;

	sem_wait(&counting);
	if (++readers == 1) // NORACE
		sem_wait(&writing);
	sem_post(&counting);
	reads++; // RACE
	sem_wait(&counting);
	if (--readers == 0) // NORACE
		sem_post(&writing);
	sem_post(&counting);
	*sum += data; // RACE
	return NULL;
}

static void *writer(void *arg)
{
	sem_wait(&writing);
	data++; // RACE
	sem_post(&writing);
	return arg;
}

int main(void)
{
	pthread_t a, b, c, d;
	long sum[2] = {0, 0};

	sem_init(&counting, 0, 1);
	sem_init(&writing, 0, 1);
	pthread_create(&a, NULL, reader, &sum[0]);
	pthread_create(&b, NULL, reader, &sum[1]);
	pthread_create(&c, NULL, writer, NULL);
	pthread_create(&d, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return (int)(sum[0] + sum[1]);
}
