// SPDX-License-Identifier: MIT
/* The function that a stream runs is found through its state. */
#include <pthread.h>
#include <stdlib.h>

#include "stream.h"

struct state {
	int (*run)(state *s);
	int rounds;
};

static void *count(void *arg)
{
	state *s = arg;

	s->rounds++; // RACE
	return NULL;
}

static int run(state *s)
{
	pthread_t t;

	pthread_create(&t, NULL, count, s);
	s->rounds++; // RACE
	pthread_join(t, NULL);
	return s->rounds;
}

void stream_open(stream *s)
{
	s->inside = calloc(1, sizeof(*s->inside));
	s->inside->run = run;
}

int stream_run(stream *s)
{
	return s->inside->run(s->inside);
}
