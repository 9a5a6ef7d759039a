// SPDX-License-Identifier: MIT
/* Lock coupling down a list: the next lock is taken before the last is released. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int value;
};

static struct node *head;

static void push(int value)
{
	struct node *n = calloc(1, sizeof(*n));

	pthread_mutex_init(&n->lock, NULL);
	n->value = value; // NORACE
	n->next = head; // NORACE
	head = n; // NORACE
}

static void increment_all(struct node *n)
{
	struct node *next;

	pthread_mutex_lock(&n->lock);
	while ((next = n->next)) { // NORACE
		pthread_mutex_lock(&next->lock);
		n->value++; // FP locks of neighbours in a list are not told apart
		pthread_mutex_unlock(&n->lock);
		n = next;
	}
	n->value++; // FP locks of neighbours in a list are not told apart
	pthread_mutex_unlock(&n->lock);
}

static void *worker(void *arg)
{
	increment_all(head); // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	push(1);
	push(2);
	push(3);
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
