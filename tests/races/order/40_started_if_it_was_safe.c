// SPDX-License-Identifier: MIT
/* One thread, since it is noted under the lock that there is one: if the creation has succeeded, or by a count.
 * Only a store of a constant on all ways is known to change what was found. */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool started;
static int count, loops, rounds;

static void *loop(void *arg)
{
	loops++; // FP there is one such thread
	return arg;
}

static void *go_round(void *arg)
{
	rounds++; // FP there is one such thread
	return arg;
}

static void ensure(void)
{
	pthread_t id;

	pthread_mutex_lock(&m);
	if (!started && pthread_create(&id, NULL, loop, NULL) == 0) // NORACE
		started = true; // NORACE
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	if (count >= 1) { // NORACE
		pthread_mutex_unlock(&m);
		return;
	}
	count++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_create(&id, NULL, go_round, NULL);
}

static void *client(void *arg)
{
	ensure();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, client, NULL);
	pthread_create(&b, NULL, client, NULL);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
