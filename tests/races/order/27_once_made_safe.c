// SPDX-License-Identifier: MIT
/* What was made once is used under its lock, which was made with it. */
#include <pthread.h>
#include <stdlib.h>

struct registry {
	pthread_mutex_t *lock;
	int *table;
	int size;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct registry *registry;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void make(void)
{
	registry = malloc(sizeof(*registry)); // NORACE
	registry->lock = &lock;
	registry->table = calloc(4, sizeof(int)); // NORACE
	registry->size = 4; // NORACE
}

static struct registry *get(void)
{
	pthread_once(&once, make);
	return registry;
}

static void *count(void *arg)
{
	struct registry *r = get();

	pthread_mutex_lock(r->lock); // NORACE
	r->table[1]++; // NORACE
	r->size++; // NORACE
	pthread_mutex_unlock(r->lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	return 0;
}
