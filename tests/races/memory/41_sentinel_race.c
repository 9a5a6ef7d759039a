// SPDX-License-Identifier: MIT
/* The twin: the parent of the last one is looked at, the node itself is not. */
#include <pthread.h>
#include <stddef.h>

struct node {
	struct node *left, *right, *parent;
	int count;
};

static struct node none = {&none, &none, &none, 0};

struct tree {
	struct node *root;
};

static void insert(struct tree *t, struct node *d)
{
	struct node *p = &none, *x = t->root;

	while (x != &none) {
		p = x;
		x = x->left;
	}
	d->left = d->right = &none;
	d->parent = p;
	x->parent = d; // RACE
	if (p != &none)
		x->count++; // RACE
	t->root = d;
}

static void *work(void *arg)
{
	struct tree t = {&none};
	struct node a, b;

	insert(&t, &a);
	insert(&t, &b);
	return arg;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, work, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
