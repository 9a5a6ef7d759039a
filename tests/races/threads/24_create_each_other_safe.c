// SPDX-License-Identifier: MIT
/* Threads that create each other: what comes before the first of them, and what is guarded
 * or only read everywhere, is safe, whoever creates them. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded, limit, tries;

static void *odd(void *), *even(void *), *idle(void *);

static void start(void *(*what)(void *))
{
	pthread_t id;

	if (pthread_create(&id, NULL, what, NULL) == 0)
		pthread_detach(id);
}

static int step(void)
{
	pthread_mutex_lock(&lock);
	int more = guarded++ < limit; // NORACE
	pthread_mutex_unlock(&lock);
	return more;
}

static void *odd(void *arg)
{
	if (step())
		start(even);
	start(idle);
	return arg;
}

static void *even(void *arg)
{
	if (step())
		start(odd);
	start(idle);
	return arg;
}

static void *idle(void *arg)
{
	if (step())
		start(odd);
	return arg;
}

int main(void)
{
	limit = 100; // NORACE
	tries = 1;   // NORACE
	start(odd);
	start(even);
	tries++; // NORACE
	return step();
}
