// SPDX-License-Identifier: MIT
/* The main thread takes part in the barrier. */
#include <pthread.h>

struct shared {
	pthread_barrier_t start;
	int config;
	int ready;
};

static struct shared shared;

static void *worker(void *arg)
{
	struct shared *s = arg;

	s->ready = 1; // NORACE
	pthread_barrier_wait(&s->start);
	return s->config ? NULL : arg; // NORACE
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&shared.start, NULL, 2);
	pthread_create(&t, NULL, worker, &shared);
	shared.config = 5; // NORACE
	pthread_barrier_wait(&shared.start);
	if (!shared.ready) // NORACE
		return 1;
	pthread_join(t, NULL);
	return 0;
}
