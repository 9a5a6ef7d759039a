// SPDX-License-Identifier: MIT
/* A cache that counts its hits during the lookup, under the read lock only. */
#include <pthread.h>

struct entry {
	int key, value;
	int hits;
};

struct cache {
	pthread_rwlock_t lock;
	struct entry entries[8];
};

static struct cache cache = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static int lookup(struct cache *c, int key, int *value)
{
	struct entry *e = &c->entries[key % 8];
	int found = 0;

	pthread_rwlock_rdlock(&c->lock);
	if (e->key == key) { // NORACE
		*value = e->value; // NORACE
		e->hits++; // RACE
		found = 1;
	}
	pthread_rwlock_unlock(&c->lock);
	return found;
}

static void insert(struct cache *c, int key, int value)
{
	struct entry *e = &c->entries[key % 8];

	pthread_rwlock_wrlock(&c->lock);
	e->key = key; // NORACE
	e->value = value; // NORACE
	e->hits = 0; // NORACE
	pthread_rwlock_unlock(&c->lock);
}

static void *client(void *arg)
{
	int i, value;

	for (i = 1; i < 20; i++)
		if (!lookup(&cache, i % 5, &value))
			insert(&cache, i % 5, i);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, client, NULL);
	pthread_create(&second, NULL, client, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
