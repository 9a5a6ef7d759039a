// SPDX-License-Identifier: MIT
/* Bits of a parameter say whether to lock; all callers set that one. */
#include <pthread.h>
#include <stdio.h>

enum { TAKE_LOCK = 1, SHOW = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void add(unsigned how)
{
	if (how & TAKE_LOCK)
		pthread_mutex_lock(&lock);
	count++; // NORACE
	if (how & SHOW)
		printf("%ld\n", count); // NORACE
	if (how & TAKE_LOCK)
		pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	(void)arg;
	add(TAKE_LOCK);
	add(TAKE_LOCK | SHOW);
	pthread_mutex_lock(&lock);
	add(0);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
