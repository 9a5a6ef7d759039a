// SPDX-License-Identifier: MIT
/* The ids are in memory that a function has made, and all of them are joined. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int count;
	pthread_t *ids;
	int *results;
};

static int *results;

static void *work(void *arg)
{
	results[(long)arg] = 1; // NORACE
	return NULL;
}

static void start(struct pool *p, int count)
{
	p->count = count;
	p->ids = calloc(count, sizeof(*p->ids));
	p->results = results = calloc(count, sizeof(*results));
	for (long i = 0; i < count; i++)
		pthread_create(&p->ids[i], NULL, work, (void *)i);
}

static void stop(struct pool *p)
{
	for (int i = 0; i < p->count; i++)
		pthread_join(p->ids[i], NULL);
}

int main(int argc, char **argv)
{
	struct pool p;
	int sum = 0;
	(void)argv;
	start(&p, argc + 3);
	stop(&p);
	for (int i = 0; i < p.count; i++)
		sum += p.results[i]; // NORACE
	return sum;
}
