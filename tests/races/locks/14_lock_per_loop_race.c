// SPDX-License-Identifier: MIT
/* A lock made in each turn of the loop guards nothing that the turns share. */
#include <pthread.h>
#include <stdlib.h>

#define N 3

struct context {
	pthread_mutex_t lock;
	int *total;
};

static int total;

static void *worker(void *arg)
{
	struct context *c = arg;

	pthread_mutex_lock(&c->lock);
	(*c->total)++; // RACE
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static struct context *context_new(void)
{
	struct context *c = malloc(sizeof(*c));

	pthread_mutex_init(&c->lock, NULL);
	c->total = &total; // NORACE
	return c;
}

int main(void)
{
	pthread_t t[N];
	int i;

	for (i = 0; i < N; i++)
		pthread_create(&t[i], NULL, worker, context_new());
	for (i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return total;
}
