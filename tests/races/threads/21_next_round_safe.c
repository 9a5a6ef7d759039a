// SPDX-License-Identifier: MIT
/* A server that starts its workers again with new settings: those of the round before have
 * been joined, all of them, whatever their number was. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server;

struct worker {
	pthread_t id;
	struct server *server;
};

struct server {
	int count;
	struct worker **workers;
};

static int verbosity, seed;

static void *work(void *arg)
{
	struct worker *w = arg;

	printf("%d %d %p\n", verbosity, seed, (void *)w->server); // NORACE
	return NULL;
}

static void make_workers(struct server *s)
{
	seed = getchar(); // NORACE
	s->count = 4;
	s->workers = calloc(s->count, sizeof(*s->workers));
	for (int i = 0; s->workers && i < s->count; i++) {
		s->workers[i] = calloc(1, sizeof(**s->workers));
		if (!s->workers[i])
			exit(1);
		s->workers[i]->server = s; // NORACE
	}
}

static void start(struct server *s)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	for (int i = 1; i < s->count; i++) {
		if (verbosity > 2)
			pthread_create(&s->workers[i]->id, &attr, work, s->workers[i]);
		else
			pthread_create(&s->workers[i]->id, NULL, work, s->workers[i]);
	}
}

static void stop(struct server *s)
{
	for (int i = 1; i < s->count; i++)
		pthread_join(s->workers[i]->id, NULL);
}

static void serve(struct server *s)
{
	make_workers(s);
	start(s);
	while (getchar() != EOF)
		;
	stop(s);
}

static void clean(struct server *s)
{
	for (int i = 0; i < s->count; i++)
		free(s->workers[i]); // NORACE
	free(s->workers);
	s->count = 0;
}

int main(void)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	while (!feof(stdin)) {
		verbosity = getchar(); // NORACE
		serve(s);
		clean(s);
	}
	verbosity = 0; // NORACE
	return 0;
}
