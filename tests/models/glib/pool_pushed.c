// SPDX-License-Identifier: MIT
/* Workers of a pool call its function for what is pushed, and for nothing before. */
#include "glib.h"

struct item {
	int size;
};

static int rate, late;
static struct item first, second;

static void work(void *data, void *user)
{
	struct item *i = data;
	i->size += rate; // RACE
	late++; // RACE
	(void)user;
}

int main(void)
{
	GThreadPool *pool = g_thread_pool_new(work, NULL, 4, 0, NULL);

	rate = 1; // NORACE
	first.size = 1; // NORACE
	g_thread_pool_push(pool, &first, NULL);
	second.size = 2; // NORACE
	g_thread_pool_push(pool, &second, NULL);
	late = 1; // RACE
	second.size = 3; // RACE
	return 0;
}
