// SPDX-License-Identifier: MIT
/* Every list element carries the lock of its own value. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	pthread_mutex_t lock;
	int value;
};

static struct node *head;

static void push(int value)
{
	struct node *n = malloc(sizeof(*n));

	pthread_mutex_init(&n->lock, NULL);
	n->value = value; // NORACE
	n->next = head; // NORACE
	head = n; // NORACE
}

static void *bump_all(void *arg)
{
	struct node *n;

	for (n = head; n; n = n->next) { // NORACE
		pthread_mutex_lock(&n->lock);
		n->value++; // RACE
		pthread_mutex_unlock(&n->lock);
	}
	return arg;
}

static void *shift(void *arg)
{
	struct node *n;

	for (n = head; n && n->next; n = n->next) { // NORACE
		pthread_mutex_lock(&n->lock);
		n->next->value = 0; // RACE
		pthread_mutex_unlock(&n->lock);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	push(1);
	push(2);
	push(3);
	pthread_create(&first, NULL, bump_all, NULL);
	pthread_create(&second, NULL, shift, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
