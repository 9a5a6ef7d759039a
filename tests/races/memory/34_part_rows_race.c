// SPDX-License-Identifier: MIT
/* Rows are shared out, but the result is written by column. */
#include <pthread.h>
#include <stdint.h>

#define THREADS 4
#define N 64

static int a[N][N], b[N][N], c[N][N];
static int flat[N * N];

static void *multiply(void *arg)
{
	int id = (int)(intptr_t)arg;
	int from = id * N / THREADS - (id > 0);
	int to = (id + 1) * N / THREADS;
	int i, j, k;

	for (i = from; i < to; i++) {
		for (j = 0; j < N; j++) {
			c[j][i] = 0; // RACE
			for (k = 0; k < N; k++)
				c[j][i] += a[i][k] * b[k][j]; // RACE
			flat[j * N + i] = c[j][i]; // RACE
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];
	intptr_t i;

	for (i = 0; i < N * N; i++)
		a[i / N][i % N] = b[i % N][i / N] = (int)i; // NORACE
	for (i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, multiply, (void *)i);
	for (i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return c[0][0] + flat[0] < 0; // NORACE
}
