// SPDX-License-Identifier: MIT
/* Each thread has a client that was allocated for it. Before that the client is put into a list, by
 * a helper that takes the address of the variable: its value is not known any more. That there
 * are many clients and nobody locks them makes it doubtful that two threads have one. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct client {
	int fd, served;
	char *name;
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

	for (int i = 0; i < c->fd; i++) // FP the one who creates the thread has written it before
		c->served++; // NORACE
	free(c->name); // NORACE
	c->name = NULL; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t id;
	struct client *c;

	for (int fd = 3; fd < 9; fd++) {
		c = calloc(1, sizeof(*c));
		if (!c || list_add(&all, &c) < 0)
			return 1;
		c->fd = fd; // FP the thread that has this one is not yet created
		pthread_create(&id, NULL, serve, c);
	}
	pthread_exit(NULL);
}
