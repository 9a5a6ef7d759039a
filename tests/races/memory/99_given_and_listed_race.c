// SPDX-License-Identifier: MIT
/* Each thread is given a connection that was made for it; but it is in a list of all of them as
 * well, through which another thread goes. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next;
	int idle, closed;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct conn *conns;

static void *serve(void *arg)
{
	struct conn *c = arg;

	while (!c->closed) // RACE
		c->idle = 0; // RACE
	return NULL;
}

static void *reap(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		for (struct conn *c = conns; c; c = c->next)
			if (c->idle++ > 10) // RACE
				c->closed = 1; // RACE
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static struct conn *make_conn(void)
{
	struct conn *c = calloc(1, sizeof(*c));

	if (!c)
		exit(1);
	c->idle = 1; // NORACE
	return c;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, reap, NULL);
	for (;;) {
		struct conn *c = make_conn();

		pthread_mutex_lock(&lock);
		c->next = conns;
		conns = c;
		pthread_mutex_unlock(&lock);
		pthread_create(&id, NULL, serve, c);
	}
}
