// SPDX-License-Identifier: MIT
/* Each thread has the row of its number; the rows were allocated one by one. */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, COLUMNS = 8 };

struct work {
	int *numbers;
	int length;
};

static double *rows[THREADS], **matrix;
static struct work works[THREADS];

static void *fill(void *arg)
{
	long t = (long)arg;

	for (int i = 0; i < COLUMNS; i++) {
		rows[t][i] = i; // NORACE
		matrix[t][i] = i; // NORACE
	}
	for (int i = 0; i < works[t].length; i++)
		works[t].numbers[i] = i; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	matrix = malloc(THREADS * sizeof(*matrix));
	for (int i = 0; i < THREADS; i++) {
		rows[i] = calloc(COLUMNS, sizeof(double));
		matrix[i] = malloc(COLUMNS * sizeof(double));
		works[i].length = COLUMNS;
		works[i].numbers = malloc(COLUMNS * sizeof(int));
	}
	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, fill, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return rows[0][0] + matrix[0][0] > 0; // NORACE
}
