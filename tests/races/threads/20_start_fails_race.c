// SPDX-License-Identifier: MIT
/* The result says whether the thread was created, but it is read the wrong way round, or it
 * says something else. */
#include <pthread.h>
#include <stdio.h>

static int seen, lines, words;

static void *watch(void *arg)
{
	seen++; // RACE
	return arg;
}

static void *count(void *arg)
{
	lines++; // RACE
	return arg;
}

static void *split(void *arg)
{
	words++; // RACE
	return arg;
}

static int watcher_start(pthread_t *id)
{
	return pthread_create(id, NULL, watch, NULL);
}

/* Says what was read, not what was started. */
static int counter_start(pthread_t *id)
{
	pthread_create(id, NULL, count, NULL);
	return getchar() == 'q' ? -1 : 0;
}

/* Fails with a thread that goes on. */
static int splitter_start(pthread_t *id)
{
	if (pthread_create(id, NULL, split, NULL))
		return -1;
	if (getchar() == 'q')
		return -1;
	return 0;
}

int main(void)
{
	pthread_t watcher, counter, splitter;

	if (watcher_start(&watcher))
		pthread_join(watcher, NULL);
	seen++; // RACE
	if (counter_start(&counter) == 0)
		pthread_join(counter, NULL);
	lines++; // RACE
	if (splitter_start(&splitter) == 0)
		pthread_join(splitter, NULL);
	words++; // RACE
	return 0;
}
