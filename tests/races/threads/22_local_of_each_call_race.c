// SPDX-License-Identifier: MIT
// No main: any number of threads call the entry. Each call has its own results and
// its own threads, and looks before the second is joined.
#include <pthread.h>
#include <stdlib.h>

struct result {
	int input, output;
};

static void *work(void *arg)
{
	struct result *r = arg;

	r->output = r->input * 2; // RACE
	return NULL;
}

int both(int a, int b)
{
	struct result x = {a, 0}, y = {b, 0};
	pthread_t s, t;

	if (pthread_create(&s, NULL, work, &x))
		abort();
	if (pthread_create(&t, NULL, work, &y))
		abort();
	pthread_join(s, NULL);
	a = x.output; // NORACE
	b = y.output; // RACE
	pthread_join(t, NULL);
	return a + b;
}
