// SPDX-License-Identifier: MIT
// The handler reaches a function that starts a thread, by a pointer that main sets later. It
// seems as if the thread could be there from the registration on.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int level;
static void (*volatile cleanup)(void);

static void *work(void *x)
{
	return level > 1 ? x : NULL; // NORACE
}

static void start(void)
{
	pthread_t id;
	pthread_create(&id, NULL, work, NULL);
	pthread_detach(id);
}

static void stopped(int number)
{
	(void)number;
	if (cleanup)
		cleanup();
}

int main(int argc, char **argv)
{
	(void)argv;

	signal(SIGTERM, stopped);
	level = argc; // NORACE
	if (argc > 7)
		cleanup = start;
	start();
	return 0;
}
