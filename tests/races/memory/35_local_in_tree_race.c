// SPDX-License-Identifier: MIT
/* A local variable of main is found in the nodes of a tree: there is only one of it. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *left, *right;
	int value;
	int *sum;
};

static struct node *make(int depth, int *sum)
{
	struct node *n;

	if (!depth)
		return NULL;
	n = malloc(sizeof(*n));
	n->value = depth;
	n->sum = sum;
	n->left = make(depth - 1, sum);
	n->right = make(depth - 1, sum);
	return n;
}

static void *add(void *arg)
{
	struct node *n = arg;
	pthread_t t;

	if (!n)
		return NULL;
	*n->sum += n->value; // RACE
	pthread_create(&t, NULL, add, n->left);
	add(n->right);
	pthread_join(t, NULL);
	return NULL;
}

int main(void)
{
	int sum = 0;
	struct node *root = make(3, &sum);

	add(root);
	return sum;
}
