// SPDX-License-Identifier: MIT
/* 'count' is static in two files: two variables. */
#include <pthread.h>
#include "shared.h"

static int count;
int common;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void step(void)
{
	pthread_mutex_lock(&lock);
	count++; // NORACE
	common++; // RACE
	pthread_mutex_unlock(&lock);
}

void *first_thread(void *arg)
{
	step();
	return arg;
}
