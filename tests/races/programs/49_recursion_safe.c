// SPDX-License-Identifier: MIT
/* Recursive descent over a tree under one lock. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *left, *right;
	int visits;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *root;

static struct node *build(int depth)
{
	struct node *n = calloc(1, sizeof(*n));

	if (depth > 0) {
		n->left = build(depth - 1); // NORACE
		n->right = build(depth - 1); // NORACE
	}
	return n;
}

static int visit(struct node *n)
{
	if (!n)
		return 0;
	n->visits++; // NORACE
	return 1 + visit(n->left) + visit(n->right); // NORACE
}

static void *walker(void *arg)
{
	int n;

	pthread_mutex_lock(&m);
	n = visit(root); // NORACE
	pthread_mutex_unlock(&m);
	return n ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	root = build(2); // NORACE
	pthread_create(&first, NULL, walker, NULL);
	pthread_create(&second, NULL, walker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
