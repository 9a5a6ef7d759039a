// SPDX-License-Identifier: MIT
/* A recursive lock is taken under two names and released twice under one of them: nothing
 * is held then (docs/soundness.md, 18). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t *names[2] = {&m, &m};
static int n;

static void *work(void *arg)
{
	pthread_mutex_t *other = names[rand() % 2];

	pthread_mutex_lock(other);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(other);
	pthread_mutex_unlock(other);
	n++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return n;
}
