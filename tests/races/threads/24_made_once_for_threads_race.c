// SPDX-License-Identifier: MIT
/* One server for all threads: setting it up once more, for another thread, disturbs
 * those that run. */
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

	s->served += s->port; // RACE
	return NULL;
}

static void set_up(struct server *s, int port)
{
	s->port = port; // RACE
	s->served = 0; // RACE
}

static struct server *start(int port)
{
	struct server *s;

	pthread_mutex_lock(&lock);
	if (!all)
		all = calloc(1, sizeof(*all));
	s = all;
	pthread_mutex_unlock(&lock);
	if (!s)
		abort();
	set_up(s, port);
	pthread_create(&s->thread, NULL, serve, s);
	return s;
}

int main(void)
{
	struct server *a = start(1), *b = start(2);

	pthread_join(a->thread, NULL);
	pthread_join(b->thread, NULL);
	return a->served + b->served; // FN both ids are one: the second join joins nobody
}
