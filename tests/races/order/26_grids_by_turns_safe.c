// SPDX-License-Identifier: MIT
/* Jacobi with two buffers swapped by phase; each thread its rows, barrier between. */
#include <pthread.h>
#include <stdio.h>

#define N 32
#define T 4
static double g[2][N + 2];
static pthread_barrier_t b;
struct a { int from, to; };
static void *th(void *p)
{
	struct a *a = p;
	int cur = 0;
	for (int it = 0; it < 5; it++) {
		for (int i = a->from; i < a->to; i++)
			g[!cur][i] = (g[cur][i - 1] + g[cur][i + 1]) / 2; // FP the grid that is written is not known to be another one than that which is read
		pthread_barrier_wait(&b);
		cur = !cur;
	}
	return 0;
}
int main(void)
{
	pthread_t t[T];
	struct a a[T];
	pthread_barrier_init(&b, 0, T);
	g[0][0] = g[1][0] = 1;
	for (int i = 0; i < T; i++) {
		a[i].from = 1 + i * N / T;
		a[i].to = 1 + (i + 1) * N / T;
		pthread_create(&t[i], 0, th, &a[i]);
	}
	for (int i = 0; i < T; i++)
		pthread_join(t[i], 0);
	printf("%f\n", g[1][3]);
	return 0;
}
