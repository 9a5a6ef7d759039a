// SPDX-License-Identifier: MIT
/* A plain store to an atomic's storage is fine before the threads, not beside them. */
#include <pthread.h>
#include <string.h>

struct stats {
	int requests;
	int failures;
};

static struct stats stats;

static void stats_reset(struct stats *s)
{
	memset(s, 0, sizeof(*s)); // RACE
}

static void *worker(void *arg)
{
	__atomic_fetch_add(&stats.requests, 1, __ATOMIC_RELAXED); // RACE
	__atomic_fetch_add(&stats.failures, 1, __ATOMIC_RELAXED); // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	stats_reset(&stats);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return stats.requests + stats.failures; // NORACE
}
