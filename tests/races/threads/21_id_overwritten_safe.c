// SPDX-License-Identifier: MIT
// The variable for the id is used again, after the first thread has ended.
#include <pthread.h>

static pthread_t id;
static int count;

static void *work(void *arg)
{
	count++; // NORACE
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
	stop();
	start();
	stop();
	count++; // NORACE
	return 0;
}
