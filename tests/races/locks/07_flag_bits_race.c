// SPDX-License-Identifier: MIT
/* Bits of a parameter say whether to lock; one caller sets another one only. */
#include <pthread.h>
#include <stdio.h>

enum { TAKE_LOCK = 1, SHOW = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void add(unsigned how)
{
	if (how & TAKE_LOCK)
		pthread_mutex_lock(&lock);
	count++; // RACE
	if (how & SHOW)
		printf("%ld\n", count); // RACE
	if (how & TAKE_LOCK)
		pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	(void)arg;
	add(TAKE_LOCK);
	add(TAKE_LOCK | SHOW);
	add(SHOW);
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
