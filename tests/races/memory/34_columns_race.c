// SPDX-License-Identifier: MIT
/* More threads than columns; the element of the neighbour; steps that meet. */
#include <pthread.h>

enum { ROWS = 6, COLUMNS = 8 };

static double matrix[ROWS * COLUMNS + 1];
static int pairs[65], steps[132];

static void *scale(void *arg)
{
	long column = (long)arg;

	for (int row = 0; row < ROWS; row++)
		matrix[row * COLUMNS + column] *= 2; // RACE
	return NULL;
}

static void *fill(void *arg)
{
	long side = (long)arg;

	for (int i = 0; i < 32; i++)
		pairs[2 * i + side] = pairs[2 * i + side + 1]; // RACE
	return NULL;
}

static void *step(void *arg)
{
	long number = (long)arg;

	for (int i = 0; i < 32; i++)
		steps[4 * i + 2 * number] = i; // RACE
	return NULL;
}

int main(void)
{
	pthread_t t;

	for (long i = 0; i <= COLUMNS; i++)
		pthread_create(&t, NULL, scale, (void *)i);
	for (long i = 0; i < 2; i++)
		pthread_create(&t, NULL, fill, (void *)i);
	for (long i = 0; i < 3; i++)
		pthread_create(&t, NULL, step, (void *)i);
	pthread_exit(NULL);
}
