// SPDX-License-Identifier: MIT
// Who has waited too long goes on as if the flag were free, or as if the result were there.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int busy, ready;
static long data, result;

static struct timespec soon(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_sec += 1;
	return ts;
}

static void enter(void)
{
	struct timespec ts = soon();

	pthread_mutex_lock(&m);
	while (busy)
		if (pthread_cond_timedwait(&c, &m, &ts))
			break;
	busy = 1;
	pthread_mutex_unlock(&m);
}

static void leave(void)
{
	pthread_mutex_lock(&m);
	busy = 0;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	enter();
	data++; // RACE
	leave();
	return arg;
}

static void *compute(void *arg)
{
	result = 5; // RACE
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static int wait_for_result(void)
{
	struct timespec ts = soon();
	int rc = 0;

	pthread_mutex_lock(&m);
	while (!ready && rc != ETIMEDOUT)
		rc = pthread_cond_timedwait(&c, &m, &ts);
	pthread_mutex_unlock(&m);
	return rc;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, worker, NULL);
	pthread_create(&t[1], NULL, worker, NULL);
	pthread_create(&t[2], NULL, compute, NULL);
	wait_for_result();
	result++; // RACE
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
