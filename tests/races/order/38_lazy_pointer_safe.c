// SPDX-License-Identifier: MIT
/* Made by the first one who asks, under a lock, and filled after it was put where others look: they look under
 * that lock. What is read without it was found there, or made by the reader. */
#include <pthread.h>
#include <stdlib.h>

struct dict {
	int n, words[10];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct dict *dict;
static int loaded;

static struct dict *get(void)
{
	struct dict *d;

	pthread_mutex_lock(&m);
	if (!dict) { // NORACE
		dict = calloc(1, sizeof(*dict)); // NORACE
		if (!dict)
			abort();
		dict->n = 10; // NORACE
		loaded = 1; // NORACE
		for (int i = 0; i < 10; i++)
			dict->words[i] = i; // NORACE
	}
	d = dict;
	pthread_mutex_unlock(&m);
	return d;
}

static void *work(void *arg)
{
	struct dict *d = get();

	return d->words[1] < d->n ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t id[2];
	int first;

	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	first = get()->words[2]; // NORACE
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return first;
}
