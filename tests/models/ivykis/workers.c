// SPDX-License-Identifier: MIT
// RUN: --all
// Handlers get what is in the cookie: work on the threads of a pool, everything else in the
// loop, which main alone runs.
#include "ivykis.h"

struct connection {
	struct iv_fd fd;
	struct iv_task again;
	struct iv_event done;
	struct iv_work_item job;
	int handled, worked, guarded_by_loop;
	void (*run)(struct connection *);
};

static struct connection one;
static struct iv_work_pool pool;
static int total, loops, sent, failed;

static void run_it(struct connection *c)
{
	c->handled++; // RACE
}

static void work(void *cookie)
{
	struct connection *c = cookie;

	c->worked++; // RACE
	total++; // RACE
	sent--; // RACE
	failed--; // RACE
	c->run(c);
	iv_event_post(&c->done);
}

static void completion(void *cookie)
{
	struct connection *c = cookie;

	c->guarded_by_loop++; // NORACE
	loops++; // NORACE
}

static void on_input(void *cookie)
{
	struct connection *c = cookie;

	c->handled = 0; // RACE
	c->guarded_by_loop = 1; // NORACE
	iv_work_pool_submit_work(&pool, &c->job);
}

static void on_again(void *cookie)
{
	struct connection *c = cookie;

	c->worked = 0; // RACE
	loops++; // NORACE
}

static void on_output(void *cookie)
{
	++*(int *)cookie; // RACE
}

static void on_error(void *cookie)
{
	++*(int *)cookie; // RACE
}

static void on_done(void *cookie)
{
	struct connection *c = cookie;

	loops++; // NORACE
	iv_fd_set_handler_in(&c->fd, on_input);
}

static void start(struct connection *c)
{
	IV_FD_INIT(&c->fd);
	c->fd.cookie = c;
	c->fd.handler_in = on_input;
	IV_TASK_INIT(&c->again);
	c->again.cookie = c;
	c->again.handler = on_again;
	c->done.cookie = c;
	c->done.handler = on_done;
	c->job.cookie = c;
	c->job.work = work;
	c->job.completion = completion;
	c->run = run_it;
	iv_fd_register(&c->fd);
	iv_task_register(&c->again);
	iv_event_register(&c->done);
}

static struct iv_fd out, err;

static void watch(void)
{
	out.cookie = &sent;
	err.cookie = &failed;
	iv_fd_set_handler_out(&out, on_output);
	iv_fd_set_handler_err(&err, on_error);
}

int main(void)
{
	iv_init();
	watch();
	pool.max_threads = 4;
	iv_work_pool_create(&pool);
	start(&one);
	iv_main();
	iv_deinit();
	return 0;
}
