// SPDX-License-Identifier: MIT
/* Two lists built by one function: their nodes are one type, two call sites of
 * the allocation are not told apart here because push is not a wrapper. */
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *evens, *odds;

static void push(struct node **head, int value)
{
	struct node *n = malloc(sizeof(*n));

	n->value = value;
	n->next = *head;
	*head = n;
}

static struct node *reverse(struct node *list)
{
	struct node *done = NULL;

	while (list) {
		struct node *next = list->next;
		list->next = done;
		done = list;
		list = next;
	}
	return done;
}

int main(void)
{
	push(&evens, 2);
	push(&odds, 1);
	evens = reverse(evens);
	return evens->value;
}
