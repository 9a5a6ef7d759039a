// SPDX-License-Identifier: MIT
/* Queues in which each object lies once at a time: made anew in the loop, put back by who has taken
 * it out, of an array, on one of two ways. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	long n;
};
struct stack {
	pthread_mutex_t m;
	struct item *top;
};

static struct stack stack = {PTHREAD_MUTEX_INITIALIZER, NULL};
static struct item some[8], first, other;

static void push(struct stack *s, struct item *x)
{
	pthread_mutex_lock(&s->m);
	x->next = s->top;
	s->top = x;
	pthread_mutex_unlock(&s->m);
}

static struct item *pop(struct stack *s)
{
	pthread_mutex_lock(&s->m);
	struct item *x = s->top;
	if (x)
		s->top = x->next;
	pthread_mutex_unlock(&s->m);
	return x;
}

static void *take(void *arg)
{
	for (int i = 0; i < 100; i++) {
		struct item *x = pop(&stack);

		if (!x)
			break;
		x->n++; // NORACE
		push(&stack, x);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t[4];

	for (int i = 0; i < 8; i++)
		push(&stack, &some[i]);
	for (int i = 0; i < 8; i++) {
		struct item *x = calloc(1, sizeof *x);
		push(&stack, x);
	}
	if (argc > 1)
		push(&stack, &first);
	else
		push(&stack, &first);
	push(&stack, &other);
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, take, argv);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
