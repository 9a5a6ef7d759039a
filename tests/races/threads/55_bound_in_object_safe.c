// SPDX-License-Identifier: MIT
/* As many threads are joined as were created: both loops ask a member of an object that main has set before there was any
 * thread, and nobody sets again. That it is also read under a lock makes no difference. */
#include <pthread.h>
#include <stdlib.h>

static struct pool {
	unsigned workers;
	pthread_t *ids;
} *pool;
static unsigned done, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *f)
{
	((void (*)(void))f)();
	return NULL;
}

static pthread_t start(void (*f)(void))
{
	pthread_t id;

	if (pthread_create(&id, NULL, enter, (void *)f))
		exit(1);
	return id;
}

static void leave(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static void work(void)
{
	pthread_mutex_lock(&lock);
	done++; // NORACE
	leave(&lock);
}

static void run(void)
{
	done = 0; // NORACE
	for (unsigned i = 1; i < pool->workers; i++)
		pool->ids[i] = start(work);
	work();
	pthread_mutex_lock(&lock);
	total += pool->workers;
	leave(&lock);
	for (unsigned i = 1; i < pool->workers; i++)
		pthread_join(pool->ids[i], NULL);
	total += done; // NORACE
}

static void first(void)
{
	run();
}

int main(int argc, char **argv)
{
	pthread_t id;

	pool = malloc(sizeof(*pool));
	if (!pool)
		return 1;
	pool->workers = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
	pool->ids = malloc(pool->workers * sizeof(*pool->ids));
	if (!pool->ids)
		return 1;
	for (int i = 0; i < argc; i++) {
		id = start(first);
		pthread_join(id, NULL);
	}
	return total > 0;
}
