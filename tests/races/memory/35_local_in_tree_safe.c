// SPDX-License-Identifier: MIT
/* A local variable of each thread is found in the nodes of its tree. */
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

static void add(struct node *n)
{
	if (!n)
		return;
	*n->sum += n->value; // NORACE
	add(n->left);
	add(n->right);
}

static void *count(void *arg)
{
	int sum = 0;

	add(make(3, &sum));
	return sum > 4 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	count(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
