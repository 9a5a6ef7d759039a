// SPDX-License-Identifier: MIT
/* Merge sort: one half in a new thread, the other here, down to a depth. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 4096
#define DEPTH 3

struct slice {
	int *data, *scratch;
	size_t n;
	int depth;
};

static void merge(int *data, int *scratch, size_t half, size_t n)
{
	size_t i = 0, k = half, out = 0;

	while (i < half && k < n)
		scratch[out++] = data[i] <= data[k] ? data[i++] : data[k++]; // FP the two halves of a recursive sort are not told apart
	while (i < half)
		scratch[out++] = data[i++]; // FP the two halves of a recursive sort are not told apart
	while (k < n)
		scratch[out++] = data[k++]; // FP the two halves of a recursive sort are not told apart
	memcpy(data, scratch, n * sizeof(*data)); // FP the two halves of a recursive sort are not told apart
}

static void *sort_slice(void *arg);

static void sort(int *data, int *scratch, size_t n, int depth)
{
	size_t half = n / 2;

	if (n < 2)
		return;
	if (depth > 0) {
		struct slice left = { data, scratch, half, depth - 1 };
		pthread_t id;

		if (pthread_create(&id, NULL, sort_slice, &left))
			abort();
		sort(data + half, scratch + half, n - half, depth - 1);
		pthread_join(id, NULL);
	} else {
		sort(data, scratch, half, 0);
		sort(data + half, scratch + half, n - half, 0);
	}
	merge(data, scratch, half, n);
}

static void *sort_slice(void *arg)
{
	struct slice *s = arg;

	sort(s->data, s->scratch, s->n, s->depth); // NORACE
	return NULL;
}

int main(void)
{
	int *data = malloc(LENGTH * sizeof(*data));
	int *scratch = malloc(LENGTH * sizeof(*scratch));
	int i;

	if (!data || !scratch)
		return 1;
	for (i = 0; i < LENGTH; i++)
		data[i] = rand(); // NORACE
	sort(data, scratch, LENGTH, DEPTH);
	for (i = 1; i < LENGTH; i++)
		if (data[i - 1] > data[i]) // NORACE
			return 1;
	puts("sorted");
	free(scratch); // NORACE
	free(data); // NORACE
	return 0;
}
