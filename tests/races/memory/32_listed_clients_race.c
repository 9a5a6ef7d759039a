// SPDX-License-Identifier: MIT
/* As 32_listed_clients_safe.c, but all threads have the first client of the list. */
#include <pthread.h>
#include <stdlib.h>

struct client {
	int fd, served;
};

struct list {
	struct client **items;
	size_t count;
};

static struct list all;

static int list_add(struct list *l, struct client **item)
{
	struct client **more = realloc(l->items, (l->count + 1) * sizeof(*more)); // NORACE

	if (!more)
		return -1;
	more[l->count++] = *item; // NORACE
	l->items = more; // NORACE
	return 0;
}

static void *serve(void *arg)
{
	struct client *c = arg;

	for (int i = 0; i < c->fd; i++)
		c->served++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t id;
	struct client *c, *first;

	for (int fd = 3; fd < 9; fd++) {
		c = calloc(1, sizeof(*c));
		if (!c)
			return 1;
		c->fd = fd;
		if (list_add(&all, &c) < 0)
			return 1;
	}
	first = all.items[0];
	for (int i = 0; i < 6; i++)
		pthread_create(&id, NULL, serve, first);
	pthread_exit(NULL);
}
