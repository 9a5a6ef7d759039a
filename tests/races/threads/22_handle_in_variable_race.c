// SPDX-License-Identifier: MIT
/* Variables that hold the objects that hold the ids: one gets another handle before it is
 * joined, one is not set on every way, one is set twice. */
#include <pthread.h>
#include <stdlib.h>

struct handle {
	int number;
	pthread_t id;
};

static struct handle *writer, *reader, *maybe, *last;
static int written, seen, kept, counted;

static struct handle *launch(void *(*run)(void *))
{
	struct handle *h = calloc(1, sizeof(*h));

	if (!h)
		exit(1);
	pthread_create(&h->id, NULL, run, NULL);
	return h;
}

static void wait_for(struct handle *h)
{
	pthread_join(h->id, NULL);
}

static void *write_all(void *arg)
{
	written++; // RACE
	return arg;
}

static void *read_all(void *arg)
{
	seen++; // NORACE
	return arg;
}

static void *keep_all(void *arg)
{
	kept++; // RACE
	return arg;
}

static void *count_all(void *arg)
{
	counted++; // RACE
	return arg;
}

static void start(void)
{
	writer = launch(write_all);
	reader = launch(read_all);
}

static void replace(void)
{
	writer = reader;
}

static void start_maybe(int keep)
{
	struct handle *h = launch(keep_all);

	if (keep)
		maybe = h;
}

static void start_last(void)
{
	last = launch(count_all);
}

int main(int argc, char **argv)
{
	(void)argv;
	start();
	replace();
	wait_for(writer);
	written++; // RACE
	wait_for(reader);
	seen++; // NORACE

	start_maybe(argc > 1);
	if (maybe)
		wait_for(maybe);
	kept++; // RACE

	start_last();
	start_last();
	wait_for(last);
	counted++; // RACE
	return 0;
}
