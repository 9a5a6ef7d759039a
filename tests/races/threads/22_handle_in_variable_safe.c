// SPDX-License-Identifier: MIT
/* Threads are known by the objects that hold their ids, and these by variables: of two
 * modules that are started and stopped, and started again. */
#include <pthread.h>
#include <stdlib.h>

struct handle {
	int number;
	pthread_t id;
};

struct module {
	int size;
	struct handle *thread;
};

static struct handle *writer;
static struct module readers;
static int written, seen;

static struct handle *launch(void *(*run)(void *))
{
	struct handle *h = calloc(1, sizeof(*h));

	if (h && pthread_create(&h->id, NULL, run, NULL) == 0)
		return h;
	free(h);
	return NULL;
}

static void wait_for(struct handle *h)
{
	pthread_join(h->id, NULL);
	free(h);
}

static void *write_all(void *arg)
{
	written++; // NORACE
	return arg;
}

static void *read_all(void *arg)
{
	seen++; // NORACE
	return arg;
}

static void start(void)
{
	writer = launch(write_all);
	readers.thread = launch(read_all);
}

static void stop(void)
{
	wait_for(writer);
	writer = NULL;
	wait_for(readers.thread);
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		written = i; // NORACE
		seen = i; // NORACE
		start();
		stop();
		if (written + seen > 4) // NORACE
			return 1;
	}
	return written; // NORACE
}
