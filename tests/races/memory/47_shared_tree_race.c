// SPDX-License-Identifier: MIT
// RUN: --all
/* As 47_own_trees_safe.c, but there is one tree, that both threads find in a variable. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *parent, *left, *right;
	int key;
};

struct tree {
	struct node *root;
	int (*compare)(int, int);
};

static struct node none = {&none, &none, &none, 0};
static struct tree tree = {&none, NULL};

static int compare(int a, int b)
{
	return a < b ? -1 : a > b;
}

static void insert(struct tree *t, struct node *data)
{
	struct node *node = t->root, *parent = &none; // RACE
	int r = 0;

	while (node != &none) {
		r = t->compare(data->key, node->key); // RACE
		if (r == 0)
			return;
		parent = node;
		node = r < 0 ? node->left : node->right; // RACE
	}
	data->parent = parent; // NORACE
	data->left = data->right = &none; // NORACE
	if (parent == &none)
		t->root = data; // RACE
	else if (r < 0)
		parent->left = data; // RACE
	else
		parent->right = data; // RACE
}

static struct node *make(int key)
{
	struct node *n = malloc(sizeof(*n));

	if (!n)
		abort();
	n->key = key; // NORACE
	return n;
}

static struct tree *the_tree(void)
{
	return &tree;
}

static void *work(void *arg)
{
	struct tree *t = the_tree();

	t->compare = compare; // RACE
	for (int i = 0; i < 10; i++)
		insert(t, make(i));
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
