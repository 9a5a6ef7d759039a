// SPDX-License-Identifier: MIT
/* Each thread is given where its slice begins, and a length that is one too much. */
#include <pthread.h>

enum { THREADS = 4, LENGTH = 10 };

struct slice {
	const int *from;
	int *to;
	int length;
};

static int from[THREADS * LENGTH + 1], to[THREADS * LENGTH + 1], last[THREADS * LENGTH + 1];

static void *twice(void *arg)
{
	struct slice *s = arg;

	for (int i = 0; i < s->length; i++)
		s->to[i] = s->from[i] * 2; // RACE
	return NULL;
}

static void set(int *numbers, int length)
{
	for (int i = 0; i < length; i++)
		numbers[i] = i; // RACE
}

static void *number(void *arg)
{
	set((int *)arg, LENGTH + 1);
	return NULL;
}

int main(void)
{
	struct slice slices[THREADS];
	pthread_t threads[THREADS], more[THREADS];

	for (int i = 0; i < THREADS; i++) {
		slices[i] = (struct slice){from, to + i * LENGTH, LENGTH + 1};
		pthread_create(&threads[i], NULL, twice, &slices[i]);
		pthread_create(&more[i], NULL, number, last + i * LENGTH);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		pthread_join(more[i], NULL);
	}
	return to[3] + last[3]; // NORACE
}
