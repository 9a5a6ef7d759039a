// SPDX-License-Identifier: MIT
/* As 38_setter_of_library_race.c, but the call that starts the thread joins it, and what is
 * set meanwhile is set with the lock that the thread takes too. */
#include <pthread.h>

static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t settings = PTHREAD_MUTEX_INITIALIZER;
static int level, given;
static int (*work)(int);

static int level_now(void)
{
	pthread_mutex_lock(&settings);
	int n = level; // NORACE
	pthread_mutex_unlock(&settings);
	return n;
}

static void *run(void *arg)
{
	while (level_now() < 3)
		if (work(given)) // NORACE
			break;
	return arg;
}

void job_level(int n)
{
	pthread_mutex_lock(&settings);
	level = n; // NORACE
	pthread_mutex_unlock(&settings);
}

void job_do(int (*f)(int), int n)
{
	pthread_t t;

	pthread_mutex_lock(&callers);
	work = f; // NORACE
	given = n; // NORACE
	if (!pthread_create(&t, NULL, run, NULL))
		pthread_join(t, NULL);
	pthread_mutex_unlock(&callers);
}
