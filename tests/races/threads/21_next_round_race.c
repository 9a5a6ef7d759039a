// SPDX-License-Identifier: MIT
/* Settings that are changed while the workers run: after they were started, in a round that
 * does not stop them, or by a loop inside of the round. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
};

struct server {
	int count;
	struct worker **workers;
};

static int verbosity, seed, rounds;

static void *work(void *arg)
{
	printf("%d %d %d\n", verbosity, seed, rounds); // RACE
	return arg;
}

static void make_workers(struct server *s)
{
	s->count = 4;
	s->workers = calloc(s->count, sizeof(*s->workers));
	for (int i = 0; s->workers && i < s->count; i++) {
		s->workers[i] = calloc(1, sizeof(**s->workers));
		if (!s->workers[i])
			exit(1);
	}
}

static void start(struct server *s)
{
	for (int i = 0; i < s->count; i++)
		pthread_create(&s->workers[i]->id, NULL, work, s->workers[i]);
}

static void stop(struct server *s)
{
	for (int i = 0; i < s->count; i++)
		pthread_join(s->workers[i]->id, NULL);
}

static void serve(struct server *s)
{
	make_workers(s);
	do {
		rounds++; // RACE
		start(s);
	} while (getchar() == 'm');
	seed = getchar(); // RACE
	stop(s);
}

int main(void)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	serve(s);
	while (!feof(stdin)) {
		verbosity = getchar(); // RACE
		if (getchar() == 's') {
			make_workers(s);
			start(s);
		}
		if (getchar() == 't')
			stop(s);
	}
	return 0;
}
