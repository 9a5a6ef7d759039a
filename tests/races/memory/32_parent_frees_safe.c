// SPDX-License-Identifier: MIT
/* As 32_parent_frees_race.c, but the parent waits for the child before. */
#include <pthread.h>
#include <stdlib.h>

struct counter {
	pthread_mutex_t lock;
	int value;
};

static void *child(void *arg)
{
	struct counter *c = arg;

	pthread_mutex_lock(&c->lock);
	c->value++; // NORACE
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

int main(void)
{
	struct counter *c = malloc(sizeof(*c));
	pthread_t t;

	pthread_mutex_init(&c->lock, NULL);
	c->value = 0;
	pthread_create(&t, NULL, child, c);
	pthread_join(t, NULL);
	free(c); // NORACE
	return 0;
}
