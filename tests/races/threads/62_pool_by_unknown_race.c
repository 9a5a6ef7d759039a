// SPDX-License-Identifier: MIT
/* The function of the table comes from elsewhere, maybe: it need not be the one that joins. */
#include "62_pool.h"

typedef void cancel_fn(struct pool *p);
extern cancel_fn *cancel_of_plugin(const char *name);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	done++; // RACE
	pthread_mutex_unlock(&m);
	return arg;
}

static struct pool *pool;

int main(int argc, char **argv)
{
	pool = pool_create(work);
	if (argc > 1)
		pool->cancel = cancel_of_plugin(argv[1]);
	pool->start(pool, 4);
	pool->cancel(pool);
	done = 0; // RACE
	return 0;
}
