// SPDX-License-Identifier: MIT
/* Each thread has its own number, and adds to that of its neighbour as well. */
#include <pthread.h>

static int numbers[5];

static void *worker(void *arg)
{
	int *own = arg;

	own[0]++; // RACE
	own[1]++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t ids[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, worker, &numbers[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(ids[i], NULL);
	return numbers[0];
}
