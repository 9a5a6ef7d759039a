// SPDX-License-Identifier: MIT
/* Some elements have a thread that is not joined: it is looked for by another test, by one
 * that has changed meanwhile, by a flag that says that the creation failed, by one that is
 * cleared, by a number that is one too small. */
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

	w->sum++; // RACE
	return NULL;
}

static int by_other_test(int n)
{
	struct worker *w = calloc(n, sizeof(*w));
	int i;

	for (i = 0; i < n; i++) {
		if (!(wanted & 1u << i))
			continue;
		if (pthread_create(&w[i].id, NULL, work, &w[i]))
			exit(1);
	}
	for (i = 0; i < n; i++) {
		if (!(wanted & 2u << i))
			continue;
		pthread_join(w[i].id, NULL);
	}
	return w[0].sum; // RACE
}

static int by_changed_test(int n)
{
	struct worker *w = calloc(n, sizeof(*w));
	int i;

	for (i = 0; i < n; i++) {
		if (!(wanted & 1u << i))
			continue;
		if (pthread_create(&w[i].id, NULL, work, &w[i]))
			exit(1);
	}
	wanted = 0;
	for (i = 0; i < n; i++) {
		if (!(wanted & 1u << i))
			continue;
		pthread_join(w[i].id, NULL);
	}
	return w[0].sum; // RACE
}

static int by_failure(void)
{
	static struct worker w[MOST];
	int i;

	for (i = 0; i < MOST; i++) {
		if (pthread_create(&w[i].id, NULL, work, &w[i]) != 0)
			w[i].started = 1;
	}
	for (i = 0; i < MOST; i++)
		if (w[i].started)
			pthread_join(w[i].id, NULL);
	return w[0].sum; // RACE
}

static int by_cleared_flag(void)
{
	static struct worker w[MOST];
	int i;

	for (i = 0; i < MOST; i++) {
		if (pthread_create(&w[i].id, NULL, work, &w[i]) == 0)
			w[i].started = 1;
	}
	w[0].started = 0;
	for (i = 0; i < MOST; i++)
		if (w[i].started)
			pthread_join(w[i].id, NULL);
	return w[0].sum; // RACE
}

static int by_number(int n)
{
	struct worker *w = calloc(n + 1, sizeof(*w));
	int i;

	for (i = 0; i < n; i++) {
		if (pthread_create(&w[i].id, NULL, work, &w[i]))
			exit(1);
		if (i > wanted) {
			n = i;
			break;
		}
	}
	for (i = 0; i < n; i++)
		pthread_join(w[i].id, NULL);
	return w[n].sum; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	wanted = argc;
	return by_other_test(argc) + by_changed_test(argc) + by_failure() +
	       by_cleared_flag() + by_number(argc);
}
