// SPDX-License-Identifier: MIT
#include <pthread.h>
#include "hooks.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void on_event(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	events += 2; // RACE
}
