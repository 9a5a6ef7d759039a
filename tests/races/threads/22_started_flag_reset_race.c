// SPDX-License-Identifier: MIT
/* The flag that says whether the thread was started is cleared without a join. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started, shared;

static void *worker(void *arg)
{
	shared++; // RACE
	return arg;
}

static void start(void)
{
	pthread_t id;

	pthread_mutex_lock(&lock);
	if (!started) {
		started = 1;
		pthread_create(&id, NULL, worker, NULL);
	}
	pthread_mutex_unlock(&lock);
}

static void reset(void)
{
	pthread_mutex_lock(&lock);
	started = 0;
	pthread_mutex_unlock(&lock);
}

static void *client(void *arg)
{
	start();
	reset();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, client, NULL);
	pthread_create(&b, NULL, client, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return started;
}
