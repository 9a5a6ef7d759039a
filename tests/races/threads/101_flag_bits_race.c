// SPDX-License-Identifier: MIT
/* As 101_flag_bits_safe.c, but another bit is asked, or it is cleared while the thread runs. */
#include <pthread.h>
#include <stdlib.h>

enum { THREADED = 4, VERBOSE = 8, OLD = 16 };

struct connection {
	pthread_t id;
	unsigned flags;
	int read;
};

static void *reader(void *arg)
{
	struct connection *c = arg;

	c->read++; // RACE
	return NULL;
}

static void open_connection(struct connection *c, int threaded)
{
	if (threaded && pthread_create(&c->id, NULL, reader, c) == 0)
		c->flags |= THREADED;
}

static void close_connection(struct connection *c)
{
	if (c->flags & VERBOSE) {
		pthread_join(c->id, NULL);
		c->flags &= ~(unsigned)THREADED;
	}
	c->read = 0; // RACE
}

static void with_bits(int threaded)
{
	struct connection c = {.flags = OLD};

	open_connection(&c, threaded);
	c.flags |= VERBOSE;
	close_connection(&c);
}

/* Bit-fields of one word. */
static struct {
	pthread_t id;
	unsigned level : 3, there : 1, kind : 4;
	int done;
} job;

static void *work(void *arg)
{
	job.done++; // RACE
	return arg;
}

static void with_fields(int n)
{
	if (n > 1 && pthread_create(&job.id, NULL, work, NULL) == 0)
		job.there = 1;
	job.level = (unsigned)n;
	job.there = n > 2;
	job.kind = 3;
	if (job.there)
		pthread_join(job.id, NULL);
	job.done = 0; // RACE
}

/* Not the word that was read: what is stored may bring the bit back, or lose it. */
static struct {
	pthread_t id;
	unsigned flags;
	int seen;
} late;

static void *look(void *arg)
{
	late.seen++; // RACE
	return arg;
}

static void start_late(void)
{
	if (pthread_create(&late.id, NULL, look, NULL) == 0)
		late.flags |= THREADED;
}

static void with_old_word(void)
{
	unsigned old = late.flags;
	start_late();
	late.flags = old | VERBOSE;
	if (late.flags & THREADED)
		pthread_join(late.id, NULL);
	late.seen = 0; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	with_bits(argc > 1);
	with_fields(argc);
	with_old_word();
	return 0;
}
