// SPDX-License-Identifier: MIT
/* Different fields of one struct by different threads. */
#include <pthread.h>

struct pair {
	int left;
	int right;
};

static struct pair pair;

static void *left(void *arg)
{
	struct pair *p = arg;

	p->left++; // NORACE
	return NULL;
}

static void *right(void *arg)
{
	struct pair *q = arg;

	q->right++; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, left, &pair);
	pthread_create(&second, NULL, right, &pair);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return pair.left + pair.right; // NORACE
}
