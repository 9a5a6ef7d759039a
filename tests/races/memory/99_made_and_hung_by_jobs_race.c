// SPDX-License-Identifier: MIT
/* Each thread has a job of its own, and the one server in it. It makes connections and goes on
 * with them after it has put them into the server's list; main looks at the list. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	struct conn *next;
	int state;
};

struct server {
	pthread_mutex_t lock;
	struct conn *conns;
};

struct job {
	struct server *server;
	int rounds;
};

static struct conn *add_conn(struct server *s)
{
	struct conn *c = calloc(1, sizeof(*c));

	if (!c)
		exit(1);
	c->state = 1; // NORACE
	pthread_mutex_lock(&s->lock);
	c->next = s->conns;
	s->conns = c;
	pthread_mutex_unlock(&s->lock);
	return c;
}

static void *serve(void *arg)
{
	struct job *job = arg;

	for (int i = 0; i < job->rounds; i++) {
		struct conn *c = add_conn(job->server);

		c->state = 2; // RACE
	}
	return NULL;
}

static struct server *make_server(void)
{
	struct server *s = calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

static int count_ready(struct server *s)
{
	int n = 0;

	pthread_mutex_lock(&s->lock);
	for (struct conn *c = s->conns; c; c = c->next)
		n += c->state == 2; // RACE
	pthread_mutex_unlock(&s->lock);
	return n;
}

int main(void)
{
	struct server *s = make_server();
	pthread_t id[3];
	int n = 0;

	for (int i = 0; i < 3; i++) {
		struct job *job = calloc(1, sizeof(*job));

		if (!job)
			exit(1);
		job->server = s;
		job->rounds = 10;
		pthread_create(&id[i], NULL, serve, job);
	}
	while (n < 30)
		n = count_ready(s);
	for (int i = 0; i < 3; i++)
		pthread_join(id[i], NULL);
	return 0;
}
