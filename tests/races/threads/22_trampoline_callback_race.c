// SPDX-License-Identifier: MIT
/* What is called when a request has ended starts a thread, by one wrapper: each of the
 * two callbacks one that runs its own function, and both count in one variable. */
#include <pthread.h>
#include <stdlib.h>

struct start {
	void (*run)(void *);
	void *arg;
};

struct request {
	void (*ended)(struct request *);
	int number;
};

static int served, logged;

static void *trampoline(void *arg)
{
	struct start s = *(struct start *)arg;

	free(arg);
	s.run(s.arg);
	return NULL;
}

static void start(void (*run)(void *), void *arg)
{
	pthread_t id;
	struct start *s = malloc(sizeof(*s));

	if (!s)
		return;
	s->run = run;
	s->arg = arg;
	pthread_create(&id, NULL, trampoline, s);
}

static void serve(void *arg)
{
	struct request *r = arg;
	served += r->number; // RACE
}

static void log_it(void *arg)
{
	struct request *r = arg;
	logged += r->number; // NORACE
}

static void serve_next(struct request *r)
{
	start(serve, r);
}

static void log_last(struct request *r)
{
	start(log_it, r);
}

static void end(struct request *r)
{
	if (r->ended)
		r->ended(r);
}

static void finish(struct request *r)
{
	r->number = 0; // NORACE
	end(r);
}

int main(int argc, char **argv)
{
	struct request *r = calloc(1, sizeof(*r));

	(void)argv;
	if (!r)
		return 1;
	r->ended = argc > 1 ? serve_next : log_last;
	finish(r);
	served++; // RACE
	pthread_exit(NULL);
}
