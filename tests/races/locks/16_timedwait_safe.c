// SPDX-License-Identifier: MIT
/* A timed wait returns with the mutex held, whatever its result. */
#include <pthread.h>
#include <time.h>

struct event {
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int fired;
	int timeouts;
};

static struct event event = { .lock = PTHREAD_MUTEX_INITIALIZER,
			      .cond = PTHREAD_COND_INITIALIZER };

static void *waiter(void *arg)
{
	struct event *e = arg;
	struct timespec until;
	int err = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1;
	pthread_mutex_lock(&e->lock);
	while (!e->fired && err == 0) // NORACE
		err = pthread_cond_timedwait(&e->cond, &e->lock, &until);
	e->timeouts += err != 0; // NORACE
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

static void *firer(void *arg)
{
	struct event *e = arg;

	pthread_mutex_lock(&e->lock);
	e->fired = 1; // NORACE
	pthread_cond_broadcast(&e->cond);
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	int i;

	pthread_create(&t[0], NULL, waiter, &event);
	pthread_create(&t[1], NULL, waiter, &event);
	pthread_create(&t[2], NULL, firer, &event);
	for (i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return event.timeouts; // NORACE
}
