// SPDX-License-Identifier: MIT
/* The lock has the same name too, and is another one. */
#include <pthread.h>
#include "shared.h"

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void step(void)
{
	pthread_mutex_lock(&lock);
	count++; // NORACE
	common++; // RACE
	pthread_mutex_unlock(&lock);
}

void *second_thread(void *arg)
{
	step();
	return arg;
}
