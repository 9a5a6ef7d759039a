// SPDX-License-Identifier: MIT
/*
 * An object is handed down through two functions that call each other; at the bottom
 * it is published.
 */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct item *shared;

static void down(struct item *i, int depth);

static void across(struct item *i, int depth)
{
	if (depth > 0)
		down(i, depth - 1);
}

static void down(struct item *i, int depth)
{
	if (depth == 0) {
		pthread_mutex_lock(&m);
		shared = i; // NORACE
		pthread_mutex_unlock(&m);
	} else {
		across(i, depth);
	}
}

static void *reader(void *arg)
{
	pthread_mutex_lock(&m);
	if (shared)
		shared->n++; // RACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *writer(void *arg)
{
	struct item *i = calloc(1, sizeof(*i));

	i->n = 1; // NORACE
	across(i, 3);
	i->n = 2; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, writer, NULL);
	pthread_create(&second, NULL, reader, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
