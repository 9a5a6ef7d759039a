// SPDX-License-Identifier: MIT
// As 70_given_inside_argument.c, but two threads are created for each source: one that sends
// and one that looks at what was sent.
#include <pthread.h>
#include <stdlib.h>

struct source {
	struct source *next;
	int id;
	long sent;
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
	source->sent++;		// RACE
}

static void *serve(void *arg)
{
	struct source *source = arg;

	for (int i = 0; i < 100; i++)
		count(source);
	return NULL;
}

static void *look(void *arg)
{
	struct source *source = arg;
	long last = 0;

	for (int i = 0; i < 100; i++)
		last = source->sent;	// RACE
	return (void *)last;
}

static void start_next(void)
{
	struct source *s = waiting;

	waiting = s->next;
	create(serve, s);
	create(look, s);
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
	pthread_exit(NULL);
}
