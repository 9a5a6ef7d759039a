// SPDX-License-Identifier: MIT
/* Functions that the library calls, with what it was given. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include "../two.h"

static int sorted[16], key = 3, compared, compared_guarded, context, looked;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int order(const void *a, const void *b)
{
	compared++; // RACE
	return *(const int *)a - *(const int *)b; // RACE
}

static int order_with(const void *a, const void *b, void *arg)
{
	++*(int *)arg; // RACE
	return *(const int *)a - *(const int *)b; // NORACE
}

static int order_guarded(const void *a, const void *b)
{
	compared_guarded++; // NORACE
	return *(const int *)a - *(const int *)b; // RACE
}

static void *calls(void *arg)
{
	int local[4] = {4, 3, 2, 1};

	qsort(sorted, 16, sizeof(int), order); // RACE
	qsort_r(local, 4, sizeof(int), order_with, &context);
	pthread_mutex_lock(&m);
	looked += bsearch(&key, sorted, 16, sizeof(int), order_guarded) != NULL; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *accesses(void *arg)
{
	int n = 0;

	n += sorted[5]; // RACE
	sorted[6] = 1; // RACE
	n += compared; // RACE
	n += context; // RACE
	pthread_mutex_lock(&m);
	n += compared_guarded; // NORACE
	looked++; // NORACE
	pthread_mutex_unlock(&m);
	return n ? arg : NULL;
}

TWO_THREADS(calls, accesses)
