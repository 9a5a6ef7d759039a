// SPDX-License-Identifier: MIT
/* Who joins if there is an id has no such thread beside him afterwards: where the id was null,
 * none was there. Also in the function that joins, and where that clears the id. */
#include <pthread.h>
#include <stddef.h>

typedef struct GThread GThread; /* what creates it returns it */
GThread *g_thread_new(const char *name, void *(*f)(void *), void *arg);
void *g_thread_join(GThread *t);

struct server {
	pthread_t id;
	GThread *other;
	int port, banned, shown, last;
};

static struct server plain, given, twice;

static void *serve(void *arg)
{
	struct server *s = arg;
	int n = s->port + s->banned; // NORACE
	return n ? s : NULL;
}

static void *show(void *arg)
{
	struct server *s = arg;
	int n = s->shown + s->last; // NORACE
	return n ? s : NULL;
}

static void stop(struct server *s)
{
	if (s->id)
		pthread_join(s->id, NULL);
	s->banned = 0; // NORACE
}

static void stop_and_clear(struct server *s)
{
	if (!s->other)
		return;
	g_thread_join(s->other);
	s->other = NULL;
	s->shown = 0; // NORACE
}

static void stop_all(struct server *s)
{
	stop(s);
	s->banned = 1; // NORACE
	stop_and_clear(s);
}

int main(void)
{
	pthread_create(&plain.id, NULL, serve, &plain);
	stop(&plain);
	plain.port = 1; // NORACE

	given.other = g_thread_new("show", show, &given);
	stop_and_clear(&given);
	given.last = 1; // NORACE

	pthread_create(&twice.id, NULL, serve, &twice);
	twice.other = g_thread_new("show", show, &twice);
	stop_all(&twice);
	twice.port = 1; // NORACE
	twice.last = 1; // NORACE
	return 0;
}
