// SPDX-License-Identifier: MIT
// RUN: --all
// A worker that runs a loop too, where it was told to: which of the two calls what is not known.
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);

static struct event_base *base;
static int lines;

static void on_read(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	lines++; // RACE
}

static void run(void)
{
	event_base_dispatch(base);
}

static void *worker(void *arg)
{
	if (arg)
		run();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	base = event_base_new();
	event_new(base, 3, 2, on_read, NULL);
	pthread_create(&t, NULL, worker, argc > 1 ? argv : NULL);
	lines++; // RACE
	run();
	return 0;
}
