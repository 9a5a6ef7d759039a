// SPDX-License-Identifier: MIT
// RUN: --library
/* A library sets itself up on first use, behind a flag that is looked at again under a lock. Who creates
 * its thread has done that, so the thread finds it done, whatever another caller does meanwhile. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool initialized;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int linger, limit;

static void forget(void)
{
	if (!initialized)
		return;
	linger = 0; // NORACE
	initialized = 0;
}

static void set_up(void)
{
	if (initialized)
		return;
	pthread_mutex_lock(&lock);
	if (!initialized) {
		linger = getenv("LINGER") ? 1 : 2; // NORACE
		limit = 3; // NORACE
		if (!getenv("HOME"))
			forget();
		else
			initialized = 1;
	}
	pthread_mutex_unlock(&lock);
}

static void *act(void *arg)
{
	set_up();
	return linger + limit > 3 ? arg : NULL; // NORACE
}

int library_act(void)
{
	pthread_t t;

	set_up();
	return pthread_create(&t, NULL, act, NULL) == 0 && pthread_detach(t) == 0;
}
