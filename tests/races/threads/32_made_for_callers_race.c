// SPDX-License-Identifier: MIT
/* A library that makes the objects which callers pass in, from several threads. What a parameter of
 * the interface may mean is a group, 'any struct cache', and no member of it is found to be shared. */
#include <pthread.h>
#include <stdlib.h>

struct cache {
	pthread_mutex_t lock;
	int hits, size;
};

struct cache *cache_new(int size)
{
	struct cache *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	pthread_mutex_init(&c->lock, NULL);
	c->size = size; // NORACE
	return c;
}

int cache_size(struct cache *c)
{
	c->hits++; // FN objects that the library makes and callers pass in
	pthread_mutex_lock(&c->lock);
	int size = c->size; // NORACE
	pthread_mutex_unlock(&c->lock);
	return size;
}

void cache_resize(struct cache *c, int size)
{
	pthread_mutex_lock(&c->lock);
	c->size = size; // NORACE
	c->hits = 0; // FN as above
	pthread_mutex_unlock(&c->lock);
}
