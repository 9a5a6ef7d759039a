// SPDX-License-Identifier: MIT
// The flag is in a struct, and looked at in a helper that gets a pointer to it, under the lock of
// the caller or of the caller's caller. It may say 'done' or 'still to be done'.
#include <pthread.h>
#include <stdbool.h>

struct table {
	pthread_mutex_t lock;
	bool ready;
	int size;
};

struct cache {
	pthread_mutex_t lock;
	int todo;
	int slots[8];
};

static struct table table = {PTHREAD_MUTEX_INITIALIZER, false, 0};
static struct cache cache = {PTHREAD_MUTEX_INITIALIZER, 1, {0}};

static void prepare(struct table *t)
{
	if (t->ready) // NORACE
		return;
	t->size = 42; // NORACE
	t->ready = true; // NORACE
}

static int size_of(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	prepare(t);
	pthread_mutex_unlock(&t->lock);
	return t->size; // NORACE
}

static void fill(struct cache *c)
{
	for (int i = 0; i < 8; i++)
		c->slots[i] = i * i; // NORACE
}

static void fill_once(struct cache *c)
{
	if (c->todo != 0) { // NORACE
		fill(c);
		c->todo = 0; // NORACE
	}
}

static void begin(struct cache *c)
{
	fill_once(c);
}

static int slot(struct cache *c, int i)
{
	pthread_mutex_lock(&c->lock);
	begin(c);
	pthread_mutex_unlock(&c->lock);
	return c->slots[i & 7]; // NORACE
}

static void *work(void *arg)
{
	int *sum = arg;

	*sum = size_of(&table) + slot(&cache, *sum);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int x = 1, y = 2;

	pthread_create(&a, NULL, work, &x);
	pthread_create(&b, NULL, work, &y);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x + y;
}
