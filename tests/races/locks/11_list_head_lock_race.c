// SPDX-License-Identifier: MIT
/* One lock in the list head guards all elements. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int weight;
};

struct list {
	pthread_mutex_t lock;
	struct item *first;
};

static struct list list = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void add(struct list *l, int weight)
{
	struct item *i = malloc(sizeof(*i));

	i->weight = weight; // NORACE
	pthread_mutex_lock(&l->lock);
	i->next = l->first; // NORACE
	l->first = i; // NORACE
	pthread_mutex_unlock(&l->lock);
}

static void *adder(void *arg)
{
	struct item *i;

	add(&list, 1);
	add(&list, 2);
	pthread_mutex_lock(&list.lock);
	for (i = list.first; i; i = i->next) // NORACE
		i->weight *= 2; // RACE
	pthread_mutex_unlock(&list.lock);
	return arg;
}

static int heaviest(struct list *l)
{
	struct item *i, *best = NULL;
	int weight = 0;

	pthread_mutex_lock(&l->lock);
	for (i = l->first; i; i = i->next) // NORACE
		if (!best || i->weight > best->weight) // NORACE
			best = i;
	pthread_mutex_unlock(&l->lock);
	if (best)
		weight = best->weight; // RACE
	return weight;
}

static void *weigher(void *arg)
{
	while (heaviest(&list) == 0)
		;
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, adder, NULL);
	pthread_create(&second, NULL, weigher, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
