// SPDX-License-Identifier: MIT
/* What is made on first use, and kept in a variable, is one object, also where each thread finds it
 * in memory of its own. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int used, hits;
};

struct worker {
	struct pool *pool, *other;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pool *shared;
static struct {
	struct pool *pool;
} library;

static struct pool *get(void)
{
	pthread_mutex_lock(&lock);
	if (!shared)
		shared = calloc(1, sizeof(*shared));
	pthread_mutex_unlock(&lock);
	return shared;
}

static int find(struct pool **out)
{
	if (library.pool == NULL) {
		library.pool = malloc(sizeof(*library.pool));
		if (!library.pool)
			return -1;
	}
	*out = library.pool;
	return 0;
}

static void *run(void *arg)
{
	struct worker *w = arg;

	w->pool->used++; // RACE
	w->other->hits++; // RACE
	return arg;
}

static void end(void)
{
	free(library.pool);
	library.pool = NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++) {
		struct worker *w = calloc(1, sizeof(*w));

		if (!w)
			return 1;
		w->pool = get();
		if (find(&w->other))
			return 1;
		pthread_create(&t[i], NULL, run, w);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	end();
	return 0;
}
