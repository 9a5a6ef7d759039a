// SPDX-License-Identifier: MIT
/* Waiting on a condition gives the mutex back for a while and then holds it. */
#define _GNU_SOURCE
#include <time.h>
#include "../two.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, seen, seen_timed, seen_clock, outside;

static void *consumer(void *arg)
{
	struct timespec t = {1, 0};

	pthread_mutex_lock(&m);
	while (!ready) // NORACE
		pthread_cond_wait(&c, &m);
	seen++; // NORACE
	pthread_cond_timedwait(&c, &m, &t);
	seen_timed++; // NORACE
	pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &t);
	seen_clock++; // NORACE
	pthread_mutex_unlock(&m);
	outside++; // RACE
	return arg;
}

static void *producer(void *arg)
{
	pthread_mutex_lock(&m);
	ready = 1; // NORACE
	seen = 0; // NORACE
	seen_timed = 0; // NORACE
	seen_clock = 0; // NORACE
	pthread_cond_signal(&c);
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	outside++; // RACE
	return arg;
}

TWO_THREADS(consumer, producer)
