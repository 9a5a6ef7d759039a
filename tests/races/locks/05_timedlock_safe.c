// SPDX-License-Identifier: MIT
/* A timed lock may fail: its result must be looked at. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tickets;

static void *impatient(void *arg)
{
	struct timespec until;
	int err;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1;
	err = pthread_mutex_timedlock(&m, &until);
	if (err)
		return arg;
	tickets--; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *seller(void *arg)
{
	pthread_mutex_lock(&m);
	tickets++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, impatient, NULL);
	pthread_create(&second, NULL, seller, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
