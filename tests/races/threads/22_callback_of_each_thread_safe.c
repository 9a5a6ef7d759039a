// SPDX-License-Identifier: MIT
// One helper calls what it is given; each thread gives it another function.
#include <pthread.h>
#include <stdlib.h>

static int list[4] = {1, 2, 3, 4};

static void for_each(void (*visit)(int))
{
	for (int i = 0; i < 4; i++)
		visit(list[i]);
}

static int sum, product = 1;

static void add(int v)
{
	sum += v; // NORACE
}

static void multiply(int v)
{
	product *= v; // NORACE
}

static int by_value(const void *a, const void *b)
{
	sum++; // NORACE
	return *(const int *)a - *(const int *)b;
}

static int backwards(const void *a, const void *b)
{
	product++; // NORACE
	return *(const int *)b - *(const int *)a;
}

static void sort(int *at, int (*compare)(const void *, const void *))
{
	qsort(at, 4, sizeof(int), compare);
}

static void *adder(void *arg)
{
	int own[4] = {4, 3, 2, 1};

	for_each(add);
	sort(own, by_value);
	return arg;
}

static void *multiplier(void *arg)
{
	int own[4] = {4, 3, 2, 1};

	for_each(multiply);
	sort(own, backwards);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, adder, NULL);
	pthread_create(&b, NULL, multiplier, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return sum + product;
}
