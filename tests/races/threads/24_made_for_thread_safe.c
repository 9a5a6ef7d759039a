// SPDX-License-Identifier: MIT
/* A server is registered, then set up, then its thread is started. While the second
 * one is set up the thread of the first runs, but that has the first server. */
#include <pthread.h>
#include <stdlib.h>

struct server {
	struct server *next;
	pthread_t thread;
	int port, served;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct server *all;

static void *serve(void *arg)
{
	struct server *s = arg;

	s->served += s->port; // NORACE
	return NULL;
}

static void set_up(struct server *s, int port)
{
	s->port = port; // NORACE
	s->served = 0; // NORACE
}

static struct server *start(int port)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	pthread_mutex_lock(&lock);
	s->next = all;
	all = s;
	pthread_mutex_unlock(&lock);
	set_up(s, port);
	pthread_create(&s->thread, NULL, serve, s);
	return s;
}

int main(void)
{
	struct server *a = start(1), *b = start(2);

	pthread_join(a->thread, NULL);
	pthread_join(b->thread, NULL);
	return a->served + b->served;
}
