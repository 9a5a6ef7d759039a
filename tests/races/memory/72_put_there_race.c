// SPDX-License-Identifier: MIT
/* What a function puts where its argument points, and has found in a variable or in a list, may be what
 * another thread was given as well. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int key, value;
};

struct list {
	pthread_mutex_t lock;
	struct node *head;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct list list = {PTHREAD_MUTEX_INITIALIZER, NULL};
static int *shared;

static int acquire(int **out)
{
	pthread_mutex_lock(&m);
	if (!shared)
		shared = calloc(1, sizeof(*shared));
	*out = shared;
	pthread_mutex_unlock(&m);
	return 0;
}

static int find(struct list *l, int key, struct node **out)
{
	struct node *n;

	pthread_mutex_lock(&l->lock);
	for (n = l->head; n && n->key != key; n = n->next)
		;
	*out = n;
	pthread_mutex_unlock(&l->lock);
	return n != NULL;
}

static void add(struct list *l, int key)
{
	struct node *n = calloc(1, sizeof(*n));

	n->key = key;
	pthread_mutex_lock(&l->lock);
	n->next = l->head;
	l->head = n;
	pthread_mutex_unlock(&l->lock);
}

static void *work(void *arg)
{
	struct node *n;
	int *count;

	if (acquire(&count) == 0)
		++*count; // RACE
	add(&list, 3);
	if (find(&list, 3, &n))
		n->value++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	return 0;
}
