// SPDX-License-Identifier: MIT
// RUN: --library
/* As 45_set_up_by_caller_safe.c, but the thread is created by who has not set anything up, or ends
 * it itself; and a caller may end it while the thread runs. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool initialized, opened;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int linger, limit, opening;

static void set_up(void)
{
	if (initialized)
		return;
	pthread_mutex_lock(&lock);
	if (!initialized) {
		linger = getenv("LINGER") ? 1 : 2; // RACE
		initialized = 1;
	}
	pthread_mutex_unlock(&lock);
}

static void *act(void *arg)
{
	set_up();
	return linger > 3 ? arg : NULL; // RACE
}

int library_act(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, act, NULL) == 0 && pthread_detach(t) == 0;
}

void library_reset(void)
{
	set_up();
	linger = 0; // RACE
}

static void open_all(void)
{
	if (opened)
		return;
	pthread_mutex_lock(&lock);
	if (!opened) {
		limit = getenv("LIMIT") ? 1 : 2; // RACE
		opened = 1;
	}
	pthread_mutex_unlock(&lock);
}

static void *open_again(void *arg)
{
	opened = 0;
	open_all();
	limit++; // RACE
	return arg;
}

int library_open(void)
{
	pthread_t t;

	open_all();
	opening = 1; // RACE
	return pthread_create(&t, NULL, open_again, NULL) == 0 && pthread_detach(t) == 0;
}

void library_close(void)
{
	if (opened)
		limit = 0; // RACE
	opened = 0;
}
