// SPDX-License-Identifier: MIT
/* Created in a loop, joined in a loop, then read. */
#include <pthread.h>

#define N 4

static int results[N];

static void *worker(void *arg)
{
	int *slot = arg;

	*slot = 1; // RACE
	return NULL;
}

int main(void)
{
	pthread_t t[N];
	int i, sum = 0;

	for (i = 0; i < N; i++)
		pthread_create(&t[i], NULL, worker, &results[i]);
	for (i = 1; i < N; i++)
		pthread_join(t[i], NULL);
	for (i = 0; i < N; i++)
		sum += results[i]; // RACE
	pthread_join(t[0], NULL);
	return sum;
}
