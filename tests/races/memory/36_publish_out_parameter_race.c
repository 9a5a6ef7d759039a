// SPDX-License-Identifier: MIT
/* RELAY, Figure 8: a helper allocates and returns through an out-parameter; the
 * caller fills in the rest, then links the object into the shared list. */
#include <pthread.h>
#include <stdlib.h>

struct connection {
	struct connection *next;
	int family;
	int port;
};

static pthread_mutex_t id_lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection *connections;

static int allocate_connection(struct connection **out)
{
	struct connection *c = malloc(sizeof(*c));

	if (!c)
		return -1;
	c->family = 0; // NORACE
	*out = c; // NORACE
	return 0;
}

static void create_connection(int port)
{
	struct connection *c;

	if (allocate_connection(&c))
		return;
	c->family = 2; // NORACE
	pthread_mutex_lock(&id_lock);
	c->next = connections; // NORACE
	connections = c; // NORACE
	pthread_mutex_unlock(&id_lock);
	c->port = port; // RACE
}

static void *accepter(void *arg)
{
	create_connection(80);
	create_connection(443);
	return arg;
}

static void *lister(void *arg)
{
	struct connection *c;
	int i, ports = 0;

	for (i = 0; i < 50; i++) {
		pthread_mutex_lock(&id_lock);
		for (c = connections; c; c = c->next) // NORACE
			ports += c->port; // RACE
		pthread_mutex_unlock(&id_lock);
	}
	return ports ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, accepter, NULL);
	pthread_create(&second, NULL, lister, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
