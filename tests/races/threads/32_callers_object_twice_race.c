// SPDX-License-Identifier: MIT
/* A library whose objects all belong to callers that are not seen. */
#include <pthread.h>

struct cache {
	pthread_mutex_t lock;
	int hits, size;
};

int cache_size(struct cache *c)
{
	c->hits++; // RACE
	pthread_mutex_lock(&c->lock);
	int size = c->size; // NORACE
	pthread_mutex_unlock(&c->lock);
	return size;
}

void cache_resize(struct cache *c, int size)
{
	pthread_mutex_lock(&c->lock);
	c->size = size; // NORACE
	c->hits = 0; // RACE
	pthread_mutex_unlock(&c->lock);
}
