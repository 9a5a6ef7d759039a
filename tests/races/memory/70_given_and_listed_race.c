// SPDX-License-Identifier: MIT
// As 70_given_inside_argument.c, but the sources stay in the list, where main looks at them.
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

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc + 2; i++) {
		struct source *s = calloc(1, sizeof *s);

		s->id = i;
		s->next = waiting;
		waiting = s;
	}
	for (struct source *s = waiting; s; s = s->next)
		create(serve, s);
	long sum = 0;
	for (struct source *s = waiting; s; s = s->next)
		sum += s->sent;		// RACE
	return (int)sum;
}
