// SPDX-License-Identifier: MIT
/* The pointer to a lock is read again to release it, after a call that may have changed
 * it: it is the lock that was taken, not another one that the caller holds. Here the caller
 * has released it. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int used;
};

struct owner {
	struct table *table;
	int changes;
};

static struct owner *first, *second;

static struct owner *owner_new(void)
{
	struct owner *o = calloc(1, sizeof(*o));

	o->table = calloc(1, sizeof(*o->table));
	pthread_mutex_init(&o->table->lock, NULL);
	return o;
}

static void grow(struct owner *o, struct table *other)
{
	if (other)
		o->table = other;
}

static void add(struct owner *o, struct table *other)
{
	pthread_mutex_lock(&o->table->lock);
	grow(o, other);
	pthread_mutex_unlock(&o->table->lock);
}

static void *work(void *arg)
{
	pthread_mutex_t *mine = &first->table->lock;

	pthread_mutex_lock(mine);
	add(second, NULL);
	pthread_mutex_unlock(mine);
	first->changes++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	first = owner_new();
	second = owner_new();
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return first->changes; // NORACE
}
