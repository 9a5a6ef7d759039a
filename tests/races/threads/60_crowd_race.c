// SPDX-License-Identifier: MIT
// Threads that start each other by a helper, joined or detached, each with a job of its own: as
// many as make the stress build take all of one kind for one thread (src/thread/crowd.c). Only
// order may be lost by that, no race: of one job with itself, of two jobs of one kind, of two
// kinds, of a handler, and with main after the first was started.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int itself, two_jobs, two_kinds, with_main, of_handler, handed;
static int locked, before, own_count;

static void start(void *(*job)(void *), void *arg)
{
	pthread_t id;
	if (pthread_create(&id, NULL, job, arg) == 0)
		pthread_detach(id);
}

static void count(void)
{
	pthread_mutex_lock(&m);
	locked++; // NORACE
	pthread_mutex_unlock(&m);
}

static void *second(void *arg);
static void *third(void *arg);
static void *fourth(void *arg);

static void start_all(void *arg)
{
	start(second, arg);
	start(third, arg);
	start(fourth, arg);
}

static void late(void *arg)
{
	start_all(arg);
}

static void soon(void *arg)
{
	late(arg);
}

static void next(void *arg)
{
	soon(arg);
}

static void go_on(void *arg)
{
	next(arg);
}

static void *first(void *arg)
{
	int *given = arg;
	int own = before; // NORACE
	itself++; // RACE
	two_jobs = 1; // RACE
	*given = own; // RACE
	count();
	go_on(arg);
	return NULL;
}

static void *second(void *arg)
{
	two_jobs = 2; // RACE
	with_main = 2; // RACE
	count();
	start(first, arg);
	go_on(arg);
	return NULL;
}

static void *third(void *arg)
{
	int *own = malloc(sizeof(*own));
	two_kinds = 3; // RACE
	if (own)
		*own = 3; // NORACE
	free(own);
	count();
	go_on(arg);
	return NULL;
}

static void *fourth(void *arg)
{
	count();
	of_handler = 4; // RACE
	start(first, arg);
	go_on(arg);
	return NULL;
}

static void *joined(void *arg)
{
	(void)arg;
	two_kinds = 5; // RACE
	own_count++; // NORACE
	count();
	return NULL;
}

static void handle(int number)
{
	of_handler = number; // RACE
}

int main(void)
{
	pthread_t id;
	before = 1; // NORACE
	signal(SIGUSR1, handle);
	start(first, &handed);
	with_main = 1; // RACE
	if (pthread_create(&id, NULL, joined, NULL) != 0)
		return 1;
	pthread_join(id, NULL);
	own_count++; // NORACE
	return 0;
}
