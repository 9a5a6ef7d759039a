// SPDX-License-Identifier: MIT
/* A pointer to a lock that was allocated, or is null, as the same function knows: where it is null there
 * is no lock, and none is needed: there is no other thread. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *guard;
static int shared;

static pthread_mutex_t *make(int wanted)
{
	pthread_mutex_t *m = wanted ? malloc(sizeof(*m)) : NULL;

	if (m)
		pthread_mutex_init(m, NULL);
	return m;
}

static void *work(void *arg)
{
	if (guard)
		pthread_mutex_lock(guard);
	shared++; // NORACE
	if (guard)
		pthread_mutex_unlock(guard);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	guard = make(argc > 1);
	if (argc > 1)
		pthread_create(&id, NULL, work, NULL);
	if (guard != NULL)
		pthread_mutex_lock(guard);
	shared++; // NORACE
	if (guard != NULL)
		pthread_mutex_unlock(guard);
	if (argc > 1)
		pthread_join(id, NULL);
	return 0;
}
