/* The lock to take: of two that are held as often, the one in the object itself; in the words of
 * the function that lacks it. */
#include <pthread.h>
#include <stdlib.h>

struct list {
	pthread_mutex_t lock;
	int length;
};

struct cache {
	struct list entries;
	int hits;
};

static pthread_mutex_t around_all = PTHREAD_MUTEX_INITIALIZER;

static void grow(struct cache *cache)
{
	pthread_mutex_lock(&around_all);
	pthread_mutex_lock(&cache->entries.lock);
	cache->entries.length++; // RACE
	pthread_mutex_unlock(&cache->entries.lock);
	pthread_mutex_unlock(&around_all);
}

static void shrink(struct cache *cache)
{
	pthread_mutex_lock(&around_all);
	pthread_mutex_lock(&cache->entries.lock);
	cache->entries.length--; // RACE
	pthread_mutex_unlock(&cache->entries.lock);
	pthread_mutex_unlock(&around_all);
}

static void clear(struct list *which)
{
	which->length = 0; // RACE
}

static void *run(void *arg)
{
	struct cache *cache = arg;
	grow(cache);
	shrink(cache);
	clear(&cache->entries);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	struct cache *cache = calloc(1, sizeof(*cache));
	pthread_mutex_init(&cache->entries.lock, NULL);
	pthread_create(&a, NULL, run, cache);
	pthread_create(&b, NULL, run, cache);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(cache);
	return 0;
}
