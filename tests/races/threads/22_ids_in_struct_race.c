// SPDX-License-Identifier: MIT
/* The id is kept in the object that the thread works on. */
#include <pthread.h>
#include <stdlib.h>

struct server {
	pthread_t thread;
	int requests;
};

static void *serve(void *arg)
{
	struct server *s = arg;
	int i;

	for (i = 0; i < 3; i++)
		s->requests++; // RACE
	return NULL;
}

static struct server *server_start(void)
{
	struct server *s = calloc(1, sizeof(*s));

	pthread_create(&s->thread, NULL, serve, s);
	return s;
}

static int server_stop(struct server *s)
{
	int requests;

	requests = s->requests; // RACE
	pthread_join(s->thread, NULL);
	free(s);
	return requests;
}

int main(void)
{
	struct server *s = server_start();

	return server_stop(s) != 3;
}
