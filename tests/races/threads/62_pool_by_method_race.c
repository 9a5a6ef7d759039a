// SPDX-License-Identifier: MIT
/* Of two functions that the table may hold one joins nobody; and what is done before the call is behind no join. */
#include "62_pool.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, early;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	done++; // RACE
	early++; // RACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void leave(struct pool *p)
{
	(void)p;
}

static struct pool *pool;

int main(int argc, char **argv)
{
	(void)argv;
	pool = pool_create(work);
	if (argc > 1)
		pool->cancel = leave;
	pool->start(pool, 4);
	early = 0; // RACE
	pool->cancel(pool);
	done = 0; // RACE
	return 0;
}
