// SPDX-License-Identifier: MIT
/* A library's mutex is made when it begins and destroyed when it ends, and nobody waits for the
 * threads: the race is on its variable. What it guards is guarded: low at most. */
#include <pthread.h>
#include <stdlib.h>

typedef struct mutex {
	pthread_mutex_t mutex;
} *mutex_t;

static mutex_t lock, other;
static int count, *list;

static void make(mutex_t *m)
{
	*m = malloc(sizeof(**m));
	if (!*m || pthread_mutex_init(&(*m)->mutex, NULL))
		abort();
}

static void destroy(mutex_t *m)
{
	if (*m)
		pthread_mutex_destroy(&(*m)->mutex);
	free(*m);
	*m = NULL; // RACE
}

static void take(mutex_t m)
{
	pthread_mutex_lock(&m->mutex);
}

static void give(mutex_t m)
{
	pthread_mutex_unlock(&m->mutex);
}

static void *work(void *arg)
{
	take(lock); // RACE
	count++; // NORACE
	give(lock); // RACE
	take(other); // RACE
	if (!list)
		list = calloc(4, sizeof(*list)); // NORACE
	give(other); // RACE
	return arg;
}

static void run(pthread_t *t, int n)
{
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], NULL, work, NULL);
}

int main(int argc, char **argv)
{
	pthread_t *t = calloc((size_t)argc, sizeof(*t));
	make(&lock);
	make(&other);
	run(t, argc);
	destroy(&other);
	destroy(&lock);
	(void)argv;
	return 0;
}
