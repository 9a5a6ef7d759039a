// SPDX-License-Identifier: MIT
// RUN: --all
/* One function works on a cell that it has made, but given away already, the next one on
 * what it finds. Both have nothing but a pointer, and are not to be judged alike: two
 * threads never have made the same cell, but they find the same. */
#include <pthread.h>
#include <stdlib.h>

struct cell {
	struct cell *next;
	int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *all;

/* Too many ways to name each: the caller has a pointer, which means some of these. */
static void make(int kind, struct cell **out)
{
	switch (kind) {
	case 0:
		*out = calloc(1, sizeof(**out));
		break;
	case 1:
		*out = calloc(2, sizeof(**out));
		break;
	case 2:
		*out = calloc(3, sizeof(**out));
		break;
	case 3:
		*out = calloc(4, sizeof(**out));
		break;
	default:
		*out = calloc(5, sizeof(**out));
	}
	if (!*out)
		abort();
}

static struct cell *last(void)
{
	struct cell *c;

	pthread_mutex_lock(&lock);
	for (c = all; c->next; c = c->next)
		;
	pthread_mutex_unlock(&lock);
	return c;
}

static void add(int kind)
{
	struct cell *c;

	make(kind, &c);
	pthread_mutex_lock(&lock);
	c->next = all;
	all = c;
	pthread_mutex_unlock(&lock);
	c->n = kind; // RACE
}

static void change(void)
{
	struct cell *c = last();

	c->n = 1; // RACE
}

static void *work(void *arg)
{
	add(arg ? 4 : 3);
	change();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	make(argc, &all);
	pthread_create(&t, NULL, work, NULL);
	work(argv);
	pthread_join(t, NULL);
	return 0;
}
