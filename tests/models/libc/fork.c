// SPDX-License-Identifier: MIT
/* A child process has its own memory; a thread does not. */
#include <pthread.h>
#include <unistd.h>

static int in_process, in_thread;

static void *worker(void *arg)
{
	in_thread = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	if (fork() == 0) {
		in_process = 1; // NORACE
		_exit(0);
	}
	in_process = 2; // NORACE
	pthread_create(&t, NULL, worker, NULL);
	in_thread = 2; // RACE
	pthread_join(t, NULL);
	return 0;
}
