// SPDX-License-Identifier: MIT
/* Threads that detach themselves, all of one entry, with a lock for what they share. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int active, finished;

static void *session(void *arg)
{
	pthread_detach(pthread_self());
	pthread_mutex_lock(&m);
	active++; // NORACE
	pthread_mutex_unlock(&m);
	usleep(100);
	pthread_mutex_lock(&m);
	active--; // NORACE
	finished++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	int i;

	for (i = 0; i < 3; i++)
		pthread_create(&t, NULL, session, NULL);
	usleep(50000);
	return 0;
}
