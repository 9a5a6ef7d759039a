// SPDX-License-Identifier: MIT
/* Start and finish are wrappers; finishing one thread says nothing of the other. */
#include <pthread.h>
#include <stdlib.h>

static int early, late;

static void start(pthread_t *id, void *(*entry)(void *), void *arg)
{
	if (pthread_create(id, NULL, entry, arg))
		abort();
}

static void finish(pthread_t id)
{
	pthread_join(id, NULL);
}

static void *first_work(void *arg)
{
	early++; // NORACE
	return arg;
}

static void *second_work(void *arg)
{
	late++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	start(&first, first_work, NULL);
	start(&second, second_work, NULL);
	finish(first);
	early++; // NORACE
	finish(second);
	late++; // NORACE
	return 0;
}
