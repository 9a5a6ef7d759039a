// SPDX-License-Identifier: MIT
/* Creation in a wrapper, join in a helper of a helper, entry passed through. */
#include <pthread.h>
#include <stdlib.h>

typedef void *(*entry_fn)(void *);

static int tally;

static void die(void)
{
	abort();
}

static void thread_start(pthread_t *id, entry_fn entry, void *arg)
{
	if (pthread_create(id, NULL, entry, arg))
		die();
}

static void spawn(pthread_t *id, entry_fn entry)
{
	thread_start(id, entry, NULL);
}

static void wait_one(pthread_t id)
{
	pthread_join(id, NULL);
}

static void wait_for(const pthread_t *id)
{
	wait_one(*id);
}

static void *counter(void *arg)
{
	tally++; // RACE
	return arg;
}

int main(void)
{
	pthread_t id;

	spawn(&id, counter);
	tally += 10; // RACE
	wait_for(&id);
	return 0;
}
