// SPDX-License-Identifier: MIT
// As its safe twin, but main starts the thread first; and what two threads of a handler do
// to each other.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int level, count;
static void (*volatile cleanup)(void);

static void *work(void *x)
{
	return level > 1 ? x : NULL; // RACE
}

static void *late(void *x)
{
	count++; // RACE
	return x;
}

static void start(void)
{
	pthread_t id;
	pthread_create(&id, NULL, work, NULL);
	pthread_detach(id);
}

static void stopped(int number)
{
	pthread_t id;
	(void)number;
	if (cleanup)
		cleanup();
	pthread_create(&id, NULL, late, NULL);
	pthread_create(&id, NULL, late, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;

	signal(SIGTERM, stopped);
	if (argc > 7)
		cleanup = start;
	start();
	level = argc; // RACE
	return 0;
}
