// SPDX-License-Identifier: MIT
/* What was made once belongs to all: whichever thread has made it. */
#include <pthread.h>
#include <stdlib.h>

struct registry {
	int *table;
	int size;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct registry *registry;
static int *plain, *first;
static _Thread_local int own;

static void make(void)
{
	registry = malloc(sizeof(*registry));
	registry->table = calloc(4, sizeof(int));
	registry->size = 4;
	plain = malloc(sizeof(*plain));
	first = &own;
}

static struct registry *get(void)
{
	pthread_once(&once, make);
	return registry;
}

static void *count(void *arg)
{
	struct registry *r = get();

	r->table[1]++; // RACE
	r->size++; // RACE
	return arg;
}

static void *directly(void *arg)
{
	pthread_once(&once, make);
	*plain = 1; // RACE
	*first = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b, c, d;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_create(&c, NULL, directly, NULL);
	pthread_create(&d, NULL, directly, NULL);
	return 0;
}
