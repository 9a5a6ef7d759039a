// SPDX-License-Identifier: MIT
// Callers of a library cannot write members of a struct that is declared in its source file, nor static
// variables; they can write what a header declares.
#include <stdlib.h>

#include "handle.h"

struct handle {
	int forked;
	struct options *options, inside;
	pthread_t thread;
};

static int verbose, lines, warned, debugs, insides;

static int is_forked(void)
{
	return 0;
}

static void warn(void)
{
	warned = 1; // NORACE
}

static void *reader(void *arg)
{
	struct handle *h = arg;
	if (h->forked)
		warn();
	if (verbose)
		lines++; // NORACE
	if (h->options->debug)
		debugs++; // RACE
	if (h->inside.debug)
		insides++; // RACE
	return NULL;
}

struct handle *handle_open(void)
{
	struct handle *h = calloc(1, sizeof(*h));
	if (h)
		h->options = calloc(1, sizeof(*h->options));
	return h;
}

struct options *handle_options(struct handle *h)
{
	return h->options ? h->options : &h->inside;
}

int handle_start(struct handle *h)
{
	h->forked = is_forked();
	if (pthread_create(&h->thread, NULL, reader, h))
		return -1;
	if (h->forked)
		warn();
	return 0;
}

void handle_stop(struct handle *h)
{
	pthread_join(h->thread, NULL);
	free(h->options);
	free(h);
}
