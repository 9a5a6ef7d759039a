// SPDX-License-Identifier: MIT
/* The parts overlap by one element: <= instead of <. */
#include <pthread.h>
#include <stdint.h>

#define THREADS 4
#define LENGTH 1003

static double table[LENGTH];
static int squares[LENGTH];

static void *fill(void *arg)
{
	long id = (long)(intptr_t)arg;
	int part = LENGTH / THREADS;
	int begin = (int)id * part;
	int end = begin + part;
	int i;

	if (id == THREADS - 1)
		end = LENGTH;
	for (i = begin; i <= end && i < LENGTH; i++) {
		table[i] = i * 0.5; // RACE
		squares[i] = i * i; // RACE
	}
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];
	intptr_t i;
	double sum = 0;

	for (i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, fill, (void *)i);
	for (i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	for (i = 0; i < LENGTH; i++)
		sum += table[i] + squares[i]; // NORACE
	return sum < 0;
}
