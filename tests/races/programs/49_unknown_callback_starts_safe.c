// SPDX-License-Identifier: MIT
// A function that is not known is given one that starts a thread. That it runs this on
// another thread, before it is done here, is a guess, and so is the thread.
#include <pthread.h>
#include <stddef.h>

void on_restart(void (*f)(void));

static int level;

static void *work(void *x)
{
	return level > 1 ? x : NULL; // NORACE
}

static void start(void)
{
	pthread_t id;
	pthread_create(&id, NULL, work, NULL);
	pthread_join(id, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	on_restart(start);
	level = argc; // NORACE
	start();
	return 0;
}
