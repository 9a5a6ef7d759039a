// SPDX-License-Identifier: MIT
/* As 18_switched_off_made_safe.c; whether it is locked depends on something else. */
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
	shared++; // RACE
	if (guard)
		pthread_mutex_unlock(guard);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	guard = make(argc > 1);
	pthread_create(&id, NULL, work, NULL);
	if (argc > 2)
		pthread_mutex_lock(guard);
	shared++; // RACE
	if (argc > 2)
		pthread_mutex_unlock(guard);
	pthread_join(id, NULL);
	return 0;
}
