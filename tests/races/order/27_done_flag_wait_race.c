// SPDX-License-Identifier: MIT
// Who waits for a condition before it initialises gives the mutex away: another one
// may be done by then.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t resources = PTHREAD_COND_INITIALIZER;
static int free_resources;
static bool done;
static int table;

static void wait_for_resources(void)
{
	while (free_resources == 0)
		pthread_cond_wait(&resources, &m);
}

static int get(void)
{
	pthread_mutex_lock(&m);
	if (!done) {
		wait_for_resources();
		table = 7; // RACE
		done = true;
	}
	pthread_mutex_unlock(&m);
	return table; // RACE
}

static void *run(void *arg)
{
	return get() ? arg : NULL;
}

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, NULL, run, &m);
	pthread_create(&y, NULL, run, NULL);
	pthread_mutex_lock(&m);
	free_resources = 1;
	pthread_cond_broadcast(&resources);
	pthread_mutex_unlock(&m);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
