// SPDX-License-Identifier: MIT
/* A recursion may start threads by the wrapper that all use. What is started elsewhere,
 * by the same wrapper, does not run yet. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *left, *right;
	int busy;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit, checked;

static void start(void *(*run)(void *), void *arg)
{
	pthread_t id;

	if (pthread_create(&id, NULL, run, arg))
		exit(1);
	pthread_detach(id);
}

static void *check(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	checked++; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void walk(struct node *n)
{
	if (!n)
		return;
	if (n->busy)
		start(check, n);
	walk(n->left);
	walk(n->right);
}

static void *serve(void *arg)
{
	(void)arg;
	limit++; // NORACE
	return NULL;
}

static void set_up(struct node *n)
{
	walk(n);
	limit = 4; // NORACE
}

int main(void)
{
	static struct node a, b = {&a, NULL, 1};

	set_up(&b);
	start(serve, NULL);
	pthread_exit(NULL);
}
