// SPDX-License-Identifier: MIT
// Two threads are started, one after the other, but only the last id is kept.
#include <pthread.h>

static pthread_t id;
static int count;

static void *work(void *arg)
{
	count++; // RACE
	return arg;
}

static void start(void)
{
	pthread_create(&id, NULL, work, NULL);
}

static void stop(void)
{
	pthread_join(id, NULL);
}

int main(void)
{
	start();
	start();
	stop();
	count++; // RACE
	return 0;
}
