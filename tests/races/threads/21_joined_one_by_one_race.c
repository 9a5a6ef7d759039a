// SPDX-License-Identifier: MIT
/* In the loop that joins, those that come later are still running: also when a function joins,
 * or a loop inside joins a row of them. */
#include <pthread.h>
#include <stdatomic.h>

enum { N = 4, ROWS = 3 };

struct worker {
	int number;
	pthread_t id;
};

static atomic_int rows, rows_called, early, called;
static pthread_t cell[ROWS][N], seat[ROWS][N];
static struct worker crew[N], team[N];

static void *count(void *arg)
{
	atomic_int *n = arg;

	(*n)++; // RACE
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
	for (int i = 0; i < N; i++)
		pthread_create(&team[i].id, NULL, count, &early);
}

int main(int argc, char **argv)
{
	(void)argv;
	create();
	for (int i = 0; i < ROWS; i++) {
		for (int j = 0; j < N; j++)
			pthread_join(cell[i][j], NULL);
		*(int *)&rows = 0; // RACE
	}
	for (int i = 0; i < ROWS; i++) {
		wait_for_row(seat[i]);
		*(int *)&rows_called = 0; // RACE
	}
	for (int i = 0; i < N; i++) {
		wait_for(&crew[i]);
		*(int *)&called = 0; // RACE
	}
	for (int i = 0; i < N; i++) {
		wait_for(&team[i]);
		if (i == argc)
			break;
	}
	*(int *)&early = 0; // RACE
	return 0;
}
