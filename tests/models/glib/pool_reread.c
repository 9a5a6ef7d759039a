// SPDX-License-Identifier: MIT
/* A pool that is looked up anew for each thing that is pushed, where it is not known what was in the
 * variable before, as what is set to NULL is not told apart from it: it is still the same one. But not if
 * another one may be stored meanwhile. */
#include "glib.h"

struct item {
	struct item *next;
	int size;
};

static GMutex lock;
static GThreadPool *waited, *exchanged, *by_helper, *by_address, *by_place, *spare, *unused[2];
static GThreadPool **any_place = &unused[0], **seen;
static struct {
	GThreadPool *pool;
	int pushed;
} held;
static int alone, again, in_struct, left, left_too, at_address, at_place, of_list;

static void reset(GThreadPool **at)
{
	for (int k = 0; k < 2; k++)
		at[k] = NULL;
}

static void worker(void *data, void *user)
{
	int n = alone; // NORACE
	(void)n, (void)data, (void)user;
}

static void next_worker(void *data, void *user)
{
	int n = again; // NORACE
	(void)n, (void)data, (void)user;
}

static void held_worker(void *data, void *user)
{
	int n = in_struct; // NORACE
	(void)n, (void)data, (void)user;
}

static void exchanged_worker(void *data, void *user)
{
	int n = left; // RACE
	(void)n, (void)data, (void)user;
}

static void helper_worker(void *data, void *user)
{
	int n = left_too; // RACE
	(void)n, (void)data, (void)user;
}

static void address_worker(void *data, void *user)
{
	int n = at_address; // RACE
	(void)n, (void)data, (void)user;
}

static void place_worker(void *data, void *user)
{
	int n = at_place; // RACE
	(void)n, (void)data, (void)user;
}

static void list_worker(void *data, void *user)
{
	int n = of_list; // RACE
	(void)n, (void)data, (void)user;
}

static void push_all(struct item *i)
{
	reset(unused);
	for (; i; i = i->next) {
		g_mutex_lock(&lock);
		g_thread_pool_push(waited, i, NULL);
		g_mutex_unlock(&lock);
	}
}

static void push_larger(struct item *i)
{
	reset(unused);
	for (; i; i = i->next) {
		g_mutex_lock(&lock);
		if (i->size < 2) {
			g_mutex_unlock(&lock);
			continue;
		}
		held.pushed++;
		g_thread_pool_push(held.pool, i, NULL);
		g_mutex_unlock(&lock);
	}
}

/* Another one for what is large: the first one runs on. */
static void push_exchanged(struct item *i)
{
	reset(unused);
	for (; i; i = i->next) {
		g_mutex_lock(&lock);
		g_thread_pool_push(exchanged, i, NULL);
		if (i->size > 1000)
			exchanged = g_thread_pool_new(exchanged_worker, NULL, 4, 0, NULL);
		g_mutex_unlock(&lock);
	}
}

static void replace(void)
{
	by_helper = spare;
}

static void push_by_helper(struct item *i)
{
	reset(unused);
	for (; i; i = i->next) {
		g_mutex_lock(&lock);
		g_thread_pool_push(by_helper, i, NULL);
		if (i->size > 1000)
			replace();
		g_mutex_unlock(&lock);
	}
}

static void replace_at(GThreadPool **at)
{
	*at = spare;
}

static void push_by_address(struct item *i)
{
	reset(unused);
	for (; i; i = i->next) {
		g_mutex_lock(&lock);
		g_thread_pool_push(by_address, i, NULL);
		if (i->size > 1000)
			replace_at(&by_address);
		g_mutex_unlock(&lock);
	}
}

static void push_by_place(struct item *i)
{
	reset(unused);
	for (; i; i = i->next) {
		g_mutex_lock(&lock);
		g_thread_pool_push(by_place, i, NULL);
		if (i->size > 1000)
			*any_place = spare;
		g_mutex_unlock(&lock);
	}
}

struct owner {
	struct owner *next;
	GThreadPool *pool;
};

/* Each has a pool of its own, and only that of the last one is waited for. */
static void push_to_owners(struct owner *o)
{
	struct owner *last = o;
	for (; o; o = o->next) {
		g_mutex_lock(&lock);
		o->pool = g_thread_pool_new(list_worker, NULL, 4, 0, NULL);
		g_thread_pool_push(o->pool, o, NULL);
		g_mutex_unlock(&lock);
		last = o;
	}
	if (last)
		g_thread_pool_free(last->pool, 0, 1);
}

int main(int argc, char **argv)
{
	static struct item second = {NULL, 2000}, first = {&second, 3};
	static struct owner b, a = {&b, NULL};
	first.size = second.size = argc;
	seen = argc > 9 ? &unused[0] : argc > 8 ? &waited : &held.pool;

	alone = argc; // NORACE
	waited = g_thread_pool_new(worker, NULL, 4, 0, NULL);
	push_all(&first);
	g_thread_pool_free(waited, 0, 1);
	alone = 2; // NORACE
	again = 1; // NORACE
	waited = g_thread_pool_new(next_worker, NULL, 4, 0, NULL);
	push_all(&first);
	g_thread_pool_free(waited, 0, 1);
	again = 2; // NORACE

	held.pool = g_thread_pool_new(held_worker, NULL, 4, 0, NULL);
	push_larger(&first);
	g_thread_pool_free(held.pool, 0, 1);
	in_struct = 1; // NORACE

	exchanged = g_thread_pool_new(exchanged_worker, NULL, 4, 0, NULL);
	push_exchanged(&first);
	g_thread_pool_free(exchanged, 0, 1);
	left = 1; // RACE

	by_helper = g_thread_pool_new(helper_worker, NULL, 4, 0, NULL);
	spare = g_thread_pool_new(helper_worker, NULL, 4, 0, NULL);
	push_by_helper(&first);
	g_thread_pool_free(by_helper, 0, 1);
	left_too = 1; // RACE

	by_address = g_thread_pool_new(address_worker, NULL, 4, 0, NULL);
	spare = g_thread_pool_new(address_worker, NULL, 4, 0, NULL);
	push_by_address(&first);
	g_thread_pool_free(by_address, 0, 1);
	at_address = 1; // RACE

	by_place = g_thread_pool_new(place_worker, NULL, 4, 0, NULL);
	spare = g_thread_pool_new(place_worker, NULL, 4, 0, NULL);
	any_place = argc > 7 ? &by_place : &unused[0];
	push_by_place(&first);
	g_thread_pool_free(by_place, 0, 1);
	at_place = 1; // RACE

	push_to_owners(&a);
	of_list = 1; // RACE
	(void)argv;
	return 0;
}
