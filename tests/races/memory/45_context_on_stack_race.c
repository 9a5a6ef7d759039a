// SPDX-License-Identifier: MIT
/* The callback remembers the struct of the first walk, and adds to its total. */
#include <pthread.h>

struct node {
	struct node *left, *right;
	int value;
};

struct walk {
	const struct node *root; /* shared, only read */
	int *total;
	int depth, deepest;
	void (*visit)(struct walk *w, const struct node *n);
};

static struct node leaf = { 0, 0, 1 };
static struct node tree = { &leaf, &leaf, 2 };

static struct walk *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(struct walk *w, const struct node *n)
{
	pthread_mutex_lock(&lock);
	if (!first)
		first = w;
	struct walk *f = first;
	pthread_mutex_unlock(&lock);
	*f->total += n->value; // RACE
}

static void go(struct walk *w, const struct node *n)
{
	if (!n)
		return;
	w->depth++; // NORACE
	if (w->depth > w->deepest) // NORACE
		w->deepest = w->depth; // NORACE
	w->visit(w, n);
	go(w, n->left);
	go(w, n->right);
	w->depth--; // NORACE
}

static void *work(void *arg)
{
	int total = 0;
	struct walk w = { .root = arg, .total = &total, .visit = count };

	go(&w, w.root);
	return (void *)(long)(total + w.deepest); // RACE
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, &tree);
	pthread_create(&t[1], NULL, work, &tree);
	work(&tree);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
