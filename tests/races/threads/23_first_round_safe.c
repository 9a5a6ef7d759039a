// SPDX-License-Identifier: MIT
/* What the first round of the loop finds out is for all threads: none exists yet. */
#include <pthread.h>

#define N 4

static int limit, late;
static int sums[N];

static void *work(void *arg)
{
	int *sum = arg;

	*sum = limit + late; // NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t ids[N];

	(void)argv;
	for (int i = 0; i < N; i++) {
		if (i == 0) {
			limit = argc; // NORACE
			late = 2 * argc; // NORACE
		}
		pthread_create(&ids[i], NULL, work, &sums[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(ids[i], NULL);
	return sums[0]; // NORACE
}
