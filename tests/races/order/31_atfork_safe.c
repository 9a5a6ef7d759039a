// SPDX-License-Identifier: MIT
/* The lock that is taken before a fork, and given back after it, guards the rest. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long forks, used;

static void count(void)
{
	pthread_mutex_lock(&lock);
	forks++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *forker(void *arg)
{
	if (fork() == 0)
		_exit(0);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_atfork(count, NULL, NULL);
	used = 1; // NORACE
	pthread_create(&a, NULL, forker, NULL);
	pthread_create(&b, NULL, forker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return forks == used; // NORACE
}
