// SPDX-License-Identifier: MIT
// RUN: --all
// One worker runs the loop: one callback after the other.
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);

static int hits;

static void on_read(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	hits++; // NORACE
}

static void *worker(void *arg)
{
	event_base_dispatch(arg);
	return arg;
}

int main(void)
{
	pthread_t t;
	struct event_base *base = event_base_new();
	for (int i = 0; i < 4; i++)
		event_new(base, i, 2, on_read, NULL);
	pthread_create(&t, NULL, worker, base);
	pthread_join(t, NULL);
	return 0;
}
