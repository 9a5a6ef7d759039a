// SPDX-License-Identifier: MIT
/* How many threads there are is computed; each has a part of the array, the last one also
 * the rest. The index of a thread is in memory of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 1000

struct part {
	double *out;
	int from, to;
};

static double line[SIZE];
static int threads = 4;

static void *fill(void *arg)
{
	struct part *p = arg;

	for (int i = p->from; i < p->to; i++)
		p->out[i] = i * 2.0; // NORACE
	return NULL;
}

static void *fill_line(void *arg)
{
	int id = *(int *)arg;
	int from = id * SIZE / 4, to = (id + 1) * SIZE / 4;

	free(arg);
	for (int i = from; i < to; i++)
		line[i] = i; // NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 4;
	pthread_t *t = calloc((size_t)n + 4, sizeof(*t));
	struct part *parts = calloc((size_t)n, sizeof(*parts));
	double *out = calloc(SIZE, sizeof(*out));
	int each = SIZE / n;

	for (int i = 0; i < n; i++) {
		parts[i].out = out;
		parts[i].from = i * each;
		parts[i].to = i == n - 1 ? SIZE : (i + 1) * each;
		pthread_create(&t[i], NULL, fill, &parts[i]);
	}
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 4; i++) {
		int *id = malloc(sizeof(*id));

		*id = i;
		pthread_create(&t[i], NULL, fill_line, id);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%f %f\n", out[SIZE - 1], line[SIZE - 1]); // NORACE
	return threads == 0;
}
