// SPDX-License-Identifier: MIT
// As 28_wait_timed_out_race.c: who has waited too long does without the result, or looks again.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static long result;

static void *compute(void *arg)
{
	result = 5; // NORACE
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static bool wait_for_result(void)
{
	struct timespec ts;
	int rc = 0;
	bool there;

	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_sec += 1;
	pthread_mutex_lock(&m);
	while (!ready && rc != ETIMEDOUT)
		rc = pthread_cond_timedwait(&c, &m, &ts);
	there = ready;
	pthread_mutex_unlock(&m);
	return there;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, compute, NULL);
	if (wait_for_result())
		result++; // NORACE
	pthread_join(t, NULL);
	return 0;
}
