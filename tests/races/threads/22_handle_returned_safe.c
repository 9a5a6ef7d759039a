// SPDX-License-Identifier: MIT
/* The wrapper allocates an object that holds the id, and returns it. Each is joined by the
 * object that its own call has returned. */
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
	return h;
}

static void wait_for(struct handle *h)
{
	pthread_join(h->id, NULL);
	free(h);
}

static void write_all(void)
{
	written++; // NORACE
}

static void read_all(void)
{
	seen++; // NORACE
}

int main(void)
{
	struct handle *writer = launch_or_die(write_all);
	struct handle *reader = launch_or_die(read_all);

	wait_for(writer);
	written++; // NORACE
	wait_for(reader);
	seen++; // NORACE
	return written + seen; // NORACE
}
