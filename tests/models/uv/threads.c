// SPDX-License-Identifier: MIT
/* libuv's threads are joined by the address of their id; work runs on a pool. */
#include "uv.h"

static uv_loop_t loop;
static uv_work_t request;
static uv_barrier_t barrier;
static uv_async_t async;
static uv_timer_t timer;
static int joined, running, dropped, by_arg, in_pool, phase, asynchronous, ticks;

static void entry(void *arg)
{
	joined = 1; // NORACE
	running = 1; // RACE
	*(int *)arg = 1; // RACE
	phase = 1; // NORACE
	uv_barrier_wait(&barrier);
}

static void loose(void *arg)
{
	(void)arg;
	dropped = 1; // RACE
}

static void work(uv_work_t *r)
{
	(void)r;
	in_pool++; // RACE
}

static void after(uv_work_t *r, int status)
{
	(void)r;
	(void)status;
}

static void on_async(uv_async_t *handle)
{
	(void)handle;
	asynchronous++; // FN callbacks of a library that run later are low confidence
}

static void on_timer(uv_timer_t *handle)
{
	(void)handle;
	ticks++; // FN callbacks of a library that run later are low confidence
}

static void runs_loop(void *arg)
{
	uv_run(arg, 0);
}

int main(void)
{
	uv_thread_t t;

	uv_barrier_init(&barrier, 2);
	uv_thread_create(&t, entry, &by_arg);
	running = 2; // RACE
	by_arg = 2; // RACE
	uv_barrier_wait(&barrier);
	phase = 2; // NORACE
	uv_thread_join(&t);
	joined = 2; // NORACE
	uv_thread_create(&t, loose, &by_arg);
	uv_thread_detach(&t);
	dropped = 2; // RACE
	uv_queue_work(&loop, &request, work, after);
	in_pool++; // RACE
	uv_thread_create(&t, runs_loop, &loop);
	uv_async_init(&loop, &async, on_async);
	asynchronous++; // FN callbacks of a library that run later are low confidence
	uv_timer_start(&timer, on_timer, 10, 10);
	ticks++; // FN callbacks of a library that run later are low confidence
	return 0;
}
