// SPDX-License-Identifier: MIT
/* Double-checked locking with a plain pointer, and with acquire and release. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cache {
	int size;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct cache *instance;

static struct cache *get(void)
{
	struct cache *c = instance; // RACE

	if (!c) {
		pthread_mutex_lock(&m);
		c = instance; // NORACE
		if (!c) {
			c = malloc(sizeof(*c));
			c->size = 8; // FN initialised before it is published; the race on the pointer is reported
			instance = c; // RACE
		}
		pthread_mutex_unlock(&m);
	}
	return c;
}

static void *user(void *arg)
{
	return get()->size == 8 ? NULL : arg; // FN initialised before it is published; the race on the pointer is reported
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, user, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
