// SPDX-License-Identifier: MIT
/* Each thread has a tree on its stack, whose nodes it makes itself. All trees end in the same
 * sentinel, and all nodes come from one line: which node it is cannot be told, but nothing
 * that the threads share leads to one. */
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

static int compare(int a, int b)
{
	return a < b ? -1 : a > b;
}

static void insert(struct tree *t, struct node *data)
{
	struct node *node = t->root, *parent = &none; // NORACE
	int r = 0;

	while (node != &none) {
		r = t->compare(data->key, node->key); // NORACE
		if (r == 0)
			return;
		parent = node;
		node = r < 0 ? node->left : node->right; // NORACE
	}
	data->parent = parent; // NORACE
	data->left = data->right = &none; // NORACE
	if (parent == &none)
		t->root = data; // NORACE
	else if (r < 0)
		parent->left = data; // NORACE
	else
		parent->right = data; // NORACE
}

static struct node *make(int key)
{
	struct node *n = malloc(sizeof(*n));

	if (!n)
		abort();
	n->key = key; // NORACE
	return n;
}

static void *work(void *arg)
{
	struct tree t = {&none, compare};

	for (int i = 0; i < 10; i++)
		insert(&t, make(i));
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
