// SPDX-License-Identifier: MIT
/* Who gives back the last reference has the threads joined: here that is main. Others would return
 * before the joins. */
#include "62_pool.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static int references;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	done++; // FP that the reference of main is the last one is not known
	pthread_mutex_unlock(&m);
	return arg;
}

static struct pool *pool;

static void begin(void)
{
	if (__atomic_fetch_add(&references, 1, __ATOMIC_RELAXED) > 0) // NORACE
		return;
	pool = pool_create(work);
}

static void end(void)
{
	if (__atomic_sub_fetch(&references, 1, __ATOMIC_ACQ_REL) > 0) // NORACE
		return;
	pool->cancel(pool);
}

int main(void)
{
	begin();
	pool->start(pool, 4);
	end();
	done = 0; // FP likewise
	return 0;
}
