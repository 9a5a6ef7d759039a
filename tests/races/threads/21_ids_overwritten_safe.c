// SPDX-License-Identifier: MIT
/* Ids are stored where others were whose threads have been joined, or have never been created;
 * or each has a place of its own. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { N = 4, ROWS = 3 };

static int rounds[N];
static atomic_int table, flat, tries, depth, cycles;
static pthread_t id[N], other[N], cell[ROWS][N], line[ROWS * N], one;

static void *count(void *arg)
{
	int *n = arg;

	(*n)++; // NORACE
	return NULL;
}

static void *count_all(void *arg)
{
	atomic_int *n = arg;

	(*n)++; // NORACE
	return NULL;
}

/* All are joined in each round. */
static void create_in_rounds(void)
{
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < N; i++)
			pthread_create(&id[i], NULL, count, &rounds[i]);
		for (int i = 0; i < N; i++)
			pthread_join(id[i], NULL);
		rounds[k] = 0; // NORACE
	}
}

/* Only what failed is tried again. */
static void create_with_patience(void)
{
	for (int i = 0; i < N; i++)
		while (pthread_create(&other[i], NULL, count_all, &tries) != 0)
			sleep(1);
	for (int i = 0; i < N; i++)
		pthread_join(other[i], NULL);
	*(int *)&tries = 0; // NORACE
}

static void create_table(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_create(&cell[i][j], NULL, count_all, &table);
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_join(cell[i][j], NULL);
	*(int *)&table = 0; // NORACE
}

static void create_flat(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_create(&line[i * N + j], NULL, count_all, &flat);
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			pthread_join(line[i * N + j], NULL);
	*(int *)&flat = 0; // NORACE
}

static void recurse(int n)
{
	pthread_t mine;

	pthread_create(&mine, NULL, count_all, &depth);
	if (n)
		recurse(n - 1);
	pthread_join(mine, NULL);
}

/* The one of before is joined first. */
static void cycle(void)
{
	pthread_join(one, NULL);
	pthread_create(&one, NULL, count_all, &cycles);
	pthread_join(one, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	create_in_rounds();
	create_with_patience();
	create_table();
	create_flat();
	recurse(argc);
	*(int *)&depth = 0; // NORACE
	pthread_create(&one, NULL, count_all, &cycles);
	cycle();
	*(int *)&cycles = 0; // NORACE
	return 0;
}
