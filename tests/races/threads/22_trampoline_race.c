// SPDX-License-Identifier: MIT
// The function to run travels inside the argument: each thread runs its own, and
// what two of them run is a race.
#include <pthread.h>
#include <stdlib.h>

struct start {
	void *(*run)(void *);
	void *arg;
};

static void *checked(void *p)
{
	if (!p)
		abort();
	return p;
}

static void *trampoline(void *arg)
{
	struct start *given = arg, s;

	s = *given;
	free(given);
	return s.run(s.arg);
}

static pthread_t spawn(void *(*run)(void *), void *arg)
{
	struct start *s = checked(malloc(sizeof(*s)));
	pthread_t id;

	s->run = run;
	s->arg = arg;
	if (pthread_create(&id, NULL, trampoline, s))
		abort();
	return id;
}

static int only_a, only_b, both, twice;

static void *a(void *arg)
{
	only_a++; // NORACE
	both++;	  // RACE
	return arg;
}

static void *b(void *arg)
{
	only_b++; // NORACE
	both++;	  // RACE
	return arg;
}

static void *c(void *arg)
{
	twice++; // RACE
	return arg;
}

int main(void)
{
	spawn(a, NULL);
	spawn(b, NULL);
	spawn(c, NULL);
	spawn(c, NULL);
	return 0;
}
