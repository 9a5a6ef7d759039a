// SPDX-License-Identifier: MIT
/* Who frees a pool and waits for what was pushed goes on alone. */
#include "glib.h"

struct pool {
	GThreadPool *pool;
	int items;
};

static struct pool scan, search, kept;
static GThreadPool *bare[2], *chosen;
static int during, after, searched, left, unknown, replaced, looped, in_callee;
static struct {
	int all;
} told;

static void setup(struct pool *p, void (*f)(void *, void *), void *arg)
{
	p->items = 0; // NORACE
	p->pool = g_thread_pool_new(f, arg, 4, 0, NULL);
}

static void finish(struct pool *p)
{
	g_thread_pool_free(p->pool, 0, 1);
	p->items = 0; // NORACE
	p->pool = NULL;
}

static int look(void *data, void *user)
{
	int n = ((struct pool *)data)->items; // NORACE
	return n + (user != NULL);
}

static void scanner(void *data, void *user)
{
	int n = during; // RACE
	n += after + told.all + look(data, user); // NORACE
	(void)n;
}

static void searcher(void *data, void *user)
{
	int n = searched; // NORACE
	(void)n, (void)data, (void)user;
}

static void keeper(void *data, void *user)
{
	int n = left; // RACE
	(void)n, (void)data, (void)user;
}

static void maybe(void *data, void *user)
{
	int n = unknown; // RACE
	(void)n, (void)data, (void)user;
}

static void lost(void *data, void *user)
{
	int n = replaced; // RACE
	(void)n, (void)data, (void)user;
}

static void round_of_loop(void *data, void *user)
{
	int n = looped; // NORACE
	(void)n, (void)data, (void)user;
}

static void last_of_loop(void *data, void *user)
{
	int n = in_callee; // RACE
	(void)n, (void)data, (void)user;
}

static void push_some(GThreadPool *pool, void *data)
{
	for (int i = 0; i < 3; i++)
		g_thread_pool_push(pool, data, NULL);
}

/* That helper's pools are not told apart by what their functions are. */
static void push_one(GThreadPool *pool, void *data)
{
	g_thread_pool_push(pool, data, NULL);
}

int main(int argc, char **argv)
{
	told.all = argc; // NORACE
	setup(&scan, scanner, &told);
	push_some(scan.pool, &scan);
	during = 1; // RACE
	finish(&scan);
	after = 1; // NORACE
	told.all = 2; // NORACE

	setup(&search, searcher, NULL);
	push_some(search.pool, &search);
	finish(&search);
	searched = 1; // NORACE

	setup(&kept, keeper, NULL);
	push_some(kept.pool, &kept);
	g_thread_pool_free(kept.pool, 0, 0); // does not wait
	left = 1; // RACE

	chosen = g_thread_pool_new(maybe, NULL, 4, 0, NULL);
	push_some(chosen, &kept);
	g_thread_pool_free(chosen, 0, argc > 1); // who knows
	unknown = 1; // RACE

	bare[0] = g_thread_pool_new(lost, NULL, 4, 0, NULL);
	push_some(bare[0], &kept);
	bare[0] = g_thread_pool_new(lost, NULL, 4, 0, NULL); // the first one runs on
	push_some(bare[0], &kept);
	g_thread_pool_free(bare[0], 0, 1);
	replaced = 1; // RACE

	for (int i = 0; i < argc; i++) {
		GThreadPool *pool = g_thread_pool_new(round_of_loop, NULL, 4, 0, NULL);
		looped = i; // NORACE
		push_one(pool, &kept);
		g_thread_pool_free(pool, 0, 1);
		looped = -i; // NORACE
	}

	GThreadPool *last = NULL;
	for (int i = 0; i < argc; i++) {
		last = g_thread_pool_new(last_of_loop, NULL, 4, 0, NULL);
		push_some(last, &kept);
	}
	g_thread_pool_free(last, 0, 1);
	in_callee = 1; // RACE
	(void)argv;
	return 0;
}
