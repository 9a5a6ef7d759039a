// SPDX-License-Identifier: MIT
/* One call creates threads that begin with the one function or with the other: each has an element of its own, or an
 * object that was made for it, whichever function it is. */
#include <pthread.h>
#include <stdlib.h>

struct count {
	long hits;
	int round;
};

static struct count counts[8];

static void *fast(void *arg)
{
	struct count *c = arg;

	c->hits++; // NORACE
	return NULL;
}

static void *slow(void *arg)
{
	struct count *c = arg;

	for (c->round = 0; c->round < 3; c->round++) // NORACE
		c->hits += 2; // NORACE
	return NULL;
}

static void start(pthread_t *id, int quick, struct count *c)
{
	if (pthread_create(id, NULL, quick ? fast : slow, c))
		abort();
}

int main(int argc, char **argv)
{
	pthread_t id[8], other[8];

	(void)argv;
	for (int i = 0; i < 8; i++)
		start(&id[i], argc > i, &counts[i]);
	for (int i = 0; i < 8; i++) {
		struct count *c = calloc(1, sizeof(*c));

		if (!c)
			abort();
		start(&other[i], argc > i, c);
	}
	for (int i = 0; i < 8; i++)
		pthread_join(id[i], NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(other[i], NULL);
	return (int)counts[0].hits; // NORACE
}
