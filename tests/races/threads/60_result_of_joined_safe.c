// SPDX-License-Identifier: MIT
// Results that hang in what each thread was given, read as soon as that one was joined.
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
		w->result->hits++; // NORACE
	return NULL;
}

static void *run_element(void *arg)
{
	struct work *w = arg;

	w->result->hits++; // NORACE
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
		pthread_join(id[i], NULL);
		sum += all[i]->result->hits; // NORACE
	}
	return sum;
}

static long sum_of_elements(void)
{
	struct work all[N];
	pthread_t id[N];
	long sum = 0;

	for (int i = 0; i < N; i++) {
		all[i].result = calloc(1, sizeof(struct result));
		pthread_create(&id[i], NULL, run_element, &all[i]);
	}
	for (int i = 0; i < N; i++) {
		pthread_join(id[i], NULL);
		sum += all[i].result->hits; // NORACE
	}
	return sum;
}

int main(void)
{
	return sum_of_pointers() + sum_of_elements();
}
