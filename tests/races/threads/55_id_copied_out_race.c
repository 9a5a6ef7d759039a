// SPDX-License-Identifier: MIT
/* As 55_id_copied_out_safe.c, but: the id is only kept if somebody has asked for it; another id is
 * stored over it; the local variable has that of another thread by then; or nobody wants to know it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server {
	pthread_t first, second, both;
	int one, two, three, four, five, six;
};

static struct server *server;
static int keep;

static void *bump(void *arg)
{
	++*(int *)arg; // RACE
	return NULL;
}

static void *rest(void *arg)
{
	return arg;
}

static int start(void *(*f)(void *), void *arg, pthread_t *id)
{
	pthread_t t;
	int error = pthread_create(&t, NULL, f, arg);

	if (error == 0 && id != NULL)
		*id = t;
	return error;
}

static void start_if_kept(void *(*f)(void *), void *arg, pthread_t *id)
{
	pthread_t t;

	if (pthread_create(&t, NULL, f, arg))
		return;
	if (keep)
		*id = t;
}

static void start_two(void *arg, pthread_t *id)
{
	pthread_t t;

	if (pthread_create(&t, NULL, bump, arg))
		return;
	*id = t;
	if (pthread_create(&t, NULL, rest, NULL))
		return;
	*id = t;
}

static void start_late(struct server *s)
{
	pthread_t t;

	if (pthread_create(&t, NULL, bump, &s->three))
		exit(1);
	if (pthread_create(&t, NULL, rest, NULL))
		exit(1);
	s->first = t;
}

static void start_and_change(struct server *s, pthread_t other)
{
	pthread_t t;

	if (pthread_create(&t, NULL, bump, &s->six))
		exit(1);
	s->second = t;
	if (keep)
		s->second = other;
}

int main(void)
{
	struct server *s = server = calloc(1, sizeof *s);
	pthread_t other;

	if (!s || pthread_create(&other, NULL, rest, NULL))
		return 1;
	keep = getchar();
	start_if_kept(bump, &s->one, &s->first);
	pthread_join(server->first, NULL);
	server->one++; // RACE
	start_two(&s->two, &s->both);
	pthread_join(server->both, NULL);
	server->two++; // RACE
	start_late(s);
	pthread_join(server->first, NULL);
	server->three++; // RACE
	start(bump, &s->four, NULL);
	pthread_join(server->first, NULL);
	server->four++; // RACE
	start(bump, &s->five, keep ? &s->first : NULL);
	pthread_join(server->first, NULL);
	server->five++; // RACE
	start_and_change(s, other);
	pthread_join(server->second, NULL);
	server->six++; // RACE
	return 0;
}
