// SPDX-License-Identifier: MIT
/* Two calls, each with the same elements; and one call that is made twice, while the threads of the first time run. */
#include <pthread.h>
#include <stdlib.h>

struct count {
	long hits, again;
};

static struct count counts[8], more[8];

static void *fast(void *arg)
{
	struct count *c = arg;

	c->hits++; // RACE
	return NULL;
}

static void *slow(void *arg)
{
	struct count *c = arg;

	c->hits += 2; // RACE
	return NULL;
}

static void *once(void *arg)
{
	struct count *c = arg;

	c->again++; // RACE
	return NULL;
}

static void *twice(void *arg)
{
	struct count *c = arg;

	c->again += 2; // RACE
	return NULL;
}

static void start_all(pthread_t *id, int quick)
{
	for (int i = 0; i < 8; i++)
		if (pthread_create(&id[i], NULL, quick ? once : twice, &more[i]))
			abort();
}

int main(int argc, char **argv)
{
	pthread_t id[8], other[8], third[8], fourth[8];

	(void)argv;
	for (int i = 0; i < 8; i++)
		if (pthread_create(&id[i], NULL, argc > i ? fast : slow, &counts[i]))
			abort();
	for (int i = 0; i < 8; i++)
		if (pthread_create(&other[i], NULL, argc > i ? slow : fast, &counts[i]))
			abort();
	start_all(third, argc > 1);
	start_all(fourth, argc > 2);
	for (int i = 0; i < 8; i++) {
		pthread_join(id[i], NULL);
		pthread_join(other[i], NULL);
		pthread_join(third[i], NULL);
		pthread_join(fourth[i], NULL);
	}
	return 0;
}
