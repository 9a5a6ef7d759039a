// SPDX-License-Identifier: MIT
/* A hash table with one lock for each bucket, chained entries behind it. */
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 4u

struct entry {
	struct entry *next;
	unsigned key;
	int count;
};

struct bucket {
	pthread_mutex_t lock;
	struct entry *first;
};

static struct bucket table[BUCKETS];

static void count(unsigned key)
{
	struct bucket *b = &table[key % BUCKETS];
	struct entry *e;

	pthread_mutex_lock(&b->lock);
	for (e = b->first; e; e = e->next) // NORACE
		if (e->key == key) // NORACE
			break;
	if (!e) {
		e = calloc(1, sizeof(*e));
		e->key = key; // NORACE
		e->next = b->first; // NORACE
		b->first = e; // NORACE
	}
	e->count++; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static void *counter(void *arg)
{
	unsigned i;

	for (i = 0; i < 16; i++)
		count(i);
	return arg;
}

static int empty_buckets(void)
{
	int empty = 0;
	unsigned i;

	for (i = 0; i < BUCKETS; i++) {
		pthread_mutex_lock(&table[i].lock);
		if (!table[i].first) // NORACE
			empty++;
		pthread_mutex_unlock(&table[i].lock);
	}
	return empty;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < (int)BUCKETS; i++)
		pthread_mutex_init(&table[i].lock, NULL);
	pthread_create(&first, NULL, counter, NULL);
	pthread_create(&second, NULL, counter, NULL);
	i = empty_buckets();
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return i;
}
