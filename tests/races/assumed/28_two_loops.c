// SPDX-License-Identifier: MIT
/* docs/soundness.md, 28: each thread waits for its own events, and both callbacks count. That
 * they are not run by one thread is not seen; shown with --all only. */
#include <pthread.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);

static int count;

static void one(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	count++; // FN low confidence
}

static void two(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	count--; // FN low confidence
}

static void *work(void *arg)
{
	struct event_base *base = event_base_new();
	event_new(base, 4, 2, two, NULL);
	event_base_dispatch(base);
	return arg;
}

int main(void)
{
	struct event_base *base = event_base_new();
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	event_new(base, 3, 2, one, NULL);
	event_base_dispatch(base);
	return 0;
}
