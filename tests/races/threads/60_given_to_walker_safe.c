// SPDX-License-Identifier: MIT
// A walk over a tree, which calls itself, is given a function; only that of requests starts a thread.
#include <pthread.h>
#include <stdlib.h>

typedef int (*visit_fn)(void *context, void *data);
struct node {
	struct node *left, *right;
	void *data;
};
struct tree {
	struct node *root;
};

static int walk_below(struct node *n, visit_fn visit, void *context)
{
	int r;
	if (n->left && (r = walk_below(n->left, visit, context)))
		return r;
	if ((r = visit(context, n->data)))
		return r;
	return n->right ? walk_below(n->right, visit, context) : 0;
}

static int walk(struct tree *t, visit_fn visit, void *context)
{
	return t->root ? walk_below(t->root, visit, context) : 0;
}

static int settings;
static pthread_t worker_id;

static void *worker(void *arg)
{
	return settings ? arg : NULL;	// NORACE
}

static int start_worker(void *context, void *data)
{
	(void)context;
	return pthread_create(&worker_id, NULL, worker, data);
}

static int count_file(void *context, void *data)
{
	return data == context;
}

static struct tree files, requests;

static void set_up(void)
{
	walk(&files, count_file, NULL);
	settings = 1;	// NORACE
}

int main(void)
{
	files.root = calloc(1, sizeof(struct node));
	requests.root = calloc(1, sizeof(struct node));
	if (!files.root || !requests.root)
		return 1;
	set_up();
	walk(&requests, start_worker, NULL);
	pthread_join(worker_id, NULL);
	return 0;
}
