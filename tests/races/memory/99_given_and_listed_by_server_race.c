// SPDX-License-Identifier: MIT
/* Each thread is given a job that was made for it, with a connection in it; but the connection is
 * in the list of the one server as well, a local variable of main, through which another thread
 * goes. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next;
	int idle, closed;
};

struct server {
	pthread_mutex_t lock;
	struct conn *conns;
};

struct job {
	struct conn *conn;
	int number;
};

static void *serve(void *arg)
{
	struct job *job = arg;
	struct conn *c = job->conn;

	while (!c->closed) // RACE
		c->idle = 0; // RACE
	return NULL;
}

static void *reap(void *arg)
{
	struct server *s = arg;

	for (;;) {
		pthread_mutex_lock(&s->lock);
		for (struct conn *c = s->conns; c; c = c->next)
			if (c->idle++ > 10) // RACE
				c->closed = 1; // RACE
		pthread_mutex_unlock(&s->lock);
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

static struct job *make_job(struct conn *c)
{
	struct job *job = calloc(1, sizeof(*job));

	if (!job)
		exit(1);
	job->conn = c;
	return job;
}

static struct server *make_server(void)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

int main(void)
{
	struct server *s = make_server();
	pthread_t id;

	pthread_create(&id, NULL, reap, s);
	for (;;) {
		struct conn *c = make_conn();
		struct job *job = make_job(c);

		pthread_mutex_lock(&s->lock);
		c->next = s->conns;
		s->conns = c;
		pthread_mutex_unlock(&s->lock);
		pthread_create(&id, NULL, serve, job);
	}
}
