// SPDX-License-Identifier: MIT
/* What a function finds in the struct that it is given may be either of two. */
#include <pthread.h>
#include <stdlib.h>

struct given {
	long *place;
};

static long first, second;

static void touch(const struct given *g)
{
	++*g->place; // RACE
}

static void *work(void *arg)
{
	struct given g;

	if (arg)
		g.place = &first;
	else
		g.place = &second;
	touch(&g);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	pthread_create(&t, NULL, work, argc > 1 ? argv[1] : NULL);
	first = 1; // RACE
	second = 2; // RACE
	pthread_join(t, NULL);
	return first == second; // NORACE
}
