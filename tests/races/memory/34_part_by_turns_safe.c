// SPDX-License-Identifier: MIT
/* Every fourth element belongs to one of four threads. */
#include <pthread.h>
#include <stdint.h>

#define THREADS 4
#define LENGTH 100

static int counts[LENGTH];

static void *count(void *arg)
{
	int id = (int)(intptr_t)arg;
	int i;

	for (i = id; i < LENGTH; i += THREADS)
		counts[i]++; // NORACE
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
