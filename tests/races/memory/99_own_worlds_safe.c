// SPDX-License-Identifier: MIT
/* Each worker builds a tree of nodes of its own, with the same functions; main is one of the
 * workers. All hang in the one daemon, which all can reach, but each finds its nodes from what
 * it was given. */
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 4 };

struct node {
	struct node *next;
	int hits;
};

struct base {
	struct node *nodes;
	void (*handle)(struct base *base, int value);
};

struct daemon;

struct worker {
	struct base *base;
	struct daemon *daemon;
	pthread_t id;
	int number;
};

struct daemon {
	struct worker *workers[WORKERS];
	int port;
};

static struct node *add_node(struct base *base)
{
	struct node *n = calloc(1, sizeof(*n));

	if (!n)
		exit(1);
	n->next = base->nodes;
	base->nodes = n;
	n->hits = 1; // NORACE
	return n;
}

static void hit(struct base *base, int value)
{
	for (struct node *n = base->nodes; n; n = n->next) // NORACE
		n->hits += value; // NORACE
	if (value > 10)
		add_node(base)->hits++; // NORACE
}

static struct base *make_base(void)
{
	struct base *base = calloc(1, sizeof(*base));

	if (!base)
		exit(1);
	base->handle = hit;
	return base;
}

static void worker_work(struct worker *w)
{
	w->base = make_base();
	add_node(w->base);
	for (int i = 0; i < 100; i++)
		w->base->handle(w->base, i + w->daemon->port); // NORACE
}

static void *run(void *arg)
{
	worker_work(arg);
	return NULL;
}

static struct daemon *make_daemon(void)
{
	struct daemon *d = calloc(1, sizeof(*d));

	if (!d)
		exit(1);
	d->port = 53;
	return d;
}

static void make_workers(struct daemon *d)
{
	for (int i = 0; i < WORKERS; i++) {
		d->workers[i] = calloc(1, sizeof(struct worker));
		if (!d->workers[i])
			exit(1);
		d->workers[i]->daemon = d;
		d->workers[i]->number = i;
	}
}

int main(void)
{
	struct daemon *d = make_daemon();

	make_workers(d);
	for (int i = 1; i < WORKERS; i++)
		pthread_create(&d->workers[i]->id, NULL, run, d->workers[i]);
	worker_work(d->workers[0]);
	for (int i = 1; i < WORKERS; i++)
		pthread_join(d->workers[i]->id, NULL);
	return 0;
}
