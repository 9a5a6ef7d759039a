// SPDX-License-Identifier: MIT
/* Functions of trees are called by whoever uses these, with its locks. */
#include <pthread.h>

#include "glib.h"

typedef struct GTree GTree;
GTree *g_tree_new_full(int (*)(const void *, const void *, void *), void *, void (*)(void *),
		       void (*)(void *));
void g_tree_insert(GTree *, void *, void *);
int g_tree_remove(GTree *, const void *);
void g_tree_foreach(GTree *, int (*)(void *, void *, void *), void *);

struct item { int uses; };
static int released, seen, open_seen;
static struct item first;
static GTree *tree, *bare;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void *a, const void *b, void *arg)
{
	(void)arg;
	return a < b ? -1 : a > b;
}

static void release(void *p)
{
	(void)p;
	released++; // NORACE
}



static int count(void *key, void *value, void *arg)
{
	(void)key, (void)value;
	++*(int *)arg; // NORACE
	return 0;
}

static int count_bare(void *key, void *value, void *arg)
{
	(void)key, (void)value;
	++*(int *)arg; // RACE
	return 0;
}

static void *worker(void *arg)
{

	pthread_mutex_lock(&lock);
	g_tree_insert(tree, &first, &first);
	g_tree_remove(tree, &first);
	g_tree_foreach(tree, count, &seen);
	pthread_mutex_unlock(&lock);
	g_tree_foreach(bare, count_bare, &open_seen); // RACE
	g_tree_insert(bare, &first, &first); // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	tree = g_tree_new_full(compare, NULL, NULL, release);
	bare = g_tree_new_full(compare, NULL, NULL, NULL);
	g_tree_insert(tree, &first, &first);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	return 0;
}
