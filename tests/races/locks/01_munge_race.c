// SPDX-License-Identifier: MIT
/* One helper, a lock and a datum by pointer: which guards which is known per call. */
#include <pthread.h>

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void munge(int *v, pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	(*v)++; // RACE
	pthread_mutex_unlock(m);
}

static void *t1(void *arg)
{
	munge(&x, &m1);
	munge(&y, &m2);
	munge(&z, &m2);
	return arg;
}

static void *t2(void *arg)
{
	munge(&x, &m1);
	munge(&y, &m1);
	munge(&z, &m2);
	pthread_mutex_lock(&m1);
	x += 2; // NORACE
	pthread_mutex_unlock(&m1);
	pthread_mutex_lock(&m2);
	z += 2; // NORACE
	pthread_mutex_unlock(&m2);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, t1, NULL);
	pthread_create(&second, NULL, t2, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
