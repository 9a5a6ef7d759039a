// SPDX-License-Identifier: MIT
/* Two threads store their ids, in two objects made by one function: whoever finds his id is one of
 * them, and both get to 'runs'. And who does not find his id gets to 'others'. */
#include <pthread.h>
#include <stdlib.h>

struct base {
	pthread_t thread;
};

static int runs, others;

static void note(struct base *b)
{
	if (pthread_equal(pthread_self(), b->thread))
		runs++; // RACE
	else
		others++; // RACE
}

static void *serve(void *arg)
{
	struct base *b = malloc(sizeof(*b));

	b->thread = pthread_self();
	note(b);
	note(arg);
	return NULL;
}

int main(void)
{
	struct base *b = calloc(1, sizeof(*b));
	pthread_t s, c;

	b->thread = pthread_self();
	pthread_create(&s, NULL, serve, b);
	pthread_create(&c, NULL, serve, b);
	pthread_join(c, NULL);
	return pthread_join(s, NULL);
}
