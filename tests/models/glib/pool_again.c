// SPDX-License-Identifier: MIT
/* A second pool gets the variable of the first one, which nobody waits for. */
#include "glib.h"

static GThreadPool *pool;
static int seen, unseen, kept;

static void work(void *data, void *user)
{
	int n = seen; // RACE
	n += unseen; // RACE
	(void)n, (void)data, (void)user;
}

static void begin(void)
{
	pool = g_thread_pool_new(work, NULL, 4, 0, NULL);
	g_thread_pool_push(pool, &kept, NULL);
}

static void finish(void)
{
	g_thread_pool_free(pool, 0, 1);
	unseen = 1; // RACE
}

int main(void)
{
	begin();
	begin();
	finish();
	seen = 1; // RACE
	return 0;
}
