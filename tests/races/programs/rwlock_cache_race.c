// SPDX-License-Identifier: MIT
/* Lookup under the read lock, insertion under the write lock after a second look.
 * The twin updates 'last_used' on a hit. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char key[16];
	int value;
	long last_used;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct entry *entries;
static long now;

static struct entry *find(const char *key)
{
	struct entry *e;

	for (e = entries; e; e = e->next) // NORACE
		if (!strcmp(e->key, key)) // NORACE
			return e;
	return NULL;
}

static int cache_get(const char *key)
{
	struct entry *e;
	int value = -1;

	pthread_rwlock_rdlock(&lock);
	e = find(key);
	if (e) {
		value = e->value; // NORACE
		e->last_used = 1; // RACE
	}
	pthread_rwlock_unlock(&lock);
	return value;
}

static void cache_put(const char *key, int value)
{
	struct entry *e;

	pthread_rwlock_wrlock(&lock);
	e = find(key);
	if (!e) {
		e = calloc(1, sizeof(*e));
		strncpy(e->key, key, sizeof(e->key) - 1); // NORACE
		e->next = entries; // NORACE
		entries = e; // NORACE
	}
	e->value = value; // NORACE
	e->last_used = ++now; // NORACE
	pthread_rwlock_unlock(&lock);
}

static void *client(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < 10; i++) {
		if (cache_get("alpha") < 0)
			cache_put("alpha", i);
		if (cache_get("beta") < 0)
			cache_put("beta", i);
		sum += cache_get("alpha");
	}
	return sum < 0 ? arg : NULL;
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
