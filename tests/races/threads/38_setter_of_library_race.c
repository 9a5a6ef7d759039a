// SPDX-License-Identifier: MIT
/* A library with a thread of its own. Callers set its level while the thread runs, and start
 * the next one while that of before has not read what it is to do: no caller needs two threads
 * for that. Callers themselves exclude each other. */
#include <pthread.h>

static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static int level, given;
static int (*work)(int);

static void *run(void *arg)
{
	while (level < 3) // RACE
		if (work(given)) // RACE
			break;
	return arg;
}

static void put(int *where, int n)
{
	*where = n; // RACE
}

void job_level(int n)
{
	pthread_mutex_lock(&callers);
	put(&level, n);
	pthread_mutex_unlock(&callers);
}

static void set_up(int (*f)(int), int n)
{
	work = f; // RACE
	put(&given, n);
}

void job_start(int (*f)(int), int n)
{
	pthread_t t;

	pthread_mutex_lock(&callers);
	set_up(f, n);
	if (!pthread_create(&t, NULL, run, NULL))
		pthread_detach(t);
	pthread_mutex_unlock(&callers);
}
