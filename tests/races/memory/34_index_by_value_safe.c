// SPDX-License-Identifier: MIT
/* The loop index travels by value in the pointer and selects the slot. */
#include <pthread.h>
#include <stdint.h>

#define N 4

static long data[N];

static void *worker(void *arg)
{
	intptr_t tid = (intptr_t)arg;
	int i;

	for (i = 0; i < 10; i++)
		data[tid] += i; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t t[N];
	long sum = 0;
	intptr_t i;

	for (i = 0; i < N; i++)
		pthread_create(&t[i], NULL, worker, (void *)i);
	for (i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	for (i = 0; i < N; i++)
		sum += data[i]; // NORACE
	return sum == 0;
}
