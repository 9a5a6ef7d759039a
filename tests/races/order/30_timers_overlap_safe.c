// SPDX-License-Identifier: MIT
/* Each timer has its own, what two of them share is locked, and one timer is taken not to overlap itself. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct box {
	int n;
};
static int both, alone;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tick(union sigval v)
{
	struct box *b = v.sival_ptr;
	b->n++; // NORACE
	pthread_mutex_lock(&lock);
	both++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void once(union sigval v)
{
	(void)v;
	alone++; // NORACE
}

static void start(void (*f)(union sigval), void *value)
{
	timer_t t;
	struct sigevent e;
	memset(&e, 0, sizeof(e));
	e.sigev_notify = SIGEV_THREAD;
	e.sigev_notify_function = f;
	e.sigev_value.sival_ptr = value;
	timer_create(CLOCK_REALTIME, &e, &t);
}

int main(void)
{
	for (int i = 0; i < 2; i++)
		start(tick, calloc(1, sizeof(struct box)));
	start(once, NULL);
	sleep(1);
	return 0;
}
