// SPDX-License-Identifier: MIT
/* A detached thread is never known to have ended. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int beats;

static void *heartbeat(void *arg)
{
	pthread_mutex_lock(&m);
	beats++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	int seen;

	pthread_create(&t, NULL, heartbeat, NULL);
	pthread_detach(t);
	usleep(10000);
	pthread_mutex_lock(&m);
	seen = beats; // NORACE
	pthread_mutex_unlock(&m);
	return seen;
}
