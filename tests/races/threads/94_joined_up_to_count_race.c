// SPDX-License-Identifier: MIT
// As the safe one, but the last of them is not counted; a loop of the macro has no round; and a count begins
// again behind a creation.
#include <pthread.h>
#include <stdlib.h>

#define WAIT(n, a) for (unsigned i = 0; i < n; i++) pthread_join((a)[i], NULL)

static int seen, found, asked, again;

static void *look(void *arg)
{
	seen++; // RACE
	return arg;
}

static void *find(void *arg)
{
	found++; // RACE
	return arg;
}

static void *ask(void *arg)
{
	asked++; // RACE
	return arg;
}

static void *once_more(void *arg)
{
	again++; // RACE
	return arg;
}

static void begins_again(const int *given)
{
	pthread_t ids[3];
	int n = 0;

	pthread_create(&ids[n++], NULL, once_more, NULL);
	if (given[1])
		n = 0;
	for (int k = 0; k < n; k++)
		pthread_join(ids[k], NULL);
	again = 0; // RACE
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
	pthread_create(&ids[n], NULL, ask, NULL);
	for (int k = 0; k < n; k++)
		pthread_join(ids[k], NULL);
	seen = found = 0; // NORACE
	asked = 0; // RACE
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
		WAIT(0, &ids[k]);
	}
	free(ids);
	seen++; // RACE
	found++; // RACE
}

int main(int argc, char **argv)
{
	int given[4] = {argc > 1, argc > 2, argc > 3, argc > 4};

	(void)argv;
	in_array(given);
	begins_again(given);
	for (int i = 0; i < argc; i++)
		on_heap(given);
	return 0;
}
