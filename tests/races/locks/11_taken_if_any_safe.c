// SPDX-License-Identifier: MIT
/*
 * Who takes a node out of the list under the lock has it to himself, if there was one: here,
 * in a function that locks, and in one that is called with the lock held.
 */
#include <pthread.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next, **prev;
};

#define MOST 16
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head, **tail = &head, *slots[MOST];
static int count;

static struct node *pop(void)
{
	struct node *c;

	pthread_mutex_lock(&lock);
	c = head;
	if (c)
		head = c->next;
	pthread_mutex_unlock(&lock);
	return c;
}

static struct node *pop_locked(struct node **list)
{
	struct node *c = *list;

	if (c == NULL)
		return NULL;
	*list = c->next;
	return c;
}

static void change(struct node *c)
{
	c->value = 4; // NORACE
}

static void *use(void *arg)
{
	(void)arg;
	for (;;) {
		struct node *c, *d, *e;

		pthread_mutex_lock(&lock);
		c = head;
		if (c)
			head = c->next;
		d = pop_locked(&head);
		pthread_mutex_unlock(&lock);
		e = pop();
		if (c)
			c->value = 5; // NORACE
		if (e) {
			e->value = 6; // NORACE
			change(e);
			free(e); // NORACE
		}
		if (!d)
			continue;
		d->value = 7; // NORACE
	}
	return NULL;
}

/* Whoever is in the list is changed under the lock. */
static void *watch(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_mutex_lock(&lock);
		for (struct node *p = head; p; p = p->next)
			p->value++;
		for (int i = 0; i < count; i++)
			if (slots[i])
				slots[i]->value++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void put(struct node *x, int in_list)
{
	pthread_mutex_lock(&lock);
	if (in_list) {
		x->next = head;
		x->prev = &head;
		if (head)
			head->prev = &x->next;
		head = x;
	} else if (count < MOST) {
		slots[count++] = x;
	}
	pthread_mutex_unlock(&lock);
}

static void *fill(void *arg)
{
	(void)arg;
	for (int i = 0; i < 9; i++) {
		struct node *x = calloc(1, sizeof(*x));

		if (!x)
			return NULL;
		x->value = i; // NORACE
		put(x, i % 2);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, watch, NULL);
	pthread_create(&c, NULL, fill, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
