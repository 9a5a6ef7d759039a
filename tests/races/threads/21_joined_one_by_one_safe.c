// SPDX-License-Identifier: MIT
/* After the loop all have been joined: by a function, or by a loop inside, row by row. */
#include <pthread.h>
#include <stdatomic.h>

enum { N = 4, ROWS = 3 };

struct worker {
	int number;
	pthread_t id;
};

static atomic_int rows, rows_called, called;
static pthread_t cell[ROWS][N], seat[ROWS][N];
static struct worker crew[N];

static void *count(void *arg)
{
	atomic_int *n = arg;

	(*n)++; // NORACE
	return NULL;
}

static void wait_for(struct worker *w)
{
	pthread_join(w->id, NULL);
}

static void wait_for_row(pthread_t *row)
{
	for (int j = 0; j < N; j++)
		pthread_join(row[j], NULL);
}

static void create(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_create(&cell[i][j], NULL, count, &rows);
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_create(&seat[i][j], NULL, count, &rows_called);
	for (int i = 0; i < N; i++)
		pthread_create(&crew[i].id, NULL, count, &called);
}

int main(void)
{
	create();
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_join(cell[i][j], NULL);
	*(int *)&rows = 0; // NORACE
	for (int i = 0; i < ROWS; i++)
		wait_for_row(seat[i]);
	*(int *)&rows_called = 0; // NORACE
	for (int i = 0; i < N; i++)
		wait_for(&crew[i]);
	*(int *)&called = 0; // NORACE
	return 0;
}
