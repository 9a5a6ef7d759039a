// SPDX-License-Identifier: MIT
// No main: any number of threads call the entry. Each call has its own results and
// its own threads, which it joins before it looks.
#include <pthread.h>
#include <stdlib.h>

struct result {
	int input, output;
};

static void *work(void *arg)
{
	struct result *r = arg;

	r->output = r->input * 2; // NORACE
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
	pthread_join(t, NULL);
	return x.output + y.output; // NORACE
}
