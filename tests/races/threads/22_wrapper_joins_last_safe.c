// SPDX-License-Identifier: MIT
/* The thread that was created last is waited for; the first one still runs. */
#include <pthread.h>
#include <stdlib.h>

static int first_count, last_count;

static void start(pthread_t *id, void *(*entry)(void *), void *arg)
{
	if (pthread_create(id, NULL, entry, arg))
		abort();
}

static void *first_work(void *arg)
{
	first_count++; // NORACE
	return arg;
}

static void *last_work(void *arg)
{
	last_count++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, last;

	start(&first, first_work, NULL);
	start(&last, last_work, NULL);
	pthread_join(last, NULL);
	last_count++; // NORACE
	pthread_join(first, NULL);
	first_count++; // NORACE
	return 0;
}
