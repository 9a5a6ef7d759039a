// SPDX-License-Identifier: MIT
/* Each thread has a column of a matrix that is one array, or every second element. */
#include <pthread.h>

enum { ROWS = 6, COLUMNS = 8 };

static double matrix[ROWS * COLUMNS];
static int pairs[64];

static void *scale(void *arg)
{
	long column = (long)arg;

	for (int row = 0; row < ROWS; row++)
		matrix[row * COLUMNS + column] *= 2; // NORACE
	return NULL;
}

static void *fill(void *arg)
{
	long side = (long)arg;

	for (int i = 0; i < 32; i++)
		pairs[2 * i + side] = i; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t columns[COLUMNS], sides[2];

	for (long i = 0; i < COLUMNS; i++)
		pthread_create(&columns[i], NULL, scale, (void *)i);
	for (long i = 0; i < 2; i++)
		pthread_create(&sides[i], NULL, fill, (void *)i);
	for (int i = 0; i < COLUMNS; i++)
		pthread_join(columns[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(sides[i], NULL);
	return pairs[0] + (matrix[0] > 0); // NORACE
}
