// SPDX-License-Identifier: MIT
/* Four threads, but every third element. */
#include <pthread.h>
#include <stdint.h>

#define THREADS 4
#define LENGTH 100

static int counts[LENGTH];

static void *count(void *arg)
{
	int id = (int)(intptr_t)arg;
	int i;

	for (i = id; i < LENGTH; i += THREADS - 1)
		counts[i]++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];
	intptr_t i;

	for (i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, count, (void *)i);
	for (i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return counts[0]; // NORACE
}
