// SPDX-License-Identifier: MIT
/* The id is put into a local variable first, and from there to where it is joined by: by a wrapper,
 * if the creation was successful and somebody wants to know. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server {
	pthread_t master, first, second;
	int served, one, two, early;
};

static struct server *server;
static pthread_t early;

static int start(void *(*f)(void *), void *arg, pthread_t *id)
{
	pthread_t t;
	int error = pthread_create(&t, NULL, f, arg);

	if (error == 0 && id != NULL)
		*id = t;
	return error;
}

static void start_or_not(void *(*f)(void *), void *arg, pthread_t *id)
{
	pthread_t t;

	if (pthread_create(&t, NULL, f, arg))
		return;
	*id = t;
}

static void *bump(void *arg)
{
	++*(int *)arg; // NORACE
	return NULL;
}

static void *serve(void *arg)
{
	struct server *s = arg;

	s->served++; // NORACE
	return NULL;
}

static struct server *create(void)
{
	struct server *s = calloc(1, sizeof *s);
	pthread_t t;

	if (!s)
		return NULL;
	start(serve, s, &s->master);
	if (pthread_create(&t, NULL, bump, &s->one))
		exit(1);
	s->first = t;
	if (pthread_create(&t, NULL, bump, &s->two))
		exit(1);
	s->second = t;
	return s;
}

static void stop(struct server *s)
{
	pthread_t t;

	if (!s)
		return;
	t = s->master;
	if (t == 0)
		return;
	s->master = 0;
	pthread_join(t, NULL);
	s->served++; // NORACE
	pthread_join(s->first, NULL);
	s->one++; // NORACE
	pthread_join(s->second, NULL);
	s->two++; // NORACE
	free(s);
}

int main(void)
{
	static int n;

	start_or_not(bump, &n, &early);
	pthread_join(early, NULL);
	n++; // NORACE
	server = create();
	if (!server)
		return 1;
	getchar();
	stop(server);
	return n;
}
