// SPDX-License-Identifier: MIT
/* A server may start another one, with a thread and an object of its own, and registers
 * it before. All threads are of one kind and create each other. */
#include <pthread.h>
#include <stdlib.h>

struct server {
	struct server *next;
	pthread_t thread;
	int port, served;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct server *all;

static void start(void);

static void *serve(void *arg)
{
	struct server *s = arg;

	s->served++; // NORACE
	if (s->served < s->port) // NORACE
		start();
	return NULL;
}

static void start(void)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	pthread_mutex_lock(&lock);
	s->next = all;
	all = s;
	pthread_mutex_unlock(&lock);
	s->port = 1; // NORACE
	pthread_create(&s->thread, NULL, serve, s);
}

int main(void)
{
	start();
	start();
	pthread_exit(NULL);
}
