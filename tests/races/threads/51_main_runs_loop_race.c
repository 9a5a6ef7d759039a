// SPDX-License-Identifier: MIT
// Main runs the loop: its callbacks are not the worker. Callbacks of something else, which is not
// run by this loop, may be run by anybody.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);

static struct event_base *base;
static int lines, ended;

static void on_read(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	lines++; // RACE
}

static void at_end(void)
{
	ended++; // RACE
}

static void *worker(void *arg)
{
	lines++; // RACE
	ended++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	base = event_base_new();
	atexit(at_end);
	event_new(base, 3, 2, on_read, NULL);
	pthread_create(&t, NULL, worker, NULL);
	event_base_dispatch(base);
	return 0;
}
