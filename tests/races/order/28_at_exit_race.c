// SPDX-License-Identifier: MIT
/* What atexit registers runs while other threads still do. */
#include <pthread.h>
#include <stdlib.h>

static int n;

static void leave(void)
{
	n = 0; // RACE
}

static void *work(void *arg)
{
	for (;;)
		n++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(leave);
	pthread_create(&t, NULL, work, NULL);
	return 0;
}
