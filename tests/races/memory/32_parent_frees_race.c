// SPDX-License-Identifier: MIT
/* The parent frees what it has given to the child, which locks it first: that does not keep
 * it from going away. */
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
	c->value++; // RACE
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
	free(c); // RACE
	pthread_join(t, NULL);
	return 0;
}
