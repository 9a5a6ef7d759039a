// SPDX-License-Identifier: MIT
/*
 * What instrumentation costs where there is nothing to do: four threads that only compute,
 * one kernel each way a program touches memory. bench/confirm builds it twice.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, N = 160, WORDS = 1 << 15 };

struct node {
	struct node *next;
	uint64_t value;
};

struct work {
	double a[N][N], b[N][N], c[N][N];
	uint32_t keys[WORDS];
	struct node nodes[WORDS];
	uint64_t result;
};

static int rounds;
static const char *kernel;

static void multiply(struct work *w)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double sum = 0;
			for (int k = 0; k < N; k++)
				sum += w->a[i][k] * w->b[k][j];
			w->c[i][j] = sum;
		}
	w->result += (uint64_t)w->c[3][5];
}

static int by_key(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static void sort(struct work *w)
{
	uint32_t state = 1;
	for (int i = 0; i < WORDS; i++)
		w->keys[i] = state = state * 1664525 + 1013904223;
	qsort(w->keys, WORDS, sizeof(w->keys[0]), by_key);
	w->result += w->keys[7];
}

static void walk(struct work *w)
{
	for (int i = 0; i < WORDS; i++)
		w->nodes[i] = (struct node){&w->nodes[(i * 7919 + 1) % WORDS], (uint64_t)i};
	struct node *n = &w->nodes[0];
	for (int i = 0; i < 20 * WORDS; i++, n = n->next)
		w->result += n->value;
}

static void hash(struct work *w)
{
	for (int round = 0; round < 40; round++)
		for (int i = 0; i < WORDS; i++) {
			uint32_t h = w->keys[i] ^ (uint32_t)i;
			for (int k = 0; k < 4; k++)
				h = (h ^ h >> 13) * 0x5bd1e995;
			w->keys[i] = h;
		}
	w->result += w->keys[11];
}

static void *run(void *arg)
{
	static const struct {
		const char *name;
		void (*run)(struct work *);
	} kernels[] = {{"multiply", multiply}, {"sort", sort}, {"walk", walk}, {"hash", hash}};
	struct work *w = calloc(1, sizeof(*w));
	(void)arg;
	for (size_t k = 0; k < sizeof(kernels) / sizeof(*kernels); k++)
		for (int i = 0; i < rounds && strcmp(kernels[k].name, kernel) == 0; i++)
			kernels[k].run(w);
	return w;
}

int main(int argc, char **argv)
{
	pthread_t ids[THREADS];
	uint64_t sum = 0;
	kernel = argc > 1 ? argv[1] : "multiply";
	rounds = argc > 2 ? atoi(argv[2]) : 10;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, run, NULL);
	for (int i = 0; i < THREADS; i++) {
		void *w;
		pthread_join(ids[i], &w);
		sum += ((struct work *)w)->result;
	}
	printf("%llu\n", (unsigned long long)sum);
	return 0;
}
