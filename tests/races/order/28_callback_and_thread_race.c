// SPDX-License-Identifier: MIT
// Whoever runs the callback: a thread that the callback has started, and one that has
// nothing to do with it, race with it. With who registers it, it most likely does not.
#include <pthread.h>
#include <stdlib.h>

static int asked, answered, begun, ended;

static void *answer(void *x)
{
	answered++; // RACE
	return x;
}

static void *watch(void *x)
{
	return asked > 3 ? x : NULL; // RACE
}

static void ask(void)
{
	pthread_t id;
	asked++; // RACE
	begun++; // NORACE
	pthread_create(&id, NULL, answer, NULL);
	answered = 0; // RACE
	pthread_join(id, NULL);
}

static void end(void)
{
	ended++; // NORACE
}

int main(void)
{
	pthread_t id;
	atexit(ask);
	atexit(end);
	begun = 1; // NORACE
	ended = 1; // NORACE
	pthread_create(&id, NULL, watch, NULL);
	pthread_detach(id);
	return begun + ended;
}
