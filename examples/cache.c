/* SPDX-License-Identifier: MIT */
/*
 * A cache with a lock for each bucket: threads look words up, put them in when they
 * are missing, and drop them now and then. Two threads wait for each other only when
 * they want the same bucket.
 *
 *	cc -pthread cache.c -o cache && ./cache
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 64, THREADS = 4, ROUNDS = 20000, KEYS = 500, LIMIT = 300, WORD = 24 };

struct entry {
	struct entry *next;
	char key[WORD];
	unsigned long value;
	unsigned long uses;
};

struct bucket {
	pthread_mutex_t lock; /* guards the list and everything in its entries */
	struct entry *first;
};

struct cache {
	struct bucket buckets[BUCKETS];
	unsigned count;
	unsigned limit;
	atomic_ulong hits;
	atomic_ulong misses;
};

struct job {
	pthread_t thread;
	struct cache *cache;
	unsigned seed;
	unsigned long sum;
};

static unsigned long hash(const char *key)
{
	unsigned long h = 5381;

	while (*key)
		h = h * 33 + (unsigned char)*key++;
	return h;
}

static void checked(const void *memory)
{
	if (!memory) {
		fputs("out of memory\n", stderr);
		exit(1);
	}
}

static struct cache *cache_new(unsigned limit)
{
	struct cache *c = calloc(1, sizeof(*c));

	checked(c);

	c->limit = limit;
	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&c->buckets[i].lock, NULL);
	return c;
}

static struct bucket *cache_bucket(struct cache *c, const char *key)
{
	return &c->buckets[hash(key) % BUCKETS];
}

/* With the bucket's lock held. */
static struct entry *bucket_find(struct bucket *b, const char *key)
{
	struct entry *e = b->first;

	while (e && strcmp(e->key, key) != 0)
		e = e->next;
	return e;
}

static bool cache_get(struct cache *c, const char *key, unsigned long *value)
{
	struct bucket *b = cache_bucket(c, key);
	struct entry *e;

	pthread_mutex_lock(&b->lock);
	e = bucket_find(b, key);
	if (e) {
		e->uses++;
		*value = e->value;
	}
	pthread_mutex_unlock(&b->lock);
	atomic_fetch_add(e ? &c->hits : &c->misses, 1);
	return e != NULL;
}

/* Unlinks the entry of a bucket that was used least; its lock is held. */
static struct entry *bucket_evict(struct bucket *b)
{
	struct entry **least = &b->first, *e;

	for (struct entry **p = &b->first; *p; p = &(*p)->next) {
		if ((*p)->uses < (*least)->uses)
			least = p;
	}
	e = *least;
	if (e)
		*least = e->next;
	return e;
}

static struct entry *entry_new(const char *key, unsigned long value)
{
	struct entry *e = calloc(1, sizeof(*e));

	checked(e);

	snprintf(e->key, sizeof(e->key), "%s", key);
	e->value = value;
	return e;
}

static void cache_put(struct cache *c, const char *key, unsigned long value)
{
	struct bucket *b = cache_bucket(c, key);
	struct entry *fresh = entry_new(key, value), *old = NULL;

	pthread_mutex_lock(&b->lock);
	if (bucket_find(b, key)) {
		old = fresh;
	} else {
		if (c->count >= c->limit) // RACE
			old = bucket_evict(b);
		if (!old)
			c->count++; // RACE
		fresh->next = b->first;
		b->first = fresh;
	}
	pthread_mutex_unlock(&b->lock);
	free(old);
}

static void cache_drop(struct cache *c, const char *key)
{
	struct bucket *b = cache_bucket(c, key);
	struct entry *gone = NULL;

	pthread_mutex_lock(&b->lock);
	for (struct entry **p = &b->first; *p; p = &(*p)->next) {
		if (strcmp((*p)->key, key) == 0) {
			gone = *p;
			*p = gone->next;
			c->count--; // RACE
			break;
		}
	}
	pthread_mutex_unlock(&b->lock);
	free(gone);
}

/* After all threads are done. */
static unsigned cache_free(struct cache *c)
{
	unsigned entries = 0;

	for (int i = 0; i < BUCKETS; i++) {
		struct entry *e = c->buckets[i].first;

		while (e) {
			struct entry *next = e->next;

			free(e);
			e = next;
			entries++;
		}
		pthread_mutex_destroy(&c->buckets[i].lock);
	}
	free(c);
	return entries;
}

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 16;
}

static void *work(void *argument)
{
	struct job *job = argument;
	char key[WORD];

	for (int i = 0; i < ROUNDS; i++) {
		unsigned n = next_random(&job->seed) % KEYS;
		unsigned long value;

		snprintf(key, sizeof(key), "word-%u", n);
		if (!cache_get(job->cache, key, &value)) {
			value = hash(key);
			cache_put(job->cache, key, value);
		} else if (n % 7 == 0) {
			cache_drop(job->cache, key);
		}
		job->sum += value;
	}
	return NULL;
}

int main(void)
{
	struct cache *cache = cache_new(LIMIT);
	struct job jobs[THREADS];
	unsigned long sum = 0;

	for (unsigned i = 0; i < THREADS; i++) {
		jobs[i] = (struct job){.cache = cache, .seed = i + 1};
		if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) != 0) {
			fputs("cannot create a thread\n", stderr);
			return 1;
		}
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(jobs[i].thread, NULL);
		sum += jobs[i].sum;
	}
	printf("hits %lu, misses %lu, sum %lu\n", atomic_load(&cache->hits),
	       atomic_load(&cache->misses), sum);
	unsigned count = cache->count;
	printf("%u counted, %u in the cache\n", count, cache_free(cache));
	return 0;
}

/*
 * The race: c->count belongs to the whole cache, and every thread that touches it
 * holds a lock, but the lock of its bucket: two buckets, two locks, one counter.
 */
