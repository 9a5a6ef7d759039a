// SPDX-License-Identifier: MIT
/* A server: a list of connections, one thread each, statistics under a lock and an
 * atomic stop flag. The twin reads the statistics while the threads run. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct server {
	pthread_mutex_t lock;
	long requests, bytes;
	atomic_int stopping;
};

struct connection {
	struct server *server;
	int number;
	char buffer[64];
	pthread_t thread;
	struct connection *next;
};

static void account(struct server *s, long bytes)
{
	pthread_mutex_lock(&s->lock);
	s->requests++; // NORACE
	s->bytes += bytes; // RACE
	pthread_mutex_unlock(&s->lock);
}

static void *serve(void *arg)
{
	struct connection *c = arg;
	int i;

	for (i = 0; i < 5 && !atomic_load(&c->server->stopping); i++) { // NORACE
		int n = snprintf(c->buffer, sizeof(c->buffer), "%d/%d", c->number, i); // NORACE

		account(c->server, n); // NORACE
	}
	return NULL;
}

static struct connection *open_connection(struct server *s, int number)
{
	struct connection *c = calloc(1, sizeof(*c));

	c->server = s; // NORACE
	c->number = number; // NORACE
	if (pthread_create(&c->thread, NULL, serve, c)) {
		free(c);
		return NULL;
	}
	return c;
}

int main(void)
{
	struct server server = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct connection *connections = NULL, *c;
	int i;

	for (i = 0; i < 3; i++) {
		c = open_connection(&server, i);
		if (!c)
			break;
		c->next = connections; // NORACE
		connections = c;
	}
	printf("%ld bytes\n", server.bytes); // RACE
	atomic_store(&server.stopping, 1); // NORACE
	while ((c = connections)) {
		pthread_join(c->thread, NULL);
		connections = c->next; // NORACE
		free(c);
	}
	printf("%ld requests\n", server.requests); // NORACE
	return 0;
}
