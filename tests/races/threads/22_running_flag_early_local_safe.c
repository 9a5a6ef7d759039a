// SPDX-License-Identifier: MIT
// As 22_running_flag_early_safe.c, but flag and id are in local variables of main, or allocated;
// the functions that start and stop the thread tell nothing by what they return.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct service {
	pthread_t id;
	int running, done;
};

struct logger {
	pthread_t id;
	bool stopped;
	int lines;
};

static void *serve(void *arg)
{
	struct service *s = arg;

	s->done++; // NORACE
	return NULL;
}

static void start(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1; // NORACE
}

static void stop(struct service *s)
{
	if (s->running) {
		s->running = 0; // NORACE
		pthread_join(s->id, NULL);
	}
}

static void *log_lines(void *arg)
{
	struct logger *l = arg;

	l->lines++; // NORACE
	return NULL;
}

static void start_logger(struct logger *l)
{
	l->stopped = false; // NORACE
	if (pthread_create(&l->id, NULL, log_lines, l) != 0)
		l->stopped = true; // NORACE
}

static void wait_for(struct logger *l)
{
	pthread_join(l->id, NULL);
}

static void stop_logger(struct logger *l)
{
	if (l->stopped)
		return;
	l->stopped = true; // NORACE
	wait_for(l);
}

int main(void)
{
	struct service s = {0};
	struct logger *l = calloc(1, sizeof(*l));

	start(&s);
	stop(&s);
	stop(&s);
	s.done++; // NORACE
	if (!l)
		return 1;
	start_logger(l);
	stop_logger(l);
	return s.done + l->lines; // NORACE
}
