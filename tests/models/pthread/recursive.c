// SPDX-License-Identifier: MIT
/* A recursive mutex by its attribute: still held after one unlock of two. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t recursive;
static int inner, outer, after;

static void *worker(void *arg)
{
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive);
	inner++; // NORACE
	pthread_mutex_unlock(&recursive);
	outer++; // NORACE
	pthread_mutex_unlock(&recursive);
	after++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &attr);
	pthread_mutexattr_destroy(&attr);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return inner + outer + after;
}
