// SPDX-License-Identifier: MIT
/* Matrices: each thread has rows of the product, one matrix has two dimensions, the
 * other is flat. */
#include <pthread.h>
#include <stdint.h>

#define THREADS 4
#define N 64

static int a[N][N], b[N][N], c[N][N];
static int flat[N * N];

static void *multiply(void *arg)
{
	int id = (int)(intptr_t)arg;
	int from = id * N / THREADS;
	int to = (id + 1) * N / THREADS;
	int i, j, k;

	for (i = from; i < to; i++) {
		for (j = 0; j < N; j++) {
			c[i][j] = 0; // NORACE
			for (k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j]; // NORACE
			flat[i * N + j] = c[i][j]; // NORACE
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
