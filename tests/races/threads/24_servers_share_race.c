// SPDX-License-Identifier: MIT
/* As 24_servers_start_servers_safe.c, but a server that starts another one shares its
 * object with it. */
#include <pthread.h>
#include <stdlib.h>

struct server {
	pthread_t thread;
	int served;
};

static void start(struct server *s);

static void *serve(void *arg)
{
	struct server *s = arg;

	if (s->served < 4) // RACE
		start(s);
	s->served++; // RACE
	return NULL;
}

static void start(struct server *s)
{
	pthread_t t;

	if (!s)
		s = calloc(1, sizeof(*s));
	if (!s)
		abort();
	pthread_create(&t, NULL, serve, s);
}

int main(void)
{
	start(NULL);
	pthread_exit(NULL);
}
