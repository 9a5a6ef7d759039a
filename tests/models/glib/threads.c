// SPDX-License-Identifier: MIT
/* GLib's threads: the id is the result, join returns what the entry returned. */
#include "glib.h"

static int joined, running, dropped, left_early, pool_user, pool_item, idle, timeout, by_arg;

static void *entry(void *arg)
{
	joined = 1; // NORACE
	running = 1; // RACE
	*(int *)arg = 1; // RACE
	return arg;
}

static void *loose(void *arg)
{
	dropped = 1; // RACE
	g_thread_exit(arg);
	left_early = 1; // NORACE
	return arg;
}

static void work(void *item, void *user)
{
	++*(int *)user; // RACE
	++*(int *)item; // RACE
}

static void *loop(void *arg)
{
	g_main_loop_run(arg);
	return arg;
}

static int when_idle(void *arg)
{
	++*(int *)arg; // FN callbacks of a library that run later are low confidence
	return 0;
}

static int when_time(void *arg)
{
	++*(int *)arg; // FN callbacks of a library that run later are low confidence
	return 1;
}

int main(void)
{
	GThread *t = g_thread_new("t", entry, &by_arg);
	GThreadPool *pool;
	int *same;

	running = 2; // RACE
	by_arg = 2; // RACE
	same = g_thread_join(t);
	joined = 2; // NORACE
	*same = 3; // NORACE
	t = g_thread_try_new("u", loose, NULL, NULL);
	g_thread_unref(t);
	dropped = 2; // RACE
	left_early = 2; // NORACE
	pool = g_thread_pool_new(work, &pool_user, 4, 0, NULL);
	g_thread_pool_push(pool, &pool_item, NULL);
	pool_item = 1; // RACE
	g_thread_new("loop", loop, NULL);
	g_idle_add(when_idle, &idle);
	idle = 1; // FN callbacks of a library that run later are low confidence
	g_timeout_add(10, when_time, &timeout);
	timeout = 1; // FN callbacks of a library that run later are low confidence
	return 0;
}
