// SPDX-License-Identifier: MIT
/* The threads of a pool are joined by a function of its table, before the rest is freed. */
#include "62_pool.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static int *settings;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	done += *settings; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static struct pool *pool;

int main(void)
{
	settings = calloc(1, sizeof(*settings)); // NORACE
	pool = pool_create(work);
	pool->start(pool, 4);
	pool->cancel(pool);
	done = 0; // NORACE
	free(settings); // NORACE
	settings = NULL; // NORACE
	return done; // NORACE
}
