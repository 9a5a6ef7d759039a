// SPDX-License-Identifier: MIT
// After the program went into the background, its threads are in one process.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static long state;
static void *worker(void *arg)
{
	(void)arg;
	state++; // RACE
	return NULL;
}
static void daemonize(void)
{
	if (fork())
		_exit(0);
	setsid();
	if (fork())
		_exit(0);
}
int main(int argc, char **argv)
{
	pthread_t t;
	(void)argv;
	if (argc > 1)
		daemonize();
	pthread_create(&t, NULL, worker, NULL);
	state++; // RACE
	pthread_join(t, NULL);
	return 0;
}
