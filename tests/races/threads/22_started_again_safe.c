// SPDX-License-Identifier: MIT
/* Threads are started and stopped by two functions that have several callers, and in
 * each round of a loop: every time the last ones have been joined before. */
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 3 };

static pthread_t reader, workers[WORKERS];
static int jobs, done[WORKERS];
static int *buffer;

static void *read_jobs(void *arg)
{
	jobs++;           // NORACE
	buffer[0] = jobs; // NORACE
	return arg;
}

static void *work(void *arg)
{
	int *mine = arg;
	*mine += 1; // NORACE
	return arg;
}

static void start(void)
{
	buffer = malloc(64); // NORACE
	if (!buffer || pthread_create(&reader, NULL, read_jobs, NULL))
		exit(1);
}

static void stop(void)
{
	if (pthread_join(reader, NULL))
		exit(1);
	jobs = 0;      // NORACE
	buffer[0] = 0; // NORACE
	free(buffer);  // NORACE
}

static void start_workers(void)
{
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&workers[i], NULL, work, &done[i]);
}

static void stop_workers(void)
{
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	done[0] = 0; // NORACE
}

static void pack(void)
{
	start();
	start_workers();
	stop_workers();
	stop();
	jobs = 1; // NORACE
}

static void unpack(void)
{
	start();
	stop();
	start_workers();
	stop_workers();
	jobs = 2; // NORACE
}

int main(int argc, char **argv)
{
	if (argc > 1)
		pack();
	else
		unpack();
	for (int i = 1; i < argc; i++) {
		start();
		stop();
		jobs += argv[i][0]; // NORACE
	}
	return jobs; // NORACE
}
