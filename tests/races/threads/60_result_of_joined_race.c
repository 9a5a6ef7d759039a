// SPDX-License-Identifier: MIT
// The same, read before the join, of the next one, or of one object that all were given.
#include <pthread.h>
#include <stdlib.h>

enum { N = 4 };
struct result {
	long hits;
};
struct work {
	pthread_t id;
	struct result *result;
};

static struct work *make_work(void)
{
	struct work *w = calloc(1, sizeof(*w));

	if (!w || !(w->result = calloc(1, sizeof(*w->result))))
		abort();
	return w;
}

static void *run(void *arg)
{
	struct work *w = arg;

	for (int i = 0; i < 9; i++)
		w->result->hits++; // RACE
	return NULL;
}

static void *run_element(void *arg)
{
	struct work *w = arg;

	w->result->hits++; // RACE
	return NULL;
}

static long sum_of_pointers(void)
{
	struct work *all[N];
	pthread_t id[N];
	long sum = 0;

	for (int i = 0; i < N; i++) {
		all[i] = make_work();
		pthread_create(&id[i], NULL, run, all[i]);
	}
	for (int i = 0; i < N; i++) {
		sum += all[i]->result->hits; // RACE
		pthread_join(id[i], NULL);
	}
	return sum;
}

static long sum_of_elements(void)
{
	struct work all[N];
	pthread_t id[N];
	long sum = 0;
	struct result *common = calloc(1, sizeof(*common));

	for (int i = 0; i < N; i++) {
		all[i].result = common;
		pthread_create(&id[i], NULL, run_element, &all[i]);
	}
	for (int i = 0; i < N; i++) {
		pthread_join(id[i], NULL);
		sum += all[i].result->hits; // RACE
	}
	return sum;
}

int main(void)
{
	return sum_of_pointers() + sum_of_elements();
}
