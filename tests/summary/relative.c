// RUN: dump --summary foo bar walk
// SPDX-License-Identifier: MIT
/*
 * The survey, section 4: a relative lockset adds one lock of the argument and
 * takes another away; a list walk has unboundedly many locations.
 */
#include <pthread.h>

struct node {
	pthread_mutex_t mtx1, mtx2;
	int f;
};

struct list {
	struct list *next;
	int data;
};

struct owner {
	struct list *first;
	struct node *node;
};

void foo(struct node *x)
{
	pthread_mutex_lock(&x->mtx1);
	x->f = 7;
	pthread_mutex_unlock(&x->mtx2);
}

void bar(struct owner *o)
{
	pthread_mutex_lock(&o->node->mtx2);
	foo(o->node);
	o->node->f = 8;
}

void walk(struct owner *x)
{
	struct list *y = x->first;

	while (y) {
		y->data = 5;
		y = y->next;
	}
}
