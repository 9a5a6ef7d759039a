// SPDX-License-Identifier: MIT
/*
 * One node stands for none in all trees, one head is a list without elements: neither is what
 * a pointer means that was found to be another.
 */
#include <pthread.h>
#include <stddef.h>

struct node {
	struct node *left, *right;
	int count;
};

static struct node none = {&none, &none, 0};

struct tree {
	struct node *root;
};

static int is_none(const struct node *n)
{
	return n == &none;
}

static void insert(struct tree *t, struct node *d)
{
	struct node *p = &none, *x = t->root;

	while (x != &none) {
		p = x;
		x->count++; // NORACE
		x = x->left;
	}
	d->left = d->right = &none;
	d->count = 0;
	if (p != &none)
		p->left = d; // NORACE
	else
		t->root = d;
}

static void set_right(struct node *n, struct node *d)
{
	n->right = d; // NORACE
}

static void append(struct tree *t, struct node *d)
{
	struct node *x = t->root;

	if (is_none(x)) {
		t->root = d;
		return;
	}
	while (!is_none(x->right))
		x = x->right;
	if (&none == x)
		return;
	set_right(x, d);
	x->count = 1; // NORACE
}

struct link {
	struct link *next;
};

struct item {
	int value;
	struct link link;
};

static struct {
	int value;
	struct link head;
} list = {0, {&list.head}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(struct item *i)
{
	i->link.next = list.head.next;
	list.head.next = &i->link;
}

static void *walk(void *arg)
{
	struct link *p;

	pthread_mutex_lock(&lock);
	for (p = list.head.next; p != &list.head; p = p->next)
		((struct item *)((char *)p - offsetof(struct item, link)))->value++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *work(void *arg)
{
	struct tree t = {&none};
	struct node a, b, c;
	struct node copy = none; // NORACE

	list.value++; // RACE
	insert(&t, &a);
	insert(&t, &b);
	append(&t, &c);
	return copy.left == &none ? NULL : arg;
}

int main(void)
{
	static struct item first, second;
	pthread_t t, u, v;

	add(&first);
	add(&second);
	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, work, NULL);
	pthread_create(&v, NULL, walk, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	pthread_join(v, NULL);
	return 0;
}
