// SPDX-License-Identifier: MIT
/* Every way to take a mutex: taken for sure, or only when the result is zero. */
#define _GNU_SOURCE
#include <time.h>
#include "../two.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n;
static int locked, tried, try_ignored, try_wrong, timed, timed_ignored, clocked, after, made;

static void *worker(void *arg)
{
	struct timespec t = {1, 0};

	pthread_mutex_lock(&m);
	locked++; // NORACE
	pthread_mutex_unlock(&m);
	after++; // RACE
	if (pthread_mutex_trylock(&m) == 0) {
		tried++; // NORACE
		pthread_mutex_unlock(&m);
	}
	if (pthread_mutex_trylock(&m))
		try_wrong++; // RACE
	else
		pthread_mutex_unlock(&m);
	pthread_mutex_trylock(&m);
	try_ignored++; // RACE
	pthread_mutex_unlock(&m);
	if (pthread_mutex_timedlock(&m, &t) == 0) {
		timed++; // NORACE
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_timedlock(&m, &t);
	timed_ignored++; // RACE
	pthread_mutex_unlock(&m);
	if (!pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &t)) {
		clocked++; // NORACE
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_lock(&n);
	made++; // NORACE
	pthread_mutex_unlock(&n);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_mutex_init(&n, NULL);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_mutex_destroy(&n);
	return locked + tried + try_ignored + try_wrong + timed + timed_ignored + clocked +
	       after + made;
}
