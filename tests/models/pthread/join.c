// SPDX-License-Identifier: MIT
/* After a join that joined, the thread's accesses are over. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static int joined, running, tried, try_ignored, timed, detached, cancelled, result_data;

static void *a_joined(void *arg)
{
	joined = 1; // NORACE
	running = 1; // RACE
	result_data = 1; // NORACE
	pthread_exit(arg);
}

static void *a_tried(void *arg)
{
	tried = 1; // NORACE
	return arg;
}

static void *a_try_ignored(void *arg)
{
	try_ignored = 1; // RACE
	return arg;
}

static void *a_timed(void *arg)
{
	timed = 1; // NORACE
	return arg;
}

static void *a_detached(void *arg)
{
	detached = 1; // RACE
	return arg;
}

static void *a_cancelled(void *arg)
{
	cancelled = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;
	struct timespec time = {1, 0};

	pthread_create(&t, NULL, a_joined, &result_data);
	running = 2; // RACE
	pthread_join(t, &result);
	joined = 2; // NORACE
	*(int *)result = 2; // NORACE

	pthread_create(&t, NULL, a_tried, NULL);
	if (pthread_tryjoin_np(t, NULL) == 0)
		tried = 2; // NORACE

	pthread_create(&t, NULL, a_try_ignored, NULL);
	pthread_tryjoin_np(t, NULL);
	try_ignored = 2; // RACE

	pthread_create(&t, NULL, a_timed, NULL);
	if (pthread_timedjoin_np(t, NULL, &time) == 0)
		timed = 2; // NORACE

	pthread_create(&t, NULL, a_detached, NULL);
	pthread_detach(t);
	detached = 2; // RACE

	pthread_create(&t, NULL, a_cancelled, NULL);
	pthread_cancel(t);
	cancelled = 2; // RACE
	return 0;
}
