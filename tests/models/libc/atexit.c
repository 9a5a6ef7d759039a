// SPDX-License-Identifier: MIT
/* What is registered for the end runs while detached threads may still run. */
#include <pthread.h>
#include <stdlib.h>

static int unordered, own;

static void finish(void)
{
	unordered++; // RACE
	own++; // NORACE
}

static void *worker(void *arg)
{
	unordered++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(finish);
	pthread_create(&t, NULL, worker, NULL);
	pthread_detach(t);
	return 0;
}
