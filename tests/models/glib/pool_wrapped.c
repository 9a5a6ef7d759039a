// SPDX-License-Identifier: MIT
/* One function makes the pools of all: what is pushed to one of them is given to the function that this
 * one was made with. */
#include "glib.h"

struct workers {
	GMutex lock;
	GThreadPool *pool;
	int jobs;
};

static struct workers scan, search, either, other, twice, chosen, spare, indirect, direct;
static int scanned, searched, both, both_too, again, first_time, picked, any_of;

static void set_up(struct workers *w, void *f, unsigned limit)
{
	w->jobs = 0;
	w->pool = g_thread_pool_new(f, NULL, (int)limit, 0, NULL);
	if (!w->pool)
		w->jobs = -1;
}

static void finish(struct workers *w)
{
	g_thread_pool_free(w->pool, 0, 1);
	w->pool = NULL;
}

static void scanner(void *data, void *user)
{
	int n = scanned; // NORACE
	(void)n, (void)data, (void)user;
}

static void searcher(void *data, void *user)
{
	int n = searched; // NORACE
	(void)n, (void)data, (void)user;
}

static void one(void *data, void *user)
{
	int n = both; // RACE
	(void)n, (void)data, (void)user;
}

static void the_other(void *data, void *user)
{
	int n = both_too; // RACE
	(void)n, (void)data, (void)user;
}

static void before(void *data, void *user)
{
	int n = first_time; // RACE
	(void)n, (void)data, (void)user;
}

static void then(void *data, void *user)
{
	int n = again; // RACE
	(void)n, (void)data, (void)user;
}

static void pointed(void *data, void *user)
{
	int n = picked; // RACE
	(void)n, (void)data, (void)user;
}

static void by_pointer(void *data, void *user)
{
	int n = any_of; // RACE
	(void)n, (void)data, (void)user;
}

static void (*make)(struct workers *, void *, unsigned) = set_up;

/* What is pushed in other functions, by the variables. */
static void push_scan(void *data)
{
	g_thread_pool_push(scan.pool, data, NULL);
}

static void push_search(void *data)
{
	g_thread_pool_push(search.pool, data, NULL);
}

static void push_twice(void *data)
{
	g_thread_pool_push(twice.pool, data, NULL);
}

static void push_indirect(void *data)
{
	g_thread_pool_push(indirect.pool, data, NULL);
}

static void push_to(struct workers *w, void *data)
{
	g_thread_pool_push(w->pool, data, NULL);
}

int main(int argc, char **argv)
{
	scanned = argc; // NORACE
	set_up(&scan, scanner, 4);
	searched = argc; // NORACE
	push_scan(argv);
	searched = 2; // NORACE
	finish(&scan);
	scanned = 2; // NORACE
	set_up(&search, searcher, 4);
	scanned = 3; // NORACE
	push_search(argv);
	scanned = 4; // NORACE
	finish(&search);
	searched = 3; // NORACE

	set_up(&either, one, 4);
	set_up(&other, the_other, 4);
	push_to(argc > 1 ? &either : &other, argv);
	both = 1; // RACE
	both_too = 1; // RACE
	finish(&either);
	finish(&other);

	set_up(&twice, before, 4);
	if (argc > 2)
		set_up(&twice, then, 4);
	push_twice(argv);
	first_time = 1; // RACE
	again = 1; // RACE

	set_up(argc > 3 ? &chosen : &spare, pointed, 4);
	push_to(&chosen, argv);
	picked = 1; // RACE

	make(&indirect, by_pointer, 4);
	make(&direct, one, 4);
	push_indirect(argv);
	any_of = 1; // RACE
	return 0;
}
