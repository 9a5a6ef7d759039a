// SPDX-License-Identifier: MIT
// Threads are created one by one, under conditions, and counted in a local variable: who joins so many has joined
// all. A macro makes a loop of a single join.
#include <pthread.h>
#include <stdlib.h>

#define WAIT(n, a) for (unsigned i = 0; i < n; i++) pthread_join((a)[i], NULL)

static int seen, found, asked;

static void *look(void *arg)
{
	seen++; // NORACE
	return arg;
}

static void *find(void *arg)
{
	found++; // NORACE
	return arg;
}

static void *ask(void *arg)
{
	asked++; // NORACE
	return arg;
}

static void in_array(const int *given)
{
	pthread_t ids[3];
	int n = 0;

	if (given[0])
		pthread_create(&ids[n++], NULL, look, NULL);
	if (given[1]) {
		pthread_create(&ids[n], NULL, find, NULL);
		n++;
	}
	pthread_create(&ids[n++], NULL, ask, NULL);
	for (int k = 0; k < n; k++)
		pthread_join(ids[k], NULL);
	seen = found = asked = 0; // NORACE
}

static void on_heap(const int *given)
{
	pthread_t *ids = calloc(10, sizeof(*ids));
	int n = 0;

	if (!ids)
		return;
	if (!given[2]) {
		pthread_create(&ids[n], NULL, look, NULL);
		n++;
		if (given[3]) {
			pthread_create(&ids[n], NULL, find, NULL);
			n++;
		}
	}
	for (int k = 0; k < n; k++) {
		WAIT(1, &ids[k]);
	}
	free(ids);
	seen++; // NORACE
	found++; // NORACE
}

int main(int argc, char **argv)
{
	int given[4] = {argc > 1, argc > 2, argc > 3, argc > 4};

	(void)argv;
	in_array(given);
	for (int i = 0; i < argc; i++)
		on_heap(given);
	return 0;
}
