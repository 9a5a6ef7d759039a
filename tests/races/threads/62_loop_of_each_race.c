// SPDX-License-Identifier: MIT
// Each worker runs a loop of its own, and asks it for the same callback: several call it at once.
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lines, ends, words;

static void again(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	words++; // RACE
}

static void on_read(int fd, short what, void *arg)
{
	(void)what;
	hits++; // RACE
	pthread_mutex_lock(&lock);
	lines++; // NORACE
	pthread_mutex_unlock(&lock);
	event_new(arg, fd, 2, again, NULL);
}

static void ask(struct event_base *base)
{
	event_new(base, 3, 2, on_read, base);
}

static void *worker(void *arg)
{
	struct event_base *base = event_base_new();
	ask(base);
	ends++; // RACE
	event_base_dispatch(base);
	return arg;
}

int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
