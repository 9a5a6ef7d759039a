// SPDX-License-Identifier: MIT
/* Everything a recursive walk needs is in a struct on the stack, beside pointers to
 * what all threads share. */
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

static void count(struct walk *w, const struct node *n)
{
	*w->total += n->value; // NORACE
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
	return (void *)(long)(total + w.deepest); // NORACE
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
