// RUN: dump --summary munge t1 t2
// SPDX-License-Identifier: MIT
/*
 * The survey, Figure 1 and section 4: munge accesses *v under m, whichever they
 * are; t1 and t2 bind them, and only y is left without a common lock.
 */
#include <pthread.h>

int x, y, z;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;

void munge(int *v, pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	(*v)++;
	pthread_mutex_unlock(m);
}

void t1(void)
{
	munge(&x, &m1);
	munge(&y, &m2);
	munge(&z, &m2);
}

void t2(void)
{
	munge(&x, &m1);
	munge(&y, &m1);
	munge(&z, &m2);
}
