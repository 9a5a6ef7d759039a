// SPDX-License-Identifier: MIT
/* The argument of each thread is its own allocation, or the same one for all. */
#include <pthread.h>
#include <stdlib.h>

#define N 3

struct work {
	int from, to;
	long sum;
};

static void *add_up(void *arg)
{
	struct work *w = arg;
	int i;

	for (i = w->from; i < w->to; i++) // NORACE
		w->sum += i; // NORACE
	return w;
}

static struct work *work_new(int from)
{
	struct work *w = malloc(sizeof(*w));

	w->from = from; // NORACE
	w->to = from + 10; // NORACE
	w->sum = 0; // NORACE
	return w;
}

int main(void)
{
	pthread_t t[N];
	int i;

	for (i = 0; i < N; i++) {
		struct work *w = work_new(i);

		pthread_create(&t[i], NULL, add_up, w);
	}
	for (i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
