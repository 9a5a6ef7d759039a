// SPDX-License-Identifier: MIT
// Like 60_given_to_walker_safe.c, but what is given to the walk over files may start one too.
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
	return settings ? arg : NULL;	// RACE
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
static visit_fn of_files = count_file;

static void set_up(void)
{
	walk(&files, of_files, NULL);
	settings = 1;	// RACE
}

int main(void)
{
	files.root = calloc(1, sizeof(struct node));
	requests.root = calloc(1, sizeof(struct node));
	if (!files.root || !requests.root)
		return 1;
	if (requests.root->data)
		of_files = start_worker;
	set_up();
	walk(&requests, start_worker, NULL);
	pthread_join(worker_id, NULL);
	return 0;
}
