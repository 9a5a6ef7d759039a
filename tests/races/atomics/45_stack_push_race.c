// SPDX-License-Identifier: MIT
/* As 45_stack_push_safe.c, but the node is changed where the exchange has succeeded. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static _Atomic(struct node *) top;
static _Atomic(struct node *) only;

static void push(int value)
{
	struct node *n = malloc(sizeof(*n));

	n->next = atomic_load(&top); // NORACE
	while (!atomic_compare_exchange_weak(&top, &n->next, n)) // NORACE
		;
	n->value = value; // RACE
}

static void set_only(void)
{
	struct node *n = malloc(sizeof(*n)), *none = NULL;

	if (atomic_compare_exchange_strong(&only, &none, n))
		n->value = 2; // RACE
	else
		free(n); // NORACE
}

static void *work(void *arg)
{
	struct node *n;
	long sum = 0;

	for (int i = 0; i < 10; i++)
		push(i);
	set_only();
	for (n = atomic_load(&top); n; n = n->next) // NORACE
		sum += n->value; // RACE
	n = atomic_load(&only);
	return n->value + sum ? arg : NULL; // RACE
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
