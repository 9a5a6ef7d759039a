// SPDX-License-Identifier: MIT
/* A registry of arrays by number. What is read as structs was not allocated as counts,
 * though only the program knows which number is which. */
#include <pthread.h>
#include <stdlib.h>

struct type {
	unsigned kind;
	unsigned size;
	const char *name;
};

static void *registry[8];

static unsigned *make_counts(size_t n)
{
	unsigned *counts = calloc(n, sizeof(*counts));

	return counts;
}

static struct type *make_types(size_t n)
{
	struct type *types = calloc(n, sizeof(*types));

	return types;
}

static void *counter(void *arg)
{
	unsigned *counts = arg;
	int i;

	for (i = 0; i < 100; i++)
		counts[i]++; // NORACE
	return NULL;
}

int main(void)
{
	int number, all = 0;
	unsigned *counts = make_counts(100);
	pthread_t t;

	for (number = 0; number < 8; number += 2) {
		registry[number] = counts;
		registry[number + 1] = make_types(100);
	}
	pthread_create(&t, NULL, counter, counts);
	const struct type *type = registry[2 * (rand() % 4) + 1];
	all += type->kind == 3; // NORACE
	pthread_join(t, NULL);
	return all;
}
