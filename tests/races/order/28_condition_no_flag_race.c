// SPDX-License-Identifier: MIT
/* The consumer gives up waiting after a while and reads all the same. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static int data;

static void *producer(void *arg)
{
	struct timespec pause = { 0, 20000000 };

	nanosleep(&pause, NULL);
	data = 3; // RACE
	pthread_mutex_lock(&m);
	ready = 1; // NORACE
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *consumer(void *arg)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	pthread_mutex_lock(&m);
	if (!ready) // NORACE
		pthread_cond_timedwait(&c, &m, &until);
	pthread_mutex_unlock(&m);
	return data == 3 ? NULL : arg; // RACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, producer, NULL);
	pthread_create(&second, NULL, consumer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
