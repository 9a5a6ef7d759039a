// SPDX-License-Identifier: MIT
/* Not every element has a thread. Those that have are joined: they are found by the same
 * test, by a flag that goes with the creation, or by where the creation has failed. */
#include <pthread.h>
#include <stdlib.h>

#define MOST 16

struct worker {
	pthread_t id;
	int started;
	int sum;
};

static unsigned wanted;

static void *work(void *arg)
{
	struct worker *w = arg;

	w->sum++; // NORACE
	return NULL;
}

static int by_test(int n)
{
	struct worker *w = calloc(n, sizeof(*w));
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		if (!(wanted & 1u << i))
			continue;
		w[i].sum = i; // NORACE
		if (pthread_create(&w[i].id, NULL, work, &w[i]))
			exit(1);
	}
	for (i = 0; i < n; i++) {
		if (!(wanted & 1u << i))
			continue;
		pthread_join(w[i].id, NULL);
	}
	for (i = 0; i < n; i++)
		sum += w[i].sum; // NORACE
	free(w); // NORACE
	return sum;
}

static int by_flag(void)
{
	static struct worker w[MOST];
	int i, sum = 0;

	for (i = 0; i < MOST; i++) {
		if (pthread_create(&w[i].id, NULL, work, &w[i]) == 0)
			w[i].started = 1; // NORACE
	}
	for (i = 0; i < MOST; i++) {
		if (w[i].started) {
			pthread_join(w[i].id, NULL);
			w[i].started = 0; // NORACE
		}
	}
	for (i = 0; i < MOST; i++)
		sum += w[i].sum; // NORACE
	return sum;
}

static int by_number(int n)
{
	struct worker *w = calloc(n, sizeof(*w));
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		if (pthread_create(&w[i].id, NULL, work, &w[i])) {
			n = i;
			break;
		}
	}
	for (i = 0; i < n; i++)
		pthread_join(w[i].id, NULL);
	for (i = 0; i < n; i++)
		sum += w[i].sum; // NORACE
	return sum;
}

int main(int argc, char **argv)
{
	(void)argv;
	wanted = argc;
	return by_test(argc) + by_flag() + by_number(argc);
}
