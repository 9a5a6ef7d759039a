// SPDX-License-Identifier: MIT
/* A dictionary with bucket locks, as a small library; its users are elsewhere. */
#include <stdlib.h>
#include "dict.h"

struct dict_entry {
	unsigned key;
	int value;
	struct dict_entry *next;
};

struct dict *dict_new(void)
{
	struct dict *d = calloc(1, sizeof(*d));
	int i;

	for (i = 0; i < DICT_BUCKETS; i++)
		pthread_mutex_init(&d->buckets[i].lock, NULL);
	return d;
}

static struct dict_bucket *lock_bucket(struct dict *d, unsigned key)
{
	struct dict_bucket *b = &d->buckets[key % DICT_BUCKETS];

	pthread_mutex_lock(&b->lock);
	return b;
}

static struct dict_entry **find(struct dict_bucket *b, unsigned key)
{
	struct dict_entry **e;

	for (e = &b->first; *e; e = &(*e)->next) // NORACE
		if ((*e)->key == key) // NORACE
			break;
	return e;
}

void dict_set(struct dict *d, unsigned key, int value)
{
	struct dict_bucket *b = lock_bucket(d, key);
	struct dict_entry **e = find(b, key);

	if (!*e) { // NORACE
		*e = calloc(1, sizeof(**e)); // NORACE
		(*e)->key = key; // NORACE
		b->length++; // NORACE
	}
	(*e)->value = value; // NORACE
	pthread_mutex_unlock(&b->lock);
}

int dict_get(struct dict *d, unsigned key, int *value)
{
	struct dict_bucket *b = lock_bucket(d, key);
	struct dict_entry **e = find(b, key);
	int found = *e != NULL; // NORACE

	if (found)
		*value = (*e)->value; // NORACE
	pthread_mutex_unlock(&b->lock);
	return found;
}

int dict_remove(struct dict *d, unsigned key)
{
	struct dict_bucket *b = lock_bucket(d, key);
	struct dict_entry **e = find(b, key);
	struct dict_entry *gone = *e; // NORACE

	if (gone) {
		*e = gone->next; // NORACE
		b->length--; // NORACE
	}
	pthread_mutex_unlock(&b->lock);
	free(gone); // NORACE
	return gone != NULL;
}

int dict_longest(struct dict *d)
{
	int i, longest = 0;

	for (i = 0; i < DICT_BUCKETS; i++) {
		struct dict_bucket *b = &d->buckets[i];

		pthread_mutex_lock(&b->lock);
		if (b->length > longest) // NORACE
			longest = b->length; // NORACE
		pthread_mutex_unlock(&b->lock);
	}
	return longest;
}
