// SPDX-License-Identifier: MIT
// RUN: --all
// The loop without a base: main alone runs it, so what is called later is called by main.
#include <pthread.h>
#include <stddef.h>

struct event;
void event_set(struct event *, int, short, void (*)(int, short, void *), void *);
int event_dispatch(void);
int event_loop(int);

extern struct event *input, *output;
static int lines, words;

static void on_read(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	lines++; // RACE
	words++; // NORACE
}

static void on_write(int fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	words--; // NORACE
}

static void *worker(void *arg)
{
	lines--; // RACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	(void)argv;
	event_set(input, 0, 2, on_read, NULL);
	event_set(output, 1, 4, on_write, NULL);
	pthread_create(&t, NULL, worker, NULL);
	words++; // NORACE
	if (argc > 1)
		event_loop(1);
	event_dispatch();
	return 0;
}
