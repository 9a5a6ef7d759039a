// SPDX-License-Identifier: MIT
// A function that does a lot is looked at like a small one: and calls itself.
#include <pthread.h>
#include <stdlib.h>

#define ONE(d, n) (d)->f[n] += n;
#define TEN(d, n)                                                                              \
	ONE(d, n##0) ONE(d, n##1) ONE(d, n##2) ONE(d, n##3) ONE(d, n##4)                       \
	ONE(d, n##5) ONE(d, n##6) ONE(d, n##7) ONE(d, n##8) ONE(d, n##9)

struct bucket {
	pthread_mutex_t lock;
	int length;
};

struct dict {
	struct bucket buckets[8];
	pthread_mutex_t m;
	int f[100];
};

static struct dict *dict_new(void)
{
	struct dict *d = calloc(1, sizeof(*d));

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&d->buckets[i].lock, NULL);
	pthread_mutex_init(&d->m, NULL);
	return d;
}

static struct bucket *lock_bucket(struct dict *d, unsigned key)
{
	struct bucket *b = &d->buckets[key % 8];

	pthread_mutex_lock(&b->lock);
	return b;
}

static void update(struct dict *d, unsigned key)
{
	struct bucket *b = lock_bucket(d, key);

	b->length++; // RACE
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_lock(&d->m);
	TEN(d, 1) TEN(d, 2) TEN(d, 3) TEN(d, 4) TEN(d, 5) TEN(d, 6) TEN(d, 7) TEN(d, 8) // NORACE
	pthread_mutex_unlock(&d->m);
	if (key > 10)
		update(d, key - 1);
}

static void *writer(void *arg)
{
	for (unsigned i = 0; i < 10; i++)
		update(arg, i);
	return NULL;
}

static int longest(struct dict *d)
{
	int n = 0;

	for (int i = 0; i < 8; i++) {
		struct bucket *b = &d->buckets[i];

		if (b->length > n) // RACE
			n = b->length; // RACE
	}
	return n;
}

static void *reader(void *arg)
{
	return longest(arg) ? arg : NULL;
}

int main(void)
{
	struct dict *d = dict_new();
	pthread_t a, b;

	pthread_create(&a, NULL, writer, d);
	pthread_create(&b, NULL, reader, d);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
