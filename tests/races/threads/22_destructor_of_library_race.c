// SPDX-License-Identifier: MIT
/* Destructors that others call as well: by their name, from another function, by a pointer; and one
 * that stops a thread of the library. */
#include <pthread.h>

struct ops {
	void (*query)(void);
};

static int table, entries, uses, stopped;
static pthread_t worker;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) void leave(void)
{
	table = 0; // RACE
}

__attribute__((destructor)) static void forget(void)
{
	entries = 0; // RACE
}

__attribute__((destructor)) static void count(void)
{
	uses = 0; // RACE
}

static void *work(void *arg)
{
	while (!stopped) // RACE
		;
	return arg;
}

__attribute__((destructor)) static void stop(void)
{
	stopped = 1; // RACE
	pthread_join(worker, NULL); // RACE
}

void start(void)
{
	pthread_create(&worker, NULL, work, NULL); // RACE
}

const struct ops counting = {count};

void put(int value)
{
	pthread_mutex_lock(&lock);
	table = value; // RACE
	entries++;     // RACE
	uses++;	       // RACE
	pthread_mutex_unlock(&lock);
}

void clear(void)
{
	forget();
}

void query(const struct ops *o)
{
	o->query();
}
