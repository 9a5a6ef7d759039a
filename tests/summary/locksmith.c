// RUN: dump --summary munge calls f linear publish
// SPDX-License-Identifier: MIT
/*
 * LOCKSMITH, Figure 1 (one helper, three bindings), Figure 9 (what a thread
 * allocates and keeps is its own), section 2.2 (a lock variable that names two
 * locks), section 3.2 (initialised before it is shared).
 */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t L1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t L2 = PTHREAD_MUTEX_INITIALIZER;
int x, y, z;
int *shared;

void munge(pthread_mutex_t *l, int *p)
{
	pthread_mutex_lock(l);
	*p = 3;
	pthread_mutex_unlock(l);
}

void calls(void)
{
	munge(&L1, &x);
	munge(&L2, &y);
	munge(&L2, &z);
}

void *f(void *arg)
{
	int *p = malloc(sizeof(*p));

	*p = x;
	free(p);
	return arg;
}

static pthread_mutex_t *new_lock(void)
{
	pthread_mutex_t *l = malloc(sizeof(*l));

	pthread_mutex_init(l, NULL);
	return l;
}

void linear(void)
{
	pthread_mutex_t *l = new_lock();

	pthread_mutex_lock(l);
	x = 1;
	pthread_mutex_unlock(l);
	l = new_lock();
	pthread_mutex_lock(l);
	x = 2;
	pthread_mutex_unlock(l);
}

void publish(void)
{
	int *p = malloc(sizeof(*p));

	*p = 2;
	pthread_mutex_lock(&L1);
	shared = p;
	*p = 3;
	pthread_mutex_unlock(&L1);
}
