// SPDX-License-Identifier: MIT
/* The list is chosen by h % 64 and its lock by h % 8, or by masks: one list, one lock. */
#include <pthread.h>
#include <stdlib.h>

#define LISTS 64
#define STRIPES 8

struct item {
	struct item *next;
	unsigned hash;
};

static pthread_mutex_t stripes[STRIPES];
static struct item *lists[LISTS];
static int lengths[LISTS];

static pthread_mutex_t *lock_of(unsigned hash)
{
	return &stripes[hash % STRIPES];
}

static void add(unsigned hash)
{
	struct item *i = malloc(sizeof(*i));

	if (!i)
		return;
	i->hash = hash;
	pthread_mutex_lock(lock_of(hash));
	i->next = lists[hash % LISTS]; // NORACE
	lists[hash % LISTS] = i; // NORACE
	pthread_mutex_unlock(lock_of(hash));
	pthread_mutex_lock(&stripes[hash & (STRIPES - 1)]);
	lengths[hash & (LISTS - 1)]++; // NORACE
	pthread_mutex_unlock(&stripes[hash & (STRIPES - 1)]);
}

static void *work(void *arg)
{
	for (unsigned i = 0; i < 1000; i++)
		add(i * 2654435761u);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < STRIPES; i++)
		pthread_mutex_init(&stripes[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
