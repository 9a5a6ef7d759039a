// SPDX-License-Identifier: MIT
/* All ids go to one variable, and the last one is joined as often as there are threads. */
#include <pthread.h>

enum { THREADS = 4 };

static int results[THREADS];

static void *work(void *arg)
{
	results[(long)arg] = 1; // RACE
	return NULL;
}

int main(void)
{
	pthread_t id;

	for (long i = 0; i < THREADS; i++)
		pthread_create(&id, NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(id, NULL);
	return results[0]; // RACE
}
