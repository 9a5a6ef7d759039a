// SPDX-License-Identifier: MIT
/* Cleanup handlers run on the thread that pushed them; the names that the
 * headers make of push and pop have no effect of their own. */
#include "../two.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int guarded, unguarded;

static void unlock(void *p)
{
	pthread_mutex_unlock(p);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(unlock, &m);
	guarded++; // NORACE
	pthread_testcancel();
	pthread_cleanup_pop(1);
	unguarded++; // RACE
	return arg;
}

TWO_THREADS(worker, worker)
