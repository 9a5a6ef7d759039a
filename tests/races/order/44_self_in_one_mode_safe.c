// SPDX-License-Identifier: MIT
/* Who he is is asked only where there are threads. A worker exists where there are, so what is done
 * behind the question it does only if it is the master, which it is not. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct settings {
	bool threads;
	int level;
};

static struct settings settings;
static pthread_t master;
static int list, events, clock_now;

static bool we_are_master(void)
{
	if (settings.threads && pthread_equal(pthread_self(), master) == 0)
		return false;
	return true;
}

/* the other way round, and by a helper */
static bool is_threaded(void)
{
	return settings.threads;
}

static void add_event(void)
{
	if (!is_threaded() || pthread_equal(master, pthread_self()))
		events++; // NORACE
}

static void update(void)
{
	if (!we_are_master())
		return;
	list++; // NORACE
}

static void step(void)
{
	if (settings.threads) {
		if (!pthread_equal(master, pthread_self()))
			return;
	}
	clock_now++; // NORACE
}

static void *worker(void *arg)
{
	update();
	add_event();
	step();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	settings.level = argc;
	settings.threads = argv[1] != NULL;
	master = pthread_self();
	if (settings.threads && pthread_create(&t, NULL, worker, NULL))
		exit(1);
	update();
	add_event();
	step();
	list = 0;      // NORACE
	events = 0;    // NORACE
	clock_now = 0; // NORACE
	return 0;
}
