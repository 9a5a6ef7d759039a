// SPDX-License-Identifier: MIT
// RUN: --all
// Callbacks that ask for each other, and for themselves, from everywhere are one for each thing
// they do; but two that were asked for may run at the same time, and main's order is kept.
#include <pthread.h>
#include <stddef.h>

// of libevent: what is called later
struct event_base;
struct event;
struct timeval;
int event_base_once(struct event_base *, int, short, void (*)(int, short, void *), void *,
		    const struct timeval *);

static struct event_base *base;
static int early, counted, told;

static void tell(int fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	if (early) // NORACE
		told++; // RACE
}

static void count(int fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	counted++; // RACE
	event_base_once(base, -1, 0, tell, arg, NULL);
}

static void *worker(void *arg)
{
	event_base_once(base, -1, 0, count, NULL, NULL);
	event_base_once(base, -1, 0, tell, NULL, NULL);
	counted++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a;

	early++; // NORACE
	pthread_create(&a, NULL, worker, NULL);
	event_base_once(base, -1, 0, tell, NULL, NULL);
	told++; // RACE
	pthread_join(a, NULL);
	return 0;
}
