// SPDX-License-Identifier: MIT
// RUN: --all
/*
 * The twin: main works with the object of the second worker, too, and all count in one array. What the
 * workers build cannot be told apart then: low, but for the workers themselves.
 */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	int open;
	struct conn *next;
};

struct net {
	int n;
	struct conn **all, *unused;
};

struct worker {
	pthread_t id;
	struct net *net;
	long *counts;
	int number;
};

static long counts[4];

static struct worker *worker_new(int number)
{
	struct worker *w = calloc(1, sizeof(*w));

	if (!w)
		abort();
	w->number = number;
	return w;
}

static int fill(struct net *o)
{
	o->all = calloc(o->n, sizeof(*o->all)); // NORACE
	if (!o->all)
		return 0;
	for (int i = 0; i < o->n; i++) {
		o->all[i] = calloc(1, sizeof(struct conn)); // RACE
		if (!o->all[i]) // RACE
			return 0;
		o->all[i]->next = o->unused; // RACE
		o->unused = o->all[i]; // RACE
	}
	return 1;
}

static struct net *net_new(int n)
{
	struct net *o = calloc(1, sizeof(*o));

	if (!o)
		return NULL;
	o->n = n;
	if (!fill(o)) {
		free(o);
		return NULL;
	}
	return o;
}

static int prepare(struct worker *w)
{
	w->net = net_new(4); // RACE
	w->counts = counts; // RACE
	return w->net && w->counts; // RACE
}

static void work(struct worker *w)
{
	if (!prepare(w))
		return;
	w->counts[1]++; // RACE
	w->net->n--; // RACE
	w->net->all[0] = NULL; // RACE
}

static void *run(void *arg)
{
	work(arg);
	return NULL;
}

int main(int argc, char **argv)
{
	struct worker **w = calloc(argc, sizeof(*w));

	(void)argv;
	for (int i = 0; i < argc; i++)
		w[i] = worker_new(i);
	for (int i = 1; i < argc; i++)
		pthread_create(&w[i]->id, NULL, run, w[i]);
	work(w[1]);
	for (int i = 1; i < argc; i++)
		pthread_join(w[i]->id, NULL);
	return 0;
}
