// SPDX-License-Identifier: MIT
/* The wrapper allocates an object that holds the id, and returns it, or one that was made
 * before. What was joined by then is one of the two, and the other is still running. */
#include <pthread.h>
#include <stdlib.h>

struct handle {
	int number;
	pthread_t id;
};

struct start {
	void (*run)(void);
};

static int written, seen;
static struct handle *before;
static int older;

static void *enter(void *arg)
{
	struct start s = *(struct start *)arg; // NORACE

	free(arg); // NORACE
	s.run();
	return NULL;
}

static struct handle *launch(void (*run)(void))
{
	struct handle *h = malloc(sizeof(*h));
	struct start *s = malloc(sizeof(*s));

	if (!h || !s)
		exit(1);
	s->run = run; // NORACE
	if (pthread_create(&h->id, NULL, enter, s) == 0)
		return h;
	free(s);
	free(h);
	return NULL;
}

static struct handle *launch_or_die(void (*run)(void))
{
	struct handle *h = launch(run);

	if (!h)
		exit(1);
	if (before && older)
		h = before;
	before = h;
	return h;
}

static void wait_for(struct handle *h)
{
	pthread_join(h->id, NULL);
	free(h);
}

static void write_all(void)
{
	written++; // RACE
}

static void read_all(void)
{
	seen++; // RACE
}

int main(int argc, char **argv)
{
	older = argc > 1;
	(void)argv;
	struct handle *writer = launch_or_die(write_all);
	struct handle *reader = launch_or_die(read_all);

	wait_for(reader);
	written++; // RACE
	seen++; // RACE
	return writer != reader;
}
