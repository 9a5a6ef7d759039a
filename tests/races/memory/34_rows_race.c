// SPDX-License-Identifier: MIT
/* Each thread has the row of its number, but some rows are the same: one for all, that of the
 * neighbour, by the initialiser, by a copy, by a helper that stores what it is given, by an
 * allocation that is stored twice. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, COLUMNS = 8 };

static int row[COLUMNS];
static int *one[THREADS], *neighbours[THREADS], *copied[THREADS], *put[THREADS], *twice[2 * THREADS];
static int *initial[THREADS] = {row, row, row, row};
static int *others[THREADS] = {row, row, row, row};

static void *fill(void *arg)
{
	long t = (long)arg;

	for (int i = 0; i < COLUMNS; i++) {
		one[t][i] = i; // RACE
		neighbours[t][i] = i; // RACE
		initial[t][i] = i; // RACE
		copied[t][i] = i; // RACE
		put[t][i] = i; // RACE
		twice[t][i] = i; // RACE
	}
	return NULL;
}

static void put_row(int **rows, int i, int *given)
{
	rows[i] = given;
}

int main(void)
{
	pthread_t t;
	int *shared = calloc(COLUMNS, sizeof(int));

	for (int i = 0; i < THREADS; i++) {
		int *made = calloc(COLUMNS, sizeof(int));
		twice[i] = made;
		twice[THREADS - 1 - i] = made;
		one[i] = shared;
		neighbours[i] = calloc(COLUMNS, sizeof(int));
		put_row(put, i, shared);
	}
	neighbours[1] = neighbours[0];
	memcpy(copied, others, sizeof(copied));
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t, NULL, fill, (void *)i);
	pthread_exit(NULL);
}
