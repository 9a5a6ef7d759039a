// SPDX-License-Identifier: MIT
// Main asks each of several loops for the callback, then it starts a worker for each. What it does
// before is no race.
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);

struct worker {
	pthread_t id;
	struct event_base *base;
	int own;
};

static struct worker workers[4];
static int hits, sum, begun;

static void on_write(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	sum--; // RACE
}

static void on_read(int fd, short what, void *arg)
{
	struct worker *w = arg;
	(void)fd, (void)what;
	hits++; // RACE
	sum++; // RACE
	w->own++; // FP the callback gets a number as well, and then that is its argument
}

static void *run(void *arg)
{
	struct worker *w = arg;
	event_base_dispatch(w->base);
	return NULL;
}

static void prepare(struct worker *w, int i)
{
	w->base = event_base_new();
	event_new(w->base, i, 2, on_read, w);
	event_new(w->base, i, 4, on_write, w);
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		prepare(&workers[i], i);
	for (int i = 0; i < 4; i++)
		pthread_create(&workers[i].id, NULL, run, &workers[i]);
	if (hits > 3) // RACE
		begun = 1;
	for (int i = 0; i < 4; i++)
		pthread_join(workers[i].id, NULL);
	return begun;
}
