// SPDX-License-Identifier: MIT
/* A forked child has its own memory; a thread has not. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter;

static void work(void)
{
	counter++; // RACE
}

static void *worker(void *arg)
{
	work();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	work();
	pthread_join(t, NULL);
	return 0;
}
