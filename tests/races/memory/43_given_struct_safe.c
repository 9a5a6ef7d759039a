// SPDX-License-Identifier: MIT
/* A function fills in the struct that it is given, with a number of bytes that only the source
 * knows. The struct is a member of another, the rest of which has a lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct address {
	unsigned short family;
	char bytes[126];
};

struct client {
	struct address address;
	int options;
	struct client *next;
};

static struct client *clients;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set_address(struct address *to, const void *from, size_t size)
{
	memcpy(to, from, size); // NORACE
}

static void *serve(void *arg)
{
	struct client *c = arg;
	char *name = getenv("ADDRESS");

	pthread_mutex_lock(&lock);
	c->next = clients; // NORACE
	clients = c;
	for (struct client *x = clients; x; x = x->next) // NORACE
		x->options++;				 // NORACE
	pthread_mutex_unlock(&lock);
	if (name)
		set_address(&c->address, name, strlen(name));
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		struct client *c = calloc(1, sizeof(*c));
		pthread_t id;

		if (c && pthread_create(&id, NULL, serve, c))
			free(c);
	}
	pthread_exit(NULL);
}
