// SPDX-License-Identifier: MIT
/* As the safe one, but: it is left so on one way; the lock is free meanwhile, because somebody
 * waits; it is looked at without the lock; it begins so. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int left, waiting, bare, first = 1, p, q, r, s;

static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	left = 1;
	if (!arg)
		left = 0;
	waiting = 1;
	pthread_cond_wait(&c, &m);
	waiting = 0;
	bare = 1; // RACE
	bare = 0; // RACE
	first = 0;
	pthread_mutex_unlock(&m);
	return NULL;
}

static int load(const int *x)
{
	int now;

	pthread_mutex_lock(&m);
	now = *x;
	pthread_mutex_unlock(&m);
	return now;
}

static void *reader(void *arg)
{
	if (load(&left))
		p++; // RACE
	if (load(&waiting))
		q++; // RACE
	if (bare) // RACE
		r++; // RACE
	if (load(&first))
		s++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b, d;

	pthread_create(&a, NULL, writer, &a);
	pthread_create(&b, NULL, reader, NULL);
	pthread_create(&d, NULL, reader, NULL);
	return 0;
}
