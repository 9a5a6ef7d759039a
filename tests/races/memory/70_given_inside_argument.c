// SPDX-License-Identifier: MIT
// Sources wait in a list. Each is taken out and given to a thread of its own, by a wrapper that
// makes a struct of function and argument for each creation. What main had it from does not
// make it one for all threads.
#include <pthread.h>
#include <stdlib.h>

struct source {
	struct source *next;
	int id;
	long sent, peak;
};

struct start {
	void *(*routine)(void *);
	void *arg;
};

static struct source *waiting;

static void *begin(void *arg)
{
	struct start *start = arg;
	void *(*routine)(void *) = start->routine;
	void *real = start->arg;

	free(start);
	return routine(real);
}

static void create(void *(*routine)(void *), void *arg)
{
	struct start *start = malloc(sizeof *start);
	pthread_t id;

	start->routine = routine;
	start->arg = arg;
	if (pthread_create(&id, NULL, begin, start) == 0)
		pthread_detach(id);
}

static void count(struct source *source)
{
	source->sent++;		// NORACE
	if (source->sent > source->peak)
		source->peak = source->sent;	// NORACE
}

static void *serve(void *arg)
{
	struct source *source = arg;

	for (int i = 0; i < 100; i++)
		count(source);
	return NULL;
}

static void start_next(void)
{
	struct source *s = waiting;

	waiting = s->next;
	create(serve, s);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc + 2; i++) {
		struct source *s = calloc(1, sizeof *s);

		s->id = i;
		s->next = waiting;
		waiting = s;
	}
	while (waiting)
		start_next();
	while (waiting) {
		struct source *s = waiting;

		waiting = s->next;
		create(serve, s);
	}
	pthread_exit(NULL);
}
