// SPDX-License-Identifier: MIT
// RUN: --all
// Main alone runs the loop, through a helper: what was given to the library is called by main,
// whoever has asked for it. So callbacks meet neither main nor each other; and one that stores
// main's id is main.
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_once(struct event_base *, int, short, void (*)(int, short, void *), void *,
		    const struct timeval *);
int event_base_loop(struct event_base *, int);

static struct event_base *base;
static _Atomic pthread_t main_id;
static int lines, seen, asked;

static void set_main(void)
{
	main_id = pthread_self();
}

static void again(int fd, short what, void *arg)
{
	(void)fd, (void)what;
	seen++; // NORACE
	set_main();
	event_base_once(base, -1, 0, again, arg, NULL);
}

static void on_read(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	seen--; // NORACE
	lines++; // NORACE
	event_base_once(base, -1, 0, again, NULL, NULL);
}

static void by_worker(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	asked++; // NORACE
}

static void *worker(void *arg)
{
	if (pthread_equal(main_id, pthread_self()))
		lines++; // NORACE
	event_base_once(base, -1, 0, by_worker, NULL, NULL);
	return arg;
}

static void run(void)
{
	event_base_loop(base, 0);
}

int main(void)
{
	pthread_t t;
	base = event_base_new();
	set_main();
	event_new(base, 3, 2, on_read, NULL);
	pthread_create(&t, NULL, worker, NULL);
	seen++; // NORACE
	run();
	asked++; // NORACE
	pthread_join(t, NULL);
	return lines;
}
