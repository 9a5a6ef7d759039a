// SPDX-License-Identifier: MIT
// Who has waited too long goes on as if the flag were free.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
static int busy;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long data;
static void enter(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_sec += 1;
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
	(void)arg;
	enter();
	data++; // FN a condition variable may order them (35)
	leave();
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
