// SPDX-License-Identifier: MIT
/* Who he is is asked only in one mode, and that does not help: the worker exists in the other
 * one as well; the mode is changed when it runs; another thread may store its id there; the
 * answer is taken the wrong way round. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static bool threads, changed, either;
static pthread_t master, shared_id;
static int in_both, when_changed, by_others, turned;

static void first(void)
{
	if (either && !pthread_equal(pthread_self(), master))
		return;
	in_both++; // RACE
}

static void second(void)
{
	if (changed && !pthread_equal(pthread_self(), master)) // RACE
		return;
	when_changed++; // RACE
}

static void third(void)
{
	if (threads && !pthread_equal(pthread_self(), shared_id)) // RACE
		return;
	by_others++; // RACE
}

static void fourth(void)
{
	if (threads && pthread_equal(pthread_self(), master))
		return;
	turned++; // RACE
}

static void enter(void)
{
	shared_id = pthread_self(); // RACE
}

static void *worker(void *arg)
{
	first();
	second();
	enter();
	third();
	fourth();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t, u;

	either = argc > 2;
	threads = argv[1] != NULL;
	changed = threads;
	master = pthread_self();
	if (threads && (pthread_create(&t, NULL, worker, NULL) ||
			pthread_create(&u, NULL, worker, NULL)))
		exit(1);
	changed = false; // RACE
	first();
	second();
	enter();
	third();
	turned = 0; // RACE
	return 0;
}
