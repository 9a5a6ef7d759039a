// SPDX-License-Identifier: MIT
// RUN: -- -fcommon
/* A tentative definition here, the initialised one in the other file: one variable. */
#include <pthread.h>

int shared_total;
extern pthread_mutex_t total_lock;

void *one(void *arg);

void *one(void *arg)
{
	pthread_mutex_lock(&total_lock);
	shared_total += 1; // NORACE
	pthread_mutex_unlock(&total_lock);
	return arg;
}
