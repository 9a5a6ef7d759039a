/* SPDX-License-Identifier: MIT */
#ifndef DICT_H
#define DICT_H

#include <pthread.h>

enum { DICT_BUCKETS = 4 };

struct dict_entry;

struct dict_bucket {
	pthread_mutex_t lock;
	struct dict_entry *first;
	int length;
};

struct dict {
	struct dict_bucket buckets[DICT_BUCKETS];
};

struct dict *dict_new(void);
void dict_set(struct dict *d, unsigned key, int value);
int dict_get(struct dict *d, unsigned key, int *value);
int dict_remove(struct dict *d, unsigned key);
int dict_longest(struct dict *d);

#endif
