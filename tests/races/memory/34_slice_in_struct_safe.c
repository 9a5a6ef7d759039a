// SPDX-License-Identifier: MIT
/* Each thread is given where its slice begins, and how long it is. */
#include <pthread.h>

enum { THREADS = 4, LENGTH = 10 };

struct slice {
	const int *from;
	int *to;
	int length;
};

static int from[THREADS * LENGTH], to[THREADS * LENGTH], last[THREADS * LENGTH];

static void *twice(void *arg)
{
	struct slice *s = arg;

	for (int i = 0; i < s->length; i++)
		s->to[i] = s->from[i] * 2; // NORACE
	return NULL;
}

static void set(int *numbers, int length)
{
	for (int i = 0; i < length; i++)
		numbers[i] = i; // NORACE
}

static void *number(void *arg)
{
	set((int *)arg, LENGTH);
	return NULL;
}

int main(void)
{
	struct slice slices[THREADS], others[THREADS];
	pthread_t threads[THREADS], more[THREADS];

	for (int i = 0; i < THREADS; i++) {
		slices[i].from = from + i * LENGTH;
		slices[i].to = to + i * LENGTH;
		slices[i].length = LENGTH;
		pthread_create(&threads[i], NULL, twice, &slices[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++) {
		others[i] = (struct slice){from, to + i * LENGTH, LENGTH};
		pthread_create(&threads[i], NULL, twice, &others[i]);
		pthread_create(&more[i], NULL, number, last + i * LENGTH);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		pthread_join(more[i], NULL);
	}
	return to[3] + last[3]; // NORACE
}
