// SPDX-License-Identifier: MIT
// As its safe twin, but the callback leaves the thread running, and it may be run at once.
#include <pthread.h>
#include <stddef.h>

void on_restart(void (*f)(void));

static int level;

static void *work(void *x)
{
	return level > 1 ? x : NULL; // RACE
}

static void start(void)
{
	pthread_t id;
	pthread_create(&id, NULL, work, NULL);
	pthread_detach(id);
}

int main(int argc, char **argv)
{
	(void)argv;
	on_restart(start);
	level = argc; // RACE
	return 0;
}
