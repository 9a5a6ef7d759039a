// SPDX-License-Identifier: MIT
/* A recursive mutex taken twice: still held after one release, free after two. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int depth, total;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	depth++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	total++; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
