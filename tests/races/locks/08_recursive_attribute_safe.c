// SPDX-License-Identifier: MIT
/* Made recursive by its attribute; a public function calls another public one. */
#define _GNU_SOURCE
#include <pthread.h>

struct tree {
	pthread_mutex_t lock;
	int nodes;
	int height;
};

static struct tree tree;

static void tree_init(struct tree *t)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&t->lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void tree_grow(struct tree *t)
{
	pthread_mutex_lock(&t->lock);
	t->height++; // NORACE
	pthread_mutex_unlock(&t->lock);
}

static void tree_insert(struct tree *t)
{
	pthread_mutex_lock(&t->lock);
	tree_grow(t);
	t->nodes++; // NORACE
	pthread_mutex_unlock(&t->lock);
}

static void *worker(void *arg)
{
	tree_insert(arg);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	tree_init(&tree);
	pthread_create(&first, NULL, worker, &tree);
	pthread_create(&second, NULL, worker, &tree);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return tree.nodes + tree.height; // NORACE
}
